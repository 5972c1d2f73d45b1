"""Which kind of picture a file is, told from its first bytes, and how to open the kinds Paiyan reads.

The opener of the kind is called directly instead of `PIL.Image.open`: a file never reaches a decoder other than the
one its first bytes name, and the pixel limits are ours, not process-wide switches of Pillow.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import BinaryIO, Final

from PIL import GifImagePlugin, JpegImagePlugin, PngImagePlugin, WebPImagePlugin
from PIL.Image import Image, Transpose

_ORIENTATION_TAG: Final = 0x0112
_SOS: Final = 0xDA
_SEQUENTIAL_FRAMES: Final = (0xC0, 0xC1)

TRANSPOSES: Final[Mapping[int, Transpose]] = MappingProxyType(
    {
        2: Transpose.FLIP_LEFT_RIGHT,
        3: Transpose.ROTATE_180,
        4: Transpose.FLIP_TOP_BOTTOM,
        5: Transpose.TRANSPOSE,
        6: Transpose.ROTATE_270,
        7: Transpose.TRANSVERSE,
        8: Transpose.ROTATE_90,
    }
)
"""What turns a stored picture upright, by EXIF orientation; 1 and unknown values need nothing."""

_HEIC_BRANDS: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
_SIGNATURES: Final = (
    (b"\xff\xd8\xff", "JPEG"),
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"GIF8", "GIF"),
    (b"%PDF", "PDF"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"8BPS", "PSD"),
    (b"\x1aE\xdf\xa3", "MKV"),
)


class HeicMissingError(Exception):
    """The file is HEIC and the optional decoder for it is not installed."""


def sniff(head: bytes) -> str | None:
    """Name of the file kind that starts with `head` (its first 512 bytes or so), None for an unknown one."""
    for signature, kind in _SIGNATURES:
        if head.startswith(signature):
            return kind
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "WEBP"
    if head[:2] == b"BM" and head[6:10] == bytes(4):
        return "BMP"
    if head[4:8] == b"ftyp":
        if head[8:12] in _HEIC_BRANDS:
            return "HEIC"
        return "AVIF" if head[8:12] in (b"avif", b"avis") else "MP4"
    if b"<svg" in head.lower():
        return "SVG"
    return None


def _open_heic(stream: BinaryIO) -> Image:
    try:
        from pillow_heif import HeifImageFile
    except ImportError as error:
        raise HeicMissingError from error
    opener: Callable[[BinaryIO], Image] = HeifImageFile
    return opener(stream)


OPENERS: Final[Mapping[str, Callable[[BinaryIO], Image]]] = MappingProxyType(
    {
        "JPEG": JpegImagePlugin.JpegImageFile,
        "PNG": PngImagePlugin.PngImageFile,
        "WEBP": WebPImagePlugin.WebPImageFile,
        "GIF": GifImagePlugin.GifImageFile,
        "HEIC": _open_heic,
    }
)
"""How to open each kind that is read. Opening looks at the header only; pixels are decoded on `load()`."""


@dataclass(frozen=True, slots=True)
class JpegScans:
    """How a JPEG's pixels are laid out: `streamed` if one scan holds all components of each block in turn, so that it
    decodes row by row; otherwise the decoder keeps the whole picture in memory. `count`: scans in the file."""

    streamed: bool
    count: int


def jpeg_scans(data: bytes) -> JpegScans:
    """Walk the segments of a JPEG up to its first scan. A file that ends before that counts as not streamed."""
    components = None
    place = 2
    while place + 4 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        (length,) = struct.unpack_from(">H", data, place + 2)
        if marker == _SOS:
            streamed = components is not None and data[place + 4 : place + 5] == components
            return JpegScans(streamed, data.count(b"\xff\xda", place))
        if marker in _SEQUENTIAL_FRAMES:
            components = data[place + 9 : place + 10]
        # Markers may be padded by any number of 0xFF.
        place += 1 if marker == 0xFF else 2 + length
    return JpegScans(streamed=False, count=0)


def exif_orientation(exif: object) -> int:
    """Orientation 1–8 in the raw EXIF block of a file; 1 where there is none or the block is broken.

    Read by hand because Pillow parses every tag of the block first, and gives up on the lot when one is broken.
    """
    if not isinstance(exif, bytes):
        return 1
    block = io.BytesIO(exif.removeprefix(b"Exif\x00\x00"))
    order = {b"II": "<", b"MM": ">"}.get(block.read(2))
    if order is None:
        return 1
    try:
        _, offset = struct.unpack(order + "HI", block.read(6))
        block.seek(offset)
        (entries,) = struct.unpack(order + "H", block.read(2))
        for _ in range(entries):
            tag, kind, count, value = struct.unpack(order + "HHIH2x", block.read(12))
            if tag == _ORIENTATION_TAG:
                return int(value) if kind == 3 and count == 1 and 1 <= value <= 8 else 1
    except struct.error:
        return 1
    return 1
