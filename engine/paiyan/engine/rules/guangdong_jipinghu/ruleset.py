"""广东鸡平和: patterns, special hands and payments put together to a ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from paiyan.engine.facts import EventKind, KongKind, Method, TableContext, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.laid import Shape, lay_out
from paiyan.engine.rules import plain
from paiyan.engine.rules.base import RuleSet
from paiyan.engine.rules.guangdong_jipinghu import checks, payments
from paiyan.engine.rules.guangdong_jipinghu.options import JipinghuOptions
from paiyan.engine.rules.guangdong_jipinghu.patterns import Situation
from paiyan.engine.rules.guangdong_jipinghu.worth import Worth, raised, worth
from paiyan.engine.ruling import Alternative, Fault, Line, Ruling, ScoreSheet
from paiyan.engine.settlement import Transfer

SHAPES: Final = frozenset({Shape.SETS, Shape.ORPHANS})
THREE: Final = 3
"""Winners of 一炮三响."""
_DISCARDS: Final = frozenset({Method.RON, Method.RENHE})


class Jipinghu(RuleSet[JipinghuOptions]):
    """广东鸡平和 (rules/spec.md §6)."""

    id = "guangdong_jipinghu"
    options_type = JipinghuOptions
    kinds = frozenset(range(34))
    methods = frozenset(
        {
            Method.RON,
            Method.ZIMO,
            Method.KONG_OPEN,
            Method.ROB_KONG,
            Method.HAIDI,
            Method.TIANHE,
            Method.DIHE,
            Method.RENHE,
        }
    )
    same_methods = MappingProxyType(
        {Method.GANGKAI: Method.KONG_OPEN, Method.HAIDILAO: Method.HAIDI, Method.HAIDI_RON: Method.RON}
    )
    events = frozenset({EventKind.HUANGZHUANG})
    flags = frozenset({"bao_seat", "louhe_blocked"})
    needs_open = False
    uses_winds = True
    pays_kongs = False

    def liable(self, hand: Hand, win: WinContext) -> int | None:
        """Who pays for all three (包)."""
        return payments.liable(hand, win)

    def check(self, hand: Hand, win: WinContext, options: JipinghuOptions) -> None:
        """Facts that 鸡平和 ties together; see :mod:`~paiyan.engine.rules.guangdong_jipinghu.checks`."""
        plain.check_kong_open(hand, win)
        plain.check_round(hand, win)
        checks.check_first_round(hand, win)
        checks.check_liable(win)

    def rule(self, hand: Hand, win: WinContext, options: JipinghuOptions) -> Ruling:
        """The dearest way to lay out the hand, or why it may not win."""
        laid = lay_out(hand, win.win_tile.index, SHAPES)
        if not laid:
            return replace(plain.not_complete(hand, win, SHAPES), tags=())
        if barred := _bars(win, options):
            return replace(plain.refused(laid[0], barred), tags=())
        judged = [worth(Situation(one, win, options)) for one in laid]
        best = max(judged, key=lambda one: one.rank)
        paid = raised(best)
        return ScoreSheet(
            conditions=(plain.complete(best.situation.laid),),
            lines=paid.lines,
            alternatives=(*best.left, *_lower(best, judged)),
            label=paid.label,
            waits=plain.waits(hand, win, SHAPES),
            shares=payments.shares(win, paid.points, options),
            tags=best.tags,
            points=paid.points,
            notes=payments.bao_notes(hand, win),
        )

    def shared(self, win: WinContext, sheet: ScoreSheet, winners: int, options: JipinghuOptions) -> ScoreSheet:
        """一炮三响: each of the three is worth 3 番 at least (004 §七 1)."""
        least = 1 << options.triple_ron_min_fan
        if winners < THREE or sheet.points is None or sheet.points >= least:
            return sheet
        line = Line("gd_least_three", points=least, params={"points": least})
        owed = payments.shares(win, least, options)
        return replace(sheet, points=least, shares=owed, lines=(*sheet.lines, line))

    def settle_win(self, win: WinContext, shares: Mapping[int, int], options: JipinghuOptions) -> list[Transfer]:
        """Payments for the win."""
        return payments.win_transfers(win, shares)

    def settle_table(self, table: TableContext, options: JipinghuOptions) -> list[Transfer]:
        """Nothing is paid but the win: the source has no points for kongs, nor for a drawn hand."""
        return []

    def paid_winners(self, valid: Sequence[int], giver: int, options: JipinghuOptions) -> tuple[int, ...]:
        """一炮多响: all winners, or by house rule the nearest in playing order."""
        return tuple(valid) if options.multi_ron == "all_pay" else super().paid_winners(valid, giver, options)

    def next_dealer(self, dealer: int, winners: tuple[int, ...], options: JipinghuOptions) -> int:
        """The dealer stays or passes the deal on as ``dealer_repeat`` says."""
        return plain.next_dealer(dealer, winners, options.dealer_repeat)


def _bars(win: WinContext, options: JipinghuOptions) -> list[Fault]:
    """漏和, or a kong that cannot be robbed: only a tile added to a triplet can."""
    faults = plain.kongs_not_robbable(win, {KongKind.ZHUA})
    if win.table.flags.louhe_blocked and options.louhe != "off" and win.method in _DISCARDS:
        faults.append(Fault("louhe_blocked", params={"tile": win.win_tile.code}))
    return faults


def _lower(best: Worth, judged: Sequence[Worth]) -> tuple[Alternative, ...]:
    """Other ways to lay out the hand that are worth no more."""
    found: list[Alternative] = []
    for other in sorted((one for one in judged if one is not best), key=lambda one: one.rank, reverse=True):
        text = other.situation.laid.text
        params = {"label": other.label.term, "points": other.points, "reading": text}
        found.append(Alternative(other.label.id, other.points, text, "lower", params))
    return tuple(found)
