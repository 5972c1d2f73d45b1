"""Conditions of winning in 锦州带会 where they differ from 锦州麻将 (rules/spec.md W2, W3, W8)."""

from __future__ import annotations

from typing import Final

from paiyan.engine.rules.jinzhou import conditions as plain
from paiyan.engine.rules.jinzhou.conditions import TERMINALS, ConditionRule
from paiyan.engine.rules.jinzhou_wild.interpretations import WildInterpretation
from paiyan.engine.rules.jinzhou_wild.options import JinzhouWildOptions

Rule = ConditionRule[WildInterpretation, JinzhouWildOptions]


def three_suits(hand: WildInterpretation, options: JinzhouWildOptions) -> str | None:
    """门齐 of natural tiles, or by house rule a 会 and a 红中 as a pair (§3 no. 27)."""
    way = plain.three_suits(hand, options)
    if way is None and hand.wild_red_pair and options.wild_red_pair_waives_three_suits:
        return "wild_red_pair"
    return way


def yaojiu(hand: WildInterpretation, options: JinzhouWildOptions) -> str | None:
    """幺九: a natural one or nine, two real 红中, or one with a 会 as a pair (W2, W3)."""
    if hand.seven_pairs and not options.qidui_requires_yaojiu:
        return "exempt"
    if any(hand.total[kind] for kind in TERMINALS):
        return "terminal"
    if hand.naturals.reds >= 2:
        return "red"
    return "wild_red_pair" if hand.wild_red_pair else None


def triplet(hand: WildInterpretation, options: JinzhouWildOptions) -> str | None:
    """横: a triplet or kong, also with 会; or 红中 as the pair, by house rule one with a 会 too."""
    way = plain.triplet(hand, options)
    if way != "red_pair" or hand.natural_red_pair:
        return way
    return "wild_red_pair" if hand.wild_red_pair and options.wild_red_pair_waives_triplet else None


def qidui(hand: WildInterpretation, options: JinzhouWildOptions) -> str | None:
    """带会 knows no seven pairs, unless the house does (W8)."""
    return None if hand.seven_pairs and not options.allow_qidui else "sets"


CONDITIONS: Final[tuple[Rule, ...]] = (
    ConditionRule("three_suits", "missing_suit", three_suits),
    ConditionRule("yaojiu", "no_yaojiu", yaojiu),
    ConditionRule("triplet", "no_triplet", triplet),
    ConditionRule("min_hand", "min_hand", plain.min_hand),
)
QIDUI: Final[Rule] = ConditionRule("qidui", "qidui_not_allowed", qidui)
OPENED: Final[Rule] = ConditionRule("opened", "not_open", plain.opened)
