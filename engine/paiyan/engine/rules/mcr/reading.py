"""A winning hand of 国标 read one way: its sets and pair or its special shape, and the facts of the win."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from paiyan.engine.rules.mcr.options import McrOptions
from paiyan.engine.shapes import WaitShape


class Shape(StrEnum):
    """The shapes that win (rules/spec.md §5)."""

    SETS = "sets"
    """Four sets and a pair."""
    KNITTED = "knitted"
    """组合龙: 147, 258 and 369 of three suits, a set and a pair."""
    PAIRS = "pairs"
    """七对."""
    ORPHANS = "orphans"
    """十三幺."""
    SCATTERED = "scattered"
    """全不靠 and 七星不靠: fourteen single tiles."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What is the same for every way to read one win. Tiles are indices 0–33.

    ``total`` counts the fourteen tiles and kongs by kind, ``mask`` has a bit for each kind present. ``claims``:
    number of 吃, 碰 and 明杠. ``round_wind`` and ``seat_wind`` are tile kinds, -1 if not known.
    """

    win: int
    total: tuple[int, ...]
    mask: int
    concealed: tuple[int, ...]
    claims: int
    drawn: bool
    last_tile: bool
    after_kong: bool
    robbed: bool
    last_of_kind: bool
    round_wind: int
    seat_wind: int
    flowers: int
    options: McrOptions


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a win.

    ``chows`` and ``pungs`` are the lowest tiles of runs and of triplets and kongs, each ascending, melds included.
    The bits of ``hidden`` (暗刻 and 暗杠), ``open_kongs`` and ``hidden_kongs`` are those of parts: run ``i`` is bit
    ``i``, triplet ``j`` is bit ``len(chows) + j``. ``pair`` is -1 where the shape has none. ``wait`` is what the
    winning tile completed if it was the only tile waited for.
    """

    deal: Deal
    shape: Shape
    chows: tuple[int, ...] = ()
    pungs: tuple[int, ...] = ()
    pair: int = -1
    hidden: int = 0
    open_kongs: int = 0
    hidden_kongs: int = 0
    wait: WaitShape | None = None
    dragon: tuple[int, ...] = ()


SUITED: Final = (1 << 27) - 1
"""Mask of the kinds of the three suits."""
EACH_SUIT: Final = (0x1FF, 0x1FF << 9, 0x1FF << 18)
WINDS: Final = 0b1111 << 27
DRAGONS: Final = 0b111 << 31
HONOURS: Final = WINDS | DRAGONS


def mask_of(kinds: str) -> int:
    """Mask of kinds written ``19`` for those ranks in every suit or ``19m 1z`` for single suits."""
    mask = 0
    for group in kinds.split():
        suits = [group[-1]] if group[-1] in "mpsz" else ["m", "p", "s"]
        for suit in suits:
            for rank in group.rstrip("mpsz"):
                mask |= 1 << ("mpsz".index(suit) * 9 + int(rank) - 1)
    return mask
