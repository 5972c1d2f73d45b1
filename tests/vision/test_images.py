import io
import os
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from tests.vision.hostile_photos import (
    HEIGHT,
    HOSTILE_PHOTOS,
    WIDTH,
    HostilePhoto,
    encode,
    exif_with_orientation,
    jpeg,
    picture,
    png,
    png_chunk,
)

from paiyan.vision import images
from paiyan.vision.images import BACKGROUND, Photo, PhotoError, load_photo


def quarters(photo: Photo) -> list[str]:
    """Colour of the quarters: top left, top right, bottom left, bottom right."""
    colours = {"red": (200, 30, 30), "green": (30, 200, 30), "blue": (30, 30, 200), "white": (230, 230, 230)}
    height, width = photo.pixels.shape[:2]
    places = [(y, x) for y in (height // 4, height * 3 // 4) for x in (width // 4, width * 3 // 4)]
    return [
        min(colours, key=lambda name: np.abs(photo.pixels[place] - np.array(colours[name])).sum()) for place in places
    ]


UPRIGHT = ["red", "blue", "green", "white"]


@pytest.mark.parametrize("row", [row for row in HOSTILE_PHOTOS if row.code], ids=lambda row: row.name)
def test_a_file_that_cannot_be_read_says_why(row: HostilePhoto):
    with pytest.raises(PhotoError) as caught:
        load_photo(row.build())
    assert caught.value.code == row.code


@pytest.mark.parametrize("row", [row for row in HOSTILE_PHOTOS if not row.code], ids=lambda row: row.name)
def test_an_odd_file_that_holds_a_picture_is_read(row: HostilePhoto):
    photo = load_photo(row.build())
    assert (photo.width, photo.height) == row.size
    assert photo.pixels.dtype == np.uint8


@pytest.mark.parametrize(
    "data",
    [
        encode(picture(), "PNG"),
        encode(picture(), "WEBP", lossless=True),
        encode(picture("P"), "GIF"),
        encode(picture("CMYK"), "JPEG"),
        encode(picture("RGBA"), "PNG"),
        jpeg(progressive=True),
    ],
    ids=["PNG", "WebP", "GIF", "CMYK JPEG", "PNG with alpha", "progressive JPEG"],
)
def test_the_colours_come_as_they_look(data):
    assert quarters(load_photo(data)) == UPRIGHT


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_is_turned_the_way_a_person_sees_it(orientation, kind):
    stored = {
        1: [],
        2: [Image.Transpose.FLIP_LEFT_RIGHT],
        3: [Image.Transpose.ROTATE_180],
        4: [Image.Transpose.FLIP_TOP_BOTTOM],
        5: [Image.Transpose.TRANSPOSE],
        6: [Image.Transpose.ROTATE_90],
        7: [Image.Transpose.TRANSVERSE],
        8: [Image.Transpose.ROTATE_270],
    }
    image = picture()
    for operation in stored[orientation]:
        image = image.transpose(operation)
    photo = load_photo(encode(image, kind, exif=exif_with_orientation(orientation)))
    assert quarters(photo) == UPRIGHT
    assert (photo.width, photo.height) == (WIDTH, HEIGHT)


def test_little_endian_exif_turns_a_photo_too():
    exif = Image.Exif()
    exif[0x0112] = 3
    assert exif.tobytes()[6:8] in (b"II", b"MM")
    assert quarters(load_photo(jpeg(exif=exif.tobytes()))) == UPRIGHT[::-1]


def test_an_exif_block_behind_the_pixels_of_a_png_counts():
    row = b"\x00" + bytes(WIDTH * 3)
    pixels = png_chunk(b"IDAT", zlib.compress(row * HEIGHT))
    photo = load_photo(png(WIDTH, HEIGHT, pixels, png_chunk(b"eXIf", exif_with_orientation(6)[6:])))
    assert (photo.width, photo.height) == (HEIGHT, WIDTH)


def test_a_heic_photo_is_read_and_turned():
    heif = pytest.importorskip("pillow_heif", reason="the optional HEIC decoder is not installed")
    stream = io.BytesIO()
    stored = picture().transpose(Image.Transpose.ROTATE_90)
    heif.from_pillow(stored).save(stream, quality=90, exif=exif_with_orientation(6))
    photo = load_photo(stream.getvalue())
    assert quarters(photo) == UPRIGHT
    assert (photo.width, photo.height) == (WIDTH, HEIGHT)


def test_heic_without_its_decoder_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    row = next(row for row in HOSTILE_PHOTOS if row.name == "a HEIC of noise")
    with pytest.raises(PhotoError) as caught:
        load_photo(row.build())
    assert caught.value.code == "photo.heic_missing"


def test_transparent_parts_become_neutral_grey():
    image = picture("RGBA")
    image.putalpha(0)
    photo = load_photo(encode(image, "PNG"))
    assert photo.pixels[5, 5].tolist() == list(BACKGROUND)


def test_16_bit_grey_keeps_its_shades():
    row = next(row for row in HOSTILE_PHOTOS if row.name == "a 16-bit grey PNG")
    line = load_photo(row.build()).pixels[10, :, 0].astype(int)
    assert (line[0], line[-1]) == (0, 255)
    assert 100 < line[WIDTH // 2] < 160


def test_only_the_first_frame_of_an_animation_is_read():
    row = next(row for row in HOSTILE_PHOTOS if row.name == "an animated GIF")
    assert quarters(load_photo(row.build())) == UPRIGHT


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_large_photo_is_decoded_smaller_but_keeps_its_full_size(kind):
    photo = load_photo(encode(picture(size=(1203, 805)), kind), max_side=300)
    assert (photo.width, photo.height) == (1203, 805)
    assert max(photo.pixels.shape) == 300
    assert photo.scale == (pytest.approx(0.25, rel=0.01), pytest.approx(0.25, rel=0.01))
    assert quarters(photo) == UPRIGHT


def test_full_size_is_the_upright_one():
    data = encode(picture(size=(1200, 400)), "JPEG", exif=exif_with_orientation(6))
    photo = load_photo(data, max_side=300)
    assert (photo.width, photo.height) == (400, 1200)
    assert photo.pixels.shape == (300, 100, 3)


def test_path_text_bytes_and_stream_give_the_same_pixels(tmp_path):
    data = jpeg()
    file = tmp_path / "牌 桌.jpg"
    file.write_bytes(data)
    pixels = [load_photo(source).pixels.tobytes() for source in (file, str(file), data, io.BytesIO(data))]
    assert len(set(pixels)) == 1


def test_the_extension_does_not_matter(tmp_path):
    file = tmp_path / "photo.png"
    file.write_bytes(jpeg())
    assert load_photo(file).width == WIDTH


def refusal(source) -> str:
    with pytest.raises(PhotoError) as caught:
        load_photo(source)
    return caught.value.code


def test_a_missing_file_is_named_as_such(tmp_path):
    assert refusal(tmp_path / "nowhere.jpg") == "photo.missing"


def test_a_folder_is_no_photo(tmp_path):
    assert refusal(tmp_path) == "photo.not_a_file"


def test_a_pipe_is_refused_instead_of_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == "photo.not_a_file"


def test_a_path_that_cannot_be_is_refused():
    assert refusal("photo\x00.jpg") == "photo.no_access"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_permission_is_refused(tmp_path):
    file = tmp_path / "secret.jpg"
    file.write_bytes(jpeg())
    file.chmod(0)
    assert refusal(file) == "photo.no_access"


def test_an_error_of_the_file_system_is_passed_on_as_a_reason(monkeypatch, tmp_path):
    file = tmp_path / "photo.jpg"
    file.write_bytes(jpeg())

    def fail(*_args, **_keywords):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(PhotoError) as caught:
        load_photo(file)
    assert (caught.value.code, caught.value.params) == ("photo.no_access", {"reason": "Permission denied"})


def test_a_file_over_the_size_limit_is_refused(monkeypatch):
    monkeypatch.setattr(images, "MAX_BYTES", 500)
    assert refusal(jpeg()) == "photo.file_too_big"
    assert refusal(io.BytesIO(jpeg())) == "photo.file_too_big"


def test_a_frame_of_a_camera_is_a_photo_at_full_size():
    frame = np.zeros((48, 64, 3), np.uint8)
    photo = Photo.from_pixels(frame)
    frame[:] = 255
    assert (photo.width, photo.height, photo.scale) == (64, 48, (1.0, 1.0))
    assert photo.pixels.max() == 0


@pytest.mark.parametrize(
    "pixels",
    [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 4), np.uint8), np.zeros((4, 4, 3)), np.zeros((0, 4, 3), np.uint8)],
)
def test_pixels_of_another_kind_are_refused(pixels):
    with pytest.raises(ValueError):
        Photo(pixels, 4, 4)


def test_the_pixels_of_a_photo_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        load_photo(jpeg()).pixels[0, 0] = 0
