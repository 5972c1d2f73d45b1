"""国标 MCR: readings, fans and payments put together to a ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from paiyan.engine.facts import EventKind, Method, TableContext, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.base import RuleSet
from paiyan.engine.rules.mcr import checks
from paiyan.engine.rules.mcr.count import Tally, tally
from paiyan.engine.rules.mcr.decompose import deal_of, readings
from paiyan.engine.rules.mcr.explain import (
    Judged,
    conditions,
    fan_lines,
    fan_points,
    left_out,
    other_readings,
)
from paiyan.engine.rules.mcr.options import McrOptions
from paiyan.engine.rules.mcr.reading import Shape
from paiyan.engine.rules.mcr.rejections import bars, reject, reject_incomplete
from paiyan.engine.rules.mcr.table import FANS, RANK, points_of
from paiyan.engine.rules.mcr.waits import valid_waits
from paiyan.engine.ruling import Label, Note, Ruling, ScoreSheet
from paiyan.engine.settlement import Account, Transfer

_TELLING: Final = frozenset(RANK[name] for name in ("yisesantongshun", "santongke"))
"""Fans that name a hand better than others of the same worth."""


class Mcr(RuleSet[McrOptions]):
    """国标 MCR (rules/spec.md §5)."""

    id = "mcr"
    options_type = McrOptions
    kinds = frozenset(range(34))
    methods = frozenset({Method.RON, Method.ZIMO, Method.KONG_OPEN, Method.ROB_KONG, Method.HAIDI, Method.HAIDI_RON})
    same_methods = MappingProxyType({Method.GANGKAI: Method.KONG_OPEN})
    events = frozenset({EventKind.HUANGZHUANG})
    flags = frozenset({"last_tile", "last_of_kind"})
    needs_open = False
    uses_winds = True
    uses_flowers = True
    pays_kongs = False
    start_points = 500
    game_rounds = 4

    def check(self, hand: Hand, win: WinContext, options: McrOptions) -> None:
        """Facts that 国标 ties together; see :mod:`~paiyan.engine.rules.mcr.checks`."""
        checks.check_kong(hand, win)
        checks.check_last_tile(hand, win)
        checks.check_winds(hand, win)

    def rule(self, hand: Hand, win: WinContext, options: McrOptions) -> Ruling:
        """The dearest reading with all its fans, or what the hand lacks."""
        deal = deal_of(hand, win, options)
        points = points_of(options.values)
        judged = [(reading, tally(reading, points)) for reading in readings(hand, deal)]
        if not judged:
            return reject_incomplete(hand, deal)
        best = dearest(judged)
        alternatives = other_readings(best, judged)
        barred = bars(win)
        notes = _notes(hand, win)
        if barred or best[1].points - best[1].flowers < options.min_fan:
            return reject(hand, win, best, barred, alternatives, notes, options)
        reading, worth = best
        fan = FANS[worth.counted[0][0]]
        return ScoreSheet(
            conditions=conditions(reading, worth, options),
            lines=fan_lines(reading, worth, win, options),
            alternatives=(*left_out(reading, worth, win, options), *alternatives),
            label=Label(fan.id, fan.name),
            waits=valid_waits(hand, deal),
            shares=shares(win, worth.points, options),
            fans=fan_points(worth, options),
            points=worth.points,
            notes=notes,
        )

    def worth(self, hand: Hand, win: WinContext, options: McrOptions) -> Tally | None:
        """What a win is worth, without explaining it; None if the tiles are no winning shape.

        Whether it wins is a matter of ``points`` without ``flowers`` and ``min_fan``.
        """
        points = points_of(options.values)
        judged = [(reading, tally(reading, points)) for reading in readings(hand, deal_of(hand, win, options))]
        return dearest(judged)[1] if judged else None

    def settle_win(self, win: WinContext, shares: Mapping[int, int], options: McrOptions) -> list[Transfer]:
        """Every loser pays the 底分; all of them the fan too if self-drawn, else who gave the tile."""
        return [
            Transfer(
                Account.HU,
                seat,
                win.winner,
                share,
                "base_and_fan" if share > options.base else "base",
                {"base": options.base, "points": share - options.base},
            )
            for seat, share in shares.items()
        ]

    def settle_table(self, table: TableContext, options: McrOptions) -> list[Transfer]:
        """Nothing is paid but the win: neither kongs nor 荒牌."""
        return []


def dearest(judged: Sequence[Judged]) -> Judged:
    """The reading worth most (就高不就低). Of equal ones that of a telling fan, then one of sets, the lowest."""
    if len(judged) == 1:
        return judged[0]
    return min(judged, key=_preference)


def _preference(one: Judged) -> tuple[int, bool, bool, list[tuple[int, bool]]]:
    reading, worth = one
    telling = any(rank in _TELLING for rank, _ in worth.counted)
    sets = [(kind, False) for kind in reading.pungs] + [(kind, True) for kind in reading.chows]
    return -worth.points, not telling, reading.shape is Shape.PAIRS, sorted(sets)


def shares(win: WinContext, points: int, options: McrOptions) -> dict[int, int]:
    """What each loser pays: 底分 + fan by all if self-drawn, else by the one who gave the tile, 底分 by the others."""
    paying = win.losers if win.discarder is None else (win.discarder,)
    return {seat: options.base + (points if seat in paying else 0) for seat in win.losers}


def _notes(hand: Hand, win: WinContext) -> tuple[Note, ...]:
    """和绝张 is never counted by itself; where the other three are seen to lie open, it is mentioned."""
    if win.table.flags.last_of_kind or win.method is Method.ROB_KONG:
        return ()
    claimed = [tile for meld in hand.melds if meld.kind.opens for tile in meld.tiles]
    seen = sum(tile == win.win_tile for tile in (*claimed, *win.table.visible))
    return (Note("last_of_kind_seen", {"tile": win.win_tile.code}),) if seen >= 3 else ()
