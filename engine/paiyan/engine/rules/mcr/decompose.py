"""All ways to read a claimed win of 国标: four sets and a pair, 组合龙 and the special shapes (rules/spec.md §5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from paiyan.engine.facts import Method, WinContext
from paiyan.engine.hand import Hand, MeldKind
from paiyan.engine.rules.mcr.fans.tiles import TERMINALS
from paiyan.engine.rules.mcr.options import McrOptions
from paiyan.engine.rules.mcr.reading import HONOURS, SUITED, Deal, Reading, Shape
from paiyan.engine.shapes import HONOURS as FIRST_HONOUR
from paiyan.engine.shapes import (
    Parts,
    SetsReading,
    WaitShape,
    is_only_completion,
    readings_of,
    sets_readings,
    wait_shapes,
    with_tile,
)

DRAGONS: Final = tuple(
    sum(0b1001001 << 9 * suit + start for suit, start in enumerate(starts)) for starts in permutations(range(3))
)
"""Masks of the six ways to lay 147, 258 and 369 over the suits."""
_WAITS: Final = (WaitShape.EDGE, WaitShape.MIDDLE, WaitShape.PAIR)
"""Shapes worth a fan where the hand waits for one kind, in the order in which one is named when several fit."""


def deal_of(hand: Hand, win: WinContext, options: McrOptions) -> Deal:
    """The tiles and facts of a claimed win as the fans look at them."""
    kind = win.win_tile.index
    total = list(hand.total)
    total[kind] += 1
    mask = 1 << kind
    for tile in hand.concealed:
        mask |= 1 << tile.index
    claims = 0
    for meld in hand.melds:
        mask |= (7 if meld.kind is MeldKind.CHI else 1) << meld.first.index
        claims += meld.kind is not MeldKind.AN
    method, table = win.method, win.table
    seat_wind = (win.winner - table.dealer) % 4 if win.seat_wind is None else win.seat_wind
    return Deal(
        win=kind,
        total=tuple(total),
        mask=mask,
        concealed=hand.counts,
        claims=claims,
        drawn=win.discarder is None,
        last_tile=method is Method.HAIDI or method is Method.HAIDI_RON or table.flags.last_tile,
        after_kong=method is Method.KONG_OPEN,
        robbed=method is Method.ROB_KONG,
        last_of_kind=table.flags.last_of_kind,
        round_wind=-1 if table.round_wind is None else FIRST_HONOUR + table.round_wind,
        seat_wind=FIRST_HONOUR + seat_wind,
        flowers=len(win.flowers),
        options=options,
    )


def readings(hand: Hand, deal: Deal) -> list[Reading]:
    """Every way to read the tiles as a winning hand; empty if there is none."""
    found: list[Reading] = []
    if not hand.melds:
        found += _special(hand, deal)
    if len(hand.melds) <= 1 and deal.options.values == "official_1998":
        found += _knitted(hand, deal)
    found += _sets(hand, deal)
    return found


def _special(hand: Hand, deal: Deal) -> list[Reading]:
    """Hands without sets. Each looks at how many kinds there are first."""
    kinds = deal.mask.bit_count()
    if kinds <= 7:
        if not any(count & 1 for count in deal.total):
            return [Reading(deal, Shape.PAIRS, wait=WaitShape.PAIR)]
    elif kinds == 13:
        if not deal.mask & ~(TERMINALS | HONOURS):
            alone = hand.counts[deal.win] == 0
            return [Reading(deal, Shape.ORPHANS, wait=WaitShape.PAIR if 2 in hand.counts and alone else None)]
    elif kinds == 14:
        suited = deal.mask & SUITED
        dragon = next((one for one in DRAGONS if not suited & ~one), None)
        if dragon is not None:
            return [Reading(deal, Shape.SCATTERED, dragon=_kinds(dragon) if suited == dragon else ())]
    return []


def _kinds(mask: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(34) if mask >> kind & 1)


def _knitted(hand: Hand, deal: Deal) -> list[Reading]:
    """组合龙 with a set and a pair; the wait looks at these alone, the dragon being complete."""
    for mask in DRAGONS:
        if not mask & ~deal.mask:
            break
    else:
        return []
    dragon = _kinds(mask)
    rest = list(hand.counts)
    rest[deal.win] += 1
    for kind in dragon:
        rest[kind] -= 1
    if min(rest) < 0:
        return []
    before = list(rest)
    before[deal.win] -= 1
    in_rest = rest[deal.win] > 0 and (deal.options.knitted_straight_wait or deal.win not in dragon)
    return [
        _reading(Shape.KNITTED, hand, one, deal, before if in_rest else None, dragon) for one in sets_readings(rest)
    ]


def _sets(hand: Hand, deal: Deal) -> list[Reading]:
    complete = readings_of(with_tile(hand.parts, deal.win))
    return [_reading(Shape.SETS, hand, one, deal, hand.counts, parts=hand.parts) for one in complete]


def _reading(
    shape: Shape,
    hand: Hand,
    concealed: SetsReading,
    deal: Deal,
    before: Sequence[int] | None,
    dragon: tuple[int, ...] = (),
    parts: Parts | None = None,
) -> Reading:
    """The melds of ``hand`` and the reading of its ``concealed`` tiles as one.

    ``before`` are the counts in which the winning tile may have been the only one waited for, None if it cannot count;
    ``parts`` the same split, where that is done already.
    """
    shapes = wait_shapes(concealed, deal.win)
    # A triplet completed by another seat's tile is open, unless that tile can be taken for one of a run.
    claimed = deal.win if not deal.drawn and shapes == [WaitShape.TRIPLET] else -1
    chows, pungs, hidden, open_kongs, hidden_kongs = concealed.chows, concealed.triplets, 0, 0, 0
    if hand.melds or pungs:
        sets = [(kind, kind != claimed, False) for kind in pungs]
        for meld in hand.melds:
            if meld.kind is MeldKind.CHI:
                chows = (*chows, meld.first.index)
            else:
                sets.append((meld.first.index, meld.kind is MeldKind.AN, meld.kind.is_kong))
        chows = tuple(sorted(chows))
        sets.sort()
        pungs = tuple([kind for kind, *_ in sets])
        for place, (_, is_hidden, is_kong) in enumerate(sets, len(chows)):
            hidden |= is_hidden << place
            open_kongs |= (is_kong and not is_hidden) << place
            hidden_kongs |= (is_kong and is_hidden) << place
    wait = _sole_wait(shapes, deal.win, before, parts)
    return Reading(deal, shape, chows, pungs, concealed.pair, hidden, open_kongs, hidden_kongs, wait, dragon)


def _sole_wait(
    shapes: Sequence[WaitShape], win: int, before: Sequence[int] | None, parts: Parts | None
) -> WaitShape | None:
    """What the winning tile completed, if it was the only kind waited for; kinds held four times are waited for too."""
    if before is None:
        return None
    for shape in _WAITS:
        if shape in shapes:
            return shape if is_only_completion(before, win, parts) else None
    return None
