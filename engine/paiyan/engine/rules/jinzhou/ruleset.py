"""锦州麻将: conditions, class and multipliers put together to a ruling."""

from __future__ import annotations

from paiyan.engine.distance import tiles_away
from paiyan.engine.facts import Method, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.jinzhou.classes import candidates
from paiyan.engine.rules.jinzhou.conditions import CONDITIONS, OPENED, explain, interpretations
from paiyan.engine.rules.jinzhou.family import JinzhouFamily
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.rejections import bars, reject, reject_incomplete
from paiyan.engine.rules.jinzhou.sheets import heavenly, score_sheet
from paiyan.engine.rules.jinzhou.waits import valid_waits
from paiyan.engine.ruling import Ruling


class Jinzhou(JinzhouFamily[JinzhouOptions]):
    """锦州麻将 (rules/spec.md §1)."""

    id = "jinzhou"
    options_type = JinzhouOptions

    def rule(self, hand: Hand, win: WinContext, options: JinzhouOptions) -> Ruling:
        """The best class among all valid readings, or every failed condition of the nearest one."""
        rules = [*CONDITIONS, OPENED] if options.require_open and win.method is not Method.TIANHU else [*CONDITIONS]
        readings = interpretations(hand, win.win_tile.index)
        waits = valid_waits(hand, win, rules, options)
        if not readings:
            counts = list(hand.counts)
            counts[win.win_tile.index] += 1
            return reject_incomplete(tiles_away(counts, len(hand.melds), seven_pairs=True), waits)
        judged = [(one, [rule for rule in rules if rule.way(one, options) is None]) for one in readings]
        valid = [one for one, failed in judged if not failed]
        barred = bars(win, options)
        if barred or not valid:
            return reject(judged, barred, rules, waits, options)
        ranked = candidates(valid, waits, options)
        conditions = explain(ranked[0].interpretation, rules, options)
        return score_sheet(win, conditions, ranked, waits, options, heavenly(win, options))
