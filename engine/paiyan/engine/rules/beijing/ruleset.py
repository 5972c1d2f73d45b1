"""北京麻将: shape, fans and points put together to a ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from paiyan.engine.facts import EventKind, KongKind, Method, TableContext, WinContext, left_of
from paiyan.engine.hand import Hand, MeldKind
from paiyan.engine.laid import LaidHand, Shape, lay_out, winning_kinds
from paiyan.engine.rules import plain
from paiyan.engine.rules.base import RuleSet
from paiyan.engine.rules.beijing import checks
from paiyan.engine.rules.beijing.fans import BASIC, Situation, dragon_runs, fans_of
from paiyan.engine.rules.beijing.options import BeijingOptions
from paiyan.engine.rules.beijing.payments import shares, table_transfers, win_transfers
from paiyan.engine.rules.beijing.points import highest, not_counted, point_lines, points, units
from paiyan.engine.ruling import Alternative, Fault, Note, Ruling, ScoreSheet
from paiyan.engine.settlement import Transfer
from paiyan.engine.tiles import Tile

SHAPES: Final = frozenset({Shape.SETS, Shape.PAIRS})
MOUTHS: Final = 3
"""嘴 from one player after which two play in 互包."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """A way to lay out the hand with its fans and its multiple of the base points."""

    laid: LaidHand
    fans: tuple[plain.Fan, ...]
    units: int

    @property
    def rank(self) -> tuple[int, int, list[str]]:
        """Sorts by worth; the names make equal ones come out the same whatever the order of the tiles."""
        return self.units, sum(fan.value for fan in self.fans), [fan.label.id for fan in self.fans]


class Beijing(RuleSet[BeijingOptions]):
    """北京麻将 (rules/spec.md §4)."""

    id = "beijing"
    options_type = BeijingOptions
    kinds = frozenset(range(34))
    methods = frozenset({Method.RON, Method.ZIMO, Method.KONG_OPEN, Method.ROB_KONG, Method.HAIDI, Method.HAIDI_RON})
    same_methods = MappingProxyType({Method.GANGKAI: Method.KONG_OPEN, Method.HAIDILAO: Method.HAIDI})
    events = frozenset({EventKind.SHAOZHUANG, EventKind.EARLY_DRAW, EventKind.HUANGZHUANG})
    flags = frozenset({"hubao_partner"})
    needs_open = False
    pays_kongs = False

    def check_table(self, table: TableContext, options: BeijingOptions) -> None:
        """Rounds of 烧庄 that can be."""
        checks.check_shaozhuang(table)

    def liable(self, hand: Hand, win: WinContext) -> int | None:
        """The 互包 partner."""
        return win.table.flags.hubao_partner if win.liable is None else win.liable

    def check(self, hand: Hand, win: WinContext, options: BeijingOptions) -> None:
        """Facts that 北京麻将 ties together; see :mod:`~paiyan.engine.rules.beijing.checks`."""
        plain.check_kong_open(hand, win)
        checks.check_won(win)
        checks.check_partner(win)

    def rule(self, hand: Hand, win: WinContext, options: BeijingOptions) -> Ruling:
        """The dearest way to lay out the hand, or what it lacks."""
        laid = lay_out(hand, win.win_tile.index, SHAPES)
        if not laid:
            return replace(plain.not_complete(hand, win, SHAPES), fans=())
        barred = plain.kongs_not_robbable(win, _robbable(options))
        allowed = [one for one in laid if not barred and _may_rob(one, win, options)]
        if not allowed:
            return replace(plain.refused(laid[0], barred or [_only_a_dragon_robs(win)]), fans=())
        waits = winning_kinds(hand, win.win_tile.index, SHAPES)
        judged = [_judged(Situation(one, hand, win, waits, options)) for one in allowed]
        best = max(judged, key=lambda one: one.rank)
        worth = points(hand, best.units, options)
        return ScoreSheet(
            conditions=(plain.complete(best.laid),),
            lines=point_lines(hand, best.fans, win, options),
            alternatives=(*not_counted(best.fans, options), *_lower(best, judged, hand, options)),
            label=highest(best.fans).label if best.fans else BASIC,
            waits=tuple(map(Tile.from_index, waits)),
            shares=shares(win, worth, options),
            fans=tuple(fan.label.id for fan in best.fans),
            units=best.units,
            points=worth,
            notes=(Note("beijing_base", {"base": options.base_points}), *_partner_notes(hand, win, options)),
        )

    def settle_win(self, win: WinContext, shares: Mapping[int, int], options: BeijingOptions) -> list[Transfer]:
        """Payments for the win."""
        return win_transfers(win, shares, options)

    def settle_table(self, table: TableContext, options: BeijingOptions) -> list[Transfer]:
        """烧庄 and fines."""
        return table_transfers(table, options)

    def paid_winners(self, valid: Sequence[int], giver: int, options: BeijingOptions) -> tuple[int, ...]:
        """All winners, or by house rule the nearest in playing order."""
        return tuple(valid) if options.multi_ron == "all_pay" else super().paid_winners(valid, giver, options)

    def next_dealer(self, dealer: int, winners: tuple[int, ...], options: BeijingOptions) -> int:
        """The dealer stays or passes the deal on as ``dealer_repeat`` says."""
        return plain.next_dealer(dealer, winners, options.dealer_repeat)


def _robbable(options: BeijingOptions) -> set[KongKind]:
    return {KongKind.ZHUA} if options.angang_robbable_by == "nobody" else {KongKind.ZHUA, KongKind.AN}


def _may_rob(laid: LaidHand, win: WinContext, options: BeijingOptions) -> bool:
    """A concealed kong only gives a tile to the body of a 一条龙, unless the house lets anyone rob it."""
    robbed = any(kong.void and kong.kind is KongKind.AN for kong in win.table.kongs)
    if not robbed or options.angang_robbable_by == "anyone":
        return True
    return any(run <= laid.win < run + 3 for run in dragon_runs(laid, options))


def _only_a_dragon_robs(win: WinContext) -> Fault:
    return Fault("kong_not_robbable", "an_dragon", {"tile": win.win_tile.code})


def _judged(one: Situation) -> _Judged:
    fans = fans_of(one)
    return _Judged(one.laid, fans, units(fans, one.win, one.options))


def _lower(best: _Judged, judged: Sequence[_Judged], hand: Hand, options: BeijingOptions) -> tuple[Alternative, ...]:
    """Other ways to lay out the hand that are worth no more."""
    found: list[Alternative] = []
    for other in sorted((one for one in judged if one is not best), key=lambda one: one.rank, reverse=True):
        label = highest(other.fans).label if other.fans else BASIC
        worth = points(hand, other.units, options)
        params = {"label": label.term, "points": worth, "reading": other.laid.text}
        found.append(Alternative(label.id, worth, other.laid.text, "lower", params))
    return tuple(found)


def _partner_notes(hand: Hand, win: WinContext, options: BeijingOptions) -> tuple[Note, ...]:
    """Three 嘴 from one seat make 互包; whether they did is for the table to say."""
    if not options.hubao or win.liable is not None:
        return ()
    claimed = [meld for meld in hand.melds if meld.kind in (MeldKind.CHI, MeldKind.PENG, MeldKind.ZHUA)]
    sources = [left_of(win.winner) if meld.kind is MeldKind.CHI else meld.source for meld in claimed]
    return tuple(Note("hubao_likely", {"seat": seat}) for seat in win.losers if sources.count(seat) >= MOUTHS)
