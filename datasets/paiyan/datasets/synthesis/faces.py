"""Draws the project's own 42 tile faces as SVG files and their raster textures.

Run it to regenerate ``seeds/faces`` (needs fonttools and resvg-py, both development dependencies)::

    python -m paiyan.datasets.synthesis.faces --font yuji-boku/*.woff2 [--out seeds/faces]

A face is 300 × 400 units of ink on nothing: the body of the tile shows through, so a page or a renderer gives it any
colour. Dots, bamboos, bird and plants come from geometry, characters from the outlines of the font.
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image

from paiyan.datasets.synthesis import plants
from paiyan.datasets.synthesis.drawing import HEIGHT, WIDTH, bird, coin, digit, frame, stick, wheel

if TYPE_CHECKING:
    from paiyan.datasets.synthesis.glyphs import Glyphs

TEXTURE_HEIGHT: Final = 288
"""Pixels of a raster texture's height; its width is three quarters of that."""

_NUMERALS: Final = "一二三四伍六七八九"
_HONOURS: Final = {"1z": "東", "2z": "南", "3z": "西", "4z": "北", "6z": "發", "7z": "中"}
_WAN: Final = (70, 188, 160, 146)
_FLOWERS: Final = {"f1": "梅", "f2": "蘭", "f3": "竹", "f4": "菊"}
_SEASONS: Final = {"g1": "春", "g2": "夏", "g3": "秋", "g4": "冬"}
_PLANTS: Final = {
    "f1": plants.plum,
    "f2": plants.orchid,
    "f3": plants.bamboo,
    "f4": plants.chrysanthemum,
    "g1": plants.spring,
    "g2": plants.summer,
    "g3": plants.autumn,
    "g4": plants.winter,
}

_COINS: Final[dict[str, tuple[tuple[float, float, float, str], ...]]] = {
    "2p": ((150, 126, 53, "green"), (150, 274, 53, "blue")),
    "3p": ((88, 104, 46, "blue"), (150, 200, 46, "red"), (212, 296, 46, "green")),
    "4p": ((98, 122, 46, "blue"), (202, 122, 46, "green"), (98, 278, 46, "green"), (202, 278, 46, "blue")),
    "5p": (
        (90, 104, 42, "blue"),
        (210, 104, 42, "green"),
        (150, 200, 42, "red"),
        (90, 296, 42, "green"),
        (210, 296, 42, "blue"),
    ),
    "6p": (
        *((x, 94, 42, "green") for x in (105, 195)),
        *((x, y, 42, "red") for y in (222, 308) for x in (105, 195)),
    ),
    "7p": (
        *((82 + 68 * k, 82 + 34 * k, 38, "green") for k in range(3)),
        *((x, y, 41, "red") for y in (236, 315) for x in (110, 190)),
    ),
    "8p": tuple((x, y, 39, "blue") for y in (86, 162, 238, 314) for x in (111, 189)),
    "9p": tuple((x, y, 38, ink) for y, ink in ((100, "green"), (200, "red"), (300, "blue")) for x in (76, 150, 224)),
}

_STICKS: Final[dict[str, tuple[tuple[float, float, float, str], ...]]] = {
    "2s": ((150, 128, 128, "green"), (150, 272, 128, "green")),
    "3s": ((150, 128, 128, "green"), (98, 272, 128, "green"), (202, 272, 128, "green")),
    "4s": tuple((x, y, 128, "green") for y in (128, 272) for x in (98, 202)),
    "5s": (*((x, y, 128, "green") for y in (128, 272) for x in (84, 216)), (150, 200, 128, "red")),
    "6s": tuple((x, y, 128, "green") for y in (128, 272) for x in (84, 150, 216)),
    "7s": (
        (150, 92, 92, "red"),
        *((x, y, 98, "green") for y in (198, 304) for x in (84, 150, 216)),
    ),
    "9s": tuple((x, y, 98, "red" if x == 150 else "green") for y in (92, 200, 308) for x in (84, 150, 216)),
}


