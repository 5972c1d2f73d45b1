"""What advice consists of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from paiyan.engine.advice.position import Position
from paiyan.engine.ruling import Fault, Note, ScoreSheet
from paiyan.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that wins: copies left, and what each seat gains where it is drawn or given by another seat.

    ``given`` lacks the seats from which it may not be won; ``sheet`` is that of the self-drawn win.
    """

    tile: Tile
    left: int
    sheet: ScoreSheet
    drawn: tuple[int, ...]
    given: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Blocked:
    """A tile that completes the shape and does not win, with every condition it fails."""

    tile: Tile
    left: int
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Useful:
    """A tile that brings the hand one tile closer to a win."""

    tile: Tile
    left: int


@dataclass(frozen=True, slots=True)
class Choice:
    """The hand after ``discard`` (None where nothing has to be discarded).

    ``shape`` and ``win``: tiles still to come until any winning shape and until a win; ``win`` is None where no win can
    be reached. ``expected`` is None where the hand is too far from waiting, or has too few useful tiles, to be valued,
    and where the rules say nothing of payments.
    """

    discard: Tile | None
    shape: int
    win: int | None
    waits: tuple[Wait, ...]
    blocked: tuple[Blocked, ...]
    useful: tuple[Useful, ...]
    expected: float | None
    risks: tuple[Note, ...]

    @property
    def copies(self) -> int:
        """Copies left of all useful tiles."""
        return sum(one.left for one in self.useful)

    @property
    def rank(self) -> tuple[float, float, float, int]:
        """Sorts choices best first: by expected value, then by distance, useful copies and risks."""
        far = self.win if self.win is not None else 99
        return -(self.expected if self.expected is not None else -1.0), far, -self.copies, len(self.risks)


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice for a position: ``choices`` best first, ``wins`` the tiles the hand has already won on if just drawn."""

    position: Position
    shape: int
    win: int | None
    wins: tuple[Wait, ...]
    choices: tuple[Choice, ...]
