"""Fans of what every set, or every set and the pair, has in it."""

from __future__ import annotations

from typing import Final

from paiyan.engine.rules.mcr.fan import EVERYWHERE, NOWHERE, SETS, Feature, Places
from paiyan.engine.rules.mcr.fans.tiles import TERMINALS
from paiyan.engine.rules.mcr.reading import HONOURS, SUITED, Reading, mask_of

FIVES: Final = mask_of("5")
EVENS: Final = mask_of("2468")
RUNS_WITH_TERMINALS: Final = mask_of("17")
"""By their lowest tile."""
RUNS_WITH_FIVES: Final = mask_of("345")


def each_with(hand: Reading, runs: int, kinds: int) -> bool:
    """Whether every run starts with a tile of ``runs`` and every triplet and the pair are of ``kinds``."""
    return (
        bool(kinds >> hand.pair & 1)
        and all(runs >> chow & 1 for chow in hand.chows)
        and all(kinds >> pung & 1 for pung in hand.pungs)
    )


def outside_hand(hand: Reading) -> Places:
    """全带幺: a terminal or honour in every set and the pair."""
    return EVERYWHERE if each_with(hand, RUNS_WITH_TERMINALS, TERMINALS | HONOURS) else NOWHERE


def all_fives(hand: Reading) -> Places:
    """全带五: a five in every set and the pair."""
    return EVERYWHERE if each_with(hand, RUNS_WITH_FIVES, FIVES) else NOWHERE


def all_even(hand: Reading) -> Places:
    """全双刻: triplets and pair of 2, 4, 6 and 8."""
    return EVERYWHERE if each_with(hand, 0, EVENS) else NOWHERE


def all_chows(hand: Reading) -> Places:
    """平和: runs only, the pair of a suit."""
    return NOWHERE if hand.pungs or not SUITED >> hand.pair & 1 else EVERYWHERE


def all_pungs(hand: Reading) -> Places:
    """碰碰和: triplets and kongs only."""
    return NOWHERE if hand.chows else (SETS,)


OUTSIDE_FANS: Final = (
    Feature("quandaiwu", "全带五", 16, all_fives, excludes=("duanyao", "wuzi")),
    Feature("quandaiyao", "全带幺", 4, outside_hand),
)
PUNGS_ONLY: Final = (
    Feature("quanshuangke", "全双刻", 24, all_even, excludes=("pengpenghu", "duanyao", "wuzi")),
    Feature("pengpenghu", "碰碰和", 6, all_pungs),
)
CHOWS_ONLY: Final = (Feature("pinghu", "平和", 2, all_chows, excludes=("wuzi",)),)
