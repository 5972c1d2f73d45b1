"""Photos from files: any size a phone takes, turned upright, as RGB pixels, in bounded memory.

A photo is decoded no larger than reading tiles needs; its full size is kept, so that whatever is found on it can be
reported in pixels of the photo as a person sees it.
"""

from __future__ import annotations

import io
import threading
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL.Image import Image, Resampling, fromarray
from PIL.Image import new as new_image

from paiyan.vision.photo_formats import OPENERS, TRANSPOSES, HeicMissingError, exif_orientation, jpeg_scans, sniff

Pixels: TypeAlias = NDArray[np.uint8]
PhotoSource: TypeAlias = str | Path | bytes | BinaryIO

MAX_SIDE: Final = 4096
"""Default longest side after decoding, px: a full table of 144 tiles still has tiles of 60 px or more."""

MAX_BYTES: Final = 128 * 1024 * 1024
MAX_PIXELS: Final = 64_000_000
"""Most pixels of a file that has to be decoded at full size (PNG, WebP, HEIC, GIF, progressive JPEG)."""

MAX_PIXELS_STREAMED: Final = 256_000_000
"""Most pixels of a JPEG that decodes row by row, at 1/2, 1/4 or 1/8: its full size takes no memory."""

MIN_SIDE: Final = 16
_MAX_JPEG_SCANS: Final = 100
_MAX_PIXELS_SIDE: Final = 1.5
_DRAFT_DIVISORS: Final = (1, 2, 4, 8)
BACKGROUND: Final = (114, 114, 114)
"""Shown through transparent parts, and around a photo that fills the network's input only partly: neutral grey."""

# Changing warning filters is process-wide; two photos opened at once must not restore each other's.
_OPENING = threading.Lock()


