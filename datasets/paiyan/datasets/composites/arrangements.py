"""Where tiles lie: rows, grids, melds, walls of backs and scattered piles, as rectangles on the table plane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paiyan.datasets.pictures import BACK, Floats, corners_of_rectangles

ASPECT = 4 / 3
"""Height of a tile face over its width, as in the textures."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One tile: its face index (`BACK` when face down) and its corners (4, 2), clockwise from the tile's top left."""

    face: int
    corners: Floats


def rows(size: int, rng: np.random.Generator) -> list[Placement]:
    """One to four rows of touching tiles, all turned by one angle; some tiles sideways, upside down or face down."""
    placements: list[Placement] = []
    width = rng.uniform(0.038, 0.085) * size
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.12)
    middle = np.array([size, size]) / 2 + rng.normal(0, 0.08, 2) * size
    count = int(rng.integers(1, 5))
    for row in range(count):
        length = int(rng.integers(3, 18))
        across = (row - (count - 1) / 2) * width * rng.uniform(1.45, 2.3)
        along = rng.normal(0, 0.06) * size
        backs = 1.0 if rng.random() < 0.18 else rng.choice([0.0, 0.0, 0.0, 0.12])
        placements += _row(middle, width, float(angle), length, (along, across), float(backs), rng)
    return placements


def grid(size: int, rng: np.random.Generator) -> list[Placement]:
    """A block of tiles as in a tray, some of it face down, the whole at any angle."""
    columns, lines = int(rng.integers(3, 10)), int(rng.integers(2, 7))
    width = size * 0.8 / max(columns, lines * ASPECT) * rng.uniform(0.6, 1.0)
    angle = float(rng.uniform(0, 2 * np.pi))
    middle = np.array([size, size]) / 2 + rng.normal(0, 0.05, 2) * size
    placements: list[Placement] = []
    for line in range(lines):
        across = (line - (lines - 1) / 2) * width * ASPECT * 1.03
        backs = 1.0 if rng.random() < 0.15 else 0.06
        placements += _row(middle, width, angle, columns, (0.0, across), backs, rng)
    return placements


def scatter(size: int, rng: np.random.Generator) -> list[Placement]:
    """A pile of tiles at any angle that touch but hardly overlap; up to half of them face down."""
    width = rng.uniform(0.042, 0.1) * size
    wanted = int(rng.integers(6, 70))
    share_of_backs = rng.choice([0.05, 0.15, 0.5])
    middle = np.array([size, size]) / 2 + rng.normal(0, 0.1, 2) * size
    centers: list[np.ndarray] = []
    spread = width * np.sqrt(wanted) * rng.uniform(0.55, 1.0)
    for _ in range(wanted * 8):
        center = middle + rng.normal(0, 1, 2) * spread
        if all(np.linalg.norm(center - other) > width * 1.22 for other in centers):
            centers.append(center)
        if len(centers) == wanted:
            break
    return [
        _placement(_face(share_of_backs, rng), center, width, float(rng.uniform(0, 2 * np.pi))) for center in centers
    ]


def table(size: int, rng: np.random.Generator) -> list[Placement]:
    """A table seen from above: a hand, discards in lines or loose in the middle, walls of backs around."""
    width = rng.uniform(0.038, 0.052) * size
    placements: list[Placement] = []
    middle = np.array([size, size]) / 2
    for side in range(4):
        turn = side * np.pi / 2
        if rng.random() < 0.7:
            shape = (float(rng.normal(0, width)), 0.33 * size)
            placements += _row(middle, width, turn, int(rng.integers(4, 15)), shape, 1.0, rng)
        if side == 0 or rng.random() < 0.4:
            placements += _row(middle, width * 1.1, turn, int(rng.integers(7, 15)), (0.0, 0.42 * size), 0.0, rng)
        for line in range(int(rng.integers(0, 4))):
            shape = (0.0, width * (2.6 + line * 1.4))
            placements += _row(middle, width, turn, int(rng.integers(2, 7)), shape, 0.0, rng)
    return _apart(placements, width)


def _row(
    middle: np.ndarray,
    width: float,
    angle: float,
    length: int,
    shift: tuple[float, float],
    backs: float,
    rng: np.random.Generator,
) -> list[Placement]:
    gap = width * (1.0 + rng.uniform(0.0, 0.06))
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-np.sin(angle), np.cos(angle)])
    start = middle + along * (shift[0] - gap * (length - 1) / 2) + across * shift[1]
    flipped = rng.random() < 0.25
    position = 0.0
    placements = []
    for _ in range(length):
        sideways = rng.random() < 0.04
        position += gap * (ASPECT - 1) / 2 if sideways else 0.0
        turn = angle + (np.pi / 2 if sideways else 0.0) + (np.pi if flipped or rng.random() < 0.1 else 0.0)
        jitter = rng.normal(0, 0.02, 2) * width
        center = start + along * position + jitter
        placements.append(_placement(_face(backs, rng), center, width, turn + rng.normal(0, 0.02)))
        position += gap * ((ASPECT + 1) / 2 if sideways else 1.0) + (width * 0.5 if rng.random() < 0.05 else 0.0)
    return placements


def _apart(placements: list[Placement], width: float) -> list[Placement]:
    """Those placements that do not lie on one placed before."""
    kept: list[Placement] = []
    for placement in placements:
        center = placement.corners.mean(axis=0)
        if all(np.linalg.norm(center - other.corners.mean(axis=0)) > width * 0.9 for other in kept):
            kept.append(placement)
    return kept


def _face(share_of_backs: float, rng: np.random.Generator) -> int:
    return BACK if rng.random() < share_of_backs else int(rng.integers(BACK))


def _placement(face: int, center: np.ndarray, width: float, angle: float) -> Placement:
    corners = corners_of_rectangles(
        np.asarray(center, dtype=np.float32)[None],
        np.array([[width, width * ASPECT]], dtype=np.float32),
        np.array([angle], dtype=np.float32),
    )
    return Placement(face, corners[0])
