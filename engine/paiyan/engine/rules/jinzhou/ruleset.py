"""锦州麻将: conditions, class and multipliers put together to a ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paiyan.engine.distance import tiles_away
from paiyan.engine.facts import EventKind, KongKind, Method, TableContext, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.base import RuleSet
from paiyan.engine.rules.jinzhou import checks
from paiyan.engine.rules.jinzhou.classes import HEAVENLY, SHAPE_LABELS, Candidate, candidates, class_points
from paiyan.engine.rules.jinzhou.conditions import (
    CONDITIONS,
    KINDS,
    OPENED,
    ConditionRule,
    Interpretation,
    interpretations,
)
from paiyan.engine.rules.jinzhou.multipliers import Situation, multiplier_lines, shares
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.payments import table_transfers, win_transfers
from paiyan.engine.rules.jinzhou.waits import Waits, valid_waits
from paiyan.engine.ruling import Alternative, Condition, Fault, Fix, Line, Rejection, Ruling, ScoreSheet
from paiyan.engine.settlement import Settlement, Transfer
from paiyan.engine.tiles import Tile, format_tiles


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
        failed = {
            number: [rule for rule in rules if rule.way(one, options) is None] for number, one in enumerate(readings)
        }
        valid = [one for number, one in enumerate(readings) if not failed[number]]
        barred = _bars(win, options)
        if valid and not barred:
            return _score_sheet(hand, win, rules, readings, valid, waits, options)
        if not readings:
            return _incomplete(hand, win, waits)
        nearest = min(failed, key=lambda number: len(failed[number]))
        one = readings[nearest]
        faults = [rule.complain(one) for rule in failed[nearest]] + barred
        return Rejection(
            faults=tuple(faults),
            nearest=_fixes(faults, waits),
            conditions=_conditions(one, rules, options),
            alternatives=tuple(
                Alternative(
                    "",
                    None,
                    other.text,
                    "fails",
                    {"reading": other.text, "reasons": [rule.fault for rule in failed[number]]},
                )
                for number, other in enumerate(readings)
                if number != nearest
            ),
        )

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


def _bars(win: WinContext, options: JinzhouOptions) -> list[Fault]:
    """What forbids this win whatever the tiles are."""
    faults: list[Fault] = []
    if options.louhu == "until_own_draw" and win.table.flags.louhu_blocked and win.method.from_other:
        faults.append(Fault("louhu_blocked"))
    for kong in win.table.kongs:
        if kong.void and not (kong.kind is KongKind.ZHUA or (kong.kind is KongKind.AN and options.rob_concealed_kong)):
            faults.append(Fault("kong_not_robbable", str(kong.kind), {"tile": kong.tile.code}))
    return faults


def _conditions(one: Interpretation, rules: Sequence[ConditionRule], options: JinzhouOptions) -> tuple[Condition, ...]:
    complete = Condition("complete", True, "qidui" if one.seven_pairs else "sets", params={"reading": one.text})
    return (complete, *(rule.explain(one, options) for rule in rules))


def _score_sheet(
    hand: Hand,
    win: WinContext,
    rules: Sequence[ConditionRule],
    readings: Sequence[Interpretation],
    valid: Sequence[Interpretation],
    waits: Waits,
    options: JinzhouOptions,
) -> ScoreSheet:
    ranked = candidates(valid, waits, options)
    best = ranked[0]
    heavenly = win.method is Method.TIANHU
    situation = Situation(
        win, tuple(not seat for seat in win.table.open or ()), best.interpretation.seven_pairs, options
    )
    points = options.tianhu_each if heavenly else best.points
    lines = [] if heavenly and not options.tianhu_multiplied else multiplier_lines(situation)
    owed = shares(points, lines, win.losers, None)
    capped = shares(points, lines, win.losers, options.score_cap)
    start = Line("tianhu" if heavenly else f"class_{best.hu_class}", points=points, params={"label": best.label.term})
    limited = tuple(seat for seat in win.losers if capped[seat] < owed[seat])
    cap_lines = (
        [Line("score_cap", points=options.score_cap, seats=limited, params={"cap": options.score_cap})]
        if limited
        else []
    )
    return ScoreSheet(
        conditions=_conditions(best.interpretation, rules, options),
        lines=(start, *lines, *cap_lines),
        alternatives=_alternatives(best, ranked, waits, options),
        label=HEAVENLY if heavenly else best.label,
        hu_class=best.hu_class,
        class_points=best.points,
        waits=tuple(map(Tile.from_index, waits.kinds)),
        shares=capped,
    )


def _alternatives(
    best: Candidate, ranked: Sequence[Candidate], waits: Waits, options: JinzhouOptions
) -> tuple[Alternative, ...]:
    seen = {(best.label, best.interpretation.reading)}
    found: list[Alternative] = []
    for other in ranked:
        if (other.label, other.interpretation.reading) not in seen:
            seen.add((other.label, other.interpretation.reading))
            reading = other.interpretation.text
            params = {"label": other.label.term, "points": other.points, "reading": reading}
            found.append(Alternative(other.label.id, other.points, reading, "lower", params))
    if best.hu_class == 1:
        found += _shapes_not_alone(ranked, waits, options)
    return tuple(found)


def _shapes_not_alone(ranked: Sequence[Candidate], waits: Waits, options: JinzhouOptions) -> list[Alternative]:
    """夹, 边 and 单粘 shapes that are worth no more because the hand waits for several tiles."""
    shapes = [(one, SHAPE_LABELS[one.shape]) for one in ranked if one.shape in SHAPE_LABELS]
    points = class_points(2, options)
    found: list[Alternative] = []
    for one, label in shapes:
        reading = one.interpretation.text
        tiles = format_tiles(map(Tile.from_index, waits.kinds))
        params = {"label": label.term, "points": points, "reading": reading, "tiles": tiles}
        found.append(Alternative(label.id, points, reading, "several_waits", params))
    return found


def _incomplete(hand: Hand, win: WinContext, waits: Waits) -> Rejection:
    counts = list(hand.counts)
    counts[win.win_tile.index] += 1
    away = tiles_away(counts, len(hand.melds), seven_pairs=True)
    return Rejection(
        faults=(Fault("not_complete", params={"count": away}),),
        nearest=(*_winning_tiles(waits), Fix("tiles_away", params={"count": away})),
        conditions=(Condition("complete", False, "fails"),),
    )


def _winning_tiles(waits: Waits) -> tuple[Fix, ...]:
    if not waits.kinds:
        return ()
    return (Fix("wins_on", params={"tiles": format_tiles(map(Tile.from_index, waits.kinds))}),)


def _fixes(faults: Sequence[Fault], waits: Waits) -> tuple[Fix, ...]:
    return (*_winning_tiles(waits), *(Fix(fault.id, fault.detail, fault.params) for fault in faults))