class PhotoError(Exception):
    """A photo that can't be read: `code` is a key of the text catalogue, `params` fill in its text."""

    def __init__(self, code: str, params: Mapping[str, Any] | None = None) -> None:
        super().__init__(code, dict(params or {}))
        self.code = code
        self.params: Mapping[str, Any] = dict(params or {})


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright photo: `pixels` uint8 (H, W, 3) RGB, read-only, possibly smaller than the photo itself.

    `width` and `height` are those of the whole photo as a person sees it (EXIF applied), in px.
    """

    pixels: Pixels
    width: int
    height: int

    def __post_init__(self) -> None:
        if self.pixels.dtype != np.uint8 or self.pixels.ndim != 3 or self.pixels.shape[2] != 3:
            raise ValueError("pixels must be uint8 (H, W, 3)")
        if 0 in self.pixels.shape or self.width < 1 or self.height < 1:
            raise ValueError("a photo has at least one pixel")
        view = self.pixels.view()
        view.flags.writeable = False
        object.__setattr__(self, "pixels", view)

    @classmethod
    def from_pixels(cls, pixels: Pixels) -> Self:
        """A photo of these pixels at full size, for example a frame of a camera."""
        return cls(pixels.copy(), pixels.shape[1], pixels.shape[0])

    @property
    def scale(self) -> tuple[float, float]:
        """Decoded px per px of the whole photo, along x and y; 1 when decoded at full size."""
        return self.pixels.shape[1] / self.width, self.pixels.shape[0] / self.height


def load_photo(source: PhotoSource, *, max_side: int = MAX_SIDE) -> Photo:
    """Read a JPEG, PNG, WebP, HEIC or GIF (its first frame) from a path, its bytes or a seekable stream.

    The pixels come upright, without alpha, no longer than `max_side`. Raises `PhotoError`; its codes are
    ``photo.missing``, ``photo.not_a_file``, ``photo.no_access``, ``photo.empty``, ``photo.file_too_big``,
    ``photo.not_a_photo``, ``photo.unsupported``, ``photo.heic_missing``, ``photo.too_many_pixels``,
    ``photo.too_small`` and ``photo.damaged``.
    """
    data = _read(source)
    kind = sniff(data[:512])
    if kind is None:
        raise PhotoError("photo.not_a_photo")
    if kind not in OPENERS:
        raise PhotoError("photo.unsupported", {"format": kind})
    # Decoders fed with broken data raise almost anything (SyntaxError, struct.error, IndexError, MemoryError …);
    # whatever it is, it means that this file can't be read and must not take the caller down.
    try:
        return _decode(data, kind, max_side)
    except PhotoError:
        raise
    except HeicMissingError as error:
        raise PhotoError("photo.heic_missing") from error
    except Exception as error:
        raise PhotoError("photo.damaged", {"format": kind}) from error


def _read(source: PhotoSource) -> bytes:
    """All bytes of the source, refusing what is no file, empty, or larger than `MAX_BYTES`."""
    if isinstance(source, bytes):
        data = source[: MAX_BYTES + 1]
    elif isinstance(source, str | Path):
        data = _read_file(Path(source))
    else:
        data = source.read(MAX_BYTES + 1)
    if not data:
        raise PhotoError("photo.empty")
    if len(data) > MAX_BYTES:
        raise PhotoError("photo.file_too_big", {"limit_mb": MAX_BYTES // 1024 // 1024})
    return data


def _read_file(path: Path) -> bytes:
    try:
        # Opening a pipe or a device could wait for ever.
        if path.exists() and not path.is_file():
            raise PhotoError("photo.not_a_file")
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise PhotoError("photo.missing") from error
    except (OSError, ValueError) as error:
        # ValueError: a path with a NUL character.
        reason = getattr(error, "strerror", None) or str(error)
        raise PhotoError("photo.no_access", {"reason": reason}) from error


def _decode(data: bytes, kind: str, max_side: int) -> Photo:
    image = _open(data, kind)
    _check_size(image, data, kind)
    full_size = image.size
    if kind == "JPEG":
        _ask_for_reduced_decoding(image, max_side)
    image.load()
    if kind != "JPEG" and image.size != full_size:
        # A GIF frame may reach beyond the size the header gives.
        full_size = image.size
        _check_size(image, data, kind)
    # Only now: a PNG may carry its EXIF block behind the pixels.
    orientation = exif_orientation(image.info.get("exif"))
    image = _shrink(_to_rgb(image), max_side)
    transpose = TRANSPOSES.get(orientation)
    if transpose is not None:
        image = image.transpose(transpose)
    width, height = full_size if orientation < 5 else full_size[::-1]
    return Photo(np.array(image, dtype=np.uint8), width, height)


def _open(data: bytes, kind: str) -> Image:
    with _OPENING, warnings.catch_warnings():
        # Pillow warns of broken EXIF blocks; their pixels are fine.
        warnings.simplefilter("ignore")
        return OPENERS[kind](io.BytesIO(data))


def _check_size(image: Image, data: bytes, kind: str) -> None:
    width, height = image.size
    scans = jpeg_scans(data) if kind == "JPEG" else None
    limit = MAX_PIXELS_STREAMED if scans and scans.streamed else MAX_PIXELS
    if width * height > limit:
        params = {"width": width, "height": height, "limit_megapixels": limit // 1_000_000}
        raise PhotoError("photo.too_many_pixels", params)
    if min(width, height) < MIN_SIDE:
        raise PhotoError("photo.too_small", {"width": width, "height": height, "minimum": MIN_SIDE})
    # A progressive JPEG can demand thousands of passes over all its pixels; real ones have about ten.
    if scans and not scans.streamed and scans.count > _MAX_JPEG_SCANS:
        raise PhotoError("photo.damaged", {"format": kind})


def _ask_for_reduced_decoding(image: Image, max_side: int) -> None:
    """Have the JPEG decoder give a half, quarter or eighth where that still leaves enough pixels.

    Up to 1.5 times `max_side` is decoded whole and shrunk after: halving it would lose too much.
    """
    longest = max(image.size)
    divisor = next((d for d in _DRAFT_DIVISORS if longest / d <= max_side * _MAX_PIXELS_SIDE), _DRAFT_DIVISORS[-1])
    if divisor > 1:
        image.draft(None, (max(1, image.width // divisor), max(1, image.height // divisor)))


def _to_rgb(image: Image) -> Image:
    """8-bit RGB of any mode; transparent parts become `BACKGROUND`."""
    if image.mode.startswith("I"):
        # 16-bit grey: convert() would clip at 255 instead of scaling.
        return fromarray((np.asarray(image) >> 8).astype(np.uint8)).convert("RGB")
    if image.has_transparency_data:
        layer = image if image.mode == "RGBA" else image.convert("RGBA")
        flat = new_image("RGB", layer.size, BACKGROUND)
        flat.paste(layer, mask=layer.getchannel("A"))
        return flat
    return image if image.mode == "RGB" else image.convert("RGB")


def _shrink(image: Image, max_side: int) -> Image:
    factor = max_side / max(image.size)
    if factor >= 1:
        return image
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    return image.resize(size, Resampling.BILINEAR, reducing_gap=2.0)
