"""Fans of triplets and kongs of winds, dragons and terminals."""

from __future__ import annotations

from typing import Final

from paiyan.engine.rules.mcr.fan import NOWHERE, PAIR, Feature, Places
from paiyan.engine.rules.mcr.fans.tiles import TERMINALS
from paiyan.engine.rules.mcr.reading import DRAGONS, HONOURS, WINDS, Reading


def pungs_of(hand: Reading, kinds: int) -> Places:
    """The triplets and kongs of ``kinds``, one place each."""
    return tuple([1 << place for place, kind in enumerate(hand.pungs, len(hand.chows)) if kinds >> kind & 1])


def together(hand: Reading, kinds: int, count: int, pair: bool) -> Places:
    """``count`` triplets of ``kinds`` as one place, with the pair of such a kind too if ``pair``."""
    if len(hand.pungs) < count or (pair and not kinds >> hand.pair & 1):
        return NOWHERE
    pungs = pungs_of(hand, kinds)
    return (sum(pungs) | (PAIR if pair else 0),) if len(pungs) == count else NOWHERE


def big_four_winds(hand: Reading) -> Places:
    """大四喜: triplets of all four winds."""
    return together(hand, WINDS, 4, pair=False)


def little_four_winds(hand: Reading) -> Places:
    """小四喜: triplets of three winds, a pair of the fourth."""
    return together(hand, WINDS, 3, pair=True)


def big_three_winds(hand: Reading) -> Places:
    """三风刻: triplets of three winds."""
    return together(hand, WINDS, 3, pair=False)


def big_three_dragons(hand: Reading) -> Places:
    """大三元: triplets of all three dragons."""
    return together(hand, DRAGONS, 3, pair=False)


def little_three_dragons(hand: Reading) -> Places:
    """小三元: triplets of two dragons, a pair of the third."""
    return together(hand, DRAGONS, 2, pair=True)


def two_dragons(hand: Reading) -> Places:
    """双箭刻: triplets of two dragons."""
    return together(hand, DRAGONS, 2, pair=False)


def dragon(hand: Reading) -> Places:
    """箭刻: each triplet of dragons."""
    return pungs_of(hand, DRAGONS)


def round_wind(hand: Reading) -> Places:
    """圈风刻: the triplet of the round's wind."""
    return pungs_of(hand, 1 << hand.deal.round_wind) if hand.deal.round_wind in hand.pungs else NOWHERE


def seat_wind(hand: Reading) -> Places:
    """门风刻: the triplet of the winner's own wind."""
    return pungs_of(hand, 1 << hand.deal.seat_wind) if hand.deal.seat_wind in hand.pungs else NOWHERE


def terminal_or_honour(hand: Reading) -> Places:
    """幺九刻: each triplet of ones, nines or honours."""
    return pungs_of(hand, TERMINALS | HONOURS)


_TERMINAL_PUNG: Final = ("yaojiuke",)

LONE_HONOUR_FANS: Final = (
    Feature("jianke", "箭刻", 2, dragon, covers=_TERMINAL_PUNG),
    Feature("quanfengke", "圈风刻", 2, round_wind, covers=_TERMINAL_PUNG),
    Feature("menfengke", "门风刻", 2, seat_wind, covers=_TERMINAL_PUNG),
)
"""Fans for which a single triplet of honours is enough."""
HONOUR_FANS: Final = (
    Feature(
        "dasixi",
        "大四喜",
        88,
        big_four_winds,
        excludes=("pengpenghu", "quanfengke", "menfengke"),
        covers=_TERMINAL_PUNG,
    ),
    Feature("dasanyuan", "大三元", 88, big_three_dragons, excludes=("jianke",), covers=_TERMINAL_PUNG),
    Feature("xiaosixi", "小四喜", 64, little_four_winds, excludes=("sanfengke",), covers=_TERMINAL_PUNG),
    Feature(
        "xiaosanyuan", "小三元", 64, little_three_dragons, excludes=("shuangjianke", "jianke"), covers=_TERMINAL_PUNG
    ),
    Feature("sanfengke", "三风刻", 12, big_three_winds, covers=_TERMINAL_PUNG),
    Feature("shuangjianke", "双箭刻", 6, two_dragons, excludes=("jianke",), covers=_TERMINAL_PUNG),
    *LONE_HONOUR_FANS,
)
"""Fans that need a triplet of honours."""
TERMINAL_FAN: Final = Feature("yaojiuke", "幺九刻", 1, terminal_or_honour)
