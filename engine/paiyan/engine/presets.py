"""Presets: the house rules of one table, written down as TOML with a reason for each.

A sheet names its rule system and those options that differ from the defaults::

    ruleset = "jinzhou"
    name = { zh = "封顶 100", en = "Capped at 100" }

    [options.score_cap]
    value = 100
    why = { zh = "…", en = "…" }

TOML has no null: the text ``"null"`` stands for it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from paiyan.engine.errors import InputError
from paiyan.engine.fields import Fields, wrong_type
from paiyan.engine.options import OptionSpec, Value
from paiyan.engine.rules import find_ruleset

LANGUAGES: Final = ("zh", "en")
_NULL: Final = "null"
_AT_LINE: Final = re.compile(r"\(at line (\d+)")


@dataclass(frozen=True, slots=True)
class PresetOption:
    """One house rule of a preset; ``why`` is its reason in each of :data:`LANGUAGES`."""

    name: str
    value: Value
    why: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Preset:
    """A rule system with the house rules of one table. ``name`` and ``about`` are in each of :data:`LANGUAGES`."""

    id: str
    ruleset: str
    name: Mapping[str, str]
    about: Mapping[str, str]
    options: tuple[PresetOption, ...] = ()

    @property
    def overrides(self) -> dict[str, Value]:
        """The options that differ from the defaults, as a case has them."""
        return {one.name: one.value for one in self.options}


class PresetError(ValueError):
    """A sheet that is no preset: ``error`` says what is wrong with which field, ``line`` where it stands if known."""

    def __init__(self, file: str, line: int | None, error: InputError) -> None:
        self.file = file
        self.line = line
        self.error = error
        super().__init__(f"{self.place}: {error}")

    @property
    def place(self) -> str:
        """File, line and field."""
        return ":".join(str(part) for part in (self.file, self.line, self.error.field or None) if part is not None)


def read_preset(id: str, text: str, file: str) -> Preset:
    """The preset written as ``text``; :class:`PresetError` names ``file``, line and field that is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT_LINE.search(str(error))
        raise PresetError(
            file, int(at[1]) if at else None, InputError("malformed_toml", "", detail=str(error))
        ) from None
    except (ValueError, RecursionError):
        raise PresetError(file, None, InputError("toml_beyond_reading", "")) from None
    try:
        return _preset(id, Fields.of(data))
    except InputError as error:
        raise PresetError(file, line_of(text, error.field), error) from None


def _preset(id: str, sheet: Fields) -> Preset:
    sheet.only(("ruleset", "name", "about", "options"))
    ruleset = sheet.text("ruleset")
    specs = find_ruleset(ruleset).options_type
    options = sheet.object("options")
    return Preset(
        id,
        ruleset,
        _both(sheet, "name"),
        _both(sheet, "about"),
        tuple(_option(specs.spec(name), options.object(name)) for name in options.data),
    )


def _option(spec: OptionSpec, one: Fields) -> PresetOption:
    one.only(("value", "why"))
    if "value" not in one.data:
        raise InputError("missing_field", one.at("value"), name="value")
    given = one.data["value"]
    if not isinstance(given, (bool, int, float, str)):
        raise wrong_type(one.at("value"), "true/false, number or text", given)
    try:
        value = spec.checked(None if given == _NULL else given)
    except InputError as error:
        raise InputError(error.code, one.at("value"), **error.params) from None
    return PresetOption(spec.name, value, _both(one, "why"))


def _both(sheet: Fields, name: str) -> dict[str, str]:
    """A text in both languages."""
    if not sheet.has(name):
        raise InputError("missing_field", sheet.at(name), name=name)
    texts = sheet.object(name)
    texts.only(LANGUAGES)
    return {language: texts.text(language) for language in LANGUAGES}


def line_of(text: str, field: str) -> int | None:
    """The line, from 1, of a TOML ``text`` on which ``field`` or the innermost table around it stands."""
    best: tuple[int, int] | None = None
    table: list[str] = []
    path = field.split(".")
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("["):
            table = [part.strip().strip("\"'") for part in stripped.partition("]")[0].lstrip("[").split(".")]
            here = table
        elif "=" in stripped and not stripped.startswith("#"):
            here = [*table, *(part.strip().strip("\"'") for part in stripped.partition("=")[0].split("."))]
        else:
            continue
        depth = len(here) if path[: len(here)] == here else 0
        if depth and (best is None or depth > best[0]):
            best = depth, number
    return best[1] if best else None
