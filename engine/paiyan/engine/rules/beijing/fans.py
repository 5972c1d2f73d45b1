"""The fans of 北京麻将, one small rule each (rules/sources/000.txt 北京 §3 a–i)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from paiyan.engine.facts import Method, WinContext
from paiyan.engine.hand import Hand, MeldKind
from paiyan.engine.laid import LaidHand, Shape
from paiyan.engine.rules.beijing.options import BeijingOptions
from paiyan.engine.rules.plain import Fan
from paiyan.engine.ruling import Label
from paiyan.engine.shapes import PairsReading, SetsReading, WaitShape
from paiyan.engine.tiles import Tile

FIVE: Final = Tile.parse("5m").index
"""五万."""
DRAGON_RUNS: Final = (0, 3, 6)
"""Where the runs 123, 456 and 789 begin in a suit."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A win laid out one way. ``waits``: every kind the thirteen tiles could have won on."""

    laid: LaidHand
    hand: Hand
    win: WinContext
    waits: tuple[int, ...]
    options: BeijingOptions


FanRule = Callable[[Situation], Fan | None]

BASIC: Final = Label("jiben", "基本和")
DUIDUI: Final = Label("duidui", "对对和")
DADIAO: Final = Label("dadiao", "大钓")
ZHUOWUKUI: Final = Label("zhuowukui", "捉五魁")
HAIDI: Final = Label("haidi", "海底捞月")
YITIAOLONG: Final = Label("yitiaolong", "一条龙")
QIDUI: Final = Label("qidui", "七对子")
GANGKAI: Final = Label("gangkai", "杠上开花")
QINGYISE: Final = Label("qingyise", "清一色")
HAOHUA: Final = Label("haohua", "豪华七对子")


def duidui(one: Situation) -> Fan | None:
    """对对和: four triplets or kongs and a pair."""
    return Fan.of(DUIDUI, 2, one.laid.groups) if one.laid.all_triplets else None


def dadiao(one: Situation) -> Fan | None:
    """大钓: twelve tiles claimed, a single one left; a concealed kong was not claimed."""
    melds = one.hand.melds
    claimed = sum(meld.kind is not MeldKind.AN or one.options.dadiao_counts_angang for meld in melds)
    return Fan.of(DADIAO, 2, one.laid.groups[-1:]) if claimed == 4 else None


def zhuowukui(one: Situation) -> Fan | None:
    """捉五魁: 五万 is all the hand waits for, between 四万 and 六万 or as the pair."""
    if one.laid.win != FIVE or one.waits != (FIVE,):
        return None
    if one.laid.shape is Shape.PAIRS:
        return Fan.of(ZHUOWUKUI, 2, [_pair(FIVE)]) if one.options.zhuowukui_in_qidui else None
    shapes = one.laid.wait_shapes
    if WaitShape.PAIR in shapes:
        return Fan.of(ZHUOWUKUI, 2, [_pair(FIVE)])
    return Fan.of(ZHUOWUKUI, 2, [_run(FIVE - 1)]) if WaitShape.MIDDLE in shapes else None


def haidi(one: Situation) -> Fan | None:
    """海底捞月: the last tile drawn wins."""
    return Fan.of(HAIDI, 2, [(one.win.win_tile,)]) if one.win.method is Method.HAIDI else None


def yitiaolong(one: Situation) -> Fan | None:
    """一条龙: 123, 456 and 789 of a suit."""
    runs = dragon_runs(one.laid, one.options)
    return Fan.of(YITIAOLONG, 3, map(_run, runs)) if runs else None


def dragon_runs(laid: LaidHand, options: BeijingOptions) -> tuple[int, ...]:
    """First tiles of the three runs of a 一条龙, none if there is none."""
    own = laid.reading.chows if isinstance(laid.reading, SetsReading) else ()
    chows = laid.chows if options.yitiaolong_counts_melds else own
    for base in laid.suits:
        runs = tuple(base + start for start in DRAGON_RUNS)
        if all(run in chows for run in runs):
            return runs
    return ()


def qidui(one: Situation) -> Fan | None:
    """七对子."""
    return Fan.of(QIDUI, 4, one.laid.groups) if one.laid.shape is Shape.PAIRS and not _quads(one.laid) else None


def haohua(one: Situation) -> Fan | None:
    """豪华七对子: seven pairs with four equal tiles, in place of 七对子."""
    quads = _quads(one.laid)
    if not quads:
        return None
    doublings = len(quads) - 1 if one.options.haohua_scaling == "double_per_quad" else 0
    return Fan.of(HAOHUA, 8 << doublings, [_pair(kind) * 2 for kind in quads])


def gangkai(one: Situation) -> Fan | None:
    """杠上开花: the replacement of a kong wins."""
    return Fan.of(GANGKAI, 5, [(one.win.win_tile,)]) if one.win.method is Method.KONG_OPEN else None


def qingyise(one: Situation) -> Fan | None:
    """清一色: all tiles of one number suit."""
    pure = len(one.laid.suits) == 1 and not one.laid.honours
    return Fan.of(QINGYISE, 6, one.laid.groups) if pure else None


FANS: Final[tuple[FanRule, ...]] = (
    duidui,
    dadiao,
    zhuowukui,
    haidi,
    yitiaolong,
    qidui,
    gangkai,
    qingyise,
    haohua,
)
"""In the order of the source."""


def fans_of(one: Situation) -> tuple[Fan, ...]:
    """Every fan that is there."""
    return tuple(fan for rule in FANS if (fan := rule(one)) is not None)


def _quads(laid: LaidHand) -> tuple[int, ...]:
    if not isinstance(laid.reading, PairsReading):
        return ()
    return tuple(kind for kind in dict.fromkeys(laid.reading.pairs) if laid.reading.pairs.count(kind) == 2)


def _pair(kind: int) -> tuple[Tile, ...]:
    return (Tile.from_index(kind),) * 2


def _run(kind: int) -> tuple[Tile, ...]:
    return tuple(Tile.from_index(kind + step) for step in range(3))
