"""Finding the fans of a reading, leaving out what is not counted beside them, adding up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from paiyan.engine.rules.mcr.fan import ALL
from paiyan.engine.rules.mcr.fans.honours import HONOUR_FANS, LONE_HONOUR_FANS, TERMINAL_FAN
from paiyan.engine.rules.mcr.fans.kongs import CONCEALED_FANS, KONG_FANS, SINGLE_KONG_FANS
from paiyan.engine.rules.mcr.fans.sets import CHOWS_ONLY, OUTSIDE_FANS, PUNGS_ONLY
from paiyan.engine.rules.mcr.fans.special import (
    KNITTED_FAN,
    NINE_GATES_FAN,
    ORPHANS_FANS,
    PAIRS_FANS,
    SCATTERED_FANS,
)
from paiyan.engine.rules.mcr.fans.tiles import (
    HOG_FAN,
    KIND_FANS,
    NO_HONOURS_FAN,
    ONE_SUIT_FANS,
    THREE_SUITS_FAN,
    TWO_SUITS_FAN,
    suits,
)
from paiyan.engine.rules.mcr.fans.winning import CLAIMED_FANS, DRAWN_FANS, FLOWER, LAST_FANS, LUCKY_FANS, WAIT_FANS
from paiyan.engine.rules.mcr.principles import combined_pungs, combined_runs
from paiyan.engine.rules.mcr.reading import SUITED, Reading, Shape
from paiyan.engine.rules.mcr.table import (
    ABSORBS,
    COVERS,
    EXCLUDES,
    FLOWER_RANK,
    NOTHING_RANK,
    RANK,
    Finders,
    finders,
)
from paiyan.engine.shapes import HONOURS

Hit = tuple[int, int]
"""A fan found: its place in the table and where it lies in the reading."""


def _ranks(mask: int) -> int:
    """Which ranks there are in any suit."""
    return (mask | mask >> 9 | mask >> 18) & 0x1FF


_OF_RANKS: Final = tuple(
    tuple((RANK[fan.id], ((1 << 34) - 1) & ~fan.kinds) for fan in KIND_FANS if not ranks & ~_ranks(fan.kinds & SUITED))
    for ranks in range(1 << 9)
)
"""Fans of kinds that hands of these ranks may be: place in the table and the kinds that must not be there."""
_OF_SUITS: Final = (
    (),
    finders(*ONE_SUIT_FANS, NINE_GATES_FAN, NO_HONOURS_FAN),
    finders(TWO_SUITS_FAN, NO_HONOURS_FAN),
    finders(THREE_SUITS_FAN, NO_HONOURS_FAN),
)
"""By how many suits there are; the special shapes have all or are seven pairs."""
_OF_SHAPE: Final[dict[Shape, Finders]] = {
    Shape.SETS: finders(*OUTSIDE_FANS),
    Shape.KNITTED: finders(KNITTED_FAN),
    Shape.PAIRS: finders(*PAIRS_FANS),
    Shape.ORPHANS: finders(*ORPHANS_FANS),
    Shape.SCATTERED: finders(*SCATTERED_FANS, KNITTED_FAN),
}
_DRAWN: Final = finders(*DRAWN_FANS)
_CLAIMED: Final = finders(*CLAIMED_FANS)
_LUCKY: Final = finders(*LUCKY_FANS, *LAST_FANS, FLOWER)
_WAITS: Final = {wait: finders(fan) for wait, fan in WAIT_FANS.items()}
_HOGS: Final = finders(HOG_FAN)
_CHOWS_ONLY: Final = finders(*CHOWS_ONLY)
_PUNGS_ONLY: Final = finders(*PUNGS_ONLY)
_TERMINALS: Final = finders(TERMINAL_FAN)
_LONE_HONOUR: Final = finders(*LONE_HONOUR_FANS, TERMINAL_FAN)
_HONOURS: Final = finders(*HONOUR_FANS, TERMINAL_FAN)
_SINGLE_KONG: Final = finders(*SINGLE_KONG_FANS)
_KONGS: Final = finders(*KONG_FANS)
_CONCEALED: Final = finders(*CONCEALED_FANS)


@dataclass(frozen=True, slots=True)
class Tally:
    """What a reading is worth: ``points`` with flowers, the fans ``counted`` and those found but ``left`` out."""

    points: int
    counted: tuple[Hit, ...]
    left: tuple[Hit, ...]

    @property
    def flowers(self) -> int:
        """The part of the points that flowers make."""
        return sum(rank == FLOWER_RANK for rank, _ in self.counted)


def find_fans(hand: Reading) -> list[Hit]:
    """Every fan of the reading, each time it is there; of combinations of sets those that may be counted at once."""
    deal, chows, pungs = hand.deal, hand.chows, hand.pungs
    groups = [_OF_SHAPE[hand.shape], _OF_SUITS[suits(deal.mask)], _DRAWN if deal.drawn else _CLAIMED]
    if deal.last_tile or deal.after_kong or deal.robbed or deal.last_of_kind or deal.flowers:
        groups.append(_LUCKY)
    if hand.wait is not None:
        groups.append(_WAITS[hand.wait])
    if 4 in deal.total:
        groups.append(_HOGS)
    if pungs:
        groups += _of_pungs(hand)
    elif chows:
        groups.append(_CHOWS_ONLY)
    hits = [(rank, place) for group in groups for rank, find in group for place in find(hand)]
    if hand.shape is Shape.SETS or hand.shape is Shape.PAIRS:
        hits += [(rank, ALL) for rank, others in _OF_RANKS[_ranks(deal.mask)] if not deal.mask & others]
    if len(chows) > 1:
        hits += combined_runs(chows, hand.pair)[0]
    if len(pungs) > 1:
        numbered = tuple([kind for kind in pungs if kind < HONOURS])
        if len(numbered) > 1:
            hits += [(rank, place << len(chows)) for rank, place in combined_pungs(numbered)[0]]
    return hits


def _of_pungs(hand: Reading) -> list[Finders]:
    """The fans to look for where there are triplets; ascending, they end with the honours."""
    pungs = hand.pungs
    if pungs[-1] < HONOURS:
        groups = [_TERMINALS]
    else:
        groups = [_HONOURS if len(pungs) > 1 and pungs[-2] >= HONOURS else _LONE_HONOUR]
    if hand.hidden:
        groups.append(_CONCEALED)
    if kongs := hand.open_kongs | hand.hidden_kongs:
        groups.append(_SINGLE_KONG if kongs.bit_count() == 1 else _KONGS)
    if len(pungs) == 4:
        groups.append(_PUNGS_ONLY)
    return groups


def tally(hand: Reading, points: Sequence[int]) -> Tally:
    """The fans of ``hand`` with what excludes each other taken out; ``points`` by place in the table."""
    total = excluded = absorbed = covered = 0
    covers: list[tuple[int, int]] = []
    counted: list[Hit] = []
    left: list[Hit] = []
    # Dearest first: a fan that is itself left out excludes nothing.
    for hit in sorted(find_fans(hand)):
        rank, place = hit
        bit = 1 << rank
        if excluded & bit or (covered & bit and any(fans & bit and not place & ~tiles for fans, tiles in covers)):
            left.append(hit)
            continue
        if absorbed & bit:
            absorbed &= ~bit
            left.append(hit)
            continue
        counted.append(hit)
        total += points[rank]
        excluded |= EXCLUDES[rank]
        absorbed |= ABSORBS[rank]
        if COVERS[rank]:
            covered |= COVERS[rank]
            covers.append((COVERS[rank], place))
    # Flowers stand last in the table.
    if not counted or counted[0][0] == FLOWER_RANK:
        counted.insert(0, (NOTHING_RANK, ALL))
        total += points[NOTHING_RANK]
    return Tally(total, tuple(counted), tuple(left))
