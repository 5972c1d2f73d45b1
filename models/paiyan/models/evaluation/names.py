"""What labelled folders are called in figures and cards, where whole paths would be too long and tell too much."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

_USUAL: Final = 2
"""Parts of a path that most sets are told apart by: `dev/hands`."""


def short_names(folders: Iterable[Path]) -> dict[str, Path]:
    """The folders by the last parts of their paths: two, or as many more as tell all of them apart."""
    different = list(dict.fromkeys(folders))
    most = max((len(folder.parts) for folder in different), default=0)
    for parts in range(_USUAL, max(most, _USUAL) + 1):
        names = {"/".join(folder.parts[-parts:]) or str(folder): folder for folder in different}
        if len(names) == len(different):
            break
    return names
