"""Scoring a stored game again under changed house rules: the facts stay, the money may change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS
from paiyan.engine.ledger.completion import rules_of
from paiyan.engine.ledger.game import Game
from paiyan.engine.ledger.position import PlayedHand
from paiyan.engine.ledger.results import HandResult, result_of
from paiyan.engine.options import OptionSpec


@dataclass(frozen=True, slots=True)
class RescoredHand:
    """A hand before and after. ``error``: under the changed rules its facts contradict each other, so it is left as it
    was, like a hand that people worked out themselves."""

    hand: PlayedHand
    after: HandResult
    error: InputError | None = None

    @property
    def difference(self) -> list[int]:
        """What the change brings each seat; sums to zero."""
        before, after = self.hand.result.settlement.total, self.after.settlement.total
        return [after[seat] - before[seat] for seat in SEATS]

    @property
    def changed(self) -> bool:
        """Whether anything is different: money, winners, or what a hand counts as."""
        return any(self.difference) or self.after.winners != self.hand.result.winners


@dataclass(frozen=True, slots=True)
class Rescored:
    """A game under changed house rules, hand by hand."""

    game: Game
    options: Mapping[str, object]
    hands: tuple[RescoredHand, ...]

    @property
    def totals(self) -> list[int]:
        """Points of each seat under the changed rules."""
        changes = [hand.difference for hand in self.hands]
        return [points + sum(change[seat] for change in changes) for seat, points in enumerate(self.game.totals)]


def rescore(game: Game, options: Mapping[str, object]) -> Rescored:
    """``game`` with ``options`` in place of what its hands were scored by; all other house rules stay as they were.

    Who dealt stays as it was played. :class:`InputError` for an option that no rule system of the game has, or a value
    that is not allowed.
    """
    cases = [hand.case for hand in game.position.hands if hand.case is not None]
    systems = {rules.id: rules for rules in (game.setup.rules, *map(rules_of, cases))}
    for name in options:
        having = [rules for rules in systems.values() if _has(rules.options_type.specs(), name)]
        for rules in having or [game.setup.rules]:
            rules.options_type.spec(name).checked(options[name])
    return Rescored(game, dict(options), tuple(_again(hand, options) for hand in game.position.hands))


def _again(hand: PlayedHand, options: Mapping[str, object]) -> RescoredHand:
    if hand.case is None:
        return RescoredHand(hand, hand.result)
    specs = rules_of(hand.case).options_type.specs()
    before = hand.case.get("options")
    changed = {
        **(before if isinstance(before, Mapping) else {}),
        **{name: value for name, value in options.items() if _has(specs, name)},
    }
    try:
        return RescoredHand(hand, result_of({**hand.case, "options": changed}))
    except InputError as error:
        return RescoredHand(hand, hand.result, error)


def _has(specs: tuple[OptionSpec, ...], name: str) -> bool:
    return any(spec.name == name for spec in specs)
