"""Thirteen tiles as the conditions of 锦州麻将 look at them, suit by suit, without laying whole hands out.

Says which tiles would win, for waits and for verdicts without reasons; :mod:`~paiyan.engine.rules.jinzhou.conditions`
says the same of hands laid out, with the tiles behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paiyan.engine.hand import Hand, MeldKind
from paiyan.engine.rules.jinzhou.conditions import RED, has_terminal
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.shapes import part_completions, read_parts, seventh_pair, tables
from paiyan.engine.suits import TILE, SuitReadings

_SUITS: Final = range(3)
_REDS: Final = 3
"""Place of the part that holds 红中, the only honour played with."""
_ENDS: Final = (0, 8)


def sets_can_win(hand: Hand, options: JinzhouOptions, *, must_open: bool) -> bool:
    """Whether the melds alone do not rule out a win in sets (J7, J11)."""
    if must_open and not hand.is_open:
        return False
    # Only four sets set apart leave fewer than four tiles.
    if len(hand.melds) < 4 or not options.min_hand_rule or not hand.has_chi:
        return True
    return not options.angang_counts_for_min_hand and any(meld.kind is MeldKind.AN for meld in hand.melds)


class Standing:
    """What stands in ``hand`` before the winning tile."""

    __slots__ = ("_ends", "_melded_triplet", "_pairs_kind", "_parts", "_read", "_suits", "hand")

    def __init__(self, hand: Hand) -> None:
        parts = hand.parts
        suits = [number > 0 for number in parts]
        for meld in hand.melds:
            suits[meld.first.index // 9] = True
        self.hand = hand
        self._parts = parts
        self._read = read_parts(parts)
        self._suits = suits
        self._ends = has_terminal(hand.total) or hand.total[RED] > 0
        self._melded_triplet = hand.has_triplet
        self._pairs_kind = None if hand.melds else seventh_pair(hand.counts)

    def completed(self, kind: int) -> tuple[SuitReadings, bool] | None:
        """The readings of the part that takes ``kind``, where this gives sets and a pair meeting J8–J10.

        With it, whether 横 is met without these readings; where it is not, only those with a triplet count.
        """
        place, rank = divmod(kind, 9)
        met = self._met_beside(place)
        return None if met is None else self._taking(place, rank, met)

    def completions(self) -> Iterator[tuple[int, SuitReadings, bool]]:
        """Every kind, ascending, that :meth:`completed` gives something for, with that."""
        unread = [place for place, part in enumerate(self._read) if part is None]
        for place in unread or [place for place, part in enumerate(self._read) if part and part.paired]:
            met = self._met_beside(place)
            if met is not None:
                for rank in part_completions(self._parts, place):
                    taken = self._taking(place, rank, met)
                    if taken is not None:
                        yield 9 * place + rank, taken[0], taken[1]

    def pairs_kind(self, options: JinzhouOptions) -> int | None:
        """The kind that would make seven pairs meeting J8 and J9 as far as the house asks for them."""
        kind = self._pairs_kind
        if kind is None:
            return None
        if options.qidui_requires_three_suits and not all(self._suits[at] or kind // 9 == at for at in _SUITS):
            return None
        return kind if not options.qidui_requires_yaojiu or self._brings_ends(*divmod(kind, 9)) else None

    def without_run(self, kind: int, taken: SuitReadings) -> bool:
        """Whether all sets can be triplets where ``kind`` makes its part ``taken``; melds included."""
        others = [part for place, part in enumerate(self._read) if place != kind // 9]
        return not self.hand.has_chi and taken.without_run and all(part and part.without_run for part in others)

    def _met_beside(self, place: int) -> bool | None:
        """Whether 横 is met outside the part at ``place``; None where the others do not fit a win with that part."""
        pairs = 0
        met = self._melded_triplet
        for other, part in enumerate(self._read):
            if other != place:
                if part is None or not (self._suits[other] or other == _REDS):
                    return None
                pairs += part.paired
                met = met or part.with_triplet or (part.paired and other == _REDS)
        return met if pairs <= 1 else None

    def _taking(self, place: int, rank: int, met: bool) -> tuple[SuitReadings, bool] | None:
        taken = tables()[place].get(self._parts[place] + TILE[rank])
        if taken is None or not self._brings_ends(place, rank):
            return None
        met = met or (place == _REDS and taken.paired)
        return (taken, met) if met or taken.with_triplet else None

    def _brings_ends(self, place: int, rank: int) -> bool:
        """幺九 with that tile: a one, a nine or 红中 is there (J9)."""
        return self._ends or rank in _ENDS or place == _REDS
