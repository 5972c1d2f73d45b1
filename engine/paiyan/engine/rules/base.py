"""What every rule system offers; the case codec and everything above it know only this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Generic, TypeVar

from paiyan.engine.facts import EventKind, Method, TableContext, WinContext, seats_after
from paiyan.engine.hand import Hand, Meld, MeldKind
from paiyan.engine.options import Options
from paiyan.engine.ruling import Ruling, ScoreSheet
from paiyan.engine.settlement import Settlement, Transfer
from paiyan.engine.tiles import Tile

O = TypeVar("O", bound=Options)  # noqa: E741


class RuleSet(ABC, Generic[O]):
    """A rule system. The class attributes say which facts it knows; methods are pure functions of them."""

    id: ClassVar[str]
    options_type: type[O]
    kinds: ClassVar[frozenset[int]]
    """Indices of the faces it is played with."""
    methods: ClassVar[frozenset[Method]]
    same_methods: ClassVar[Mapping[Method, Method]] = MappingProxyType({})
    """Other names of ``methods`` that a case may use."""
    events: ClassVar[frozenset[EventKind]]
    flags: ClassVar[frozenset[str]]
    """Names of the :class:`~paiyan.engine.facts.Flags` it looks at."""
    needs_open: ClassVar[bool]
    """Whether scoring needs to know which seats are 开门."""
    inherits: ClassVar[str | None] = None
    """Id of the system whose house rules it takes over, with their names."""
    uses_wild: ClassVar[bool] = False
    """Whether it is played with a 会牌."""
    uses_winds: ClassVar[bool] = False
    """Whether seat and round winds matter."""
    uses_flowers: ClassVar[bool] = False
    """Whether flowers and seasons are laid out and counted."""
    uses_void_suit: ClassVar[bool] = False
    """Whether each player chooses a suit to do without (定缺)."""
    pays_wins: ClassVar[bool] = True
    """Whether its text says what a win is paid."""
    pays_kongs: ClassVar[bool] = True
    """Whether kongs are paid for by themselves."""
    start_points: ClassVar[int] = 0
    """Points that each player begins a game with."""
    game_rounds: ClassVar[int | None] = None
    """How many 圈 a game has; None where it goes on as long as the table likes."""

    def options(self, overrides: Mapping[str, object]) -> O:
        """The house rules with ``overrides``; :class:`~paiyan.engine.errors.InputError` if one is not allowed."""
        return self.options_type.of(overrides)

    def wild_of(self, ming: Tile) -> Tile:
        """The 会牌 that the 明牌 determines; asked only where ``uses_wild``."""
        raise NotImplementedError

    def meld(self, kind: MeldKind, tiles: Sequence[Tile], source: int | None, table: TableContext, options: O) -> Meld:
        """The meld laid as ``tiles``; :class:`~paiyan.engine.errors.InputError` if they are none."""
        return Meld.of(kind, tiles, source)

    def check_table(self, table: TableContext, options: O) -> None:
        """Raise :class:`~paiyan.engine.errors.InputError` if what happened at the table cannot be by these rules."""
        return

    def liable(self, hand: Hand, win: WinContext) -> int | None:
        """The seat that pays for the win in place of all others (包), as stated or as it follows from the melds."""
        return win.liable

    @abstractmethod
    def check(self, hand: Hand, win: WinContext, options: O) -> None:
        """Raise :class:`~paiyan.engine.errors.InputError` if facts contradict each other under this system."""

    @abstractmethod
    def rule(self, hand: Hand, win: WinContext, options: O) -> Ruling:
        """Whether the claimed win is valid and what it is worth."""

    @abstractmethod
    def settle_win(self, win: WinContext, shares: Mapping[int, int], options: O) -> list[Transfer]:
        """Payments for a valid win, given the share of each loser."""

    @abstractmethod
    def settle_table(self, table: TableContext, options: O) -> list[Transfer]:
        """Payments that do not depend on a win: kongs and events."""

    def paid_winners(self, valid: Sequence[int], giver: int, options: O) -> tuple[int, ...]:
        """Which of several ``valid`` winners on one tile of ``giver`` are paid: here the nearest in playing order."""
        return tuple(seat for seat in seats_after(giver) if seat in valid)[:1]

    def shared(self, win: WinContext, sheet: ScoreSheet, winners: int, options: O) -> ScoreSheet:
        """The sheet of one of ``winners`` seats that are paid for the same tile; here it is worth the same."""
        return sheet

    def next_dealer(self, dealer: int, winners: tuple[int, ...], options: O) -> int:
        """Who deals the next hand, given who was paid for winning this one; here the deal always passes on."""
        return (dealer + 1) % 4

    def title(self, points: int) -> str | None:
        """What a player with so many points in all is called, where the system has titles."""
        return None

    def lottery(self, settlement: Settlement, options: O) -> list[int] | None:
        """Gain of each seat in the coins of the table, where the system has them."""
        return None
