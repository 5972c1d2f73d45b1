"""定缺, a fragment: four sets and a pair without the suit chosen (rules/sources/004.txt “首先确定自己要打的花色”)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from paiyan.engine.errors import InputError
from paiyan.engine.facts import NumberSuit, TableContext, WinContext
from paiyan.engine.hand import Meld, MeldKind
from paiyan.engine.laid import LaidHand, Shape
from paiyan.engine.options import Options, option
from paiyan.engine.rules.fragments import Fragment
from paiyan.engine.ruling import Condition, Fault
from paiyan.engine.shapes import NUMBER_SUITS
from paiyan.engine.tiles import Tile

_FIRST: Final = dict(zip(NumberSuit, NUMBER_SUITS, strict=True))
"""First tile of each suit."""


@dataclass(frozen=True, slots=True)
class DingqueOptions(Options):
    """What the fragment leaves open."""

    seven_pairs: bool = option(False, (False, True), "原文只写顺子、三张和一对; 七对能不能胡未写")


class Dingque(Fragment[DingqueOptions]):
    """Validity with the void suit as a fact (rules/spec.md §0). Played with the three suits; nobody may 吃."""

    id = "dingque"
    options_type = DingqueOptions
    kinds = frozenset(range(27))
    uses_void_suit = True

    def shapes(self, options: DingqueOptions) -> frozenset[Shape]:
        """Four sets and a pair, by house rule seven pairs too."""
        return frozenset({Shape.SETS, Shape.PAIRS} if options.seven_pairs else {Shape.SETS})

    def meld(
        self, kind: MeldKind, tiles: Sequence[Tile], source: int | None, table: TableContext, options: DingqueOptions
    ) -> Meld:
        """“可以碰牌，杠牌”: there is no 吃."""
        if kind is MeldKind.CHI:
            raise InputError("meld_not_in_ruleset", "type", value=str(kind), ruleset=self.id)
        return super().meld(kind, tiles, source, table, options)

    def conditions(self, laid: LaidHand, win: WinContext) -> tuple[Condition, ...]:
        """No tile of the void suit is left."""
        left = _left(laid, win)
        by = "fails" if left else "free"
        return (Condition("void_suit", not left, f"{by}.{win.void_suit}", tuple(left)),)

    def faults(self, laid: LaidHand, win: WinContext) -> tuple[Fault, ...]:
        """“打到最后不能有该花色的牌”."""
        left = _left(laid, win)
        codes = [tile.code for tile in dict.fromkeys(left)]
        return (Fault("void_suit_left", str(win.void_suit), {"tiles": codes}),) if left else ()


def _left(laid: LaidHand, win: WinContext) -> list[Tile]:
    if win.void_suit is None:
        raise InputError("missing_field", "void_suit", name="void_suit")
    first = _FIRST[win.void_suit]
    return laid.tiles_of(range(first, first + 9))


RULES: Final = Dingque()
