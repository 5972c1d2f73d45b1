"""From 番 to points in 广东鸡平和: one point doubled by every 番 up to 爆和, fixed hands, the least of some wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from paiyan.engine.facts import Method
from paiyan.engine.rules.guangdong_jipinghu.patterns import Situation, extras_of, patterns_of
from paiyan.engine.rules.guangdong_jipinghu.specials import Special, specials_of
from paiyan.engine.rules.plain import Fan, behind
from paiyan.engine.ruling import Alternative, Label, Line

FIRST_ROUND: Final = frozenset({Method.TIANHE, Method.DIHE, Method.RENHE})
"""天和, 地和 and 人和."""
_RAISED: Final = frozenset({Method.KONG_OPEN, Method.HAIDI, Method.ROB_KONG})
"""杠上开花, 海底捞月 and 抢杠, which are worth 3 番 at least."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a win laid out one way is worth to one payer, and what that is made of.

    ``fan``: what its tags add up to without the cap; ``left``: what is there but does not count.
    """

    situation: Situation
    label: Label
    points: int
    fan: int
    tags: tuple[str, ...]
    lines: tuple[Line, ...]
    left: tuple[Alternative, ...]

    @property
    def rank(self) -> tuple[int, int, tuple[str, ...]]:
        """Sorts by worth; the names make equal ones come out the same whatever the order of the tiles."""
        return self.points, self.fan, self.tags


def worth(one: Situation) -> Worth:
    """The worth of a win laid out one way, whatever the way of winning."""
    specials = specials_of(one.laid, one.options)
    return _special(one, specials[0], specials[1:]) if specials else _within_cap(one)


def raised(hand: Worth) -> Worth:
    """The worth of a win that is worth something at least by the way of winning."""
    label, points, name = _least(hand.situation) or (None, 0, "")
    if points <= hand.points:
        return hand
    line = Line(name, points=points, params={"points": points})
    return replace(hand, label=label or hand.label, points=points, lines=(*hand.lines, line))


def _least(one: Situation) -> tuple[Label | None, int, str] | None:
    """What the way of winning is worth at least, whatever the hand."""
    method = one.win.method
    if method in FIRST_ROUND:
        return _FIRST_LABELS[method], one.options.tianhe_points, f"gd_{method}"
    if method in _RAISED:
        return None, 1 << one.options.special_win_min_fan, f"gd_least_{method}"
    return None


_FIRST_LABELS: Final = {
    Method.TIANHE: Label("tianhe", "天和"),
    Method.DIHE: Label("dihe", "地和"),
    Method.RENHE: Label("renhe", "人和"),
}


def _special(one: Situation, best: Special, others: list[Special]) -> Worth:
    left = tuple(
        Alternative(
            other.label.id,
            other.points,
            one.laid.text,
            "special_lower",
            {"label": other.label.term, "points": other.points, "by": best.label.term, **_shown(one, other)},
        )
        for other in others
    )
    params = {"label": best.label.term, **_shown(one, best)}
    line = Line(f"gd_{best.label.id}", points=best.points, params=params)
    return Worth(one, best.label, best.points, 0, (best.label.term,), (line,), left)


def _shown(one: Situation, special: Special) -> dict[str, object]:
    return behind(one.laid.groups if special.kinds is None else one.laid.sets_of(special.kinds))


def _within_cap(one: Situation) -> Worth:
    patterns, extras = patterns_of(one), extras_of(one)
    best = max(patterns, key=lambda tag: tag.value)
    counted = patterns if one.options.combine == "sum" else (best,)
    fan = sum(tag.value for tag in (*counted, *extras))
    lines = [Line("gd_base", points=1), *map(_line, counted), *map(_line, extras)]
    cap = one.options.cap_fan
    if fan > cap:
        lines.append(Line("gd_cap", points=1 << cap, params={"fan": fan, "cap": cap}))
    tags = tuple(tag.label.term for tag in (*patterns, *extras))
    return Worth(one, best.label, 1 << min(fan, cap), fan, tags, tuple(lines), tuple(_lower(best, patterns, counted)))


def _lower(best: Fan, patterns: tuple[Fan, ...], counted: tuple[Fan, ...]) -> Iterator[Alternative]:
    for tag in patterns:
        if tag not in counted:
            params = {"label": tag.label.term, "by": best.label.term, **behind(tag.groups)}
            yield Alternative(tag.label.id, 1 << tag.value, str(params["reading"]), "only_highest", params)


def _line(tag: Fan) -> Line:
    params = {"fan": tag.value, "label": tag.label.term, **behind(tag.groups)}
    return Line(f"gd_{tag.label.id}", factor=1 << tag.value, params=params)
