"""At other tables: a case ruled once more under every other value of every house rule, one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from paiyan.engine.case_reader import read_case
from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.fields import Fields
from paiyan.engine.options import Options, Value

Json = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Variant:
    """The case where ``option`` is ``value``: its line of ``paiyan rule``, or why it cannot happen at such a table.

    ``default``: the value is the one the rule system starts from. ``difference``: what each seat gains more.
    """

    option: str
    value: Value
    default: bool
    line: Json | None
    difference: tuple[int, ...] | None
    error: InputError | None = None

    @property
    def moves_money(self) -> bool:
        """Whether anybody's gain is another; a case that cannot happen there counts too."""
        return self.difference is None or any(self.difference)

    def to_json(self) -> dict[str, object]:
        """As JSON: what differs, without the explanation."""
        said = {name: self.line[name] if self.line else None for name in _TOLD}
        error = self.error
        return {
            "option": self.option,
            "value": self.value,
            "default": self.default,
            **said,
            "difference": None if self.difference is None else list(self.difference),
            "error": {"code": error.code, "field": error.field, "params": error.params} if error else None,
        }


_TOLD = ("valid", "reasons", "hu_class", "hu_label", "points", "settlement")


def toggles(options: Options) -> Iterator[tuple[str, Value, bool]]:
    """Every other value of every house rule that lists its values: option, value, whether it is the default."""
    for spec in options.specs():
        if not isinstance(spec.values, str):
            now = getattr(options, spec.name)
            for value in spec.values:
                if value != now or type(value) is not type(now):
                    yield spec.name, value, value == spec.default and type(value) is type(spec.default)


def all_variants(data: object, line: Json | None = None) -> tuple[Variant, ...]:
    """The case ``data`` under each of :func:`toggles`. ``line`` is its own line of ``paiyan rule`` if known.

    :class:`InputError` if the case itself cannot be ruled on.
    """
    case = Fields.of(data)
    line = rule_case(data) if line is None else line
    return tuple(_variant(case, line, *toggle) for toggle in toggles(read_case(data).options))


def variants(data: object, line: Json | None = None) -> tuple[Variant, ...]:
    """Those of :func:`all_variants` that would change the money."""
    return tuple(one for one in all_variants(data, line) if one.moves_money)


def _variant(case: Fields, line: Json, name: str, value: Value, default: bool) -> Variant:
    options = {**case.object("options").data, name: value}
    try:
        other = rule_case({**case.data, "options": options})
    except InputError as error:
        return Variant(name, value, default, None, None, error)
    return Variant(name, value, default, other, _difference(line["settlement"], other["settlement"]))


def _difference(before: object, after: object) -> tuple[int, ...]:
    assert isinstance(before, list) and isinstance(after, list)
    return tuple(new - old for old, new in zip(before, after, strict=True))
