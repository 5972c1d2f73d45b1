"""Telling natural tiles from 会 (rules/spec.md W2): what a 会 may stand for depends on the natural ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paiyan.engine.hand import Hand, Meld
from paiyan.engine.rules.jinzhou.conditions import RED, TERMINALS, has_terminal
from paiyan.engine.shapes import NUMBER_SUITS
from paiyan.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Naturals:
    """The tiles of a hand by kind, 会 apart.

    ``counts``: natural concealed tiles. ``total``: these, melded ones and, by house rule, the faces of 会.
    ``wilds``: how many 会 there are in hand.
    """

    counts: tuple[int, ...]
    total: tuple[int, ...]
    wilds: int
    hui: int
    faces_count: bool

    @classmethod
    def of(cls, hand: Hand, hui: Tile, *, faces_count: bool) -> Naturals:
        """The tiles of ``hand`` before the winning tile."""
        wilds = hand.counts[hui.index]
        standing = sum(len(stand_ins(meld, hui)) for meld in hand.melds)
        counts = _changed(hand.counts, hui.index, -wilds)
        total = hand.total if faces_count else _changed(hand.total, hui.index, -wilds - standing)
        return cls(counts, total, wilds, hui.index, faces_count)

    def plus(self, kind: int) -> Naturals:
        """With a further natural tile in hand."""
        counts, total = _changed(self.counts, kind, 1), _changed(self.total, kind, 1)
        return Naturals(counts, total, self.wilds, self.hui, self.faces_count)

    def plus_wild(self) -> Naturals:
        """With a further 会 in hand."""
        total = _changed(self.total, self.hui, 1) if self.faces_count else self.total
        return Naturals(self.counts, total, self.wilds + 1, self.hui, self.faces_count)

    @property
    def has_terminal(self) -> bool:
        """Whether there is a natural one or nine."""
        return has_terminal(self.total)

    @property
    def reds(self) -> int:
        """Natural 红中 that may take the place of 幺九 and 岔; none where 红中 is the 会 (W3)."""
        return 0 if self.hui == RED else self.total[RED]

    @property
    def complete(self) -> bool:
        """Whether the natural tiles by themselves bring the three suits and 幺九 (J8, J9)."""
        suits = all(any(self.total[base : base + 9]) for base in NUMBER_SUITS)
        return suits and (self.has_terminal or self.reds >= 2)

    @property
    def concealed_reds(self) -> int:
        """Those of them in hand."""
        return 0 if self.hui == RED else self.counts[RED]

    def may_be(self, kind: int) -> bool:
        """Whether a 会 may stand for ``kind`` (W2), given nothing else of that suit or 红中 is with it."""
        if kind == RED:
            return self.counts[RED] > 0
        base = kind - kind % 9
        return any(self.total[base : base + 9]) and (kind not in TERMINALS or self.has_terminal)

    def free_kind(self) -> int:
        """A kind that 会 standing together may be, preferably one of which there is no tile."""
        kinds = [base + rank for base in NUMBER_SUITS if any(self.total[base : base + 9]) for rank in range(1, 8)]
        return min(kinds, key=lambda kind: self.total[kind])


def _changed(counts: Sequence[int], kind: int, by: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def stand_ins(meld: Meld, hui: Tile) -> list[Tile]:
    """What each 会 of a meld stands for; a meld of nothing but 会 is what it shows."""
    if meld.laid is None or all(tile == hui for tile in meld.laid):
        return []
    missing = list(meld.counts_as)
    for tile in meld.laid:
        if tile != hui:
            missing.remove(tile)
    return missing[: meld.laid.count(hui)]
