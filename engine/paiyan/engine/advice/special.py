"""How far many hands at once are from the shapes that are not made of sets: 十三幺, 全不靠, and 组合龙 within sets.

Tiles that must be different cannot be had where none is left (``caps``); such a shape does not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from paiyan.engine.hand import KINDS
from paiyan.engine.laid import ORPHANS
from paiyan.engine.shapes import HONOURS, NUMBER_SUITS

Counts: TypeAlias = npt.NDArray[np.int16]
"""Counts of faces, (hands, 34), or a number for each hand."""

FAR: Final = 25
"""Distance of what cannot be reached at all, larger than any other; ten of them still fit into a byte."""
_ORPHANS: Final = sorted(ORPHANS)
_KNITTED: Final = tuple(
    tuple(base + start + step for base, start in zip(NUMBER_SUITS, starts, strict=True) for step in (0, 3, 6))
    for starts in permutations(range(3))
)
"""The six ways to lay 147, 258 and 369 over the suits."""
_HONOURS: Final = tuple(range(HONOURS, KINDS))


def orphans_away(hands: Counts, caps: Counts) -> Counts:
    """Tiles missing to 十三幺: one of each kind and one of them twice."""
    held, most = hands[:, _ORPHANS], caps[:, _ORPHANS]
    away = 14 - (held > 0).sum(axis=1) - (held > 1).any(axis=1)
    return np.where((most > 0).all(axis=1) & (most > 1).any(axis=1), away, FAR).astype(np.int16)


def unrelated_away(hands: Counts, caps: Counts) -> Counts:
    """Tiles missing to 全不靠 or 七星不靠: fourteen different ones of 147, 258, 369 and the honours."""
    best = np.full(len(hands), FAR, dtype=np.int16)
    for knitted in _KNITTED:
        kinds = [*knitted, *_HONOURS]
        away = 14 - (hands[:, kinds] > 0).sum(axis=1)
        reached = (caps[:, kinds] > 0).sum(axis=1) >= 14
        best = np.minimum(best, np.where(reached, away, FAR)).astype(np.int16)
    return best


def without_knitted(hands: Counts, caps: Counts) -> Iterator[tuple[Counts, Counts, Counts]]:
    """For each way to lay 组合龙 how many of its nine tiles are missing, and the other tiles with their caps."""
    for knitted in _KNITTED:
        nine = np.zeros(KINDS, dtype=np.int16)
        nine[list(knitted)] = 1
        missing = ((hands == 0) & (nine > 0)).sum(axis=1)
        reached = (caps[:, list(knitted)] > 0).all(axis=1)
        rest = np.maximum(hands - nine, 0)
        yield np.where(reached, missing, FAR).astype(np.int16), rest, np.maximum(caps - nine, rest)
