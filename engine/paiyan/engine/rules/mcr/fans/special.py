"""Fans that are a whole hand of a special shape."""

from __future__ import annotations

from typing import Final

from paiyan.engine.rules.mcr.fan import DRAGON, EVERYWHERE, NOWHERE, Feature, Places
from paiyan.engine.rules.mcr.reading import HONOURS, Reading

NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_CLOSED_SHAPE: Final = ("menqianqing", "buqiuren", "dandiaojiang")


def always(hand: Reading) -> Places:
    """The shape itself is the fan."""
    return EVERYWHERE


def nine_gates(hand: Reading) -> Places:
    """九莲宝灯: 1112345678999 of one suit before the winning tile, nothing set apart."""
    nine_kinds = hand.deal.mask.bit_count() == 9
    return EVERYWHERE if nine_kinds and hand.deal.concealed in NINE_GATES_COUNTS else NOWHERE


def seven_shifted_pairs(hand: Reading) -> Places:
    """连七对: pairs of seven neighbours of one suit."""
    mask = hand.deal.mask
    lowest = mask & -mask
    in_suit = not mask & HONOURS and (lowest.bit_length() - 1) % 9 <= 2
    return EVERYWHERE if in_suit and mask == lowest * 0b1111111 else NOWHERE


def all_honours_scattered(hand: Reading) -> Places:
    """七星不靠: all seven honours among the single tiles."""
    return EVERYWHERE if hand.deal.mask & HONOURS == HONOURS else NOWHERE


def knitted_straight(hand: Reading) -> Places:
    """组合龙: 147, 258 and 369 each in a suit of its own; not a fan of the source as it is written."""
    return (DRAGON,) if hand.dragon and hand.deal.options.values == "official_1998" else NOWHERE


NINE_GATES_COUNTS: Final = frozenset(
    tuple(NINE_GATES[kind - base] if base <= kind < base + 9 else 0 for kind in range(34)) for base in (0, 9, 18)
)
"""The counts of the thirteen tiles, one for each suit."""

NINE_GATES_FAN: Final = Feature(
    "jiulianbaodeng",
    "九莲宝灯",
    88,
    nine_gates,
    excludes=("qingyise", "menqianqing", "buqiuren", "wuzi"),
    absorbs=("yaojiuke",),
)
PAIRS_FANS: Final = (
    Feature(
        "lianqidui",
        "连七对",
        88,
        seven_shifted_pairs,
        excludes=("qidui", "qingyise", "wuzi", *_CLOSED_SHAPE),
    ),
    Feature("qidui", "七对", 24, always, excludes=_CLOSED_SHAPE),
)
ORPHANS_FANS: Final = (Feature("shisanyao", "十三幺", 88, always, excludes=("wumenqi", *_CLOSED_SHAPE)),)
SCATTERED_FANS: Final = (
    Feature("qixingbukao", "七星不靠", 24, all_honours_scattered, excludes=("quanbukao", "wumenqi", *_CLOSED_SHAPE)),
    Feature("quanbukao", "全不靠", 12, always, excludes=("wumenqi", *_CLOSED_SHAPE)),
)
KNITTED_FAN: Final = Feature("zuhelong", "组合龙", 12, knitted_straight)
