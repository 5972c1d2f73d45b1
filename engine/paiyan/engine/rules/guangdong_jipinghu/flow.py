"""Course of play in 广东鸡平和: who deals next and which wind the round has (004 §四, §五)."""

from __future__ import annotations

from dataclasses import dataclass

from paiyan.engine.facts import SEATS
from paiyan.engine.rules.guangdong_jipinghu.options import JipinghuOptions


@dataclass(frozen=True, slots=True)
class Round:
    """Where a game stands: ``wind`` 0–3 of the round, its ``dealer``, and the seat that dealt ``first``."""

    wind: int
    dealer: int
    first: int


def next_round(now: Round, winners: tuple[int, ...], options: JipinghuOptions) -> Round:
    """The dealer stays after winning, also as one of several, and after a drawn hand; else the next seat deals.

    Once every seat has dealt, the wind of the round changes. Nobody won a drawn hand.
    """
    won = now.dealer in winners and options.dealer_repeat != "never"
    if won or (not winners and options.dealer_repeat == "dealer_win_or_draw"):
        return now
    dealer = (now.dealer + 1) % len(SEATS)
    return Round((now.wind + (dealer == now.first)) % len(SEATS), dealer, now.first)
