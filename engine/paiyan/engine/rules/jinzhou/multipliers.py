"""What multiplies the class points, one small rule each (rules/spec.md §1.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from paiyan.engine.facts import Method, WinContext
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.ruling import Line


@dataclass(frozen=True, slots=True)
class Situation:
    """A valid win seen by the multipliers. ``closed`` tells per seat whether it is not 开门."""

    win: WinContext
    closed: tuple[bool, ...]
    seven_pairs: bool
    options: JinzhouOptions

    @property
    def winner_menqing(self) -> bool:
        """Whether the winner's own 门清 counts: not for seven pairs, which count as open."""
        if self.seven_pairs and self.options.qidui_counts_as_open:
            return False
        if self.options.menqing_requires_self_draw and self.win.method.from_other:
            return False
        return self.closed[self.win.winner]

    @property
    def closed_losers(self) -> tuple[int, ...]:
        """Losers who are not 开门."""
        return tuple([seat for seat in self.win.losers if self.closed[seat]])


@cache
def _factor(name: str, factor: int, seats: tuple[int, ...] | None = None) -> Line | None:
    """A line on the shares of ``seats`` or on every share; the same each time."""
    return Line(name, factor=factor, seats=seats) if factor > 1 else None


def self_draw(one: Situation) -> Line | None:
    """自摸 ×2; part of 海底捞 and 杠开 too."""
    return _factor("zimo", 2)


def haidilao(one: Situation) -> Line | None:
    """海底捞: what it adds to 自摸."""
    return _factor("haidilao", one.options.haidilao_total // 2)


def kong_open(one: Situation) -> Line | None:
    """杠开 and 红中杠开: what they add to 自摸."""
    if one.win.red_kong:
        return _factor("red_kong_open", one.options.red_kong_open_extra)
    return _factor("kong_open", one.options.kong_open_extra)


def discard(one: Situation) -> Line | None:
    """点炮 ×2; part of 抢杠 and 杠流泪 too. By house rule only on the share of the one who gave the tile."""
    giver = one.win.discarder
    if one.options.discard_double_scope == "discarder_only" and giver is not None:
        return _factor("ron", 2, (giver,))
    return _factor("ron", 2)


def rob_kong(one: Situation) -> Line | None:
    """抢杠: what it adds to 点炮."""
    return _factor("rob_kong", one.options.rob_kong_total // 2)


def kong_leak(one: Situation) -> Line | None:
    """杠流泪 and 红中杠流泪: what they add to 点炮."""
    if one.win.red_kong:
        return _factor("red_kong_leak", one.options.red_kong_leak_total // 2)
    return _factor("kong_leak", one.options.kong_leak_total // 2)


def dealer(one: Situation) -> Line | None:
    """庄 ×2: on every share if the dealer wins, else on the dealer's own."""
    seat = one.win.table.dealer
    if seat == one.win.winner:
        return _factor("dealer_wins", 2)
    return _factor("dealer_pays", 2, (seat,)) if one.options.dealer_double == "winner_or_payer" else None


def menqing_winner(one: Situation) -> Line | None:
    """门清 of the winner ×2."""
    return _factor("menqing_winner", 2) if one.winner_menqing else None


def menqing_losers(one: Situation) -> Line | None:
    """门清 of each loser ×2 on that share; with ``either_once`` only where the winner's did not count."""
    scope, seats = one.options.menqing_scope, one.closed_losers
    if scope == "winner_only" or not seats or (scope == "either_once" and one.winner_menqing):
        return None
    return _factor("menqing_loser", 2, seats)


def siqing(one: Situation) -> Line | None:
    """四清: nobody is 开门; not for seven pairs while they count as open."""
    as_open = one.seven_pairs and one.options.qidui_counts_as_open and not one.options.qidui_siqing
    return _factor("siqing", one.options.siqing_multiplier) if all(one.closed) and not as_open else None


Multiplier = Callable[[Situation], Line | None]
WAYS: Final[Mapping[Method, tuple[Multiplier, ...]]] = {
    Method.ZIMO: (self_draw,),
    Method.TIANHU: (self_draw,),
    Method.HAIDILAO: (self_draw, haidilao),
    Method.KONG_OPEN: (self_draw, kong_open),
    Method.RON: (discard,),
    Method.ROB_KONG: (discard, rob_kong),
    Method.KONG_LEAK: (discard, kong_leak),
}
"""What the way of winning multiplies by."""
MULTIPLIERS: Final[tuple[Multiplier, ...]] = (dealer, menqing_winner, menqing_losers, siqing)
"""What multiplies however the tile came."""


def multiplier_lines(one: Situation) -> list[Line]:
    """The multipliers that apply, in the order of the rules."""
    return [line for rule in _rules(one.win.method) if (line := rule(one)) is not None]


@cache
def _rules(method: Method) -> tuple[Multiplier, ...]:
    return (*WAYS[method], *MULTIPLIERS)


def shares(points: int, lines: Sequence[Line], losers: Iterable[int]) -> dict[int, int]:
    """What each loser owes: ``points`` times the factors of the lines on that share."""
    owed = dict.fromkeys(losers, points)
    for line in lines:
        if (factor := line.factor) is not None:
            for seat in owed if line.seats is None else line.seats:
                if seat in owed:
                    owed[seat] *= factor
    return owed
