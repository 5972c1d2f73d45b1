"""Recipe files: TOML whose tables are the fields of dataclasses. Every key is checked by its name and type."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from paiyan.datasets.pictures import LabelError, read_words
from paiyan.engine.errors import shown, type_names

_TYPES: Final[Mapping[str, tuple[type, ...]]] = MappingProxyType(
    {
        "int": (int,),
        "float": (int, float),
        "bool": (bool,),
        "str": (str,),
        "tuple": (list,),
        "dict": (dict,),
        "Mapping": (dict,),
    }
)
"""What TOML may give for a field, by the first word of the field's type."""

_INNER: Final[Mapping[str, tuple[type, ...]]] = MappingProxyType(
    {"tuple[str, ...]": (str,), "Mapping[str, str]": (str,), "dict[str, float]": (int, float)}
)
"""What the values of a list or table may be."""


class RecipeError(LabelError):
    """A recipe that cannot be used."""


def read_recipe(path: Path) -> dict[str, Any]:
    """The content of a recipe file; `RecipeError` where it is not valid TOML."""
    words = read_words(path)
    try:
        return tomllib.loads(words)
    except RecursionError as error:
        raise RecipeError("nested_too_deep", file=path.name) from error
    except ValueError as error:
        # Not only of TOML: an integer may have more digits than Python reads.
        raise RecipeError("not_valid_TOML", file=path.name, reason=error) from error


def table_of(content: Mapping[str, Any], file: str, table: str) -> dict[str, Any]:
    """The table `table` of a recipe file; `RecipeError` where it has none."""
    found = content.get(table)
    if not isinstance(found, dict):
        raise RecipeError("no_table", file=file, table=table)
    return found


def checked(given: Mapping[str, Any], kind: type, file: str, table: str) -> dict[str, Any]:
    """The values of a table as arguments of the dataclass `kind`.

    Raises `RecipeError` for a key that `kind` has no field for, a value of another type or
    that is no finite number, or a key that is missing.
    """
    known = {item.name: str(item.type) for item in fields(kind)}
    unknown = sorted(set(given) - set(known))
    if unknown:
        names = ", ".join(sorted(known))
        raise RecipeError("unknown_key", file=file, table=table, field=unknown[0], known=names)
    for key, value in given.items():
        _check_type(value, known[key], file, table, key)
    required = [item.name for item in fields(kind) if item.default is MISSING and item.default_factory is MISSING]
    missing = [name for name in required if name not in given]
    if missing:
        raise RecipeError("missing_key", file=file, table=table, keys=", ".join(missing))
    return {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}


def in_range(table: str, values: object, keys: Iterable[str], least: float, most: float = float("inf")) -> None:
    """`RecipeError` where the attribute of `values` named by one of `keys` is less than `least` or more than `most`."""
    for key in keys:
        value = getattr(values, key)
        if not least <= value <= most:
            allowed = f"≥ {least:g}" if most == float("inf") else f"{least:g}–{most:g}"
            raise RecipeError("out_of_range", table=table, field=key, value=value, allowed=allowed)


def above_zero(table: str, values: object, keys: Iterable[str]) -> None:
    """`RecipeError` where the attribute of `values` named by one of `keys` is not more than 0."""
    for key in keys:
        if getattr(values, key) <= 0:
            raise RecipeError("out_of_range", table=table, field=key, value=getattr(values, key), allowed="> 0")


def _check_type(value: object, wanted: str, file: str, table: str, key: str) -> None:
    allowed = _TYPES[wanted.partition("[")[0]]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one, types in ((value, allowed), *((one, _INNER[wanted]) for one in inner if wanted in _INNER)):
        # In Python a truth value also is an integer.
        if not isinstance(one, types) or (isinstance(one, bool) and bool not in types):
            expected = "integer or number" if len(types) > 1 else type_names[types[0]]
            raise RecipeError("wrong_type", file=file, table=table, field=key, expected=expected, value=shown(one))
        # TOML has nan and inf, which no range keeps out.
        if isinstance(one, float) and not isfinite(one):
            raise RecipeError("not_finite", table=table, field=key, value=one)
