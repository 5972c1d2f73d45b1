"""House rules: every switch of a rule system with its default, allowed values and reason."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Final, TypeVar, cast

from paiyan.engine.errors import InputError, listed, near, shown

POSITIVE: Final = "int>0"
"""Marks an option that takes any positive whole number."""
NOT_NEGATIVE: Final = "int>=0"
"""Marks an option that takes zero or any positive whole number."""
MOST_POINTS: Final = 1_000_000
"""The largest number such an option takes, unless it says otherwise: beyond all that is played for, and what is
reckoned from it stays a number that every program reads."""
MOST_FAN: Final = 20
"""The largest number of fan where each doubles: 2 to its power is about :data:`MOST_POINTS`."""

_NUMBERS: Final = {POSITIVE: "1, 2, 3", NOT_NEGATIVE: "0, 1, 2"}
"""How an error begins to list what such an option takes."""

Value = bool | int | str | None
_T = TypeVar("_T", bound=Value)
_O = TypeVar("_O", bound="Options")


def option(default: _T, values: tuple[_T, ...] | str, why: str, most: int = MOST_POINTS) -> _T:
    """A field of an options class: its default, the values allowed (as in :class:`OptionSpec`) and its source."""
    return field(default=default, metadata={"values": values, "why": why, "most": most})


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """Description of one house rule.

    ``values``: all allowed, or :data:`POSITIVE` or :data:`NOT_NEGATIVE` for numbers, of which ``most`` is the largest.
    """

    name: str
    default: Value
    values: tuple[Value, ...] | str
    why: str
    most: int = MOST_POINTS

    def accepts(self, value: object) -> bool:
        """Whether ``value`` is allowed; types count (1 is not true)."""
        if isinstance(self.values, str):
            return type(value) is int and (self.values == POSITIVE) <= value <= self.most
        return any(type(value) is type(allowed) and value == allowed for allowed in self.values)

    def read(self, text: str) -> Value:
        """The value written as ``text`` (``true``, ``8``, ``null``, ``shape``); :class:`InputError` if not allowed."""
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        return self.checked(value)

    @property
    def _allowed(self) -> str:
        if isinstance(self.values, str):
            return f"{_NUMBERS[self.values]}, …, {self.most}"
        return listed(self.values)

    def checked(self, value: object) -> Value:
        """``value`` if allowed, else :class:`InputError` naming option and allowed values."""
        if not self.accepts(value):
            raise InputError(
                "bad_option_value",
                f"options.{self.name}",
                name=self.name,
                value=shown(value),
                allowed=self._allowed,
            )
        return cast("Value", value)


@dataclass(frozen=True, slots=True)
class Options:
    """Base of the frozen options of a rule system; subclasses declare one :func:`option` per house rule."""

    @classmethod
    def specs(cls) -> tuple[OptionSpec, ...]:
        """All house rules in the order declared."""
        return tuple(_spec(one) for one in fields(cls))

    @classmethod
    def spec(cls, name: str) -> OptionSpec:
        """One house rule; :class:`InputError` ``unknown_option`` if there is none of that name."""
        for one in fields(cls):
            if one.name == name:
                return _spec(one)
        known = [one.name for one in fields(cls)]
        raise InputError("unknown_option", f"options.{name}", name=name, near=near(name, known), allowed=listed(known))

    @classmethod
    def of(cls: type[_O], overrides: Mapping[str, object]) -> _O:
        """Defaults with ``overrides``; :class:`InputError` for an unknown name or a value not allowed."""
        return cls(**{name: cls.spec(name).checked(value) for name, value in overrides.items()})


def _spec(one: Field[Any]) -> OptionSpec:
    given = one.metadata
    return OptionSpec(one.name, cast("Value", one.default), given["values"], given["why"], given["most"])
