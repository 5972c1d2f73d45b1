"""The simplest worked case, shared by tests that vary it: two waits, won on a discard, everybody open (JZ-01)."""

from __future__ import annotations

from typing import Any, Final

PLAIN_WIN: Final[dict[str, Any]] = {
    "ruleset": "jinzhou",
    "dealer": 0,
    "winner": 1,
    "discarder": 2,
    "hand": "123m678s99s45m",
    "melds": [{"type": "peng", "tiles": "555p", "from": 3}],
    "win_tile": "6m",
    "win_method": "ron",
    "open": [True, True, True, True],
}
