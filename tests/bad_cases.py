"""Tiles and facts that cannot be, as changes to the plain win: shared by the tests of the command line and the API."""

from __future__ import annotations

from typing import Any, Final

BAD: Final[list[tuple[str, dict[str, Any], str, tuple[str, str]]]] = [
    ("five copies of a tile", {"hand": "11111m678s99s"}, "hand", ("1m 一共出现了 5 张", "1m appears 5 times")),
    ("a tile too few", {"hand": "123m678s99s4m"}, "hand", ("应为 10 张", "should have 10 tiles")),
    (
        "a meld that is none",
        {"melds": [{"type": "angang", "tiles": "555p"}]},
        "melds[0].tiles",
        ("555p 不成 angang", "555p is no angang"),
    ),
    ("a wind in Jinzhou", {"hand": "123m678s11z45m"}, "hand", ("不用 1z", "do not use the tile 1z")),
    ("a drawn tile with a discarder", {"win_method": "zimo"}, "discarder", ("没有点炮的人", "has no discarder")),
    (
        "a robbed kong whose tile the winner holds",
        {"win_method": "rob_kong", "win_tile": "9s"},
        "win_tile",
        ("9s 一共出现了", "9s appears"),
    ),
]
"""What is wrong, what is changed of the plain win, the field named, words in Chinese and in English."""
