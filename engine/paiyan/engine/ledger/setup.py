"""What a game begins with: rule system, house rules, players, first dealer and points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS
from paiyan.engine.fields import Fields, wrong_type
from paiyan.engine.options import Value
from paiyan.engine.rules import find_ruleset
from paiyan.engine.rules.base import RuleSet

Names = tuple[str, str, str, str]
LONGEST_NAME: Final = 40
_FIELDS: Final = ("ruleset", "options", "names", "dealer", "start_points", "rounds")


@dataclass(frozen=True, slots=True)
class Setup:
    """The start of a game. ``dealer`` is None until the first hand says it; an empty name is a place without one.

    ``start_points`` is what each player begins with, ``rounds`` how many 圈 the game has (None: open end).
    """

    ruleset: str
    options: Mapping[str, Value]
    names: Names
    dealer: int | None
    start_points: int
    rounds: int | None

    @classmethod
    def read(cls, data: Mapping[str, object]) -> Setup:
        """The setup in ``data``, what is missing as the rule system has it; :class:`InputError` names a wrong field."""
        given = Fields.of(data)
        given.only(_FIELDS)
        rules = find_ruleset(given.text("ruleset"))
        options = given.object("options").data
        rules.options(options)
        return cls(
            ruleset=rules.id,
            options=cast("Mapping[str, Value]", dict(options)),
            names=read_names(given),
            dealer=given.seat_or_none("dealer"),
            start_points=_number(given, "start_points", 0, rules.start_points) or 0,
            rounds=_number(given, "rounds", 1, rules.game_rounds),
        )

    @property
    def rules(self) -> RuleSet[Any]:
        """The rule system."""
        return find_ruleset(self.ruleset)

    def data(self) -> dict[str, object]:
        """The setup as an entry holds it, with nothing left to defaults."""
        return {
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "names": list(self.names),
            "dealer": self.dealer,
            "start_points": self.start_points,
            "rounds": self.rounds,
        }


def read_names(given: Fields) -> Names:
    """The four names, none given as four empty ones."""
    values = given.values("names") or [""] * len(SEATS)
    if len(values) != len(SEATS):
        raise InputError("wrong_length", given.at("names"), name="names", expected=len(SEATS), count=len(values))
    names: list[str] = []
    for seat, value in enumerate(values):
        path = f"{given.at('names')}[{seat}]"
        if not isinstance(value, str):
            raise wrong_type(path, "text", value)
        if len(value) > LONGEST_NAME:
            raise InputError("name_too_long", path, most=LONGEST_NAME, count=len(value))
        names.append(value.strip())
    return names[0], names[1], names[2], names[3]


def _number(given: Fields, name: str, least: int, default: int | None) -> int | None:
    return given.number(name, least, 1_000_000) if given.has(name) else default