def _eight_bamboos() -> str:
    """8条: a W above an M, each of two upright and two slanted sticks."""
    parts = []
    for y, lean in ((126, 1), (274, -1)):
        parts += [stick(x, y, 128, "green") for x in (72, 228)]
        parts += [stick(150 + 38 * side, y, 122, "green", turn=-side * lean * 36) for side in (-1, 1)]
    return "".join(parts)


def face_content(code: str, glyphs: Glyphs) -> str:
    """The drawing of one face as SVG elements, without the ``svg`` element around it."""
    if code in _COINS:
        return "".join(coin(*item) for item in _COINS[code])
    if code in _STICKS:
        return "".join(stick(*item) for item in _STICKS[code])
    if code.endswith("m"):
        return _numeral(_NUMERALS[int(code[0]) - 1], glyphs) + glyphs.draw(
            "萬", "red", _WAN, weight=2, flare=0.3, rise=0.08
        )
    if code in _HONOURS:
        ink = {"6z": "green", "7z": "red"}.get(code, "blue")
        box, flare = ((84, 70, 132, 260), 0.0) if code == "7z" else ((76, 104, 148, 192), 0.2)
        return glyphs.draw(_HONOURS[code], ink, box, weight=4, flare=flare, stretch=1.35, rise=0.1)
    if code in _PLANTS:
        return _plant_face(code, glyphs)
    return {"1p": lambda: wheel(150, 200, 118), "1s": bird, "8s": _eight_bamboos, "5z": frame}[code]()


def _numeral(char: str, glyphs: Glyphs) -> str:
    if char == "一":
        return glyphs.draw(char, "blue", (86, 100, 128, 28), weight=3, rise=0.06)
    if char == "四":
        return glyphs.draw(char, "blue", (82, 82, 136, 76), weight=3, stretch=1.6, flare=-0.25, rise=0.1)
    if char == "七":
        return glyphs.draw(char, "blue", (86, 62, 128, 108), weight=3, stretch=1.5, rise=0.2)
    return glyphs.draw(char, "blue", (84, 64, 132, 104), weight=3, rise=0.1)


def _plant_face(code: str, glyphs: Glyphs) -> str:
    flower = code in _FLOWERS
    char = _FLOWERS[code] if flower else _SEASONS[code]
    name = glyphs.draw(char, "blue" if flower else "red", (30 if flower else 178, 24, 92, 92), weight=4)
    number = digit(int(code[1]), 230 if flower else 30, 36, "red" if flower else "blue")
    return _PLANTS[code]() + name + number


def face_svg(code: str, glyphs: Glyphs) -> str:
    """The whole SVG file of one face."""
    content = face_content(code, glyphs)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{content}</svg>\n'


def rasterize(svg: str, height: int = TEXTURE_HEIGHT) -> Image.Image:
    """An SVG of a face as RGBA pixels of this height."""
    import resvg_py

    data = resvg_py.svg_to_bytes(svg_string=svg, width=height * WIDTH // HEIGHT, height=height)
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def main() -> None:
    """Write ``<code>.svg`` and ``png/<code>.png`` of every face."""
    from paiyan.datasets.synthesis.glyphs import Glyphs
    from paiyan.engine.tiles import TILE_CODES

    parser = argparse.ArgumentParser(description="Draw the tile faces of seeds/faces.")
    parser.add_argument(
        "--font", type=Path, nargs="+", required=True, help="files of the font that gives the characters"
    )
    parser.add_argument("--out", type=Path, default=Path("seeds/faces"))
    options = parser.parse_args()
    glyphs = Glyphs(options.font)
    (options.out / "png").mkdir(parents=True, exist_ok=True)
    for code in TILE_CODES:
        svg = face_svg(code, glyphs)
        (options.out / f"{code}.svg").write_text(svg, encoding="utf-8")
        rasterize(svg).save(options.out / "png" / f"{code}.png", optimize=True)


if __name__ == "__main__":
    main()
