"""Entries of the log. Nothing is ever changed in it: undo and redo are entries themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class EntryKind(StrEnum):
    """What an entry says; the values are its type in the log."""

    STARTED = "game.started"
    NAMED = "game.named"
    MING = "game.ming"
    """The 明牌 of the hand under way was turned up."""
    KONG = "game.kong"
    """A kong in the hand under way."""
    EVENT = "game.event"
    """Anything else in the hand under way that is paid for, such as a followed round of 跟庄."""
    HAND = "game.hand"
    """The hand is over: who won, what it was worth, who pays whom."""
    POINTS = "game.points"
    """Points passed from one player to another outside a hand."""
    UNDO = "game.undo"
    REDO = "game.redo"


_KEPT: Final = (EntryKind.STARTED, EntryKind.NAMED)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. ``data`` is complete in itself: what was asked and, for a hand, how it was settled.

    ``seq`` is its number in the log, ``at`` when it was written (ISO 8601); both only place it.
    """

    kind: EntryKind
    data: Mapping[str, object]
    seq: int = 0
    at: str = ""


def in_force(entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The entries that hold after every undo and redo, and those that can be redone, the next one last.

    The start of the game and the players' names are not taken back; a new entry of any other kind forgets what could be
    redone. An undo or redo that has nothing to act on changes nothing.
    """
    done: list[Entry] = []
    undone: list[Entry] = []
    for entry in entries:
        if entry.kind is EntryKind.UNDO:
            last = last_undoable(done)
            if last is not None:
                undone.append(done.pop(last))
        elif entry.kind is EntryKind.REDO:
            if undone:
                done.append(undone.pop())
        else:
            done.append(entry)
            if entry.kind not in _KEPT:
                undone.clear()
    return tuple(done), tuple(undone)


def last_undoable(done: Sequence[Entry]) -> int | None:
    """Where the entry stands that an undo would take back, if there is one."""
    return next((place for place in reversed(range(len(done))) if done[place].kind not in _KEPT), None)
