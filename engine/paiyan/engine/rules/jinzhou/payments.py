"""Who pays in 锦州麻将: the win, kongs, 黄庄 and 跟庄 (rules/spec.md §1.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from paiyan.engine.facts import Event, EventKind, TableContext, WinContext
from paiyan.engine.rules.jinzhou.conditions import RED
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.settlement import Account, KongRates, Transfer, pay_each

KONG_RATES: Final = KongRates(da_total=12, zhua_each=4, an_each=8, factor={"7z": 2})
"""打明杠 12 by one, 抓明杠 4 and 暗杠 8 by each, 红中 double (J13)."""


def win_transfers(win: WinContext, shares: Mapping[int, int], options: JinzhouOptions) -> list[Transfer]:
    """Each loser pays the own share of a self-drawn win; the one who gave the tile pays for all three."""
    giver = win.discarder
    if giver is None:
        return [
            Transfer(Account.HU, seat, win.winner, share, "own_share", {"method": str(win.method)})
            for seat, share in shares.items()
        ]
    if options.discard_share_basis == "discarder_x3":
        params = {"method": str(win.method), "share": shares[giver]}
        return [Transfer(Account.HU, giver, win.winner, 3 * shares[giver], "three_times_own_share", params)]
    return [
        Transfer(
            Account.HU,
            giver,
            win.winner,
            share,
            "own_share" if seat == giver else "share_for_seat",
            {"method": str(win.method), "seat": seat},
        )
        for seat, share in shares.items()
    ]


def table_transfers(table: TableContext, options: JinzhouOptions) -> list[Transfer]:
    """Kongs, 跟庄 and 黄庄; kongs are paid whether or not anyone wins (J13)."""
    drawn = table.event(EventKind.HUANGZHUANG)
    paid = [] if drawn and not options.huangzhuang_keeps_kongs else KONG_RATES.transfers(table.kongs)
    followed = table.event(EventKind.GENZHUANG)
    if followed:
        paid += genzhuang_transfers(table.dealer, followed, options)
    if drawn:
        paid += pay_each(Account.OTHER, table.dealer, options.huangzhuang_each, "huangzhuang")
    return paid


def genzhuang_transfers(dealer: int, followed: Event, options: JinzhouOptions) -> list[Transfer]:
    """跟庄: 4, 8, 16 … to each for the rounds followed from the first on, a 红中 round double (J15)."""
    paid: list[Transfer] = []
    for number, tile in enumerate(followed.tiles):
        amount = (options.genzhuang_base << number) * (2 if tile.index == RED else 1)
        paid += pay_each(Account.OTHER, dealer, amount, "genzhuang", {"round": number + 1, "tile": tile.code})
    return paid
