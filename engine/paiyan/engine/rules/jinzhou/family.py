"""What 锦州麻将 and its variant with a 会牌 share: facts they know and who pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from paiyan.engine.facts import EventKind, Method, TableContext, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.base import RuleSet
from paiyan.engine.rules.jinzhou import checks
from paiyan.engine.rules.jinzhou.conditions import KINDS
from paiyan.engine.rules.jinzhou.flow import next_dealer
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.payments import table_transfers, win_transfers
from paiyan.engine.rules.jinzhou.ranks import rank
from paiyan.engine.settlement import Settlement, Transfer

J = TypeVar("J", bound=JinzhouOptions)


class JinzhouFamily(RuleSet[J]):
    """The facts and payments of 锦州麻将 (rules/spec.md §1)."""

    kinds = frozenset(KINDS)
    methods = frozenset(
        {
            Method.RON,
            Method.ZIMO,
            Method.KONG_OPEN,
            Method.ROB_KONG,
            Method.KONG_LEAK,
            Method.HAIDILAO,
            Method.TIANHU,
        }
    )
    events = frozenset({EventKind.GENZHUANG, EventKind.HUANGZHUANG})
    flags = frozenset({"louhu_blocked"})
    needs_open = True

    def check(self, hand: Hand, win: WinContext, options: J) -> None:
        """Facts that only 锦州麻将 ties together; see :mod:`~paiyan.engine.rules.jinzhou.checks`."""
        checks.check_open(hand, win)
        checks.check_robbed(win, options)
        checks.check_kong_win(hand, win)
        checks.check_tianhu(hand, win)

    def settle_win(self, win: WinContext, shares: Mapping[int, int], options: J) -> list[Transfer]:
        """Payments for the win (rules/spec.md §1.6)."""
        return win_transfers(win, shares, options)

    def settle_table(self, table: TableContext, options: J) -> list[Transfer]:
        """Kongs, 跟庄 and 黄庄 (J13–J15)."""
        return table_transfers(table, options)

    def paid_winners(self, valid: Sequence[int], giver: int, options: J) -> tuple[int, ...]:
        """The nearest winner in playing order, or by house rule all (``multi_ron``)."""
        return tuple(valid) if options.multi_ron == "all_pay" else super().paid_winners(valid, giver, options)

    def next_dealer(self, dealer: int, winners: tuple[int, ...], options: J) -> int:
        """The dealer stays after 黄庄 and, by house rule, after an own win (J2)."""
        won = dealer if dealer in winners else next(iter(winners), None)
        return next_dealer(dealer, won, options)

    def title(self, points: int) -> str:
        """技能等级 (J18)."""
        return rank(points)

    def lottery(self, settlement: Settlement, options: J) -> list[int]:
        """乐透币 = 桌基数 × 得分 (J17)."""
        return [options.lottery_base * gain for gain in settlement.total]
