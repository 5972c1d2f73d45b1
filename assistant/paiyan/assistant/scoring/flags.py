"""Facts of play that no photo shows: the last tile, the last of its kind, who pays in place of others, and what is
taken for granted where nobody says anything of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from paiyan.assistant.reading.model import TableReading
from paiyan.assistant.scoring.case import hand_and_win, seat_of
from paiyan.assistant.scoring.facts import Facts
from paiyan.assistant.scoring.sets import as_laid
from paiyan.engine.facts import SEATS, EventKind, Method, left_of
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

_BAO_NOTES: Final = frozenset({"bao_likely_twelve", "bao_likely_dragons", "bao_likely_winds", "bao_likely_kong"})


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
SEAT_FLAGS: Final = ("bao_seat", "hubao_partner")
"""Flags that name who pays in place of others."""


def possible_partners(reading: TableReading, facts: Facts) -> tuple[int, ...]:
    """Seats with which the winner may stand for each other (互包), those first from which the winner claimed most sets.

    Every seat may: what it claimed from the winner is not in the winner's photo.
    """
    rules = find_ruleset(facts.ruleset)
    if not _asked(facts, "hubao_partner") or not rules.options(facts.options).hubao:
        return ()
    sources = _sources(reading, facts)
    return tuple(sorted((seat for seat in SEATS if seat != facts.winner), key=lambda seat: -sources.count(seat)))


def possible_payers(reading: TableReading, facts: Facts, ruling: Mapping[str, Any]) -> tuple[int, ...]:
    """Seats that may have to pay for all three (包): those who may have given a tile, where the ruling notes a hand for
    which somebody is liable."""
    if not _asked(facts, "bao_seat") or not any(note["id"] in _BAO_NOTES for note in ruling["explanation"]["notes"]):
        return ()
    sources = _sources(reading, facts)
    return tuple(seat for seat in SEATS if seat != facts.winner and (seat in sources or None in sources))


def _sources(reading: TableReading, facts: Facts) -> list[int | None]:
    """Whose tiles the winner's sets were claimed with, None where that is not known."""
    winner = facts.winner
    if winner is None:
        return []
    claimed = (meld for meld in as_laid(reading, facts).melds if meld.type != "angang")
    return [left_of(winner) if meld.type == "chi" else seat_of(winner, meld.source) for meld in claimed]


def _asked(facts: Facts, flag: str) -> bool:
    return flag in find_ruleset(facts.ruleset).flags and facts.flags.get(flag) is None


def taken_for_granted(case: Mapping[str, Any]) -> tuple[str, ...]:
    """Ids of what nobody said of a case and was taken not to be: events that are paid, and what bars from winning."""
    rules = find_ruleset(str(case["ruleset"]))
    options = rules.options(case.get("options") or {})
    told = {event.get("type") for event in case.get("events") or ()}
    events: tuple[str, ...] = tuple(
        f"no_{event}"
        for event, amount in _PAID_UNLESS.items()
        if event in rules.events and event not in told and getattr(options, amount) != 0
    )
    flags = case.get("flags") or {}
    if case.get("kind") != "win":
        return events
    barred = any(
        flag in rules.flags and flag not in flags and (switch is None or getattr(options, switch) not in (False, "off"))
        for flag, switch in _BARS.items()
    )
    return (*events, "not_barred") if barred else events
