"""Facts of play that no photo shows and that add to what a win is worth: the last tile, the last of its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from paiyan.assistant.reading.model import TableReading
from paiyan.assistant.scoring.case import hand_and_win
from paiyan.assistant.scoring.facts import Facts
from paiyan.assistant.scoring.sets import as_laid
from paiyan.engine.facts import EventKind, Method
from paiyan.engine.rules import find_ruleset

_PAID_UNLESS: Final = {
    EventKind.GENZHUANG: "genzhuang_base",
    EventKind.XUEHUI: "xuehui_each",
    EventKind.SHAOZHUANG: "shaozhuang_base",
    EventKind.EARLY_DRAW: "early_draw_penalty",
}
"""Events that are paid beside the win, by the house rule that says how much."""
_BARS: Final = {"wild_discarded": None, "wild_claimed": None, "louhu_blocked": "louhu", "louhe_blocked": "louhe"}
"""Flags that keep a player from winning, by the house rule without which they do not."""

Settled = Mapping[str, Any]


def may_be_last_of_kind(reading: TableReading, facts: Facts) -> bool:
    """Whether the winning tile can have been the last of its kind (和绝张) and nobody said whether it was."""
    if not _asked(facts, "last_of_kind") or facts.method == Method.ROB_KONG:
        return False
    hand, win_tile = hand_and_win(as_laid(reading, facts), facts)
    return win_tile not in hand


def may_be_last_tile(reading: TableReading, facts: Facts) -> bool:
    """Whether the replacement of a kong can have been the last tile of the wall and nobody said whether it was.

    For other wins the last tile is a way of winning of its own.
    """
    return _asked(facts, "last_tile") and facts.method == Method.KONG_OPEN


ASKED: Final[Mapping[str, Callable[[TableReading, Facts], bool]]] = {
    "last_tile": may_be_last_tile,
    "last_of_kind": may_be_last_of_kind,
}
"""Flags to ask about where they can hold."""


def _asked(facts: Facts, flag: str) -> bool:
    return flag in find_ruleset(facts.ruleset).flags and facts.flags.get(flag) is None


def taken_for_granted(case: Settled) -> tuple[str, ...]:
    """Ids of what nobody said of a case and was taken not to be: events that are paid, and what bars from winning."""
    rules = find_ruleset(str(case["ruleset"]))
    options = rules.options(case.get("options") or {})
    told = {event.get("type") for event in case.get("events") or ()}
    events = tuple(
        f"no_{event}"
        for event, amount in _PAID_UNLESS.items()
        if event in rules.events and event not in told and getattr(options, amount) != 0
    )
    flags = case.get("flags") or {}
    barred = any(
        flag in rules.flags and flag not in flags and (switch is None or getattr(options, switch) not in (False, "off"))
        for flag, switch in _BARS.items()
    )
    return (*events, "not_barred") if barred and case.get("kind") == "win" else events
