"""The one error for input that is not a legal case: what is wrong, in which field, with which values."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

type_names: Final = {
    bool: "true/false",
    int: "integer",
    float: "number",
    str: "text",
    list: "list",
    dict: "object",
    type(None): "null",
}
"""How the types of a JSON value are called in the params of an error."""
_LONGEST_SHOWN: Final = 60


def shown(value: object) -> str:
    """A JSON value as the params of an error show it: scalars as JSON, cut if long, anything else by its type."""
    if isinstance(value, (list, dict)):
        return type_names[type(value)]
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def listed(values: Iterable[object]) -> str:
    """Allowed values in one text."""
    return ", ".join(value if isinstance(value, str) else json.dumps(value) for value in values)


def near(value: object, allowed: Iterable[object]) -> str:
    """The allowed value that `value` is most likely meant for, empty where none is like it."""
    from difflib import get_close_matches

    asked = str(value).strip().casefold()
    return next(iter(get_close_matches(asked, [str(one) for one in allowed], 1)), "")


class InputError(ValueError):
    """Input that cannot be ruled on: malformed, impossible or contradicting itself.

    ``code`` is a stable id (its texts are ``error.<code>`` in the catalogue), ``field`` the path of the
    offending field (``melds[1].tiles``), ``params`` the values the text needs, all texts, numbers or true/false.
    """

    def __init__(self, code: str, field: str, **params: object) -> None:
        self.code = code
        self.field = field
        self.params = params
        details = ", ".join(f"{name}={value}" for name, value in params.items())
        super().__init__(f"{field}: {code.replace('_', ' ')}" + (f" ({details})" if details else ""))

    def under(self, prefix: str) -> InputError:
        """The same error with its field placed under ``prefix``: ``tiles`` → ``melds[1].tiles``."""
        return InputError(self.code, f"{prefix}.{self.field}" if self.field else prefix, **self.params)
