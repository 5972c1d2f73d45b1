"""Characters as SVG paths, from the outlines of an open font (needs fonttools, a development dependency)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from paiyan.datasets.synthesis.drawing import INKS

Box = tuple[float, float, float, float]

_LETTERS: Final = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z", "endPath": "Z"}


class Glyphs:
    """Draws single characters of a font, which may be split over several files as web fonts are."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._parts: list[tuple[dict[int, str], Any]] = []
        for path in paths:
            font = TTFont(path, fontNumber=0)
            self._parts.append((font.getBestCmap(), font.getGlyphSet()))

    def _glyph(self, char: str) -> tuple[Any, Any]:
        for names, glyphs in self._parts:
            if ord(char) in names:
                return glyphs[names[ord(char)]], glyphs
        raise KeyError(f"the font has no {char}")

    def draw(
        self,
        char: str,
        ink: str,
        box: Box,
        *,
        weight: float = 0,
        stretch: float = 1.3,
        flare: float = 0,
        rise: float = 0,
    ) -> str:
        """The character in ``ink``, as large as fits the box ``x, y, width, height`` and centred in it.

        As carvers do, the shape is widened or heightened up to ``stretch`` to fill the box, made narrower at the top
        and wider at the foot by ``flare``, and its level strokes climb to the right by ``rise``; ``weight`` thickens
        it. Raises `KeyError` if the font lacks the character.
        """
        glyph, glyphs = self._glyph(char)
        bounds = BoundsPen(glyphs)
        glyph.draw(bounds)
        left, bottom, right, top = bounds.bounds
        x, y, width, height = box
        scale_x, scale_y = width / (right - left), height / (top - bottom)
        scale_x, scale_y = min(scale_x, scale_y * stretch), min(scale_y, scale_x * stretch)

        def place(point: tuple[float, float]) -> str:
            up = (point[1] - (bottom + top) / 2) / (top - bottom)
            across = (point[0] - (left + right) / 2) * scale_x * (1 - flare * up)
            down = y + height / 2 - up * (top - bottom) * scale_y - rise * across
            return f"{round(x + width / 2 + across, 1):g} {round(down, 1):g}"

        pen = DecomposingRecordingPen(glyphs)
        glyph.draw(pen)
        path = ""
        for operator, points in pen.value:
            if operator == "qCurveTo":
                path += _quadratics(points, place)
            else:
                path += _LETTERS[operator] + " ".join(place(point) for point in points)
        stroke = f' stroke="{INKS[ink]}" stroke-width="{weight:g}" stroke-linejoin="round"' if weight else ""
        return f'<path d="{path}" fill="{INKS[ink]}"{stroke}/>'


def _quadratics(points: Sequence[tuple[float, float]], place: Any) -> str:
    """SVG of a TrueType spline: control points with the implied points on the curve between them."""
    path = ""
    for control, following in pairwise(points[:-1]):
        middle = ((control[0] + following[0]) / 2, (control[1] + following[1]) / 2)
        path += f"Q{place(control)} {place(middle)}"
    return path + f"Q{place(points[-2])} {place(points[-1])}"
