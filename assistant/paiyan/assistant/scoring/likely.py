"""Readings that are likely beside the best one: what else the tiles of a hand may be, and how probable that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from paiyan.assistant.reading.focus import own_tiles
from paiyan.assistant.reading.model import BACK, SAID, Status, TableReading
from paiyan.engine.shapes import pairs_reading, sets_readings
from paiyan.engine.tiles import Tile

_LEAST: Final = 0.02
"""Faces less probable than this are left out where every reading has to be ruled on."""
_LEAST_COMPLETE: Final = 0.0005
"""Readings less probable than this, against the best one, are left out where those alone count that are complete."""
_AT_ONCE: Final = 2
"""Misread tiles that are allowed for at the same time."""
_MOST_DOUBTS: Final = 10
_SETS_AND_PAIRS: Final = frozenset({"jinzhou"})
"""Rule systems in which nothing wins but four sets and a pair, or seven pairs: a hand that is neither need not be ruled
on to know that it is none."""

_ALIKE: Final = (
    "1m2m", "2m3m", "1m3m", "1m6m", "1m8m", "4m6m", "6m8m", "7m9m", "4m5m",
    "2p4p", "3p5p", "4p6p", "5p8p", "5p7p", "6p7p", "6p8p", "6p9p", "7p8p", "7p9p", "8p9p",
    "2s3s", "3s5s", "3s6s", "4s6s", "4s5s", "5s6s", "6s8s", "6s9s", "7s9s", "8s9s",
)  # fmt: skip
"""Faces that detectors take for each other on sets they have not seen; those of the shipped one stand in its card. One
of them is never ruled out, whatever the scores: such a mistake is made with confidence, and with every tile of the face
alike."""


def _pairs(spelt: Iterable[str]) -> dict[str, tuple[str, ...]]:
    alike: dict[str, tuple[str, ...]] = {}
    for pair in spelt:
        one, other = pair[:2], pair[2:]
        alike[one] = (*alike.get(one, ()), other)
        alike[other] = (*alike.get(other, ()), one)
    return alike


ALIKE: Final[Mapping[str, tuple[str, ...]]] = _pairs(_ALIKE)


@dataclass(frozen=True, slots=True)
class Variant:
    """A reading that differs from the best one in the tiles `changed` (index → face); `probability` is relative."""

    changed: Mapping[int, str]
    probability: float


def variants(reading: TableReading, rules: str, kinds: frozenset[int], win: str | None = None) -> list[Variant]:
    """The best reading first, then every one with up to two tiles read otherwise, and those in which all tiles of one
    face are another that looks like it; within the faces `kinds`.

    `win` is the winning tile where it was said. Where it can be told, readings that are complete are the only ones
    beside the best: no other wins. Where very many tiles are doubtful only those with the least certain faces are
    varied.
    """
    complete = _Complete.of(reading, win) if rules in _SETS_AND_PAIRS else None
    least = _LEAST if complete is None else _LEAST_COMPLETE
    doubts = {
        index: faces for index in own_tiles(reading) if len(faces := likely_faces(reading, index, kinds, least)) > 1
    }
    widest = sorted(doubts, key=lambda index: doubts[index][0][1])
    if complete is None:
        widest = widest[:_MOST_DOUBTS]
    whole = 1.0
    for index in widest:
        whole *= doubts[index][0][1]
    changes = {index: [(code, share / doubts[index][0][1]) for code, share in doubts[index][1:]] for index in widest}
    found = [*_changed(changes, least * least if complete is None else least), *_all_alike(reading, changes)]
    kept = [one for one in found if complete is None or complete.with_changes(one[0])]
    return [Variant({}, whole), *(Variant(changed, whole * odds) for changed, odds in kept)]


def _changed(
    changes: Mapping[int, Sequence[tuple[str, float]]], least: float
) -> Iterator[tuple[dict[int, str], float]]:
    """One or two tiles read otherwise, with the odds of that against the best reading."""
    for count in range(1, _AT_ONCE + 1):
        for indices in combinations(changes, count):
            for picks in product(*(changes[index] for index in indices)):
                odds = 1.0
                for _, one in picks:
                    odds *= one
                if odds >= least:
                    yield {index: code for index, (code, _) in zip(indices, picks, strict=True)}, odds


def _all_alike(
    reading: TableReading, changes: Mapping[int, Sequence[tuple[str, float]]]
) -> Iterator[tuple[dict[int, str], float]]:
    """Three or more tiles of one face that are all another: as likely as the likeliest of these mistakes alone, for
    they have one cause."""
    by_face: dict[str, list[int]] = {}
    for index in own_tiles(reading):
        by_face.setdefault(reading.tiles[index].tile, []).append(index)
    for face, indices in by_face.items():
        for other in ALIKE.get(face, ()):
            odds = [odd for index in indices for code, odd in changes.get(index, ()) if code == other]
            if len(indices) > _AT_ONCE and len(odds) == len(indices):
                yield dict.fromkeys(indices, other), max(odds)


def likely_faces(
    reading: TableReading, index: int, kinds: frozenset[int], least: float = _LEAST
) -> list[tuple[str, float]]:
    """The faces a tile may have with their probabilities, its face as read first.

    Even a tile that is called sure is now and then another; only what a person said is beyond doubt.
    """
    tile = reading.tiles[index]
    if tile.confidence >= SAID or tile.tile == BACK:
        return [(tile.tile, 1.0)]
    scores = dict.fromkeys(ALIKE.get(tile.tile, ()), 0.0) | dict(tile.alternatives)
    weigh = reading.trust.weight
    others = [
        (code, weigh(score)) for code, score in scores.items() if code != BACK and Tile.parse(code).index in kinds
    ]
    # What a tile was inferred to be may score less than what the detector saw.
    own = weigh(max(tile.confidence / 2, _LEAST) if tile.status is Status.INFERRED else tile.confidence)
    total = own + sum(weight for _, weight in others)
    faces = [(code, weight / total) for code, weight in others if weight / total >= least]
    return [(tile.tile, own / total), *faces]


@dataclass(frozen=True, slots=True)
class _Complete:
    """Tells whether the concealed tiles of a hand are four sets and a pair, or seven pairs, when some are changed.

    `counts` are those of the hand as read with the winning tile, `faces` the face of each of its tiles; `sets` are the
    tiles of the melds, which are checked when the case is made.
    """

    counts: tuple[int, ...]
    faces: Mapping[int, int]
    melds: int

    @classmethod
    def of(cls, reading: TableReading, said: str | None) -> _Complete | None:
        """None where the hand has not 14 tiles, each with a face."""
        own = [*reading.hand, *([] if reading.win_tile is None else [reading.win_tile])]
        faces = {index: face.index for index in own if (face := reading.tiles[index].face) is not None}
        melds = len(reading.melds)
        further = [Tile.parse(said).index] if said is not None and len(own) + 3 * melds == _HAND_SIZE else []
        if len(faces) != len(own) or len(own) + len(further) + 3 * melds != _HAND_SIZE + 1:
            return None
        counts = [0] * _KINDS
        for kind in (*faces.values(), *further):
            if kind >= _KINDS:
                return None
            counts[kind] += 1
        return cls(tuple(counts), faces, melds)

    def with_changes(self, changed: Mapping[int, str]) -> bool:
        """Whether the hand is complete when these tiles have these faces."""
        counts = list(self.counts)
        for index, code in changed.items():
            if index in self.faces:
                counts[self.faces[index]] -= 1
                counts[Tile.parse(code).index] += 1
        return bool(sets_readings(counts)) or (not self.melds and pairs_reading(counts) is not None)


_HAND_SIZE: Final = 13
_KINDS: Final = 34
