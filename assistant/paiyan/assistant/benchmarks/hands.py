"""Random hands to measure on, built set by set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Final

from paiyan.engine.facts import Method, TableContext, WinContext
from paiyan.engine.hand import Hand, Meld, MeldKind, count_tiles
from paiyan.engine.rules.jinzhou.conditions import KINDS
from paiyan.engine.tiles import ALL_TILES, Tile

Claim = tuple[Hand, WinContext]
JINZHOU_KINDS: Final = KINDS
MCR_KINDS: Final = tuple(range(34))
_OWN: Final = (MeldKind.PENG, MeldKind.PENG, MeldKind.AN, MeldKind.DA)
_MELDS: Final = (0, 0, 0, 1, 2, 3)
"""How many sets are set apart, each as likely as it stands here."""


_SEVEN_PAIRS: Final = 0.05
"""How many of the hands without melds are seven pairs."""


def winning_claims(roll: Random, count: int, kinds: Sequence[int], melds: Sequence[int] = _MELDS) -> list[Claim]:
    """``count`` distinct winning shapes of ``kinds``; whether the rules let them win is another matter."""
    found: dict[object, Claim] = {}
    while len(found) < count:
        claim = _win(roll, kinds, roll.choice(melds))
        if claim is not None:
            found.setdefault(_key(claim), claim)
    return list(found.values())


def _key(claim: Claim) -> object:
    hand, win = claim
    return hand.counts, hand.melds, win.win_tile


def _win(roll: Random, kinds: Sequence[int], melds: int) -> Claim | None:
    sets = [_set(roll, kinds) for _ in range(4)]
    pair = roll.choice(kinds)
    concealed = [kind for one in sets[melds:] for kind in one] + [pair, pair]
    if melds == 0 and roll.random() < _SEVEN_PAIRS:
        concealed = [kind for kind in roll.choices(kinds, k=7) for _ in range(2)]
    roll.shuffle(concealed)
    win = concealed.pop()
    apart = tuple(_meld(roll, one) for one in sets[:melds])
    laid = [tile for meld in apart for tile in meld.tiles]
    if max(count_tiles([*laid, *map(Tile.from_index, (*concealed, win))])) > 4:
        return None
    return _claim(roll, Hand(tuple(map(Tile.from_index, concealed)), apart), win)


def _set(roll: Random, kinds: Sequence[int]) -> list[int]:
    kind = roll.choice(kinds)
    if kind < 27 and kind % 9 <= 6 and roll.random() < 0.75:
        return [kind, kind + 1, kind + 2]
    return [kind] * 3


def _meld(roll: Random, one: Sequence[int]) -> Meld:
    return Meld(MeldKind.CHI if one[0] < one[1] else roll.choice(_OWN), ALL_TILES[one[0]])


def _claim(roll: Random, hand: Hand, win: int) -> Claim:
    winner = roll.randrange(4)
    method = roll.choice((Method.RON, Method.ZIMO))
    discarder = None if method is Method.ZIMO else (winner + roll.randrange(1, 4)) % 4
    is_open = [hand.is_open if seat == winner else roll.random() < 0.5 for seat in range(4)]
    table = TableContext(
        roll.randrange(4), (is_open[0], is_open[1], is_open[2], is_open[3]), round_wind=roll.randrange(4)
    )
    return hand, WinContext(table, winner, method, ALL_TILES[win], discarder)


def fourteen(roll: Random, count: int) -> Iterator[tuple[Tile, ...]]:
    """Hands of 锦州麻将 as they stand in play: a win with a few tiles exchanged, fourteen to discard from."""
    for hand, win in islice(winning_claims(roll, count, JINZHOU_KINDS, (0,)), count):
        tiles = [*hand.concealed, win.win_tile]
        wall = [kind for kind in JINZHOU_KINDS for _ in range(4)]
        for tile in tiles:
            wall.remove(tile.index)
        for place, kind in zip(roll.sample(range(14), 3), roll.sample(wall, 3), strict=True):
            tiles[place] = ALL_TILES[kind]
        yield tuple(tiles)
