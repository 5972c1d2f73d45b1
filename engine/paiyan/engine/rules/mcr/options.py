"""House rules of 国标 MCR, one field each (rules/options.json, rules/spec.md §5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paiyan.engine.options import POSITIVE, Options, option


@dataclass(frozen=True, slots=True)
class McrOptions(Options):
    """Every switch of 国标 MCR with its default; ``why`` quotes where the variants come from."""

    min_fan: int = option(8, POSITIVE, "004三十四(二)“起和分…8分。花牌分不计在起和分内”")
    base: int = option(8, POSITIVE, "004三十四(五)“底分…分值为8分”")
    values: Literal["official_1998", "source_literal"] = option(
        "official_1998",
        ("official_1998", "source_literal"),
        "source_literal: 三色三步高8/三色三同顺6/十三幺36/无组合龙",
    )
    minganagang_5: bool = option(False, (False, True), "明暗杠5番不在1998规则与原文内; pymahjonggb编译默认开")
    knitted_straight_wait: bool = option(True, (True, False), "组合龙龙身能否计边/坎/钓: pymahjonggb=是, zheng-fan=否")
