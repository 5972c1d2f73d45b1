"""Finding the fans of a reading, leaving out what is not counted beside them, adding up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from paiyan.engine.rules.mcr.fan import ALL
from paiyan.engine.rules.mcr.fans.honours import HONOUR_FANS, TERMINAL_FAN
from paiyan.engine.rules.mcr.fans.kongs import CONCEALED_FANS, KONG_FANS
from paiyan.engine.rules.mcr.fans.sets import CHOWS_ONLY, OUTSIDE_FANS, PUNGS_ONLY
from paiyan.engine.rules.mcr.fans.special import (
    KNITTED_FAN,
    NINE_GATES_FAN,
    ORPHANS_FANS,
    PAIRS_FANS,
    SCATTERED_FANS,
)
from paiyan.engine.rules.mcr.fans.tiles import FLUSH_FANS, HOG_FAN, KIND_FANS, TYPE_FANS
from paiyan.engine.rules.mcr.fans.winning import CLAIMED_FANS, DRAWN_FANS, FLOWER, LAST_FANS, WAIT_FANS
from paiyan.engine.rules.mcr.principles import combined_pungs, combined_runs
from paiyan.engine.rules.mcr.reading import Reading, Shape
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

_OF_KINDS: Final = tuple((RANK[fan.id], ((1 << 34) - 1) & ~fan.kinds) for fan in KIND_FANS)
"""Place in the table and the kinds that must not be there."""
_DRAWN: Final = finders(*DRAWN_FANS, *LAST_FANS, FLOWER)
_CLAIMED: Final = finders(*CLAIMED_FANS, *LAST_FANS, FLOWER)
_WAITS: Final = finders(*WAIT_FANS)
_CHOWS_ONLY: Final = finders(*CHOWS_ONLY)
_PUNGS_ONLY: Final = finders(*PUNGS_ONLY)
_TERMINALS: Final = finders(TERMINAL_FAN)
_HONOURS: Final = finders(*HONOUR_FANS, TERMINAL_FAN)
_KONGS: Final = finders(*KONG_FANS)
_CONCEALED: Final = finders(*CONCEALED_FANS)
_OF_SHAPE: Final[dict[Shape, Finders]] = {
    Shape.SETS: finders(*FLUSH_FANS, *TYPE_FANS, *OUTSIDE_FANS, HOG_FAN, NINE_GATES_FAN),
    Shape.KNITTED: finders(*TYPE_FANS, HOG_FAN, KNITTED_FAN),
    Shape.PAIRS: finders(*PAIRS_FANS, *FLUSH_FANS, *TYPE_FANS, HOG_FAN),
    Shape.ORPHANS: finders(*ORPHANS_FANS, *TYPE_FANS),
    Shape.SCATTERED: finders(*SCATTERED_FANS, *TYPE_FANS, KNITTED_FAN),
}


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
    groups = [_OF_SHAPE[hand.shape], _DRAWN if hand.deal.drawn else _CLAIMED]
    if hand.wait is not None:
        groups.append(_WAITS)
    if hand.pungs:
        groups += _of_pungs(hand)
    elif hand.chows:
        groups.append(_CHOWS_ONLY)
    hits = [(rank, place) for group in groups for rank, find in group for place in find(hand)]
    if hand.shape in (Shape.SETS, Shape.PAIRS):
        mask = hand.deal.mask
        hits += [(rank, ALL) for rank, others in _OF_KINDS if not mask & others]
    if len(hand.chows) > 1:
        hits += [(RANK[one.fan.id], one.place) for one in combined_runs(hand.chows, hand.pair)[0]]
    if len(hand.pungs) > 1:
        numbered = tuple([kind for kind in hand.pungs if kind < HONOURS])
        hits += [(RANK[one.fan.id], one.place << len(hand.chows)) for one in combined_pungs(numbered)[0]]
    return hits


def _of_pungs(hand: Reading) -> list[Finders]:
    """The fans to look for where there are triplets; ascending, they end with the honours."""
    groups = [_HONOURS if hand.pungs[-1] >= HONOURS else _TERMINALS]
    if hand.hidden:
        groups.append(_CONCEALED)
    if hand.open_kongs or hand.hidden_kongs:
        groups.append(_KONGS)
    if len(hand.pungs) == 4:
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
