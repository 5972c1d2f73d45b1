"""锦州麻将: conditions, class and multipliers put together to a ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paiyan.engine.facts import EventKind, Method, TableContext, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.base import RuleSet
from paiyan.engine.rules.jinzhou import checks
from paiyan.engine.rules.jinzhou.classes import HEAVENLY, alternatives, candidates
from paiyan.engine.rules.jinzhou.conditions import (
    CONDITIONS,
    KINDS,
    OPENED,
    ConditionRule,
    Interpretation,
    explain,
    interpretations,
)
from paiyan.engine.rules.jinzhou.multipliers import Situation, multiplier_lines, shares
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.payments import table_transfers, win_transfers
from paiyan.engine.rules.jinzhou.rejections import bars, reject, reject_incomplete
from paiyan.engine.rules.jinzhou.waits import Waits, valid_waits
from paiyan.engine.ruling import Line, Ruling, ScoreSheet
from paiyan.engine.settlement import Settlement, Transfer
from paiyan.engine.tiles import Tile


class Jinzhou(RuleSet[JinzhouOptions]):
    """锦州麻将 (rules/spec.md §1)."""

    id = "jinzhou"
    options_type = JinzhouOptions
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

    def check(self, hand: Hand, win: WinContext) -> None:
        """Facts that only 锦州麻将 ties together; see :mod:`~paiyan.engine.rules.jinzhou.checks`."""
        checks.check_open(hand, win)
        checks.check_red_kong(hand, win)
        checks.check_tianhu(hand, win)

    def rule(self, hand: Hand, win: WinContext, options: JinzhouOptions) -> Ruling:
        """The best class among all valid readings, or every failed condition of the nearest one."""
        rules = [*CONDITIONS, OPENED] if options.require_open and win.method is not Method.TIANHU else [*CONDITIONS]
        readings = interpretations(hand, win.win_tile.index)
        waits = valid_waits(hand, win, rules, options)
        if not readings:
            return reject_incomplete(hand, win, waits)
        judged = [(one, [rule for rule in rules if rule.way(one, options) is None]) for one in readings]
        valid = [one for one, failed in judged if not failed]
        barred = bars(win, options)
        if barred or not valid:
            return reject(judged, barred, rules, waits, options)
        return _score_sheet(win, rules, valid, waits, options)

    def settle_win(self, win: WinContext, shares: Mapping[int, int], options: JinzhouOptions) -> list[Transfer]:
        """Payments for the win (rules/spec.md §1.6)."""
        return win_transfers(win, shares, options)

    def settle_table(self, table: TableContext, options: JinzhouOptions) -> list[Transfer]:
        """Kongs, 跟庄 and 黄庄 (J13–J15)."""
        return table_transfers(table, options)

    def paid_winners(self, valid: Sequence[int], giver: int, options: JinzhouOptions) -> tuple[int, ...]:
        """The nearest winner in playing order, or by house rule all (``multi_ron``)."""
        return tuple(valid) if options.multi_ron == "all_pay" else super().paid_winners(valid, giver, options)

    def lottery(self, settlement: Settlement, options: JinzhouOptions) -> list[int]:
        """乐透币 = 桌基数 × 得分 (J17)."""
        return [options.lottery_base * gain for gain in settlement.total]


def _score_sheet(
    win: WinContext,
    rules: Sequence[ConditionRule],
    valid: Sequence[Interpretation],
    waits: Waits,
    options: JinzhouOptions,
) -> ScoreSheet:
    ranked = candidates(valid, waits, options)
    best = ranked[0]
    heavenly = win.method is Method.TIANHU
    points = options.tianhu_each if heavenly else best.points
    closed = tuple(not seat for seat in win.table.open or ())
    situation = Situation(win, closed, best.interpretation.seven_pairs, options)
    lines = [] if heavenly and not options.tianhu_multiplied else multiplier_lines(situation)
    start = Line("tianhu" if heavenly else f"class_{best.hu_class}", points=points, params={"label": best.label.term})
    full = shares(points, lines, win.losers)
    capped = {
        seat: share if options.score_cap is None else min(share, options.score_cap) for seat, share in full.items()
    }
    limited = tuple(seat for seat in win.losers if capped[seat] < full[seat])
    if limited:
        lines.append(Line("score_cap", points=options.score_cap, seats=limited, params={"cap": options.score_cap}))
    return ScoreSheet(
        conditions=explain(best.interpretation, rules, options),
        lines=(start, *lines),
        alternatives=alternatives(ranked, waits, options),
        label=HEAVENLY if heavenly else best.label,
        hu_class=best.hu_class,
        class_points=best.points,
        waits=tuple(map(Tile.from_index, waits.kinds)),
        shares=capped,
    )
