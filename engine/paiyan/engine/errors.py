"""The one error for input that is not a legal case: what is wrong, in which field, with which values."""

from __future__ import annotations

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


class InputError(ValueError):
    """Input that cannot be ruled on: malformed, impossible or contradicting itself.

    ``code`` is a stable id (its texts are ``error.<code>`` in the catalogue), ``field`` the path of the
    offending field (``melds[1].tiles``), ``params`` the values the text needs, all JSON values.
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
