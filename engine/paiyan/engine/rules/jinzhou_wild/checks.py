"""Facts that contradict each other under the rules of 锦州带会."""

from __future__ import annotations

from paiyan.engine.errors import InputError
from paiyan.engine.facts import EventKind, KongKind, Method, Wild, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.jinzhou.checks import open_seat


def check_dihu(hand: Hand, win: WinContext) -> None:
    """地胡点炮 is a win on the dealer's first discard, before anything but a 暗杠 of the dealer (W9)."""
    if win.method is not Method.DIHU:
        return
    dealer = win.table.dealer
    if win.discarder != dealer:
        raise InputError("dihu_not_from_dealer", "discarder", seat=win.discarder, dealer=dealer)
    if hand.melds:
        raise InputError("dihu_after_play", "melds")
    if any(kong.seat != dealer or kong.kind is not KongKind.AN for kong in win.table.kongs):
        raise InputError("dihu_after_play", "kongs")
    if win.table.event(EventKind.GENZHUANG):
        raise InputError("dihu_after_play", "events")
    if (seat := open_seat(win)) is not None:
        raise InputError("dihu_after_play", f"open[{seat}]")


def check_xuehui(hand: Hand, win: WinContext, wild: Wild) -> None:
    """血会 takes all 会 there are into one hand (W6); they stay there unless one was discarded."""
    number, event = next(
        ((number, event) for number, event in enumerate(win.table.events) if event.kind is EventKind.XUEHUI), (0, None)
    )
    if event is None or event.seat is None:
        return
    field = f"events[{number}].seat"
    held = wilds_held(hand, win, wild)
    if event.seat != win.winner:
        if held - sum(meld.tiles.count(wild.hui) for meld in hand.melds):
            raise InputError("xuehui_of_another", field, tile=wild.hui.code, seat=event.seat, winner=win.winner)
    elif held < wild.copies(wild.hui) and not win.table.flags.wild_discarded:
        needed = wild.copies(wild.hui)
        raise InputError("xuehui_without_tiles", field, tile=wild.hui.code, needed=needed, count=held)


def wilds_held(hand: Hand, win: WinContext, wild: Wild) -> int:
    """How many 会 the winner has, a drawn winning tile included; one won from another was not in hand."""
    return hand.total[wild.hui.index] + (win.win_tile == wild.hui and not win.method.from_other)
