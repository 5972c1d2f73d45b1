"""Hands of fixed points in 广东鸡平和, to which nothing adds (004 §六 二)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from paiyan.engine.laid import DRAGONS, TERMINALS, WINDS, LaidHand, Shape
from paiyan.engine.rules.guangdong_jipinghu.options import JipinghuOptions
from paiyan.engine.ruling import Label
from paiyan.engine.shapes import HONOURS

NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
"""1112345678999 as counts."""


@dataclass(frozen=True, slots=True)
class Special:
    """A hand of fixed ``points``. ``kinds``: the tiles that show it, None for the whole hand."""

    label: Label
    points: int
    holds: Callable[[LaidHand, JipinghuOptions], bool]
    kinds: tuple[int, ...] | None = None


def _pure(laid: LaidHand, options: JipinghuOptions) -> bool:
    return laid.shape is Shape.SETS and len(laid.suits) == 1 and not laid.honours


def _mixed_triplets(laid: LaidHand, options: JipinghuOptions) -> bool:
    return laid.all_triplets and len(laid.suits) == 1 and laid.honours


def _pure_triplets(laid: LaidHand, options: JipinghuOptions) -> bool:
    return laid.all_triplets and _pure(laid, options)


def _mixed_terminals(laid: LaidHand, options: JipinghuOptions) -> bool:
    return laid.all_triplets and laid.honours and bool(laid.suits) and _only_terminals(laid)


def _pure_terminals(laid: LaidHand, options: JipinghuOptions) -> bool:
    return laid.all_triplets and not laid.honours and _only_terminals(laid)


def _only_terminals(laid: LaidHand) -> bool:
    return not any(count for kind, count in enumerate(laid.total[:HONOURS]) if kind not in TERMINALS)


def _only_honours(laid: LaidHand, options: JipinghuOptions) -> bool:
    return laid.shape is Shape.SETS and not laid.suits


def _small_three(laid: LaidHand, options: JipinghuOptions) -> bool:
    return laid.pair in DRAGONS and _triplets(laid, DRAGONS) == 2


def _great_three(laid: LaidHand, options: JipinghuOptions) -> bool:
    return _triplets(laid, DRAGONS) == 3


def _small_four(laid: LaidHand, options: JipinghuOptions) -> bool:
    return laid.pair in WINDS and _triplets(laid, WINDS) == 3


def _great_four(laid: LaidHand, options: JipinghuOptions) -> bool:
    return _triplets(laid, WINDS) == 4


def _triplets(laid: LaidHand, kinds: tuple[int, ...]) -> int:
    return sum(kind in kinds for kind in laid.triplets)


def _nine_gates(laid: LaidHand, options: JipinghuOptions) -> bool:
    """九莲宝灯, by default only with the wait for all nine kinds."""
    if laid.melds or not _pure(laid, options):
        return False
    base = laid.suits[0]
    counts = list(laid.total[base : base + 9])
    if options.jiulian_requires_nine_waits:
        counts[laid.win - base] -= 1
        return tuple(counts) == NINE_GATES
    return all(count >= least for count, least in zip(counts, NINE_GATES, strict=True))


def _orphans(laid: LaidHand, options: JipinghuOptions) -> bool:
    return laid.shape is Shape.ORPHANS


SPECIALS: Final = (
    Special(Label("qingyise", "清一色"), 16, _pure),
    Special(Label("hunpeng", "混碰"), 16, _mixed_triplets),
    Special(Label("qingpeng", "清碰"), 32, _pure_triplets),
    Special(Label("hunyaojiu", "混幺九"), 32, _mixed_terminals),
    Special(Label("xiaosanyuan", "小三元"), 32, _small_three, DRAGONS),
    Special(Label("xiaosixi", "小四喜"), 32, _small_four, WINDS),
    Special(Label("ziyise", "字一色"), 64, _only_honours),
    Special(Label("qingyaojiu", "清幺九"), 64, _pure_terminals),
    Special(Label("dasanyuan", "大三元"), 64, _great_three, DRAGONS),
    Special(Label("dasixi", "大四喜"), 64, _great_four, WINDS),
    Special(Label("jiulianbaodeng", "九莲宝灯"), 64, _nine_gates),
    Special(Label("shisanyao", "十三幺"), 64, _orphans),
)
"""In the order of the source."""


def specials_of(laid: LaidHand, options: JipinghuOptions) -> list[Special]:
    """The special hands a win is, the dearest first."""
    return sorted((one for one in SPECIALS if one.holds(laid, options)), key=lambda one: -one.points)
