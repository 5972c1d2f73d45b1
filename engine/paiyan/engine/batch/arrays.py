"""Many hands, what happened at their tables, and the rulings on them, as arrays with a row for each hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from paiyan.engine.facts import Method
from paiyan.engine.hand import KINDS
from paiyan.engine.rules.jinzhou.family import JinzhouFamily

_T = TypeVar("_T")

METHODS: Final = tuple(method for method in Method if method in JinzhouFamily.methods)
"""Ways of winning by their code in :class:`Facts`."""


@dataclass(frozen=True, slots=True)
class Hands:
    """N hands before the winning tile.

    ``concealed`` and ``melded`` (N, 34): how many of each face, melds apart, kongs with four. ``chi``, ``triplets``
    (碰 and 明杠) and ``concealed_kongs`` (N,): how many melds of each sort. ``win_tile`` (N,): index of the face.
    ``visible`` (N, 34): further copies seen on the table, looked at under ``wait_count_dead_tiles=visible_excluded``.
    ValueError for shapes that do not agree, a wrong number of tiles, more than four of a face, or faces that are not
    played with.
    """

    concealed: NDArray[np.uint8]
    melded: NDArray[np.uint8]
    chi: NDArray[np.uint8]
    triplets: NDArray[np.uint8]
    concealed_kongs: NDArray[np.uint8]
    win_tile: NDArray[np.uint8]
    visible: NDArray[np.uint8] | None = None

    def __post_init__(self) -> None:
        count = len(self.win_tile)
        wide = {"concealed": self.concealed, "melded": self.melded}
        if self.visible is not None:
            wide["visible"] = self.visible
        narrow = {"chi": self.chi, "triplets": self.triplets, "concealed_kongs": self.concealed_kongs}
        _check({name: (value, (count, KINDS)) for name, value in wide.items()})
        _check({name: (value, (count,)) for name, value in (narrow | {"win_tile": self.win_tile}).items()})
        if (self.concealed.sum(axis=1) + 3 * self.melds != 13).any():
            raise ValueError("concealed tiles and three for each meld must be thirteen")
        honours = slice(27, KINDS - 1)
        if self.concealed[:, honours].any() or self.melded[:, honours].any():
            raise ValueError("faces 27–32 are not played with")
        if not np.isin(self.win_tile, (*range(27), KINDS - 1)).all():
            raise ValueError("win_tile is not a face played with")
        held = self.concealed + self.melded
        if (held > 4).any() or (held[np.arange(count), self.win_tile] > 3).any():
            raise ValueError("more than four of a face, the winning tile included")

    def __len__(self) -> int:
        return len(self.win_tile)

    def __getitem__(self, rows: slice) -> Hands:
        parts = (self.concealed, self.melded, self.chi, self.triplets, self.concealed_kongs, self.win_tile)
        return _unchecked(Hands, *(part[rows] for part in parts), None if self.visible is None else self.visible[rows])

    @property
    def melds(self) -> NDArray[np.uint8]:
        """(N,): how many melds."""
        return self.chi + self.triplets + self.concealed_kongs


@dataclass(frozen=True, slots=True)
class Facts:
    """How N hands were won; what makes them contradictory is not looked for.

    ``winner``, ``dealer`` and ``discarder`` (N,): seats, -1 for no discarder. ``method`` (N,): place in
    :data:`METHODS`. ``red_kong`` (N,): the kong before 杠开 or 杠流泪 was 红中. ``open`` (N, 4): who is 开门.
    """

    winner: NDArray[np.int8]
    dealer: NDArray[np.int8]
    discarder: NDArray[np.int8]
    method: NDArray[np.int8]
    red_kong: NDArray[np.bool_]
    open: NDArray[np.bool_]

    def __post_init__(self) -> None:
        count = len(self.winner)
        names = ("winner", "dealer", "discarder", "method", "red_kong")
        _check({name: (getattr(self, name), (count,)) for name in names} | {"open": (self.open, (count, 4))})
        limits = {"winner": (0, 3), "dealer": (0, 3), "discarder": (-1, 3), "method": (0, len(METHODS) - 1)}
        for name, (least, most) in limits.items():
            value = getattr(self, name)
            if count and not least <= value.min() <= value.max() <= most:
                raise ValueError(f"{name} must be {least} to {most}")

    def __len__(self) -> int:
        return len(self.winner)

    def __getitem__(self, rows: slice) -> Facts:
        parts = (self.winner, self.dealer, self.discarder, self.method, self.red_kong, self.open)
        return _unchecked(Facts, *(part[rows] for part in parts))


@dataclass(frozen=True, slots=True)
class Rulings:
    """``valid`` (N,); ``hu_class`` and ``points`` of the class (N,), 0 where not valid.

    ``shares`` (N, 4): what each seat owes for the win before it is decided who pays for whom; 0 for the winner.
    """

    valid: NDArray[np.bool_]
    hu_class: NDArray[np.uint8]
    points: NDArray[np.int32]
    shares: NDArray[np.int32]


def _check(arrays: dict[str, tuple[NDArray[Any], tuple[int, ...]]]) -> None:
    for name, (value, shape) in arrays.items():
        if value.shape != shape:
            raise ValueError(f"{name} must have shape {shape}, not {value.shape}")


def _unchecked(kind: type[_T], *values: object) -> _T:
    """An instance of rows of a checked one."""
    made = object.__new__(kind)
    for name, value in zip(kind.__slots__, values, strict=True):  # type: ignore[attr-defined]
        object.__setattr__(made, name, value)
    return made
