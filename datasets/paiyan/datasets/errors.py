"""The one kind of refusal of the data pipeline and the models: which one it is, with which values."""

from __future__ import annotations


class ToldError(Exception):
    """Something that cannot be used or done.

    ``code`` is a stable id (its texts are ``unusable.<code>`` in the catalogue), ``params`` the values the text needs;
    a param ``reason`` may be an error itself.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        details = ", ".join(f"{name}={value}" for name, value in params.items())
        super().__init__(code.replace("_", " ") + (f" ({details})" if details else ""))


class MissingDataError(ToldError, FileNotFoundError):
    """Data that lie beside the packages are not there: the installation is incomplete."""
