"""Characters from font outlines, checked with a font of one square glyph built on the spot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("fontTools", reason="drawing characters needs fonttools, a development dependency")

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from paiyan.datasets.synthesis.glyphs import Glyphs


@pytest.fixture
def font(tmp_path: Path) -> Path:
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "square"])
    builder.setupCharacterMap({ord("萬"): "square"})
    pen = TTGlyphPen(None)
    for number, point in enumerate([(100, 0), (900, 0), (900, 800), (100, 800)]):
        (pen.moveTo if number == 0 else pen.lineTo)(point)
    pen.closePath()
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "square": pen.glyph()})
    builder.setupHorizontalMetrics({".notdef": (1000, 0), "square": (1000, 100)})
    builder.setupHorizontalHeader(ascent=800, descent=0)
    builder.setupPost()
    path = tmp_path / "square.ttf"
    builder.save(path)
    return path


def corners(svg: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", svg.split('"')[1])]


def test_a_character_fills_its_box_and_stands_in_its_middle(font: Path) -> None:
    drawn = corners(Glyphs([font]).draw("萬", "red", (100, 100, 80, 80)))
    assert set(drawn) == {(100, 100), (180, 100), (180, 180), (100, 180)}


def test_a_character_is_stretched_only_so_far(font: Path) -> None:
    drawn = corners(Glyphs([font]).draw("萬", "red", (0, 0, 200, 100), stretch=1.5))
    assert {x for x, _ in drawn} == {25, 175}
    assert {y for _, y in drawn} == {0, 100}


def test_flare_widens_the_foot_and_narrows_the_top(font: Path) -> None:
    drawn = corners(Glyphs([font]).draw("萬", "red", (0, 0, 100, 100), flare=0.2))
    assert {x for x, y in drawn if y == 0} == {5, 95}
    assert {x for x, y in drawn if y == 100} == {-5, 105}


def test_a_character_that_the_font_lacks_is_named(font: Path) -> None:
    with pytest.raises(KeyError, match="發"):
        Glyphs([font]).draw("發", "green", (0, 0, 10, 10))
