"""锦州麻将: conditions, class and multipliers put together to a ruling."""

from __future__ import annotations

from paiyan.engine.distance import tiles_away
from paiyan.engine.facts import WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.jinzhou.classes import candidates
from paiyan.engine.rules.jinzhou.conditions import CONDITIONS, OPENED, Rule, explain_best, interpretations, judge
from paiyan.engine.rules.jinzhou.family import JinzhouFamily
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.rejections import bars, reject, reject_incomplete
from paiyan.engine.rules.jinzhou.sheets import heavenly, score_sheet
from paiyan.engine.rules.jinzhou.verdicts import INVALID, Verdict, verdict
from paiyan.engine.rules.jinzhou.waits import must_open, valid_waits
from paiyan.engine.ruling import Ruling


class Jinzhou(JinzhouFamily[JinzhouOptions]):
    """锦州麻将 (rules/spec.md §1)."""

    id = "jinzhou"
    options_type = JinzhouOptions

    def rule(self, hand: Hand, win: WinContext, options: JinzhouOptions) -> Ruling:
        """The best class among all valid readings, or every failed condition of the nearest one."""
        rules = _rules(win, options)
        readings = interpretations(hand, win.win_tile.index)
        judged, valid = judge(readings, rules, options)
        waits = valid_waits(hand, win, options)
        if not readings:
            counts = list(hand.counts)
            counts[win.win_tile.index] += 1
            return reject_incomplete(tiles_away(counts, len(hand.melds), seven_pairs=True), waits)
        barred = bars(win, options)
        if barred or not valid:
            return reject(judged, barred, rules, waits)
        ranked = candidates(valid, waits, options)
        conditions = explain_best(ranked[0].interpretation, judged, rules)
        return score_sheet(win, conditions, ranked, waits, options, heavenly(win, options))

    def verdict(self, hand: Hand, win: WinContext, options: JinzhouOptions) -> Verdict:
        """What :meth:`rule` decides, without what explains it: for simulation and search."""
        return INVALID if bars(win, options) else verdict(hand, win, options)


def _rules(win: WinContext, options: JinzhouOptions) -> tuple[Rule, ...]:
    """The conditions to be met."""
    return (*CONDITIONS, OPENED) if must_open(win, options) else CONDITIONS
