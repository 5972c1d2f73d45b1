"""Finds the data that lie beside the packages: weights, model cards, rule sheets and samples.

In a source tree they are top-level folders; in an installed wheel they lie in `paiyan/data/`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from paiyan.datasets.errors import MissingDataError

ResourceKind = Literal["weights", "cards", "seeds"]

_SOURCE_TREE: Final[dict[str, str]] = {"weights": "models/weights", "cards": "models/cards", "seeds": "seeds"}


def resource_dir(kind: ResourceKind) -> Path:
    """The folder that holds this kind of data; `MissingDataError` if the installation is incomplete."""
    package = Path(__file__).resolve().parent
    installed = package.parent / "data" / kind
    if installed.is_dir():
        return installed
    source = package.parents[2] / _SOURCE_TREE[kind]
    if source.is_dir():
        return source
    raise MissingDataError("missing_data", kind=kind)
