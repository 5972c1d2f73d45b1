"""Where a game stands: whose deal it is, in which 圈, what has been played and what has happened in the hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS
from paiyan.engine.fields import Fields
from paiyan.engine.ledger.entries import Entry, EntryKind
from paiyan.engine.ledger.results import HandResult, read_result
from paiyan.engine.ledger.setup import Names, Setup, read_names
from paiyan.engine.rules import find_ruleset
from paiyan.engine.settlement import Account, Transfer

Json = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that is over. ``turn`` counts how often the deal had passed on, ``repeats`` how often in a row the dealer
    had dealt before (连庄). ``case`` is complete; None where people worked the outcome out themselves."""

    number: int
    dealer: int
    turn: int
    repeats: int
    case: Json | None
    result: HandResult
    seq: int
    at: str

    @property
    def round(self) -> int:
        """圈, from 0: each of the four seats deals once in it (rules/spec.md J2)."""
        return self.turn // len(SEATS)

    @property
    def drawn(self) -> bool:
        """Whether nobody won."""
        return not self.result.winners


@dataclass(frozen=True, slots=True)
class PointsPassed:
    """Points that one player gave another outside a hand, and why in their own words."""

    transfer: Transfer
    note: str
    seq: int
    at: str


@dataclass(frozen=True, slots=True)
class Position:
    """The game after the entries so far. ``ming``, ``kongs`` and ``events`` are those of the hand under way, as a case
    has them; ``dealer`` is None until it is known."""

    names: Names
    dealer: int | None
    turn: int = 0
    repeats: int = 0
    hands: tuple[PlayedHand, ...] = ()
    passed: tuple[PointsPassed, ...] = ()
    ming: str | None = None
    kongs: tuple[Json, ...] = ()
    events: tuple[Json, ...] = ()

    @property
    def round(self) -> int:
        """圈 of the hand under way, from 0 (东圈)."""
        return self.turn // len(SEATS)

    @property
    def balance(self) -> list[int]:
        """What each seat has won or lost; sums to zero."""
        points = [0] * len(SEATS)
        transfers = [transfer for hand in self.hands for transfer in hand.result.settlement.transfers]
        for transfer in (*transfers, *(one.transfer for one in self.passed)):
            points[transfer.payer] -= transfer.amount
            points[transfer.payee] += transfer.amount
        return points

    def turn_of(self, dealer: int) -> int:
        """The turn if ``dealer`` deals now: people may know better whose deal it is.

        The seat before the expected one means that the deal did not pass on, any other that it passed once more.
        """
        if self.dealer is None:
            return self.turn
        steps = (dealer - self.dealer) % len(SEATS)
        return max(0, self.turn + (steps if steps < len(SEATS) - 1 else -1))

    def repeats_of(self, dealer: int) -> int:
        """How often in a row ``dealer`` has dealt, if dealing now."""
        last = self.hands[-1] if self.hands else None
        return last.repeats + 1 if last is not None and last.dealer == dealer else 0


def start(setup: Setup) -> Position:
    """The position before the first hand."""
    return Position(setup.names, setup.dealer)


def advance(position: Position, entry: Entry, setup: Setup) -> Position:
    """The position after ``entry``, which must be complete (:mod:`~paiyan.engine.ledger.completion`)."""
    return _STEPS[entry.kind](position, entry, setup)


def _named(position: Position, entry: Entry, setup: Setup) -> Position:
    return replace(position, names=read_names(Fields.of(entry.data)))


def _ming(position: Position, entry: Entry, setup: Setup) -> Position:
    return replace(position, ming=Fields.of(entry.data).tile("tile").code)


def _kong(position: Position, entry: Entry, setup: Setup) -> Position:
    return replace(position, kongs=(*position.kongs, entry.data))


def _event(position: Position, entry: Entry, setup: Setup) -> Position:
    return replace(position, events=(*position.events, entry.data))


def _hand(position: Position, entry: Entry, setup: Setup) -> Position:
    data = Fields.of(entry.data)
    case = data.object("case").data if data.has("case") else None
    dealer = data.seat("dealer")
    result = read_result(data.object("result").data)
    played = PlayedHand(
        number=len(position.hands) + 1,
        dealer=dealer,
        turn=position.turn_of(dealer),
        repeats=position.repeats_of(dealer),
        case=case,
        result=result,
        seq=entry.seq,
        at=entry.at,
    )
    following = next_dealer(played, setup)
    return Position(
        names=position.names,
        dealer=following,
        turn=played.turn + (following != dealer),
        repeats=played.repeats + 1 if following == dealer else 0,
        hands=(*position.hands, played),
        passed=position.passed,
    )


def next_dealer(hand: PlayedHand, setup: Setup) -> int:
    """Who deals after ``hand``, by the rules and house rules it was played under."""
    case: Mapping[str, Any] = hand.case if hand.case is not None else {}
    rules = find_ruleset(case.get("ruleset", setup.ruleset))
    options = rules.options(case.get("options", setup.options))
    return rules.next_dealer(hand.dealer, tuple(winner.seat for winner in hand.result.winners), options)


def _points(position: Position, entry: Entry, setup: Setup) -> Position:
    data = Fields.of(entry.data)
    payer, payee = data.seat("payer"), data.seat("payee")
    if payer == payee:
        raise InputError("payer_is_payee", "payee", seat=payer)
    transfer = Transfer(Account.OTHER, payer, payee, data.number("amount", 1, 10_000_000), "by_hand")
    passed = PointsPassed(transfer, data.text("note", "")[:200], entry.seq, entry.at)
    return replace(position, passed=(*position.passed, passed))


_STEPS: Final[Mapping[EntryKind, Callable[[Position, Entry, Setup], Position]]] = {
    EntryKind.NAMED: _named,
    EntryKind.MING: _ming,
    EntryKind.KONG: _kong,
    EntryKind.EVENT: _event,
    EntryKind.HAND: _hand,
    EntryKind.POINTS: _points,
}
