"""Draws at random how a set, a table, a light and a phone look."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from typing import Final

import numpy as np

from paiyan.datasets.synthesis.scene import Clutter, Color, Finish, Light, Look, Table
from paiyan.datasets.synthesis.surfaces import SURFACES

_IVORIES: Final[tuple[Color, ...]] = (
    (246, 244, 238),
    (240, 235, 222),
    (236, 226, 200),
    (243, 240, 228),
    (228, 214, 180),
    (232, 238, 232),
)
_BACKS: Final[tuple[Color, ...]] = (
    (20, 120, 70),
    (12, 150, 100),
    (24, 70, 160),
    (70, 150, 215),
    (228, 160, 40),
    (238, 200, 80),
    (206, 100, 150),
    (190, 150, 215),
    (150, 30, 36),
    (205, 170, 110),
    (40, 40, 46),
    (90, 190, 180),
    (120, 80, 50),
)
"""RGB of the backs; none is white or nearly so, as a white blank tile is far more often a 白 without a frame."""

_INKS: Final[dict[str, tuple[Color, ...]]] = {
    "black": ((24, 24, 30), (40, 40, 44), (20, 30, 60)),
    "blue": ((22, 60, 170), (18, 40, 120), (28, 28, 34), (30, 70, 150), (24, 24, 30), (20, 90, 170)),
    "green": ((16, 110, 56), (10, 84, 44), (30, 70, 40), (40, 140, 70), (24, 60, 46)),
    "red": ((190, 28, 36), (160, 24, 32), (214, 50, 44), (140, 20, 36), (200, 30, 60)),
}
_TOPS: Final[tuple[Color, ...]] = (
    (30, 110, 70),
    (20, 84, 54),
    (40, 150, 60),
    (24, 60, 120),
    (60, 90, 150),
    (120, 30, 40),
    (70, 70, 76),
    (30, 30, 34),
    (150, 110, 70),
    (120, 80, 50),
    (196, 170, 130),
    (210, 206, 198),
    (110, 60, 110),
    (160, 150, 130),
)


def pick(rng: np.random.Generator, colors: Sequence[Color], wobble: float) -> Color:
    """One of ``colors``, changed at random by up to ``wobble`` grey levels a channel."""
    base = np.array(colors[int(rng.integers(len(colors)))])
    red, green, blue = (int(value) for value in np.clip(base + rng.normal(0, wobble, 3), 4, 252))
    return red, green, blue


def random_look(rng: np.random.Generator) -> Look:
    """A tile set: body, back, proportions, gloss and inks."""
    back = pick(rng, _BACKS, 14)
    if rng.random() < 0.25:
        hue, saturation, value = rng.random(), rng.uniform(0.35, 0.9), rng.uniform(0.3, 0.9)
        red, green, blue = (int(255 * part) for part in colorsys.hsv_to_rgb(hue, saturation, value))
        back = (red, green, blue)
    inks = tuple((name, pick(rng, colors, 12)) for name, colors in _INKS.items())
    return Look(
        ivory=pick(rng, _IVORIES, 5),
        back=back,
        back_share=float(rng.uniform(0.12, 0.55)),
        thickness=float(rng.uniform(0.56, 0.86)),
        radius=float(rng.uniform(0.05, 0.12)),
        gloss=float(rng.uniform(0.0, 0.6)),
        inks=inks if rng.random() < 0.85 else (),
        engraving=float(rng.uniform(0, 1.2)),
        bold=float(rng.uniform(-0.6, 0.5)) if rng.random() < 0.7 else 0.0,
        scale=float(rng.uniform(0.86, 1.04)),
    )


def random_table(rng: np.random.Generator) -> Table:
    """A table top of any surface and colour."""
    surface = SURFACES[int(rng.integers(len(SURFACES)))]
    top, half_width = pick(rng, _TOPS, 16), float(rng.uniform(13.5, 17))
    return Table(surface, top, half_width, pick(rng, _TOPS, 20), pick(rng, _TOPS, 20))


def random_light(rng: np.random.Generator) -> Light:
    """A lamp from anywhere above the table."""
    warm = float(rng.uniform(-1, 1))
    color = (255, 250 - int(22 * max(warm, 0)) - int(8 * max(-warm, 0)), 246 - int(60 * max(warm, 0)))
    return Light(
        azimuth=float(rng.uniform(-180, 180)),
        height=float(rng.uniform(28, 82)),
        softness=float(rng.uniform(0.08, 0.9)),
        strength=float(rng.uniform(0.25, 0.72)),
        color=color,
    )


def random_finish(rng: np.random.Generator, scale: float = 1.0) -> Finish:
    """Lens and sensor of a phone; ``scale`` adapts blur to the size of the picture (1 for a long side of 640)."""
    shaken = rng.random() < 0.15
    motion = (float(rng.normal(0, 1.6 * scale)), float(rng.normal(0, 1.6 * scale))) if shaken else (0.0, 0.0)
    dark = rng.random() < 0.2
    red, green, blue = (float(value) for value in rng.normal(1, 0.05, 3))
    return Finish(
        blur=float(abs(rng.normal(0.35, 0.35))) * scale,
        motion=motion,
        noise=float(rng.uniform(4, 13) if dark else rng.uniform(0.5, 5)),
        vignette=float(rng.uniform(0, 0.35)),
        exposure=float(rng.uniform(0.35, 0.7) if dark else rng.uniform(0.8, 1.2)),
        cast=(red, green, blue),
        contrast=float(rng.uniform(0.8, 1.15)),
    )


def random_clutter(rng: np.random.Generator, count: int) -> tuple[Clutter, ...]:
    """Dice, chips, phones, racks and cups anywhere on the table."""
    things = []
    for _ in range(count):
        x, y = (float(value) for value in rng.uniform(-9, 9, 2))
        color = pick(rng, _BACKS + _TOPS, 30)
        width, depth, height, round_ = (
            (0.5, 0.5, 0.5, False),
            (1.2, 1.2, 0.14, True),
            (2.3, 4.6, 0.28, False),
            (9.0, 0.8, 0.5, False),
            (2.2, 2.2, 2.6, True),
            (3.2, 0.35, 0.08, False),
        )[int(rng.integers(6))]
        things.append(Clutter(x, y, width, depth, height, float(rng.uniform(0, 180)), color, round_))
    return tuple(things)
