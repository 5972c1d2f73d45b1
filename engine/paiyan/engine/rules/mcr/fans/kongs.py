"""Fans of kongs and of triplets that were not claimed. Of each row only the highest is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from paiyan.engine.rules.mcr.fan import NOWHERE, Feature, Places
from paiyan.engine.rules.mcr.reading import Reading


def kongs(count: int) -> Callable[[Reading], Places]:
    """Exactly ``count`` kongs of any sort."""

    def find(hand: Reading) -> Places:
        all_kongs = hand.open_kongs | hand.hidden_kongs
        return (all_kongs,) if all_kongs.bit_count() == count else NOWHERE

    return find


def two_kongs(hidden: int) -> Callable[[Reading], Places]:
    """Exactly two kongs, both open (0 ``hidden``) or both concealed (2)."""

    def find(hand: Reading) -> Places:
        all_kongs = hand.open_kongs | hand.hidden_kongs
        both = all_kongs.bit_count() == 2 and hand.hidden_kongs.bit_count() == hidden
        return (all_kongs,) if both else NOWHERE

    return find


def one_of_each(hand: Reading) -> Places:
    """明暗杠: an open and a concealed kong, where the house counts them as one fan (``minganagang_5``)."""
    if not hand.deal.options.minganagang_5:
        return NOWHERE
    one = hand.open_kongs.bit_count() == hand.hidden_kongs.bit_count() == 1
    return (hand.open_kongs | hand.hidden_kongs,) if one else NOWHERE


def concealed_kong(hand: Reading) -> Places:
    """暗杠, if there is one; more than one are another fan."""
    return (hand.hidden_kongs,) if hand.hidden_kongs.bit_count() == 1 else NOWHERE


def melded_kong(hand: Reading) -> Places:
    """明杠, if there is one; more than one are another fan."""
    return (hand.open_kongs,) if hand.open_kongs.bit_count() == 1 else NOWHERE


def concealed_pungs(count: int) -> Callable[[Reading], Places]:
    """Exactly ``count`` concealed triplets and kongs."""

    def find(hand: Reading) -> Places:
        return (hand.hidden,) if hand.hidden.bit_count() == count else NOWHERE

    return find


_SINGLE_KONGS: Final = ("minggang", "angang")

SINGLE_KONG_FANS: Final = (
    Feature("angang", "暗杠", 2, concealed_kong),
    Feature("minggang", "明杠", 1, melded_kong),
)
KONG_FANS: Final = (
    Feature("sigang", "四杠", 88, kongs(4), excludes=("pengpenghu", "dandiaojiang", *_SINGLE_KONGS)),
    Feature("sangang", "三杠", 32, kongs(3), excludes=_SINGLE_KONGS),
    Feature("shuangangang", "双暗杠", 6, two_kongs(2), excludes=("shuanganke",)),
    Feature("minganggang", "明暗杠", 5, one_of_each, excludes=_SINGLE_KONGS),
    Feature("shuangminggang", "双明杠", 4, two_kongs(0)),
    *SINGLE_KONG_FANS,
)
"""All of them; beside a single kong only the last ones can be."""
CONCEALED_FANS: Final = (
    Feature("sianke", "四暗刻", 64, concealed_pungs(4), excludes=("pengpenghu", "menqianqing", "buqiuren")),
    Feature("sananke", "三暗刻", 16, concealed_pungs(3)),
    Feature("shuanganke", "双暗刻", 2, concealed_pungs(2)),
)
