"""Waits of 国标: every tile with which thirteen tiles would be worth enough."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from paiyan.engine.distance import tiles_away
from paiyan.engine.hand import Hand
from paiyan.engine.rules.mcr.count import tally
from paiyan.engine.rules.mcr.decompose import DRAGONS, readings
from paiyan.engine.rules.mcr.fans.tiles import TERMINALS
from paiyan.engine.rules.mcr.reading import HONOURS, Deal
from paiyan.engine.rules.mcr.table import points_of
from paiyan.engine.shapes import completing_kinds
from paiyan.engine.tiles import Tile


def best_points(hand: Hand, deal: Deal) -> int | None:
    """What the dearest reading is worth without flowers; None if the tiles are no winning shape."""
    points = points_of(deal.options.values)
    worth = (one.points - one.flowers for one in (tally(reading, points) for reading in readings(hand, deal)))
    return max(worth, default=None)


def valid_waits(hand: Hand, deal: Deal) -> tuple[Tile, ...]:
    """The kinds that would win ``hand`` by the same facts as ``deal``; the last of its kind is a fact of one tile."""
    return tuple(
        Tile.from_index(kind)
        for kind in _candidates(hand)
        if hand.total[kind] < 4 and (best_points(hand, _with_tile(hand, deal, kind)) or 0) >= deal.options.min_fan
    )


def _candidates(hand: Hand) -> Iterable[int]:
    """Kinds that may complete the hand; all of them where it is close to a special shape."""
    mask = sum(1 << kind for kind, count in enumerate(hand.counts) if count)
    near_special = (
        mask.bit_count() == 13
        or not mask & ~(TERMINALS | HONOURS)
        or any((mask & dragon).bit_count() >= 8 for dragon in DRAGONS)
    )
    return range(34) if near_special else sorted(completing_kinds(hand.counts))


def _with_tile(hand: Hand, deal: Deal, kind: int) -> Deal:
    if kind == deal.win:
        return deal
    total = list(hand.total)
    total[kind] += 1
    mask = sum(1 << held for held, count in enumerate(total) if count)
    return replace(deal, win=kind, total=tuple(total), mask=mask, last_of_kind=False)


def tiles_missing(hand: Hand, deal: Deal) -> int:
    """Least number of tiles to exchange until the hand has a winning shape."""
    counts = list(hand.counts)
    counts[deal.win] += 1
    away = [tiles_away(counts, len(hand.melds), seven_pairs=True)]
    kinds = sum(1 << kind for kind, count in enumerate(counts) if count)
    if not hand.melds:
        orphans = TERMINALS | HONOURS
        pair = any(count > 1 and orphans >> kind & 1 for kind, count in enumerate(counts))
        away.append(14 - (kinds & orphans).bit_count() - pair)
        away += [14 - min(14, (kinds & (dragon | HONOURS)).bit_count()) for dragon in DRAGONS]
    if len(hand.melds) <= 1 and deal.options.values == "official_1998":
        away += [_knitted_away(counts, dragon, len(hand.melds)) for dragon in DRAGONS]
    return min(away)


def _knitted_away(counts: list[int], dragon: int, melds: int) -> int:
    """组合龙: what the dragon lacks, and what the rest lacks of a set and a pair."""
    rest = [count - (dragon >> kind & 1 and count > 0) for kind, count in enumerate(counts)]
    held = sum(counts) - sum(rest)
    return 9 - held + tiles_away(rest, 3 + melds, seven_pairs=False)
