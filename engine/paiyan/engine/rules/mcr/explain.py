"""Saying what a reading is worth and why: its fans with their tiles, what is left out, what else was considered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from paiyan.engine.facts import WinContext
from paiyan.engine.rules.mcr.count import Hit, Tally
from paiyan.engine.rules.mcr.evidence import groups_at, reading_text, whole_hand
from paiyan.engine.rules.mcr.options import McrOptions
from paiyan.engine.rules.mcr.principles import Barred, combined_pungs, combined_runs
from paiyan.engine.rules.mcr.reading import Reading, Shape
from paiyan.engine.rules.mcr.table import ABSORBS, COVERS, EXCLUDES, FANS, RANK, points_of
from paiyan.engine.ruling import Alternative, Condition, Line
from paiyan.engine.shapes import HONOURS

Judged = tuple[Reading, Tally]
"""A reading and what it is worth."""

_COMPLETE_BY: Final = {Shape.SETS: "sets", Shape.PAIRS: "qidui"}


def fan_points(tally: Tally, options: McrOptions) -> dict[str, int]:
    """Points of each fan counted, by its Chinese name, dearest first."""
    points = points_of(options.values)
    found: dict[str, int] = {}
    for rank, _ in tally.counted:
        found[FANS[rank].name] = found.get(FANS[rank].name, 0) + points[rank]
    return found


def fan_lines(hand: Reading, tally: Tally, win: WinContext, options: McrOptions) -> tuple[Line, ...]:
    """A line for each fan counted, with the tiles of each time it is."""
    points = points_of(options.values)
    lines: list[Line] = []
    for rank in dict.fromkeys(rank for rank, _ in tally.counted):
        # Flowers lie together in one place.
        places = list(dict.fromkeys(place for other, place in tally.counted if other == rank))
        count = sum(other == rank for other, _ in tally.counted)
        params = _described(hand, rank, places, win)
        lines.append(Line(f"fan.{FANS[rank].id}", points=points[rank] * count, params={**params, "count": count}))
    return tuple(lines)


def _described(hand: Reading, rank: int, places: Sequence[int], win: WinContext) -> dict[str, object]:
    groups = [groups_at(hand, place, win.flowers) for place in places]
    return {
        "label": FANS[rank].name,
        "reading": " / ".join(map(reading_text, groups)),
        "tiles": [[tile.code for group in one for tile in group] for one in groups],
    }


def conditions(hand: Reading, tally: Tally, options: McrOptions) -> tuple[Condition, ...]:
    """The shape and the points needed to win, flowers not counted."""
    reached = tally.points - tally.flowers
    enough = reached >= options.min_fan
    return (
        Condition(
            "complete",
            True,
            _COMPLETE_BY.get(hand.shape, str(hand.shape)),
            params={"reading": reading_text(whole_hand(hand))},
        ),
        Condition(
            "minimum",
            enough,
            "reached" if enough else "fails",
            params={"points": reached, "needed": options.min_fan},
        ),
    )


def left_out(hand: Reading, tally: Tally, win: WinContext, options: McrOptions) -> tuple[Alternative, ...]:
    """Every fan that is there but not counted, with the fan or principle that keeps it out."""
    points = points_of(options.values)
    found: list[Alternative] = []
    for rank, place in tally.left:
        by = _keeps_out(rank, place, tally.counted)
        params = {**_described(hand, rank, [place], win), "by": FANS[by].name}
        found.append(Alternative(FANS[rank].id, points[rank], str(params["reading"]), "fan_implied", params))
    for (one, bar, other), shift in _barred_combinations(hand):
        rank = RANK[one.fan.id]
        params = {**_described(hand, rank, [one.place << shift], win), "by": other.fan.name}
        found.append(Alternative(one.fan.id, points[rank], str(params["reading"]), f"fan_{bar}", params))
    return tuple(found)


def _keeps_out(rank: int, place: int, counted: Sequence[Hit]) -> int:
    """The fan counted that keeps out the one at ``rank``."""
    bit = 1 << rank
    return next(
        other
        for other, tiles in counted
        if EXCLUDES[other] & bit or (COVERS[other] & bit and not place & ~tiles) or ABSORBS[other] & bit
    )


def _barred_combinations(hand: Reading) -> Iterator[tuple[Barred, int]]:
    yield from ((one, 0) for one in combined_runs(hand.chows, hand.pair)[1])
    numbered = tuple(kind for kind in hand.pungs if kind < HONOURS)
    yield from ((one, len(hand.chows)) for one in combined_pungs(numbered)[1])


def other_readings(best: Judged, judged: Sequence[Judged]) -> tuple[Alternative, ...]:
    """The other ways to read the hand, dearest first."""
    others = sorted((one for one in judged if one is not best), key=lambda one: -one[1].points)
    return tuple(_other(hand, tally, tally.points == best[1].points) for hand, tally in others)


def _other(hand: Reading, tally: Tally, equal: bool) -> Alternative:
    fan = FANS[tally.counted[0][0]]
    text = reading_text(whole_hand(hand))
    params = {"label": fan.name, "points": tally.points, "reading": text}
    return Alternative(fan.id, tally.points, text, "equal_fan" if equal else "lower_fan", params)
