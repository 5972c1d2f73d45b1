"""Reading typed fields out of a JSON object, with errors that name the field."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeVar

from paiyan.engine.errors import InputError, listed, near, shown, type_names
from paiyan.engine.facts import SEATS
from paiyan.engine.tiles import NotationError, Tile, parse_tiles

_T = TypeVar("_T")
_E = TypeVar("_E", bound=StrEnum)
_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object and its path in the input. A field that is absent counts as null."""

    data: Mapping[str, object]
    path: str = ""

    @classmethod
    def of(cls, value: object, path: str = "") -> Fields:
        """``value`` as an object; :class:`InputError` ``wrong_type`` if it is none."""
        if not isinstance(value, Mapping):
            raise wrong_type(path, "object", value)
        return cls(value, path)

    def at(self, name: str) -> str:
        """Path of the field ``name``."""
        return f"{self.path}.{name}" if self.path else name

    def has(self, name: str) -> bool:
        """Whether ``name`` is given and not null."""
        return self.data.get(name) is not None

    def only(self, allowed: Collection[str], meant: Mapping[str, str] = _NOTHING) -> None:
        """Raise :class:`InputError` ``unknown_field`` for the first field not in ``allowed``.

        The error names as ``near`` what is likely meant: by ``meant``, else the allowed field of the most like name.
        """
        for name in self.data:
            if name not in allowed:
                raise InputError(
                    "unknown_field",
                    self.at(str(name)),
                    name=shown(name),
                    near=meant.get(name) or near(name, allowed),
                    allowed=listed(sorted(allowed)),
                )

    def _get(self, name: str, kind: type[_T], default: _T | None) -> _T:
        value = self.data.get(name)
        if value is None:
            if default is None:
                raise InputError("missing_field", self.at(name), name=name)
            return default
        # bool is an int to Python, never to a case.
        if type(value) is kind or (kind is not bool and kind is not int and isinstance(value, kind)):
            return value
        raise wrong_type(self.at(name), type_names.get(kind, kind.__name__), value)

    def text(self, name: str, default: str | None = None) -> str:
        """A text field; without ``default`` it is required."""
        return self._get(name, str, default)

    def flag(self, name: str) -> bool:
        """A true/false field, false if absent."""
        return self._get(name, bool, False)

    def number(self, name: str, least: int, most: int | None = None) -> int:
        """A required whole number between ``least`` and ``most``."""
        value = self._get(name, int, None)
        if value < least or (most is not None and value > most):
            raise InputError(
                "number_out_of_range",
                self.at(name),
                name=name,
                value=value,
                least=least,
                most="∞" if most is None else most,
            )
        return value

    def seat(self, name: str) -> int:
        """A required seat, 0–3."""
        value = self._get(name, int, None)
        if value not in SEATS:
            raise InputError("bad_seat", self.at(name), name=name, value=value)
        return value

    def seat_or_none(self, name: str) -> int | None:
        """A seat, or None if absent."""
        return self.seat(name) if self.has(name) else None

    def choice(self, name: str, kinds: type[_E], code: str, told: Collection[_E] = ()) -> _E:
        """A required text naming a member of ``kinds``; :class:`InputError` ``code`` otherwise, which names those of
        ``told`` where that is given."""
        value = self.text(name)
        try:
            return kinds(value)
        except ValueError:
            known = [str(kind) for kind in kinds if not told or kind in told]
            raise InputError(
                code, self.at(name), value=shown(value), near=near(value, known), allowed=listed(known)
            ) from None

    def tiles(self, name: str) -> tuple[Tile, ...]:
        """A required text of tiles."""
        text = self.text(name)
        try:
            return parse_tiles(text)
        except NotationError as error:
            raise InputError("bad_tile", self.at(name), text=shown(error.text)) from None

    def tile(self, name: str) -> Tile:
        """A required text of exactly one tile."""
        return one_tile(self.text(name), self.at(name))

    def values(self, name: str) -> list[object]:
        """A list field, empty if absent."""
        return self._get(name, list, [])

    def object(self, name: str) -> Fields:
        """An object field, empty if absent."""
        value = self.data.get(name)
        return Fields.of({} if value is None else value, self.at(name))

    def objects(self, name: str) -> Iterator[Fields]:
        """The objects of a list field, none if absent."""
        for number, value in enumerate(self.values(name)):
            yield Fields.of(value, f"{self.at(name)}[{number}]")


def one_tile(value: object, path: str) -> Tile:
    """The tile a JSON value names; :class:`InputError` ``bad_tile`` otherwise."""
    if not isinstance(value, str):
        raise wrong_type(path, "text", value)
    try:
        return Tile.parse(value)
    except NotationError as error:
        raise InputError("bad_tile", path, text=shown(error.text)) from None


def flags_of(fields: Fields, name: str, count: int) -> tuple[bool, ...] | None:
    """A list of exactly ``count`` true/false values, or None if absent."""
    if not fields.has(name):
        return None
    values = fields.values(name)
    if len(values) != count:
        raise InputError("wrong_length", fields.at(name), name=name, expected=count, count=len(values))
    for number, value in enumerate(values):
        if type(value) is not bool:
            raise wrong_type(f"{fields.at(name)}[{number}]", "true/false", value)
    return tuple(value is True for value in values)


def wrong_type(path: str, expected: str, value: object) -> InputError:
    """The error for a value of another type than ``expected``."""
    got = type_names.get(type(value), type(value).__name__)
    return InputError("wrong_type", path, name=path or "JSON", expected=expected, got=got)
