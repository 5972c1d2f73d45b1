"""Melds that only 带会 knows: three 明牌 as a kong, 会 in melds (rules/spec.md W4, W5)."""

from __future__ import annotations

from collections.abc import Sequence

from paiyan.engine.errors import InputError
from paiyan.engine.facts import KongKind, TableContext, Wild
from paiyan.engine.hand import Meld, MeldKind
from paiyan.engine.rules.jinzhou.conditions import TERMINALS
from paiyan.engine.rules.jinzhou_wild.options import JinzhouWildOptions
from paiyan.engine.tiles import ALL_TILES, Tile, format_tiles


def read_meld(
    kind: MeldKind,
    tiles: Sequence[Tile],
    source: int | None,
    wild: Wild,
    options: JinzhouWildOptions,
    *,
    claimed: bool,
) -> Meld:
    """The meld laid as ``tiles``. ``claimed``: the player claimed a discarded 会, which then is what it shows."""
    of_wilds = bool(tiles) and all(tile == wild.hui for tile in tiles)
    if kind is MeldKind.AN and of_wilds:
        _check_wild_kong(wild, options, "tiles")
    elif wild.hui in tiles and not claimed:
        if of_wilds or not options.wild_in_melds:
            raise InputError("wild_in_meld", "tiles", tile=wild.hui.code)
        return _with_stand_ins(kind, tiles, source, wild.hui)
    if kind.is_kong and tuple(tiles) == (wild.ming,) * 3:
        _check_ming_kong(wild, options, "tiles")
        return Meld(kind, wild.ming, source, tuple(tiles))
    return Meld.of(kind, tiles, source)


def check_kongs(table: TableContext, wild: Wild, options: JinzhouWildOptions) -> None:
    """Kongs of any seat that the house rules do not allow."""
    for number, kong in enumerate(table.kongs):
        if kong.tile == wild.hui and kong.kind is KongKind.AN:
            _check_wild_kong(wild, options, f"kongs[{number}].tile")
        if kong.tile == wild.ming:
            _check_ming_kong(wild, options, f"kongs[{number}].tile")


def _check_wild_kong(wild: Wild, options: JinzhouWildOptions, field: str) -> None:
    if not options.wild_can_be_kong:
        raise InputError("wild_kong_not_allowed", field, tile=wild.hui.code)


def _check_ming_kong(wild: Wild, options: JinzhouWildOptions, field: str) -> None:
    if not options.ming_triplet_kong:
        raise InputError("ming_kong_not_allowed", field, tile=wild.ming.code)


def _with_stand_ins(kind: MeldKind, tiles: Sequence[Tile], source: int | None, hui: Tile) -> Meld:
    """The meld in which 会 take the places the natural tiles leave; of a run rather not a one or nine."""
    natural = [tile for tile in tiles if tile != hui]
    possible = [Meld(kind, first, source, tuple(sorted(tiles))) for first in ALL_TILES]
    fitting = [meld for meld in possible if len(meld.counts_as) == len(tiles) and _covers(meld, natural)]
    if not fitting:
        raise InputError("bad_meld_tiles", "tiles", type=str(kind), tiles=format_tiles(tiles))
    return min(fitting, key=lambda meld: sum(tile.index in TERMINALS for tile in _rest(meld, natural)))


def _covers(meld: Meld, natural: Sequence[Tile]) -> bool:
    return all(natural.count(tile) <= meld.counts_as.count(tile) for tile in natural)


def _rest(meld: Meld, natural: Sequence[Tile]) -> list[Tile]:
    rest = list(meld.counts_as)
    for tile in natural:
        rest.remove(tile)
    return rest
