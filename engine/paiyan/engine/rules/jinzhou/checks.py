"""Facts that contradict each other under the rules of 锦州麻将."""

from __future__ import annotations

from paiyan.engine.errors import InputError
from paiyan.engine.facts import EventKind, KongKind, Method, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.jinzhou.conditions import RED
from paiyan.engine.rules.jinzhou.options import JinzhouOptions


def check_open(hand: Hand, win: WinContext) -> None:
    """``open`` must agree with the winner's melds and with everybody's 明杠 (J6)."""
    is_open = win.table.open
    if is_open is None:
        raise InputError("missing_field", "open", name="open")
    if is_open[win.winner] != hand.is_open:
        raise InputError("open_disagrees_with_melds", f"open[{win.winner}]", seat=win.winner, melds_open=hand.is_open)
    for number, kong in enumerate(win.table.kongs):
        if kong.kind is not KongKind.AN and not is_open[kong.seat]:
            raise InputError("open_disagrees_with_kong", f"kongs[{number}]", seat=kong.seat, tile=kong.tile.code)


def check_robbed(win: WinContext, options: JinzhouOptions) -> None:
    """A 抓明杠 was added to a 碰, so whoever is robbed of one is open (J5, J6).

    A kong listed is judged by its kind: an open one by :func:`check_open`, a 暗杠 that cannot be robbed by the ruling.
    """
    robbed, is_open = win.discarder, win.table.open
    if win.method is not Method.ROB_KONG or options.rob_concealed_kong or robbed is None or is_open is None:
        return
    if not is_open[robbed] and not any(kong.void for kong in win.table.kongs):
        raise InputError("open_disagrees_with_kong", f"open[{robbed}]", seat=robbed, tile=win.win_tile.code)


def check_kong_win(hand: Hand, win: WinContext) -> None:
    """杠开 and 杠流泪 follow a kong, and ``red_kong``, which belongs to them, must agree with it."""
    if win.method is Method.KONG_OPEN:
        # A kong of three tiles draws no replacement.
        tiles = {meld.first.index for meld in hand.melds if meld.kind.is_kong and len(meld.tiles) == 4}
        if not tiles:
            raise InputError("kong_open_without_kong", "win_method", winner=win.winner)
    elif win.method is Method.KONG_LEAK:
        tiles = {kong.tile.index for kong in win.table.kongs if kong.seat == win.discarder}
        if not tiles:
            raise InputError("kong_leak_without_kong", "win_method", seat=win.discarder)
    elif win.red_kong:
        raise InputError("red_kong_without_kong_win", "red_kong", method=str(win.method))
    else:
        return
    if RED not in tiles if win.red_kong else tiles == {RED}:
        raise InputError("red_kong_disagrees_with_kongs", "red_kong", red_kong=win.red_kong)


def check_tianhu(hand: Hand, win: WinContext) -> None:
    """天胡 is the dealer's win with the tiles dealt, before anything was played (J16)."""
    if win.method is not Method.TIANHU:
        return
    if win.winner != win.table.dealer:
        raise InputError("tianhu_not_dealer", "winner", winner=win.winner, dealer=win.table.dealer)
    if hand.melds:
        raise InputError("tianhu_after_play", "melds")
    if win.table.kongs:
        raise InputError("tianhu_after_play", "kongs")
    if win.table.event(EventKind.GENZHUANG):
        raise InputError("tianhu_after_play", "events")
    if (seat := open_seat(win)) is not None:
        raise InputError("tianhu_after_play", f"open[{seat}]")


def open_seat(win: WinContext) -> int | None:
    """The first seat said to be 开门, if any."""
    return next((seat for seat, is_open in enumerate(win.table.open or ()) if is_open), None)
