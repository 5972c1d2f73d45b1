"""Fans of the kinds of tile a hand is made of, whatever the sets."""

from __future__ import annotations

from typing import Final

from paiyan.engine.rules.mcr.fan import EVERYWHERE, KINDS_FROM, NOWHERE, Feature, OfKinds, Places
from paiyan.engine.rules.mcr.reading import DRAGONS, EACH_SUIT, HONOURS, WINDS, Reading, mask_of

GREEN: Final = mask_of("23468s") | 1 << 32
REVERSIBLE: Final = mask_of("1234589p 245689s") | 1 << 31
TERMINALS: Final = mask_of("19")
SIMPLES: Final = mask_of("2345678")


def suits(mask: int) -> int:
    """How many of the three suits are there."""
    characters, circles, bamboos = EACH_SUIT
    return (mask & characters != 0) + (mask & circles != 0) + (mask & bamboos != 0)


def full_flush(hand: Reading) -> Places:
    """One suit and no honours."""
    return EVERYWHERE if not hand.deal.mask & HONOURS and suits(hand.deal.mask) == 1 else NOWHERE


def half_flush(hand: Reading) -> Places:
    """One suit and honours."""
    return EVERYWHERE if hand.deal.mask & HONOURS and suits(hand.deal.mask) == 1 else NOWHERE


def one_suit_missing(hand: Reading) -> Places:
    """Exactly one of the suits is not there; with two missing the hand is 混一色 or 清一色."""
    return EVERYWHERE if suits(hand.deal.mask) == 2 else NOWHERE


def no_honours(hand: Reading) -> Places:
    """Suits only."""
    return NOWHERE if hand.deal.mask & HONOURS else EVERYWHERE


def all_types(hand: Reading) -> Places:
    """All suits, winds and dragons are there."""
    mask = hand.deal.mask
    return EVERYWHERE if mask & WINDS and mask & DRAGONS and suits(mask) == 3 else NOWHERE


def tile_hogs(hand: Reading) -> Places:
    """Each kind held four times without being a kong."""
    if 4 not in hand.deal.total:
        return NOWHERE
    kongs = hand.open_kongs | hand.hidden_kongs
    konged = [kind for place, kind in enumerate(hand.pungs, len(hand.chows)) if kongs >> place & 1]
    return tuple(
        1 << KINDS_FROM + kind for kind, count in enumerate(hand.deal.total) if count == 4 and kind not in konged
    )


KIND_FANS: Final = (
    OfKinds("lvyise", "绿一色", 88, GREEN, excludes=("hunyise", "queyimen")),
    OfKinds(
        "qingyaojiu",
        "清幺九",
        64,
        TERMINALS,
        excludes=("pengpenghu", "quandaiyao", "shuangtongke", "yaojiuke", "wuzi", "hunyaojiu"),
    ),
    OfKinds("ziyise", "字一色", 64, HONOURS, excludes=("pengpenghu", "quandaiyao", "yaojiuke", "hunyaojiu")),
    OfKinds("hunyaojiu", "混幺九", 32, TERMINALS | HONOURS, excludes=("pengpenghu", "quandaiyao", "yaojiuke")),
    OfKinds("quanda", "全大", 24, mask_of("789"), excludes=("dayuwu", "wuzi")),
    OfKinds("quanzhong", "全中", 24, mask_of("456"), excludes=("duanyao", "wuzi")),
    OfKinds("quanxiao", "全小", 24, mask_of("123"), excludes=("xiaoyuwu", "wuzi")),
    OfKinds("dayuwu", "大于五", 12, mask_of("6789"), excludes=("wuzi",)),
    OfKinds("xiaoyuwu", "小于五", 12, mask_of("1234"), excludes=("wuzi",)),
    OfKinds("tuibudao", "推不倒", 8, REVERSIBLE, excludes=("queyimen",)),
    OfKinds("duanyao", "断幺", 2, SIMPLES, excludes=("wuzi",)),
)
ONE_SUIT_FANS: Final = (
    Feature("qingyise", "清一色", 24, full_flush, excludes=("wuzi",)),
    Feature("hunyise", "混一色", 6, half_flush),
)
TWO_SUITS_FAN: Final = Feature("queyimen", "缺一门", 1, one_suit_missing)
THREE_SUITS_FAN: Final = Feature("wumenqi", "五门齐", 6, all_types)
NO_HONOURS_FAN: Final = Feature("wuzi", "无字", 1, no_honours)
HOG_FAN: Final = Feature("siguiyi", "四归一", 2, tile_hogs)
