"""What counts within the cap in 广东鸡平和: 鸡和, 平和, 碰碰和, 混一色 and what adds to them (004 §六 一 and 附加)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from paiyan.engine.facts import Method, WinContext
from paiyan.engine.laid import DRAGONS, LaidHand, Shape
from paiyan.engine.rules import plain
from paiyan.engine.rules.guangdong_jipinghu.options import JipinghuOptions
from paiyan.engine.rules.plain import Fan
from paiyan.engine.ruling import Label

SELF_DRAWN: Final = frozenset({Method.ZIMO, Method.KONG_OPEN, Method.HAIDI, Method.ROB_KONG})
"""Ways of winning that count as 自摸; 抢杠 does too (004 §七 7)."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A win laid out one way."""

    laid: LaidHand
    win: WinContext
    options: JipinghuOptions


FanRule = Callable[[Situation], Fan | None]

JIHE: Final = Label("jihe", "鸡和")
PINGHE: Final = Label("pinghu", "平和")
PENGPENG: Final = Label("pengpenghu", "碰碰和")
HUNYISE: Final = Label("hunyise", "混一色")
ZIMO: Final = Label("zimo", "自摸")
MENFENG: Final = Label("menfeng", "门风")
QUANFENG: Final = Label("quanfeng", "圈风")
SANYUAN: Final = Label("sanyuan", "三元")
KONG: Final = Label("gang", "杠")


def pinghe(one: Situation) -> Fan | None:
    """平和: every set is a run."""
    return Fan.of(PINGHE, 1, one.laid.groups) if one.laid.all_chows else None


def pengpeng(one: Situation) -> Fan | None:
    """碰碰和: every set is a triplet or kong."""
    return Fan.of(PENGPENG, 2, one.laid.groups) if one.laid.all_triplets else None


def hunyise(one: Situation) -> Fan | None:
    """混一色: one number suit and honours."""
    mixed = one.laid.shape is Shape.SETS and len(one.laid.suits) == 1 and one.laid.honours
    return Fan.of(HUNYISE, 2, one.laid.groups) if mixed else None


def zimo(one: Situation) -> Fan | None:
    """自摸, also by 杠上开花, 海底捞月 and 抢杠."""
    return Fan.of(ZIMO, 1, [(one.win.win_tile,)]) if one.win.method in SELF_DRAWN else None


def menfeng(one: Situation) -> Fan | None:
    """A triplet of the winner's own wind."""
    return _triplets(MENFENG, one, [plain.seat_wind(one.win)])


def quanfeng(one: Situation) -> Fan | None:
    """A triplet of the wind of the round."""
    wind = plain.round_wind(one.win)
    return None if wind is None else _triplets(QUANFENG, one, [wind])


def sanyuan(one: Situation) -> Fan | None:
    """Triplets of dragons, one 番 each."""
    return _triplets(SANYUAN, one, DRAGONS)


def kong(one: Situation) -> Fan | None:
    """Kongs, one 番 each where the house says so."""
    kongs = [meld.tiles for meld in one.laid.melds if meld.kind.is_kong]
    return Fan.of(KONG, len(kongs), kongs) if kongs and one.options.kong_points != 0 else None


PATTERNS: Final[tuple[FanRule, ...]] = (pinghe, pengpeng, hunyise)
EXTRAS: Final[tuple[FanRule, ...]] = (zimo, menfeng, quanfeng, sanyuan, kong)


def patterns_of(one: Situation) -> tuple[Fan, ...]:
    """The patterns of a hand, 鸡和 where there is no other."""
    found = tuple(made for rule in PATTERNS if (made := rule(one)) is not None)
    return found or (Fan.of(JIHE, 0, one.laid.groups),)


def extras_of(one: Situation) -> tuple[Fan, ...]:
    """What adds to the patterns."""
    return tuple(made for rule in EXTRAS if (made := rule(one)) is not None)


def _triplets(label: Label, one: Situation, kinds: Iterable[int]) -> Fan | None:
    found = [kind for kind in kinds if kind in one.laid.triplets]
    return Fan.of(label, len(found), one.laid.sets_of(found)) if found else None
