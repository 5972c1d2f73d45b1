"""Values of a JSON object, each checked as it is taken; errors name the key, whoever asks adds the place."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from paiyan.datasets.pictures import LabelError
from paiyan.engine.errors import listed, shown, type_names

_T = TypeVar("_T")


def given(fields: Mapping[str, Any], key: str, kind: type[_T]) -> _T:
    """The value of `key`; `LabelError` where it is missing or not of `kind`."""
    if key not in fields:
        raise LabelError("patch_lacks", field=key)
    value = fields[key]
    # In Python a truth value also is an integer.
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise LabelError("patch_field", field=key, expected=type_names[kind], value=shown(value))
    return value


def one_of(fields: Mapping[str, Any], key: str, known: type[StrEnum]) -> str:
    """The value of `key`; `LabelError` where it is missing or none of `known`."""
    value = given(fields, key, str)
    if value not in set(known):
        raise LabelError("patch_unknown", field=key, value=shown(value), known=listed(known))
    return value
