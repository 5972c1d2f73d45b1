"""What the rules say about a claimed win: a score sheet or a rejection, each with its reasons.

Texts live in the catalogue; every item here carries the key of its text and the values the text needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from paiyan.engine.tiles import Tile

Params = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of winning: whether it holds and by which tiles. ``by`` tells apart the ways to meet it."""

    id: str
    holds: bool
    by: str
    tiles: tuple[Tile, ...] = ()
    params: Params = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Catalogue key of its text."""
        return f"condition.{self.id}.{self.by}"


@dataclass(frozen=True, slots=True)
class Fault:
    """A failed condition. ``id`` is the reason reported; ``detail`` picks a narrower text."""

    id: str
    detail: str = ""
    params: Params = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Catalogue key of its text."""
        return f"fault.{self.id}" + (f".{self.detail}" if self.detail else "")


@dataclass(frozen=True, slots=True)
class Fix:
    """The nearest way to make a rejected hand win."""

    id: str
    detail: str = ""
    params: Params = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Catalogue key of its text."""
        return f"nearest.{self.id}" + (f".{self.detail}" if self.detail else "")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: points to start from, or a factor. ``seats``: the shares it applies to, None for all.

    An id may name one of a family after a dot; the family shares one text.
    """

    id: str
    points: int | None = None
    factor: int | None = None
    seats: tuple[int, ...] | None = None
    params: Params = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Catalogue key of its text."""
        return f"line.{self.id.partition('.')[0]}"


@dataclass(frozen=True, slots=True)
class WildUse:
    """What one 会 of a hand stands for. ``where``: the set or pair it is in; ``drawn``: it is the winning tile."""

    tile: Tile
    stands_for: Tile
    where: str
    drawn: bool = False

    @property
    def key(self) -> str:
        """Catalogue key of its text."""
        return "wild.drawn" if self.drawn else "wild.stands_for"


@dataclass(frozen=True, slots=True)
class Note:
    """Something about the facts worth telling that changes nothing in the ruling."""

    id: str
    params: Params = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Catalogue key of its text."""
        return f"note.{self.id}"


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another way to read the hand that was considered; ``why`` says what speaks against it."""

    label: str
    points: int | None
    reading: str
    why: str
    params: Params = field(default_factory=dict)
    wilds: tuple[WildUse, ...] = ()

    @property
    def key(self) -> str:
        """Catalogue key of its text."""
        return f"alternative.{self.why}"


@dataclass(frozen=True, slots=True)
class Label:
    """Name of a winning hand: stable id (texts ``hu.<id>``) and the Chinese term."""

    id: str
    term: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A valid win. Fields a system has no notion of are None.

    ``shares``: what each losing seat owes before it is decided who pays for whom.
    ``waits``: every tile the 13 tiles could have won on. ``fans`` are without a value where the rules give none.
    """

    conditions: tuple[Condition, ...]
    lines: tuple[Line, ...]
    alternatives: tuple[Alternative, ...] = ()
    label: Label | None = None
    hu_class: int | None = None
    class_points: int | None = None
    waits: tuple[Tile, ...] | None = None
    shares: Mapping[int, int] = field(default_factory=dict)
    fans: Mapping[str, int | None] | tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    units: int | None = None
    points: int | None = None
    wilds: tuple[WildUse, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejection:
    """A claimed win that is none: every failed condition and the nearest fixes.

    ``lines``, ``fans`` and ``points`` tell what the hand would be worth, where it fails for being worth too little;
    ``fans`` and ``tags`` are empty where the system has them and the hand none.
    """

    faults: tuple[Fault, ...]
    nearest: tuple[Fix, ...] = ()
    conditions: tuple[Condition, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    wilds: tuple[WildUse, ...] = ()
    notes: tuple[Note, ...] = ()
    lines: tuple[Line, ...] = ()
    fans: Mapping[str, int] | tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    points: int | None = None

    @property
    def reasons(self) -> tuple[str, ...]:
        """Ids of the failed conditions."""
        return tuple(fault.id for fault in self.faults)


Ruling = ScoreSheet | Rejection
