"""Strokes that tile faces are drawn with: wheels, bamboo sticks, the bird, flowers, the frame.

Every function returns a piece of SVG in the coordinates of a face, 300 wide and 400 high; only ink is drawn, the
tile's body stays transparent. Colours are the four inks of :data:`INKS`, so that a renderer can tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Final

WIDTH: Final = 300
HEIGHT: Final = 400
INKS: Final = {"black": "#1d1d24", "blue": "#173a94", "green": "#0f6b35", "red": "#b81f26"}


def number(value: float) -> str:
    """``value`` with at most one decimal, as short as it goes."""
    return f"{round(value, 1):g}"


def group(content: str, *, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> str:
    """``content`` turned clockwise by ``turn`` degrees, scaled, then moved to ``x, y``."""
    transform = f"translate({number(x)} {number(y)})"
    if turn:
        transform += f" rotate({number(turn)})"
    if scale != 1:
        transform += f" scale({scale:.3g})"
    return f'<g transform="{transform}">{content}</g>'


def _ring(radius: float, width: float, ink: str) -> str:
    return f'<circle r="{number(radius)}" fill="none" stroke="{INKS[ink]}" stroke-width="{number(width)}"/>'


def _disc(radius: float, ink: str, x: float = 0, y: float = 0) -> str:
    place = (f' cx="{number(x)}"' if x else "") + (f' cy="{number(y)}"' if y else "")
    return f'<circle{place} r="{number(radius)}" fill="{INKS[ink]}"/>'


def line(points: Sequence[tuple[float, float]], ink: str, width: float, *, curve: bool = False) -> str:
    """A stroke with round ends through ``points``; with ``curve`` they are start, control point(s) and end."""
    head, *rest = (f"{number(x)} {number(y)}" for x, y in points)
    letter = ({2: "Q", 3: "C"}[len(rest)]) if curve else "L"
    return (
        f'<path d="M{head}{letter}{" ".join(rest)}" fill="none" stroke="{INKS[ink]}" '
        f'stroke-width="{number(width)}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def shape(path: str, ink: str) -> str:
    """A filled SVG path."""
    return f'<path d="{path}" fill="{INKS[ink]}" fill-rule="evenodd"/>'


def coin(x: float, y: float, radius: float, ink: str) -> str:
    """One dot of the 饼 suit: a broad rim, a thin ring and a core."""
    rim = _ring(radius * 0.82, radius * 0.34, ink)
    return group(rim + _ring(radius * 0.42, radius * 0.16, ink) + _disc(radius * 0.17, ink), x=x, y=y)


def wheel(x: float, y: float, radius: float) -> str:
    """The single large dot of 1饼: rim, petals, and a red flower in the middle."""
    parts = [_ring(radius * 0.95, radius * 0.1, "green"), _ring(radius * 0.44, radius * 0.08, "green")]
    petals = 16
    for index in range(petals):
        angle = 2 * pi * index / petals
        parts.append(
            f'<ellipse cx="{number(radius * 0.68)}" rx="{number(radius * 0.17)}" ry="{number(radius * 0.1)}" '
            f'transform="rotate({number(angle * 180 / pi)})" fill="{INKS["green"]}"/>'
        )
    parts.append(_ring(radius * 0.29, radius * 0.09, "red"))
    for index in range(4):
        angle = pi / 4 + index * pi / 2
        parts.append(_disc(radius * 0.085, "red", radius * 0.12 * cos(angle), radius * 0.12 * sin(angle)))
    return group("".join(parts), x=x, y=y)


def stick(x: float, y: float, length: float, ink: str, *, width: float = 38, turn: float = 0) -> str:
    """One bamboo: a node at either end and in the middle, a bright slit in each joint; upright when ``turn`` is 0."""
    half, waist, bulge = length / 2, width * 0.36, width * 0.56
    outline = f"M0 {number(-half)}"
    for side in (1, -1):
        stops = (-half, -half / 2, half / 2, half) if side > 0 else (half, half / 2, -half / 2, -half)
        for start, end in pairwise(stops):
            out = number(side * bulge)
            tip = 0 if abs(end) == half else side * waist
            outline += f"C{out} {number(start)} {out} {number(end)} {number(tip)} {number(end)}"
    slit, near, far = width * 0.06, half * 0.16, half * 0.82
    holes = "".join(
        f"M{number(-slit)} {number(a)}H{number(slit)}V{number(b)}H{number(-slit)}Z"
        for a, b in ((-far, -near), (near, far))
    )
    return group(shape(outline + "Z" + holes, ink), x=x, y=y, turn=turn)


def frame() -> str:
    """The double frame of 白 with its notched corners."""
    parts = [
        f'<rect x="52" y="62" width="196" height="276" rx="16" fill="none" stroke="{INKS["blue"]}" stroke-width="15"/>',
        f'<path d="M94 82H206L228 104V296L206 318H94L72 296V104Z" fill="none" stroke="{INKS["blue"]}" '
        'stroke-width="5"/>',
    ]
    for x, y in ((75, 85), (225, 85), (225, 315), (75, 315)):
        parts.append(_disc(7, "blue", x, y))
    return "".join(parts)


def bird() -> str:
    """The sparrow of 1条, looking left on its twig: green body and tail, blue wing, red crest and feet."""
    return "".join(
        (
            line([(62, 336), (150, 350), (240, 322)], "black", 10, curve=True),
            line([(225, 327), (246, 306)], "green", 9),
            *(
                line([(176, 216), (196 + 12 * k, 286), (214 + 17 * k, 372 - 30 * k)], ink, 11, curve=True)
                for k, ink in enumerate(("red", "green", "blue", "green"))
            ),
            shape("M100 128C70 172 74 262 142 292C190 288 216 246 206 204C196 166 168 154 148 122Z", "green"),
            shape("M132 176C164 168 196 190 204 250C168 258 132 232 132 176Z", "blue"),
            *(line([(146 + 14 * k, 196 + 8 * k), (192, 238 + 2 * k)], "green", 4) for k in range(3)),
            f'<circle cx="126" cy="110" r="39" fill="none" stroke="{INKS["green"]}" stroke-width="15"/>',
            _disc(11, "black", 118, 104),
            shape("M92 104L44 124L94 130Z", "red"),
            line([(126, 70), (124, 44), (104, 34)], "red", 9, curve=True),
            line([(140, 72), (148, 46), (134, 28)], "red", 9, curve=True),
            line([(150, 78), (170, 58), (170, 38)], "red", 9, curve=True),
            line([(128, 286), (124, 340)], "red", 9),
            line([(154, 288), (158, 342)], "red", 9),
        )
    )


def blossom(x: float, y: float, radius: float, *, petals: int = 5, ink: str = "red") -> str:
    """A flower seen from the front, drawn in outline like an engraving."""
    parts = [_disc(radius * 0.2, ink)]
    style = f'fill="none" stroke="{INKS[ink]}" stroke-width="{number(radius * 0.15)}"'
    for index in range(petals):
        angle = 2 * pi * index / petals - pi / 2
        x1, y1 = number(cos(angle) * radius * 0.58), number(sin(angle) * radius * 0.58)
        parts.append(f'<circle cx="{x1}" cy="{y1}" r="{number(radius * 2.1 / petals)}" {style}/>')
    return group("".join(parts), x=x, y=y)


def leaf(x: float, y: float, length: float, turn: float, ink: str = "green") -> str:
    """A pointed leaf growing from ``x, y``; upwards when ``turn`` is 0."""
    wide = length * 0.24
    path = (
        f"M0 0C{number(-wide)} {number(-length * 0.35)} {number(-wide)} {number(-length * 0.7)} 0 {number(-length)}"
        f"C{number(wide)} {number(-length * 0.7)} {number(wide)} {number(-length * 0.35)} 0 0Z"
    )
    return group(shape(path, ink), x=x, y=y, turn=turn)


def digit(value: int, x: float, y: float, ink: str) -> str:
    """An upright numeral 1–4 in a box 40 wide and 64 high whose top left is ``x, y``."""
    strokes: dict[int, tuple[Sequence[tuple[float, float]], ...]] = {
        1: (((6, 14), (22, 2), (22, 62)), ((8, 62), (36, 62))),
        2: (((4, 18), (10, 3), (30, 3), (36, 18), (30, 30), (4, 62), (38, 62)),),
        3: (((4, 8), (12, 2), (30, 4), (34, 18), (28, 28), (16, 31), (30, 34), (37, 47), (30, 60), (12, 63), (3, 56)),),
        4: (((28, 62), (28, 2), (2, 44), (39, 44)),),
    }
    return group("".join(line(points, ink, 10) for points in strokes[value]), x=x, y=y)
