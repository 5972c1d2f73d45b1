"""Facts of a case that contradict each other under any rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from paiyan.engine.errors import InputError
from paiyan.engine.facts import Event, EventKind, Kong, KongKind, Method, TableContext, Wild, WinContext, left_of
from paiyan.engine.hand import Hand, Meld, MeldKind
from paiyan.engine.tiles import ALL_TILES

_MOST_KONGS: Final = 4
_KONG_KINDS = {MeldKind.DA: KongKind.DA, MeldKind.ZHUA: KongKind.ZHUA, MeldKind.AN: KongKind.AN}


def check_source(method: Method, winner: int, discarder: int | None) -> None:
    """A tile from another seat needs that seat, a drawn one has none."""
    if not method.from_other:
        if discarder is not None:
            raise InputError("self_draw_with_discarder", "discarder", method=str(method), seat=discarder)
    elif discarder is None:
        raise InputError("discarder_missing", "discarder", method=str(method))
    elif discarder == winner:
        raise InputError("discarder_is_winner", "discarder", seat=winner)


def check_copies(table: TableContext, win: WinContext | None, winners: Sequence[tuple[int, Hand]]) -> None:
    """No tile may appear more than four times over hands, winning tile, kongs, followed rounds and tiles seen."""
    seen = [0] * len(ALL_TILES)
    hands = dict(winners)
    for tile in table.visible:
        seen[tile.index] += 1
    for hand in hands.values():
        for kind, count in enumerate(hand.total):
            seen[kind] += count
    if win is not None:
        # The winning tile is the fourth of a robbed kong, listed or not.
        seen[win.win_tile.index] += 4 if win.method is Method.ROB_KONG else 1
    for kong in table.kongs:
        # A kong of a winner is among the melds.
        if kong.seat not in hands and not kong.void:
            seen[kong.tile.index] += table.wild.copies(kong.tile) if table.wild else 4
    _refuse_fifth(seen, table.wild, "win_tile" if win is not None else "kongs")
    if followed := table.event(EventKind.GENZHUANG):
        eaten = {
            tile.index
            for hand in hands.values()
            for meld in hand.melds
            if meld.kind is MeldKind.CHI
            for tile in meld.tiles
        }
        won = win.win_tile.index if win is not None and _discarded_last(win) else None
        _check_followed(seen, table.wild, followed, eaten, won)


def _discarded_last(win: WinContext) -> bool:
    """Whether the win is on a discard of the seat before the dealer, the last to discard in a go-round."""
    return win.method.from_other and win.method is not Method.ROB_KONG and win.discarder == left_of(win.table.dealer)


def _check_followed(
    seen: list[int], wild: Wild | None, followed: Event, eaten: AbstractSet[int], won: int | None
) -> None:
    """The four tiles of a followed round lie on the table; only the fourth may be counted already.

    It may have been ``eaten`` after any round, or be ``won`` on after the last.
    """
    last = followed.tiles[-1].index
    for tile in followed.tiles:
        taken = tile.index in eaten or tile.index == won == last
        seen[tile.index] += 3 if taken else 4
    _refuse_fifth(seen, wild, "events")


def _refuse_fifth(seen: Sequence[int], wild: Wild | None, field: str) -> None:
    if wild is not None and seen[wild.ming.index] > 3:
        raise InputError("too_many_of_ming", field, tile=wild.ming.code, count=seen[wild.ming.index])
    if max(seen) > 4:
        kind = next(kind for kind, count in enumerate(seen) if count > 4)
        raise InputError("too_many_copies", field, tile=ALL_TILES[kind].code, count=seen[kind])


def check_kongs(table: TableContext, win: WinContext | None, winners: Sequence[tuple[int, Hand]]) -> None:
    """Listed kongs must be possible, agree with the winners' melds and with a robbery."""
    hands = dict(winners)
    for number, kong in enumerate(table.kongs):
        path = f"kongs[{number}]"
        if any(other.tile == kong.tile for other in table.kongs[:number]):
            raise InputError("duplicate_kong", f"{path}.tile", tile=kong.tile.code)
        count = sum(other.seat == kong.seat and not other.void for other in table.kongs[: number + 1])
        if count > _MOST_KONGS:
            raise InputError("too_many_kongs", f"{path}.seat", seat=kong.seat, count=count)
        if win is not None:
            _check_robbery(kong, win, path)
        if kong.seat in hands:
            _check_meld(kong, hands[kong.seat].melds, path)


def _check_meld(kong: Kong, melds: Iterable[Meld], path: str) -> None:
    meld = next((meld for meld in melds if _KONG_KINDS.get(meld.kind) is kong.kind and meld.first == kong.tile), None)
    if meld is None:
        raise InputError("kong_not_in_melds", path, seat=kong.seat, kind=str(kong.kind), tile=kong.tile.code)
    if kong.payer is not None and meld.source is not None and kong.payer != meld.source:
        raise InputError("kong_payer_disagrees", f"{path}.from", payer=kong.payer, source=meld.source)


def _check_robbery(kong: Kong, win: WinContext, path: str) -> None:
    robbed = win.method is Method.ROB_KONG and kong.seat == win.discarder and kong.tile == win.win_tile
    if kong.void and not robbed:
        raise InputError("void_without_robbery", f"{path}.void", tile=kong.tile.code)
    if robbed and not kong.void:
        raise InputError("robbed_kong_not_void", f"{path}.void", tile=kong.tile.code)


def unlisted_kongs(kongs: Iterable[Kong], winner: int, hand: Hand) -> list[Meld]:
    """Kongs among the winner's melds that ``kongs`` does not list, so that nobody pays for them."""
    listed = {kong.tile for kong in kongs if kong.seat == winner}
    return [meld for meld in hand.melds if meld.kind.is_kong and meld.first not in listed]
