"""糊牌, a fragment: which hands win, 碰碰糊 and 小七对 (rules/sources/004.txt “1、糊牌者…”)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from paiyan.engine.facts import KongKind, Method, WinContext
from paiyan.engine.laid import LaidHand, Shape
from paiyan.engine.options import Options, option
from paiyan.engine.rules.fragments import Fragment, Name
from paiyan.engine.ruling import Label

_TRIPLETS: Final = Label("hupai_pengpeng", "碰碰糊")
_PAIRS: Final = Label("xiaoqidui", "小七对")


@dataclass(frozen=True, slots=True)
class HupaiOptions(Options):
    """What the fragment leaves open."""

    robbable_kong: Literal["zhua", "any"] = option(
        "zhua", ("zhua", "any"), "抢杠只写“上面杠牌方式的第二种杠牌”, 上文缺失; 默认碰后补的第四张, any=什么杠都可以"
    )


class Hupai(Fragment[HupaiOptions]):
    """Validity and the two names of the source; one winner, the nearest in playing order (rules/spec.md §0)."""

    id = "hupai"
    options_type = HupaiOptions
    kinds = frozenset(range(34))
    methods = frozenset({Method.RON, Method.ZIMO, Method.ROB_KONG})

    def shapes(self, options: HupaiOptions) -> frozenset[Shape]:
        """Four sets and a pair, or seven pairs."""
        return frozenset({Shape.SETS, Shape.PAIRS})

    def robbable(self, options: HupaiOptions) -> frozenset[KongKind]:
        """“第二种杠牌”."""
        return frozenset(KongKind if options.robbable_kong == "any" else {KongKind.ZHUA})

    def names(self, laid: LaidHand, win: WinContext, options: HupaiOptions) -> tuple[Name, ...]:
        """碰碰糊 and 小七对; other hands have no name."""
        if laid.shape is Shape.PAIRS:
            return (Name(_PAIRS, None, tuple(laid.groups)),)
        return (Name(_TRIPLETS, None, tuple(laid.groups)),) if laid.all_triplets else ()


RULES: Final = Hupai()
