"""Which tile completed the hand: the one that lies apart from it, or turned or raised within it."""

from __future__ import annotations

from typing import Final

import numpy as np

from paiyan.assistant.reading.evidence import Evidence
from paiyan.vision.layout import Group, Row

_CLEARLY_NEARER: Final = 0.65
_FEW: Final = 3
"""A further row of the hand must be longer than this to tell the winning tile apart."""


def nearest_lone(lone: list[Row], evidence: Evidence) -> list[int]:
    """Lone tiles that may be the winning one: only the nearest where it is clearly nearer than the next."""
    near = sorted(
        (float(np.hypot(row.behind, row.beside)), row.tiles[0])
        for row in lone
        if not evidence.face_down[row.tiles[0]] and evidence.best(row.tiles[0]).suit not in "fg"
    )
    if len(near) > 1 and near[0][0] < _CLEARLY_NEARER * near[1][0]:
        near = near[:1]
    return [tile for _, tile in near]


def winning_tile(
    rest: list[Group], further: list[tuple[float, list[Group]]], lone: list[int]
) -> tuple[tuple[int, ...], int | None, tuple[int, ...]]:
    """The hand in order (rows farther from the person first), the winning tile, and rivals for it.

    The tile parted from the hand by a gap in its own row comes first, then one turned or raised within that row; so in
    each row of the hand: where two of them have such a tile both are rivals. A lone tile beside the hand comes last.
    """
    lines = sorted([(0.0, rest), *further], key=lambda line: -line[0])
    hand = tuple(tile for _, groups in lines for group in groups for tile in group.tiles)
    rows = (rest, *(groups for _, groups in further if sum(len(group.tiles) for group in groups) > _FEW))
    apart = tuple(tile for groups in rows if (tile := _apart(groups)) is not None)
    if len(apart) > 1:
        return hand, None, apart
    if apart:
        return tuple(tile for tile in hand if tile not in apart), apart[0], ()
    if len(lone) == 1:
        return hand, lone[0], ()
    return hand, None, tuple(lone)


def _apart(groups: list[Group]) -> int | None:
    """The tile of one row that is parted from the others, turned or raised."""
    parted = _parted(groups)
    return _marked(groups) if parted is None else parted


def _marked(rest: list[Group]) -> int | None:
    """The single tile that is turned or pushed out of its group; of several the one at the right end of the row."""
    marked = {tile for group in rest for tile in (*group.sideways, *group.raised) if len(group.tiles) > 1}
    if len(marked) > 1:
        marked &= {rest[-1].tiles[-1]}
    return marked.pop() if marked else None


def _parted(rest: list[Group]) -> int | None:
    """The single tile at an end of what is left of the row, the right end first."""
    if len(rest) < 2:
        return None
    for group in (rest[-1], rest[0]):
        if len(group.tiles) == 1:
            return group.tiles[0]
    return None
