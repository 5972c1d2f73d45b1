"""Fans of how the hand was won: by which tile, from whom, after what, waiting for what."""

from __future__ import annotations

from typing import Final

from paiyan.engine.rules.mcr.fan import (
    ALL,
    AT_THE_WIN,
    EVERYWHERE,
    FLOWERS,
    NOWHERE,
    PAIR,
    SETS,
    Feature,
    Places,
)
from paiyan.engine.rules.mcr.reading import Reading
from paiyan.engine.shapes import WaitShape


def last_draw(hand: Reading) -> Places:
    """妙手回春: drew the last tile of the wall."""
    return AT_THE_WIN if hand.deal.last_tile and hand.deal.drawn else NOWHERE


def last_claim(hand: Reading) -> Places:
    """海底捞月: the last discard."""
    return AT_THE_WIN if hand.deal.last_tile and not hand.deal.drawn else NOWHERE


def replacement(hand: Reading) -> Places:
    """杠上开花: drew it after a kong."""
    return AT_THE_WIN if hand.deal.after_kong else NOWHERE


def robbing(hand: Reading) -> Places:
    """抢杠和: the tile another seat added to a triplet."""
    return AT_THE_WIN if hand.deal.robbed else NOWHERE


def last_of_kind(hand: Reading) -> Places:
    """和绝张: the other three lie open on the table. A fact told, never concluded."""
    return AT_THE_WIN if hand.deal.last_of_kind else NOWHERE


def melded_hand(hand: Reading) -> Places:
    """全求人: four claimed sets and the pair from another seat."""
    return (SETS | PAIR,) if hand.deal.claims == 4 and not hand.deal.drawn else NOWHERE


def fully_concealed(hand: Reading) -> Places:
    """不求人: nothing claimed and self-drawn."""
    return EVERYWHERE if hand.deal.drawn and not hand.deal.claims else NOWHERE


def concealed_hand(hand: Reading) -> Places:
    """门前清: nothing claimed but the winning tile."""
    return EVERYWHERE if not hand.deal.drawn and not hand.deal.claims else NOWHERE


def self_drawn(hand: Reading) -> Places:
    """自摸."""
    return AT_THE_WIN if hand.deal.drawn else NOWHERE


def edge_wait(hand: Reading) -> Places:
    """边张: only 3 for 12 or 7 for 89."""
    return _completed_run(hand, 0 if hand.deal.win % 9 == 6 else 2) if hand.wait is WaitShape.EDGE else NOWHERE


def closed_wait(hand: Reading) -> Places:
    """坎张: only the middle of a run."""
    return _completed_run(hand, 1) if hand.wait is WaitShape.MIDDLE else NOWHERE


def _completed_run(hand: Reading, place: int) -> Places:
    """The run of which the winning tile is the tile at ``place``."""
    return (1 << hand.chows.index(hand.deal.win - place),)


def single_wait(hand: Reading) -> Places:
    """单钓将: only the tile of the pair."""
    return (PAIR if hand.pair >= 0 else ALL,) if hand.wait is WaitShape.PAIR else NOWHERE


def flowers(hand: Reading) -> Places:
    """花牌: each flower and season; none of them counts towards the points needed to win."""
    return (FLOWERS,) * hand.deal.flowers


LUCKY_FANS: Final = (
    Feature("miaoshouhuichun", "妙手回春", 8, last_draw, excludes=("zimo",)),
    Feature("gangshangkaihua", "杠上开花", 8, replacement, excludes=("zimo",)),
    Feature("haidilaoyue", "海底捞月", 8, last_claim),
    Feature("qiangganghu", "抢杠和", 8, robbing, excludes=("hejuezhang",)),
)
DRAWN_FANS: Final = (
    Feature("buqiuren", "不求人", 4, fully_concealed, excludes=("zimo",)),
    Feature("zimo", "自摸", 1, self_drawn),
)
CLAIMED_FANS: Final = (
    Feature("quanqiuren", "全求人", 6, melded_hand, excludes=("dandiaojiang",)),
    Feature("menqianqing", "门前清", 2, concealed_hand),
)
LAST_FANS: Final = (Feature("hejuezhang", "和绝张", 4, last_of_kind),)
WAIT_FANS: Final = {
    WaitShape.EDGE: Feature("bianzhang", "边张", 1, edge_wait),
    WaitShape.MIDDLE: Feature("kanzhang", "坎张", 1, closed_wait),
    WaitShape.PAIR: Feature("dandiaojiang", "单钓将", 1, single_wait),
}
"""By what the only tile waited for completes."""
FLOWER: Final = Feature("huapai", "花牌", 1, flowers)
NOTHING: Final = Feature("wufanhu", "无番和", 8, lambda hand: NOWHERE)
"""无番和: counted where no other fan but flowers is."""
