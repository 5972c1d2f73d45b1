"""锦州麻将: conditions, class and multipliers put together to a ruling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from paiyan.engine.distance import tiles_away
from paiyan.engine.facts import Method, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.jinzhou.classes import best_class, candidates
from paiyan.engine.rules.jinzhou.conditions import CONDITIONS, OPENED, Rule, explain, interpretations, meeting
from paiyan.engine.rules.jinzhou.family import JinzhouFamily
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.rejections import bars, reject, reject_incomplete
from paiyan.engine.rules.jinzhou.sheets import heavenly, score_sheet
from paiyan.engine.rules.jinzhou.waits import WaitSearch, each_wait, valid_waits
from paiyan.engine.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a claimed win is one, its class and the points of the class; None where it is none."""

    valid: bool
    hu_class: int | None = None
    points: int | None = None


_INVALID: Final = Verdict(False)


class Jinzhou(JinzhouFamily[JinzhouOptions]):
    """锦州麻将 (rules/spec.md §1)."""

    id = "jinzhou"
    options_type = JinzhouOptions

    def rule(self, hand: Hand, win: WinContext, options: JinzhouOptions) -> Ruling:
        """The best class among all valid readings, or every failed condition of the nearest one."""
        rules = _rules(win, options)
        readings = interpretations(hand, win.win_tile.index)
        valid = meeting(readings, rules, options)
        waits = valid_waits(hand, win, valid, rules, options)
        if not readings:
            counts = list(hand.counts)
            counts[win.win_tile.index] += 1
            return reject_incomplete(tiles_away(counts, len(hand.melds), seven_pairs=True), waits)
        barred = bars(win, options)
        if barred or not valid:
            judged = [(one, [rule for rule in rules if rule.way(one, options) is None]) for one in readings]
            return reject(judged, barred, rules, waits, options)
        ranked = candidates(valid, waits, options)
        conditions = explain(ranked[0].interpretation, rules, options)
        return score_sheet(win, conditions, ranked, waits, options, heavenly(win, options))

    def verdict(self, hand: Hand, win: WinContext, options: JinzhouOptions) -> Verdict:
        """What :meth:`rule` decides, without what explains it: for simulation and search."""
        rules = _rules(win, options)
        valid = meeting(interpretations(hand, win.win_tile.index), rules, options)
        if not valid or bars(win, options):
            return _INVALID
        waits = WaitSearch(each_wait(hand, win, valid, rules, options))
        return Verdict(True, *best_class(valid, waits, options))


def _rules(win: WinContext, options: JinzhouOptions) -> tuple[Rule, ...]:
    """The conditions to be met; the hand of 天胡 could not open."""
    return (*CONDITIONS, OPENED) if options.require_open and win.method is not Method.TIANHU else CONDITIONS
