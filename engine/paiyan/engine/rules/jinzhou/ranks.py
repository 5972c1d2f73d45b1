"""Titles for a player's skill points (rules/spec.md J18)."""

from __future__ import annotations

from typing import Final

START_POINTS: Final = 1200
"""What a new player begins with."""

_RANKS: Final = (
    (90000, "雀神"),
    (39000, "雀圣"),
    (26000, "雀王"),
    (17000, "雀侠"),
    (11200, "雀霸"),
    (7400, "千王"),
    (4800, "至尊"),
    (3100, "江湖大佬"),
    (2000, "帮会大哥"),
    (1200, "抗把子"),
    (720, "老千"),
    (380, "小头目"),
    (150, "老油条"),
    (0, "小混混"),
)


def rank(points: int) -> str:
    """The title of a player with ``points``; exactly 0 is 小混混, below is 平民."""
    return next((title for least, title in _RANKS if points >= least), "平民")
