"""Files that people and attackers hand in as photos, built in code, with what has to come of each.

`HOSTILE_PHOTOS` is shared by the tests of the decoder and those of the HTTP API.
"""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PIL import Image

WIDTH, HEIGHT = 96, 64
"""Size of the pictures in the table that can be read, unless the row says otherwise."""

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EXIF = b"Exif\x00\x00"


@dataclass(frozen=True)
class HostilePhoto:
    """One file: `code` is the error it must give; None if it must be read, as a photo of `size`."""

    name: str
    build: Callable[[], bytes]
    code: str | None = None
    size: tuple[int, int] = (WIDTH, HEIGHT)


def picture(mode: str = "RGB", size: tuple[int, int] = (WIDTH, HEIGHT)) -> Image.Image:
    """Four quarters: red, green below; blue, white to the right of them."""
    width, height = size
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2, : width // 2] = (200, 30, 30)
    pixels[height // 2 :, : width // 2] = (30, 200, 30)
    pixels[: height // 2, width // 2 :] = (30, 30, 200)
    pixels[height // 2 :, width // 2 :] = (230, 230, 230)
    return Image.fromarray(pixels).convert(mode)


def encode(image: Image.Image, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def jpeg(**options: object) -> bytes:
    return encode(picture(), "JPEG", quality=95, **options)


def png_chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width: int, height: int, *chunks: bytes, depth: int = 8, colour: int = 2) -> bytes:
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    return _PNG_SIGNATURE + header + b"".join(chunks) + png_chunk(b"IEND", b"")


def exif_with_orientation(value: int) -> bytes:
    return _EXIF + b"MM\x00*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, value, 0, 0)


def jpeg_claiming(width: int, height: int, **options: object) -> bytes:
    """A JPEG whose frame header gives another size than its pixels have."""
    data = bytearray(jpeg(**options))
    frame = data.index(b"\xff\xc2" if options.get("progressive") else b"\xff\xc0")
    struct.pack_into(">HH", data, frame + 5, height, width)
    return bytes(data)


def jpeg_of_many_scans() -> bytes:
    data = jpeg(progressive=True)
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * 500 + data[-2:]


def _noise(count: int) -> bytes:
    return random.Random(7).randbytes(count)


def _half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _png_with_flipped_byte() -> bytes:
    data = bytearray(encode(picture(), "PNG"))
    data[data.index(b"IDAT") + 12] ^= 0xFF
    return bytes(data)


def _jpeg_with_corrupt_middle() -> bytes:
    data = bytearray(encode(Image.effect_noise((WIDTH, HEIGHT), 80), "JPEG"))
    middle = data.index(b"\xff\xda") + 200
    data[middle : middle + 8] = b"\x12\x34\x56\x78\x9a\xbc\xde\x01"
    return bytes(data)


def _segments(marker: bytes, content: bytes, count: int) -> bytes:
    data = jpeg()
    segment = marker + struct.pack(">H", len(content) + 2) + content
    return data[:2] + segment * count + data[2:]


def _png_16_bit_grey() -> bytes:
    ramp = np.linspace(0, 65535, WIDTH).astype(np.uint16)
    return encode(Image.fromarray(np.tile(ramp, (HEIGHT, 1))), "PNG")


def _png_16_bit_colour() -> bytes:
    row = b"\x00" + struct.pack(">HHH", 60000, 30000, 10) * WIDTH
    return png(WIDTH, HEIGHT, png_chunk(b"IDAT", zlib.compress(row * HEIGHT)), depth=16)


def _png_of_repeated_text() -> bytes:
    text = png_chunk(b"zTXt", b"Comment\x00\x00" + zlib.compress(bytes(80_000_000)))
    row = b"\x00" + bytes(WIDTH * 3)
    return png(WIDTH, HEIGHT, text, png_chunk(b"IDAT", zlib.compress(row * HEIGHT)))


def _animated(kind: str) -> bytes:
    return encode(picture(), kind, save_all=True, append_images=[picture().rotate(180)], duration=100)


def _ftyp(brand: bytes, rest: bytes) -> bytes:
    return struct.pack(">I", 24) + b"ftyp" + brand + bytes(4) + b"mif1" + brand + rest


HOSTILE_PHOTOS: tuple[HostilePhoto, ...] = (
    HostilePhoto("no bytes at all", lambda: b"", "photo.empty"),
    HostilePhoto("a text file", lambda: "一万 二万 三万\n".encode() * 40, "photo.not_a_photo"),
    HostilePhoto("a web page", lambda: b"<!doctype html><html><body>404</body></html>", "photo.not_a_photo"),
    HostilePhoto("an archive", lambda: b"PK\x03\x04" + _noise(500), "photo.not_a_photo"),
    HostilePhoto("noise", lambda: b"\x01" + _noise(5000), "photo.not_a_photo"),
    HostilePhoto("an SVG drawing", lambda: b'<?xml version="1.0"?>\n<svg xmlns="x"><rect/></svg>', "photo.unsupported"),
    HostilePhoto("a PDF", lambda: b"%PDF-1.7\n" + _noise(500), "photo.unsupported"),
    HostilePhoto("a TIFF", lambda: encode(picture(), "TIFF"), "photo.unsupported"),
    HostilePhoto("a BMP", lambda: encode(picture(), "BMP"), "photo.unsupported"),
    HostilePhoto("an AVIF", lambda: _ftyp(b"avif", _noise(300)), "photo.unsupported"),
    HostilePhoto("a video", lambda: _ftyp(b"isom", _noise(300)), "photo.unsupported"),
    HostilePhoto("a JPEG of three bytes", lambda: b"\xff\xd8\xff", "photo.damaged"),
    HostilePhoto("a JPEG cut after its header", lambda: jpeg()[:300], "photo.damaged"),
    HostilePhoto("a JPEG cut in half", lambda: _half(jpeg()), "photo.damaged"),
    HostilePhoto("a JPEG followed by nothing but its marker", lambda: b"\xff\xd8\xff\xe0" * 50, "photo.damaged"),
    HostilePhoto("a JPEG that claims 65000×65000", lambda: jpeg_claiming(65000, 65000), "photo.too_many_pixels"),
    HostilePhoto(
        "a progressive JPEG that claims 12000×12000",
        lambda: jpeg_claiming(12000, 12000, progressive=True),
        "photo.too_many_pixels",
    ),
    HostilePhoto("a progressive JPEG of 500 scans", jpeg_of_many_scans, "photo.damaged"),
    HostilePhoto("a PNG that claims 100000×100000", lambda: png(100_000, 100_000), "photo.too_many_pixels"),
    HostilePhoto("a PNG of its signature only", lambda: _PNG_SIGNATURE, "photo.damaged"),
    HostilePhoto("a PNG without width", lambda: png(0, HEIGHT), "photo.damaged"),
    HostilePhoto("a PNG without pixels", lambda: png(WIDTH, HEIGHT), "photo.damaged"),
    HostilePhoto("a PNG cut in half", lambda: _half(encode(picture(), "PNG")), "photo.damaged"),
    HostilePhoto("a PNG with a flipped byte", _png_with_flipped_byte, "photo.damaged"),
    HostilePhoto("a PNG with 80 MB of packed text", _png_of_repeated_text, "photo.damaged"),
    HostilePhoto("a WebP cut in half", lambda: _half(encode(picture(), "WEBP")), "photo.damaged"),
    HostilePhoto("a WebP of noise", lambda: b"RIFF\x00\x10\x00\x00WEBPVP8 " + _noise(400), "photo.damaged"),
    HostilePhoto("a HEIC of noise", lambda: _ftyp(b"heic", _noise(400)), "photo.damaged"),
    HostilePhoto(
        "a GIF that claims 65535×65535",
        lambda: b"GIF89a\xff\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02D\x01\x00;",
        "photo.too_many_pixels",
    ),
    HostilePhoto("a GIF of its header only", lambda: encode(picture(), "GIF")[:13], "photo.damaged"),
    HostilePhoto("one pixel", lambda: encode(picture(size=(1, 1)), "PNG"), "photo.too_small"),
    HostilePhoto("a line of pixels", lambda: encode(picture(size=(5000, 1)), "PNG"), "photo.too_small"),
    HostilePhoto("a strip", lambda: encode(picture(size=(6000, 20)), "PNG"), size=(6000, 20)),
    HostilePhoto("a JPEG with EXIF of noise", lambda: jpeg(exif=_EXIF + b"II*\x00" + _noise(3000))),
    HostilePhoto(
        "a JPEG whose EXIF points beyond its end", lambda: jpeg(exif=_EXIF + b"MM\x00*\xff\xff\xff\xff" + b"\x00" * 9)
    ),
    HostilePhoto("a JPEG turned by EXIF", lambda: jpeg(exif=exif_with_orientation(6)), size=(HEIGHT, WIDTH)),
    HostilePhoto("a JPEG turned by EXIF in a way that isn't", lambda: jpeg(exif=exif_with_orientation(99))),
    HostilePhoto("a JPEG with 3 MB of EXIF", lambda: _segments(b"\xff\xe1", _EXIF + bytes(65000), 48)),
    HostilePhoto("a JPEG with 3 MB of comments", lambda: _segments(b"\xff\xfe", b"x" * 65000, 48)),
    HostilePhoto("a JPEG with rubbish behind", lambda: jpeg() + _noise(2000)),
    HostilePhoto("a JPEG with a corrupt middle", _jpeg_with_corrupt_middle),
    HostilePhoto("a grey JPEG", lambda: encode(picture("L"), "JPEG")),
    HostilePhoto("a CMYK JPEG", lambda: encode(picture("CMYK"), "JPEG")),
    HostilePhoto("a progressive JPEG", lambda: jpeg(progressive=True)),
    HostilePhoto("a 16-bit grey PNG", _png_16_bit_grey),
    HostilePhoto("a 16-bit colour PNG", _png_16_bit_colour),
    HostilePhoto("a black-and-white PNG", lambda: encode(picture("1"), "PNG")),
    HostilePhoto("a palette PNG", lambda: encode(picture("P"), "PNG")),
    HostilePhoto("a PNG with alpha", lambda: encode(picture("RGBA"), "PNG")),
    HostilePhoto("an animated PNG", lambda: _animated("PNG")),
    HostilePhoto("an animated GIF", lambda: _animated("GIF")),
    HostilePhoto("an animated WebP", lambda: _animated("WEBP")),
)
