"""A game: the fold of its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS
from paiyan.engine.ledger.completion import complete, is_over, under_way
from paiyan.engine.ledger.entries import Entry, EntryKind, in_force, last_undoable
from paiyan.engine.ledger.position import Position, advance, start
from paiyan.engine.ledger.results import HandResult
from paiyan.engine.ledger.setup import Setup


@dataclass(frozen=True, slots=True)
class Game:
    """A game as its log has it. ``undone`` are entries that can be redone, the next one last."""

    setup: Setup
    position: Position
    log: tuple[Entry, ...]
    undone: tuple[Entry, ...]

    @classmethod
    def of(cls, log: Sequence[Entry]) -> Game:
        """The game that a log tells, which begins with its start; :class:`InputError` if it does not."""
        if not log or log[0].kind is not EntryKind.STARTED:
            raise InputError("game_not_started", "")
        setup = Setup.read(log[0].data)
        done, undone = in_force(log)
        position = reduce(lambda before, entry: advance(before, entry, setup), done[1:], start(setup))
        return cls(setup, position, tuple(log), undone)

    @classmethod
    def begin(cls, data: Mapping[str, object]) -> Game:
        """A new game; :class:`InputError` names what is wrong with ``data``."""
        return cls.of([Entry(EntryKind.STARTED, Setup.read(data).data())])

    def entry(self, kind: EntryKind, data: Mapping[str, object]) -> Entry:
        """What is to be written to the log for ``data``, complete; :class:`InputError` if it does not fit.

        Its number is only the next one: the log that takes it may give it another.
        """
        if kind is EntryKind.STARTED:
            raise InputError("game_started_already", "type")
        if kind is EntryKind.UNDO and not self.can_undo:
            raise InputError("nothing_to_undo", "type")
        if kind is EntryKind.REDO and not self.can_redo:
            raise InputError("nothing_to_redo", "type")
        following = self.log[-1].seq + 1
        if kind in (EntryKind.UNDO, EntryKind.REDO):
            return Entry(kind, {}, following)
        entry = Entry(kind, complete(kind, data, self.position, self.setup), following)
        advance(self.position, entry, self.setup)
        return entry

    def then(self, entry: Entry) -> Game:
        """The game with one more entry in its log."""
        return Game.of([*self.log, entry])

    def play(self, kind: EntryKind, data: Mapping[str, object] | None = None) -> Game:
        """The game after something happened; :class:`InputError` if it cannot have."""
        return self.then(self.entry(kind, data or {}))

    @property
    def can_undo(self) -> bool:
        """Whether anything is there to be taken back."""
        return last_undoable(in_force(self.log)[0]) is not None

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back last."""
        return bool(self.undone)

    @property
    def over(self) -> bool:
        """Whether all its 圈 have been played."""
        return is_over(self.position, self.setup)

    @property
    def totals(self) -> list[int]:
        """Points of each seat, with those it began with."""
        return [self.setup.start_points + self.position.balance[seat] for seat in SEATS]

    @property
    def under_way(self) -> HandResult | None:
        """What the kongs and events of the hand under way come to by themselves, not yet in :attr:`totals`."""
        return under_way(self.position, self.setup)
