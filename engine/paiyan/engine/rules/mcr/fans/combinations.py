"""Fans of two, three or four runs, or triplets and kongs, that go together."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from paiyan.engine.rules.mcr.fan import Combination

_Runs = tuple[int, ...]


def suit(kind: int) -> int:
    """0 万, 1 饼, 2 条."""
    return kind // 9


def ranks(kinds: _Runs) -> list[int]:
    """Ranks from 0, ascending."""
    return sorted(kind % 9 for kind in kinds)


def one_suit(kinds: _Runs) -> bool:
    """All of one number suit."""
    return suit(kinds[0]) == suit(kinds[-1]) < 3


def mixed(kinds: _Runs) -> bool:
    """One of each number suit."""
    return [suit(kind) for kind in kinds] == [0, 1, 2]


def steps(kinds: _Runs, *widths: int) -> bool:
    """Whether ranks rise by the same width, one of ``widths``."""
    found = ranks(kinds)
    return any(all(b - a == width for a, b in pairwise(found)) for width in widths)


def same(kinds: _Runs) -> bool:
    """All ranks equal."""
    return steps(kinds, 0)


def quadruple(kinds: _Runs) -> bool:
    """一色四同顺 and 一色三同顺, 一般高: runs of the same tiles."""
    return one_suit(kinds) and same(kinds)


def shifted(kinds: _Runs) -> bool:
    """一色四步高 and 一色三步高: runs of a suit rising by one or by two."""
    return one_suit(kinds) and steps(kinds, 1, 2)


def shifted_pungs(kinds: _Runs) -> bool:
    """一色四节高 and 一色三节高: triplets of a suit rising by one."""
    return one_suit(kinds) and steps(kinds, 1)


def straight(kinds: _Runs) -> bool:
    """清龙: 123, 456 and 789 of a suit."""
    return one_suit(kinds) and ranks(kinds) == [0, 3, 6]


def mixed_straight(kinds: _Runs) -> bool:
    """花龙: 123, 456 and 789, each of another suit."""
    return mixed(kinds) and ranks(kinds) == [0, 3, 6]


def mixed_same(kinds: _Runs) -> bool:
    """三色三同顺 and 三同刻: the same ranks in each suit."""
    return mixed(kinds) and same(kinds)


def mixed_shifted(kinds: _Runs) -> bool:
    """三色三步高 and 三色三节高: rising by one, each of another suit."""
    return mixed(kinds) and steps(kinds, 1)


def mixed_double(kinds: _Runs) -> bool:
    """喜相逢: the same run in two suits."""
    return not one_suit(kinds) and same(kinds)


def double_pung(kinds: _Runs) -> bool:
    """双同刻: triplets of the same rank in two suits."""
    return max(kinds) < 27 and same(kinds)


def short_straight(kinds: _Runs) -> bool:
    """连六: six neighbours."""
    return one_suit(kinds) and steps(kinds, 3)


def terminal_runs(kinds: _Runs) -> bool:
    """老少副: 123 and 789 of a suit."""
    return one_suit(kinds) and ranks(kinds) == [0, 6]


def pure_double_dragon(kinds: _Runs) -> bool:
    """The runs of 一色双龙会: twice 123 and 789 of a suit."""
    return one_suit(kinds) and ranks(kinds) == [0, 0, 6, 6]


def mixed_double_dragon(kinds: _Runs) -> bool:
    """The runs of 三色双龙会: 123 and 789 of two suits."""
    low, high = kinds[0::2], kinds[1::2]
    return not one_suit(kinds) and all(terminal_runs(pair) for pair in zip(low, high, strict=True))


RUN_COMBINATIONS: Final = (
    Combination(
        "yiseshuanglonghui", "一色双龙会", 64, 4, pure_double_dragon, excludes=("qingyise", "pinghu", "wuzi", "qidui")
    ),
    Combination("yisesitongshun", "一色四同顺", 48, 4, quadruple, excludes=("siguiyi",)),
    Combination("yisesibugao", "一色四步高", 32, 4, shifted),
    Combination("yisesantongshun", "一色三同顺", 24, 3, quadruple),
    Combination("qinglong", "清龙", 16, 3, straight),
    Combination("sanseshuanglonghui", "三色双龙会", 16, 4, mixed_double_dragon, excludes=("pinghu", "wuzi")),
    Combination("yisesanbugao", "一色三步高", 16, 3, shifted),
    Combination("hualong", "花龙", 8, 3, mixed_straight),
    Combination("sansesantongshun", "三色三同顺", 8, 3, mixed_same),
    Combination("sansesanbugao", "三色三步高", 6, 3, mixed_shifted),
    Combination("yibangao", "一般高", 1, 2, quadruple),
    Combination("xixiangfeng", "喜相逢", 1, 2, mixed_double),
    Combination("lianliu", "连六", 1, 2, short_straight),
    Combination("laoshaofu", "老少副", 1, 2, terminal_runs),
)
"""Fans of runs, dearest first; of equal ones the first is preferred."""

PUNG_COMBINATIONS: Final = (
    Combination("yisesijiegao", "一色四节高", 48, 4, shifted_pungs, excludes=("pengpenghu",)),
    Combination("yisesanjiegao", "一色三节高", 24, 3, shifted_pungs),
    Combination("santongke", "三同刻", 16, 3, mixed_same),
    Combination("sansesanjiegao", "三色三节高", 8, 3, mixed_shifted),
    Combination("shuangtongke", "双同刻", 2, 2, double_pung),
)
"""Fans of triplets and kongs, dearest first."""

DOUBLE_DRAGONS: Final = frozenset({"yiseshuanglonghui", "sanseshuanglonghui"})
"""Fans of runs that ask for a five as the pair."""
