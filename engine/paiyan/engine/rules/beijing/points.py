"""From fans to points in 北京麻将: how fans add up, the last discard, half for a broken 门清."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from paiyan.engine.facts import Method, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.rules.beijing.options import BeijingOptions
from paiyan.engine.rules.plain import Fan, behind
from paiyan.engine.ruling import Alternative, Line


def units(fans: Sequence[Fan], win: WinContext, options: BeijingOptions) -> int:
    """How many times the base points a hand is worth (``fan_combine``), before it is halved."""
    values = [fan.value for fan in fans]
    last = win.method is Method.HAIDI_RON
    if options.fan_combine == "pow2":
        return 1 << sum(values) + last
    total = {"sum": sum(values), "product": prod(values), "max": max(values, default=1)}[options.fan_combine]
    return max(total, 1) + last


def points(hand: Hand, worth: int, options: BeijingOptions) -> int:
    """Points of a hand worth ``worth`` times the base; half, rounded up, once it is no longer 门清."""
    full = options.base_points * worth
    return -(-full // 2) if options.open_half and hand.is_open else full


def point_lines(hand: Hand, fans: Sequence[Fan], win: WinContext, options: BeijingOptions) -> tuple[Line, ...]:
    """What the points are made of: base or fans, the last discard, half."""
    lines = _fan_lines(fans, options)
    if win.method is Method.HAIDI_RON:
        lines.append(_last_discard(win, options))
    if options.open_half and hand.is_open:
        worth = units(fans, win, options)
        half = points(hand, worth, options)
        lines.append(Line("beijing_half", points=half, params={"full": options.base_points * worth, "half": half}))
    return tuple(lines)


def _fan_lines(fans: Sequence[Fan], options: BeijingOptions) -> list[Line]:
    base, how = options.base_points, options.fan_combine
    start = Line("beijing_base", points=base, params={"base": base})
    if not fans:
        return [start]
    if how == "pow2":
        return [start, *(_line(fan, factor=1 << fan.value) for fan in fans)]
    if how == "max":
        return [_line(highest(fans), points=base * highest(fans).value)]
    first, *others = fans
    if how == "product":
        return [_line(first, points=base * first.value), *(_line(fan, factor=fan.value) for fan in others)]
    return [_line(fan, points=base * fan.value) for fan in fans]


def highest(fans: Sequence[Fan]) -> Fan:
    """The fan worth most, of equal ones the first."""
    return max(fans, key=lambda fan: fan.value)


def not_counted(fans: Sequence[Fan], options: BeijingOptions) -> tuple[Alternative, ...]:
    """Fans that are there but do not count where only the highest does."""
    if options.fan_combine != "max" or len(fans) < 2:
        return ()
    best = highest(fans)
    return tuple(
        Alternative(
            fan.label.id,
            options.base_points * fan.value,
            str(behind(fan.groups)["reading"]),
            "only_highest",
            {"label": fan.label.term, "by": best.label.term, **behind(fan.groups)},
        )
        for fan in fans
        if fan is not best
    )


def _line(fan: Fan, points: int | None = None, factor: int | None = None) -> Line:
    params = {"fan": fan.value, "label": fan.label.term, **behind(fan.groups)}
    return Line(f"beijing_{fan.label.id}", points=points, factor=factor, params=params)


def _last_discard(win: WinContext, options: BeijingOptions) -> Line:
    params = {"fan": 1, **behind([(win.win_tile,)])}
    if options.fan_combine == "pow2":
        return Line("beijing_haidi_ron", factor=2, params=params)
    return Line("beijing_haidi_ron", points=options.base_points, params=params)
