"""What was read from one photo: every tile with its evidence, and what the tiles make up together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, Literal

from paiyan.assistant.reading.trust import Trust
from paiyan.engine.tiles import Tile
from paiyan.vision.coach import Advice

BACK: Final = "back"
SAID: Final = 1.0
"""Confidence of a tile that a person confirmed or changed; a detector never gives it."""

WHICH_HAND: Final = "which_hand"
"""Asked where more than one hand lies in the photo: nothing tells which of them won."""

FOURTH_TILE: Final = "fourth_tile"
"""Asked where three equal tiles may have a fourth: one of them may lie on it, or a back beside them."""

BROKEN_MELD: Final = "broken_meld"
"""Asked where a face that a person named leaves no meld of a set that was read as one."""

FOREIGN_TILES: Final = "foreign_tiles"
"""Says that the rule system is not played with tiles of the hand: others are played by, or tiles were misread."""

SHORT_KONG: Final = "short_kong"
"""Asked where only three tiles of a concealed kong were found: which kong it is, or what else."""
CONCEALED: Final = "angang"
OPEN: Final = "minggang"
PENG: Final = "peng"
IN_HAND: Final = "hand"
"""Its answers: a concealed kong of which one tile was not found; an open kong, whose fourth tile lies on one that looks
face down or was not found; with a tile misread, a 碰 or three tiles of the hand."""

Seat = Literal["self", "right", "across", "left"]
Source = Literal["left", "across", "right"]
MeldType = Literal["chi", "peng", "minggang", "angang"]


class Status(StrEnum):
    """How far a tile can be trusted."""

    SURE = "sure"
    INFERRED = "inferred"
    DOUBTFUL = "doubtful"


class Zone(StrEnum):
    """Where a tile belongs; melds are written ``meld:N``."""

    HAND = "hand"
    WIN = "win"
    DISCARD = "discard"
    BACK = "back"
    OTHER = "other"


def corner_points(corners: Iterable[Iterable[float]]) -> tuple[tuple[float, float], ...]:
    """The corners (4, 2) of a tile in px as a reading keeps them, to a tenth."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)


@dataclass(frozen=True, slots=True)
class TileReading:
    """One tile of the photo.

    - `tile`: best guess, the code of a face or ``back``; doubt goes into `status`, never into `tile`;
    - `confidence`: 0–1, of the box and its class together, 1 where a person said so;
    - `alternatives`: other classes with their scores, best first;
    - `corners`: px of the upright photo, clockwise from the visual top left;
    - `axis`: direction of the long side, degrees mod 180; `facing`: degrees clockwise of the tile's top, None unless
      told with confidence (not by the shipped networks: they read a tile upright and on its head alike);
    - `group`: ``hand``, ``meld:N``, ``win``, ``discard``, ``back`` or ``other``; `seat`: whose it is, None if unknown.
    """

    tile: str
    confidence: float
    status: Status
    corners: tuple[tuple[float, float], ...]
    axis: float
    group: str
    alternatives: tuple[tuple[str, float], ...] = ()
    facing: float | None = None
    seat: Seat | None = None

    @property
    def face(self) -> Tile | None:
        """The face, None for a tile that lies face down."""
        return None if self.tile == BACK else Tile.parse(self.tile)


@dataclass(frozen=True, slots=True)
class MeldReading:
    """A meld: `tiles` are indices into the reading's tiles, `source` whom the claimed tile came from, if it shows."""

    type: MeldType
    tiles: tuple[int, ...]
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """What an answer to a question would make of the hand: the win, the least and the most each seat could then gain,
    and how likely the answer is where the photo says something about it. `opens`: the winner's seat where the answer
    makes it open though it was said not to be: with the answer that has to be said otherwise too."""

    answer: Any
    valid: bool
    hu_class: int | None
    hu_label: str | None
    low: tuple[int, ...]
    high: tuple[int, ...]
    likely: float | None = None
    opens: int | None = None

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        likely = None if self.likely is None else round(self.likely, 4)
        return {
            "answer": self.answer,
            "valid": self.valid,
            "hu_class": self.hu_class,
            "hu_label": self.hu_label,
            "low": list(self.low),
            "high": list(self.high),
            "likely": likely,
            "opens": self.opens,
        }


@dataclass(frozen=True, slots=True)
class Question:
    """Something to ask the person: a stable `id` (texts are ``question.<id>``), the values its text needs, and the
    answers to choose from (empty where the answer is free).

    `tiles` are the tiles it is about, `crop` left, top, right and bottom of the part of the photo that shows them.
    `costs`: for each of the choices what it would make of the hand, None where it contradicts what was said; empty
    where that is not worked out. `stake`: by how much the choices change what one seat gains, at most.
    """

    id: str
    params: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    choices: tuple[Any, ...] = ()
    tiles: tuple[int, ...] = ()
    crop: tuple[int, int, int, int] | None = None
    costs: tuple[Cost | None, ...] = ()
    stake: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The question as JSON."""
        return {
            "id": self.id,
            "params": dict(self.params),
            "choices": list(self.choices),
            "tiles": list(self.tiles),
            "crop": None if self.crop is None else list(self.crop),
            "costs": [None if cost is None else cost.to_json() for cost in self.costs],
            "stake": self.stake,
        }


@dataclass(frozen=True, slots=True)
class UsedTileSet:
    """An enrolled tile set that a photo was read with: `likeness` says how alike the photo's tiles are to its faces
    (−1…1), `weight` how much they counted, 0 where the photo shows another set."""

    id: str
    name: str
    likeness: float
    weight: float

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {"id": self.id, "name": self.name, "likeness": self.likeness, "weight": self.weight}


@dataclass(frozen=True, slots=True)
class TableReading:
    """Everything read from a photo of `width` × `height` px.

    `hand` and `win_tile` are indices into `tiles`, the hand in the order it lies. `rules` names the rule system whose
    tiles and counts were used, None where nothing was assumed; `tile_set` is the enrolled set it was read with.
    `coach` says what is wrong with the photo, the worst first; `trust` how far scores were believed. A correction makes
    a new reading, without advice where every tile of the hand is confirmed: what a person has looked at needs no better
    photo.
    """

    width: int
    height: int
    tiles: tuple[TileReading, ...]
    hand: tuple[int, ...] = ()
    melds: tuple[MeldReading, ...] = ()
    win_tile: int | None = None
    questions: tuple[Question, ...] = ()
    coach: tuple[Advice, ...] = ()
    model: str | None = None
    rules: str | None = None
    tile_set: UsedTileSet | None = None
    trust: Trust = field(default_factory=Trust)
    timings_ms: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def backs(self) -> int:
        """How many tiles lie face down."""
        return sum(tile.tile == BACK for tile in self.tiles)

    def faces(self, indices: tuple[int, ...]) -> tuple[Tile, ...]:
        """The faces of these tiles in order; face-down tiles are left out."""
        return tuple(face for index in indices if (face := self.tiles[index].face) is not None)

    def meld_faces(self, meld: MeldReading) -> tuple[Tile, ...]:
        """The tiles of a meld. Each of a concealed kong is what one of them shows; where none does it is empty."""
        faces = self.faces(meld.tiles)
        return faces[:1] * len(meld.tiles) if meld.type == "angang" else faces
