"""Why a claimed win of 国标 is none, and what comes nearest to one."""

from __future__ import annotations

from dataclasses import replace

from paiyan.engine.facts import KongKind, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.mcr.explain import Judged, conditions, fan_lines, fan_points, left_out
from paiyan.engine.rules.mcr.options import McrOptions
from paiyan.engine.rules.mcr.reading import Deal
from paiyan.engine.rules.mcr.waits import best_points, tiles_missing, valid_waits
from paiyan.engine.ruling import Alternative, Condition, Fault, Fix, Note, Rejection
from paiyan.engine.tiles import format_tiles


def bars(win: WinContext) -> list[Fault]:
    """A kong that cannot be robbed: only a tile added to an open triplet can."""
    return [
        Fault("kong_not_robbable", str(kong.kind), {"tile": kong.tile.code})
        for kong in win.table.kongs
        if kong.void and kong.kind is not KongKind.ZHUA
    ]


def reject_incomplete(hand: Hand, deal: Deal) -> Rejection:
    """The rejection of tiles without a winning shape: ``not_complete`` alone."""
    away = tiles_missing(hand, deal)
    return Rejection(
        faults=(Fault("not_complete", params={"count": away}),),
        nearest=(*_winning_tiles(hand, deal), Fix("tiles_away", params={"count": away})),
        conditions=(Condition("complete", False, "no_shape"),),
    )


def reject(
    hand: Hand,
    win: WinContext,
    best: Judged,
    barred: list[Fault],
    alternatives: tuple[Alternative, ...],
    notes: tuple[Note, ...],
    options: McrOptions,
) -> Rejection:
    """The rejection of complete tiles that are worth too little, or may not win whatever they are worth."""
    reading, tally = best
    reached = tally.points - tally.flowers
    missing = max(0, options.min_fan - reached)
    short = (
        [Fault("below_8_fan", params={"points": reached, "needed": options.min_fan, "missing": missing})]
        if missing
        else []
    )
    return Rejection(
        faults=(*short, *barred),
        nearest=(*(_ways_to_enough(hand, reading.deal, missing) if missing else ()), *_unbarred(barred)),
        conditions=conditions(reading, tally, options),
        alternatives=(*left_out(reading, tally, win, options), *alternatives),
        lines=fan_lines(reading, tally, win, options),
        fans=fan_points(tally, options),
        points=tally.points,
        notes=notes,
    )


def _unbarred(barred: list[Fault]) -> tuple[Fix, ...]:
    return tuple(Fix(fault.id, "da") for fault in barred if fault.detail == "da")


def _ways_to_enough(hand: Hand, deal: Deal, missing: int) -> tuple[Fix, ...]:
    """Other tiles that win, drawing the tile oneself, the tile being the last of its kind; and what is missing."""
    ways = [*_winning_tiles(hand, deal)]
    if not deal.drawn:
        drawn = replace(deal, drawn=True, robbed=False, last_of_kind=False, last_tile=False)
        ways += _if_enough("self_draw", hand, drawn)
    if not deal.last_of_kind and not deal.robbed and not deal.concealed[deal.win]:
        ways += _if_enough("last_of_kind", hand, replace(deal, last_of_kind=True))
    return (*ways, Fix("below_8_fan", params={"missing": missing}))


def _if_enough(id: str, hand: Hand, deal: Deal) -> list[Fix]:
    points = best_points(hand, deal) or 0
    return [Fix(id, params={"points": points})] if points >= deal.options.min_fan else []


def _winning_tiles(hand: Hand, deal: Deal) -> tuple[Fix, ...]:
    waits = valid_waits(hand, deal)
    return (Fix("wins_on", params={"tiles": format_tiles(waits)}),) if waits else ()
