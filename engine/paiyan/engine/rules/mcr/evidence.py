"""The tiles behind a fan, and a reading in notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paiyan.engine.rules.mcr.fan import ALL, DRAGON, FLOWERS, KINDS_FROM, PAIR, SETS, WINNING
from paiyan.engine.rules.mcr.reading import Reading, Shape
from paiyan.engine.tiles import Tile, format_tiles

Groups = list[tuple[Tile, ...]]
"""Tiles that belong together: a set, the pair, a row of 组合龙."""


def groups_at(hand: Reading, place: int, flowers: Sequence[Tile]) -> Groups:
    """The tiles at ``place`` of a reading, set by set."""
    if place & ALL:
        return whole_hand(hand)
    parts = _sets(hand)
    groups = [parts[number] for number in range(len(parts)) if place & SETS & 1 << number]
    if place & DRAGON:
        groups += _dragon(hand)
    if place & PAIR:
        groups.append(_tiles([hand.pair] * 2))
    if place & WINNING:
        groups.append(_tiles([hand.deal.win]))
    if place & FLOWERS:
        groups.append(tuple(flowers))
    groups += [_tiles([kind] * 4) for kind in range(34) if place >> KINDS_FROM + kind & 1]
    return groups


def whole_hand(hand: Reading) -> Groups:
    """All tiles of a reading: dragon, runs, triplets and pair, or the tiles of a special shape."""
    if hand.shape in (Shape.SETS, Shape.KNITTED):
        return [*_dragon(hand), *_sets(hand), _tiles([hand.pair] * 2)]
    kinds = [kind for kind, count in enumerate(hand.deal.total) for _ in range(count)]
    if hand.shape is Shape.PAIRS:
        return [_tiles(kinds[at : at + 2]) for at in range(0, len(kinds), 2)]
    return [_tiles(kinds)]


def reading_text(groups: Iterable[Sequence[Tile]]) -> str:
    """Groups in notation, for example ``147m 258p 369s 555z 11z``."""
    return " ".join(format_tiles(group) for group in groups)


def _sets(hand: Reading) -> Groups:
    kongs = hand.open_kongs | hand.hidden_kongs
    runs = [_tiles([chow, chow + 1, chow + 2]) for chow in hand.chows]
    return runs + [_tiles([kind] * (3 + (kongs >> at & 1))) for at, kind in enumerate(hand.pungs, len(runs))]


def _dragon(hand: Reading) -> Groups:
    """The rows of 组合龙; beside 全不靠 they are part of the single tiles too."""
    return [_tiles(hand.dragon[at : at + 3]) for at in range(0, len(hand.dragon), 3)]


def _tiles(kinds: Iterable[int]) -> tuple[Tile, ...]:
    return tuple(map(Tile.from_index, kinds))
