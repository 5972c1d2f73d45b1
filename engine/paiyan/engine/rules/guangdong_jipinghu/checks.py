"""Facts that contradict each other under the rules of 广东鸡平和 (004 §七 8–10)."""

from __future__ import annotations

from paiyan.engine.errors import InputError
from paiyan.engine.facts import Method, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.guangdong_jipinghu.worth import FIRST_ROUND


def check_first_round(hand: Hand, win: WinContext) -> None:
    """天和 is the dealer's, 地和 another's; nobody has claimed or konged before them or 人和."""
    if win.method not in FIRST_ROUND:
        return
    dealer = win.table.dealer
    if win.method is Method.TIANHE and win.winner != dealer:
        raise InputError("tianhu_not_dealer", "winner", winner=win.winner, dealer=dealer)
    if win.method is Method.DIHE and win.winner == dealer:
        raise InputError("dihe_by_dealer", "winner", winner=win.winner)
    if hand.melds:
        raise InputError("first_round_after_claim", "melds", method=str(win.method))
    if win.table.kongs:
        raise InputError("first_round_after_claim", "kongs", method=str(win.method))


def check_liable(win: WinContext) -> None:
    """Who pays for all (包) is another seat than the winner."""
    if win.table.flags.bao_seat == win.winner:
        raise InputError("bao_seat_is_winner", "flags.bao_seat", seat=win.winner)
