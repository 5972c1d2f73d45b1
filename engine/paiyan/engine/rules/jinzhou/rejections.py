"""Why a claimed win in 锦州麻将 is none, and what comes nearest to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from paiyan.engine.facts import KongKind, WinContext
from paiyan.engine.rules.jinzhou.conditions import ConditionRule, Interpretation, Ways, explain
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.waits import Waits
from paiyan.engine.ruling import Alternative, Condition, Fault, Fix, Rejection
from paiyan.engine.tiles import Tile, format_tiles

I = TypeVar("I", bound=Interpretation)  # noqa: E741
J = TypeVar("J", bound=JinzhouOptions)


def bars(win: WinContext, options: JinzhouOptions) -> list[Fault]:
    """What forbids a win whatever the tiles are: 漏胡, or a kong that cannot be robbed."""
    faults: list[Fault] = []
    if options.louhu == "until_own_draw" and win.table.flags.louhu_blocked and win.method.from_other:
        faults.append(Fault("louhu_blocked"))
    for kong in win.table.kongs:
        robbable = kong.kind is KongKind.ZHUA or (kong.kind is KongKind.AN and options.rob_concealed_kong)
        if kong.void and not robbable:
            faults.append(Fault("kong_not_robbable", str(kong.kind), {"tile": kong.tile.code}))
    return faults


def reject_incomplete(away: int, waits: Waits) -> Rejection:
    """The rejection of tiles without a winning shape, ``away`` tiles from one: ``not_complete`` alone."""
    return Rejection(
        faults=(Fault("not_complete", params={"count": away}),),
        nearest=(*_winning_tiles(waits), Fix("tiles_away", params={"count": away})),
        conditions=(Condition("complete", False, "fails"),),
    )


def reject(
    judged: Sequence[tuple[I, Ways]],
    barred: Sequence[Fault],
    rules: Sequence[ConditionRule[I, J]],
    waits: Waits,
) -> Rejection:
    """The rejection of complete tiles: every condition failed by the reading that fails fewest.

    ``judged`` gives each reading with how it meets the rules.
    """
    nearest, ways = min(judged, key=lambda one: one[1].count(None))
    failed = _failed(rules, ways)
    faults = [*(rule.complain(nearest) for rule in failed), *barred]
    return Rejection(
        faults=tuple(faults),
        nearest=(
            *(_winning_tiles(waits) if failed else ()),
            *(Fix(fault.id, fault.detail, fault.params) for fault in faults),
        ),
        conditions=explain(nearest, rules, ways),
        alternatives=tuple(_failing(one, _failed(rules, ways)) for one, ways in judged if one is not nearest),
        wilds=nearest.wilds(None),
    )


def _failed(rules: Sequence[ConditionRule[I, J]], ways: Ways) -> list[ConditionRule[I, J]]:
    return [rule for rule, way in zip(rules, ways, strict=True) if way is None]


def _failing(one: I, failed: Sequence[ConditionRule[I, J]]) -> Alternative:
    params = {"reading": one.text, "reasons": [rule.fault for rule in failed]}
    return Alternative("", None, one.text, "fails", params, one.wilds(None))


def _winning_tiles(waits: Waits) -> tuple[Fix, ...]:
    if not waits.kinds:
        return ()
    return (Fix("wins_on", params={"tiles": format_tiles(map(Tile.from_index, waits.kinds))}),)
