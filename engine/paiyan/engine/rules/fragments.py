"""What the fragments share: sources that say which hands win, or what they are called, and nothing of payments."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from paiyan.engine.facts import EventKind, KongKind, Method, TableContext, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.laid import LaidHand, Shape, lay_out, winning_kinds
from paiyan.engine.options import Options
from paiyan.engine.rules import plain
from paiyan.engine.rules.base import RuleSet
from paiyan.engine.ruling import Condition, Fault, Label, Note, Ruling, ScoreSheet
from paiyan.engine.settlement import Transfer
from paiyan.engine.tiles import Tile

O = TypeVar("O", bound=Options)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Name:
    """What a fragment calls a hand: its label, the 番 where the source gives any, and the tiles behind it."""

    label: Label
    fan: int | None
    groups: tuple[tuple[Tile, ...], ...]


class Fragment(RuleSet[O]):
    """A fragment of rules: validity and names; nobody pays anything."""

    methods = frozenset({Method.RON, Method.ZIMO})
    events = frozenset({EventKind.HUANGZHUANG})
    flags = frozenset[str]()
    needs_open = False
    pays_wins = False
    pays_kongs = False

    @abstractmethod
    def shapes(self, options: O) -> frozenset[Shape]:
        """The shapes that win."""

    def robbable(self, options: O) -> frozenset[KongKind]:
        """Kongs that can be robbed."""
        return frozenset({KongKind.ZHUA})

    def conditions(self, laid: LaidHand, win: WinContext) -> tuple[Condition, ...]:
        """What must hold beside the shape."""
        return ()

    def faults(self, laid: LaidHand, win: WinContext) -> tuple[Fault, ...]:
        """What a complete hand fails."""
        return ()

    def names(self, laid: LaidHand, win: WinContext, options: O) -> tuple[Name, ...]:
        """What the hand is called; nothing where the source has no names."""
        return ()

    def check(self, hand: Hand, win: WinContext, options: O) -> None:
        """No facts contradict each other beyond those that do under any rules."""
        return

    def rule(self, hand: Hand, win: WinContext, options: O) -> Ruling:
        """Whether the hand wins, and its names by the way to lay it out that is worth most."""
        shapes = self.shapes(options)
        laid = lay_out(hand, win.win_tile.index, shapes)
        waits = self._waits(hand, win, shapes)
        if not laid:
            return plain.not_complete(hand, win, shapes, waits)
        faults = (*plain.kongs_not_robbable(win, self.robbable(options)), *self.faults(laid[0], win))
        if faults:
            return plain.refused(laid[0], faults, self.conditions(laid[0], win))
        best, names = max(((one, self.names(one, win, options)) for one in laid), key=lambda one: _rank(one[1]))
        return ScoreSheet(
            conditions=(plain.complete(best), *self.conditions(best, win), *map(_named, names)),
            lines=(),
            label=names[0].label if names else None,
            waits=waits,
            fans={name.label.term: name.fan for name in names} or None,
            tags=tuple(name.label.term for name in names) or None,
            notes=(Note("no_payments"),),
        )

    def _waits(self, hand: Hand, win: WinContext, shapes: frozenset[Shape]) -> tuple[Tile, ...]:
        """Every tile that would have made a hand without fault."""
        kinds = winning_kinds(hand, win.win_tile.index, shapes)
        return tuple(Tile.from_index(kind) for kind in kinds if not self.faults(lay_out(hand, kind, shapes)[0], win))

    def settle_win(self, win: WinContext, shares: Mapping[int, int], options: O) -> list[Transfer]:
        """The source says nothing of payments."""
        return []

    def settle_table(self, table: TableContext, options: O) -> list[Transfer]:
        """The source says nothing of payments."""
        return []


def _rank(names: Sequence[Name]) -> tuple[int, int, list[str]]:
    return sum(name.fan or 0 for name in names), len(names), [name.label.id for name in names]


def _named(name: Name) -> Condition:
    groups = plain.behind(name.groups)
    params = {"label": name.label.term, "reading": groups["reading"], "fan": name.fan}
    tiles = tuple(tile for group in name.groups for tile in group)
    return Condition("named", True, "unvalued" if name.fan is None else "valued", tiles, params)
