"""The score sheet of a valid win in 锦州麻将: class or fixed sum, multipliers and shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from paiyan.engine.facts import Method, WinContext
from paiyan.engine.rules.jinzhou.classes import HEAVENLY, Candidate, alternatives
from paiyan.engine.rules.jinzhou.conditions import Interpretation
from paiyan.engine.rules.jinzhou.multipliers import Situation, multiplier_lines, shares
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.waits import Waits
from paiyan.engine.ruling import Condition, Label, Line, ScoreSheet
from paiyan.engine.tiles import ALL_TILES

J = TypeVar("J", bound=JinzhouOptions)


@dataclass(frozen=True, slots=True)
class FixedSum:
    """A win paid by a fixed sum in place of its class: ``points`` from each of ``payers``.

    ``multiplied``: by house rule the multipliers of rules/spec.md §1.5 apply to it.
    """

    label: Label
    points: int
    payers: tuple[int, ...]
    multiplied: bool


def heavenly(win: WinContext, options: JinzhouOptions) -> FixedSum | None:
    """天胡: a fixed sum from each (J16)."""
    if win.method is not Method.TIANHU:
        return None
    return FixedSum(HEAVENLY, options.tianhu_each, win.losers, options.tianhu_multiplied)


def score_sheet(
    win: WinContext,
    conditions: tuple[Condition, ...],
    ranked: Sequence[Candidate[Interpretation]],
    waits: Waits,
    options: JinzhouOptions,
    fixed: FixedSum | None,
    further: Sequence[Line] = (),
) -> ScoreSheet:
    """The sheet of the best of ``ranked``; ``further`` lines multiply whatever else does."""
    best = ranked[0]
    closed = tuple([not seat for seat in win.table.open or ()])
    situation = Situation(win, closed, best.interpretation.seven_pairs, options)
    points = fixed.points if fixed else best.points
    lines = [*(multiplier_lines(situation) if fixed is None or fixed.multiplied else ()), *further]
    start = Line(
        fixed.label.id if fixed else f"class_{best.hu_class}", points=points, params={"label": best.label.term}
    )
    owed = shares(points, lines, fixed.payers if fixed else win.losers)
    cap = options.score_cap
    if cap is not None and max(owed.values()) > cap:
        limited = tuple(seat for seat, share in owed.items() if share > cap)
        owed = {seat: min(share, cap) for seat, share in owed.items()}
        lines.append(Line("score_cap", points=cap, seats=limited, params={"cap": cap}))
    return ScoreSheet(
        conditions=conditions,
        lines=(start, *lines),
        alternatives=alternatives(ranked, waits, options),
        label=fixed.label if fixed else best.label,
        hu_class=best.hu_class,
        class_points=best.points,
        waits=tuple([ALL_TILES[kind] for kind in waits.kinds]),
        shares=owed,
        wilds=best.interpretation.wilds(best.shape),
    )
