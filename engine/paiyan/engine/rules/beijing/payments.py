"""Who pays in 北京麻将: the win, 互包, 烧庄 and drawing before the turn (rules/sources/000.txt 北京 §2)."""

from __future__ import annotations

from collections.abc import Mapping

from paiyan.engine.facts import Event, EventKind, Method, TableContext, WinContext
from paiyan.engine.rules.beijing.options import BeijingOptions
from paiyan.engine.rules.plain import pay_shares
from paiyan.engine.settlement import Account, Transfer, pay_each


def shares(win: WinContext, points: int, options: BeijingOptions) -> dict[int, int]:
    """What each seat owes: all three for a drawn tile, only the one who gave it for a discard.

    A robbed kong is paid like a drawn tile unless ``rob_kong_payer`` says otherwise.
    """
    robbed = win.method is Method.ROB_KONG and options.rob_kong_payer == "konger_pays_selfdraw_total"
    if win.discarder is None or robbed or options.discard_payer == "discarder_pays_three":
        return dict.fromkeys(win.losers, points)
    return {win.discarder: points}


def win_transfers(win: WinContext, owed: Mapping[int, int], options: BeijingOptions) -> list[Transfer]:
    """The 互包 partner pays everything; else the one who gave the tile, or everybody the own share."""
    if options.hubao and win.liable is not None:
        return pay_shares(win, owed, win.liable, "hubao_for_seat")
    return pay_shares(win, owed, win.discarder, "share_for_seat")


def table_transfers(table: TableContext, options: BeijingOptions) -> list[Transfer]:
    """烧庄 and fines; kongs are worth nothing."""
    paid: list[Transfer] = []
    for event in table.events:
        if event.kind is EventKind.SHAOZHUANG and not drawn(table, event):
            paid += shaozhuang_transfers(table.dealer, event.rounds, options)
        elif event.kind is EventKind.EARLY_DRAW and event.seat is not None and options.early_draw_payee != "pot":
            paid += pay_each(Account.OTHER, event.seat, options.early_draw_penalty, "early_draw")
    return paid


def drawn(table: TableContext, event: Event) -> bool:
    """Whether nobody won the hand of this 烧庄."""
    return event.drawn or table.event(EventKind.HUANGZHUANG) is not None


def shaozhuang_transfers(dealer: int, rounds: int, options: BeijingOptions) -> list[Transfer]:
    """烧庄: 1000 to each for the first round copied, double for each further one."""
    paid: list[Transfer] = []
    for number in range(rounds):
        paid += pay_each(Account.OTHER, dealer, options.shaozhuang_base << number, "shaozhuang", {"round": number + 1})
    return paid
