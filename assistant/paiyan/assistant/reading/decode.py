"""Structure-aware decoding: the likeliest faces that are possible at all in a rule system.

Only what is certain in the rules is used: which faces exist, how many of each, and that a meld is a run or equal tiles.
Whether the hand wins is not used: a wrong win must be read as it lies. A tile that the detector is sure of is never
changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from paiyan.assistant.reading.evidence import Evidence, Faces
from paiyan.assistant.reading.model import MeldReading, MeldType
from paiyan.assistant.reading.roles import Roles
from paiyan.assistant.reading.tilesets import TileSet
from paiyan.engine.tiles import ALL_TILES, Tile

_CHOICES: Final = 6
"""Faces tried for an unsure tile."""
_MELDS: Final = 60
_BEAM: Final = 60
LEAST_LIKELY: Final = -4.0
"""A tile is not changed to a face less likely than this (in logarithms, against its best face)."""


CONFIRMED: Final = 20.0
"""A tile the detector is not sure of counts as sure where the face read is so many times likelier than any other that
is possible there."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """`changed`: tiles read otherwise than the detector's best guess; `confirmed`: tiles for which nothing else
    is possible or nearly as likely; `impossible`: tiles that no reading fits; `melds`: the melds with the types that
    their faces make."""

    changed: Mapping[int, Tile]
    confirmed: frozenset[int]
    impossible: frozenset[int]
    melds: tuple[MeldReading, ...]


@dataclass(frozen=True, slots=True)
class _Unit:
    """Tiles that are decided together, and what they may be: loss, faces, meld type."""

    tiles: tuple[int, ...]
    options: tuple[tuple[float, Faces, MeldType | None], ...]

    def named(self, pick: int) -> Iterable[tuple[int, Tile]]:
        """Its tiles with the faces of that option."""
        return zip(self.tiles, self.options[pick][1], strict=True)

    def confirmed(self, pick: int) -> list[int]:
        """Its tiles to which every other option that gives them another face is far less likely than this one."""
        loss, faces, _ = self.options[pick]
        return [
            tile
            for place, tile in enumerate(self.tiles)
            if all(
                loss - other > np.log(CONFIRMED) for other, others, _ in self.options if others[place] != faces[place]
            )
        ]


@dataclass(frozen=True, slots=True)
class _State:
    loss: float
    counts: Counter[Tile]
    chosen: tuple[int, ...]


def decode(evidence: Evidence, roles: Roles, sure: Sequence[bool], tile_set: TileSet | None) -> Decoded | None:
    """The likeliest possible reading of hand, melds and winning tile; None without a tile set."""
    if tile_set is None:
        return None
    singles = [*roles.hand, *([roles.win] if roles.win is not None else [])]
    shown = [meld for meld in roles.melds if not evidence.face_down[list(meld.tiles)].all()]
    units = [_meld_unit(meld, evidence, sure, tile_set) for meld in shown]
    units += [_tile_unit(tile, evidence, sure, tile_set) for tile in singles]
    possible = [unit for unit in units if unit.options]
    impossible = {tile for unit in units if not unit.options for tile in unit.tiles}
    own = {tile for unit in units for tile in unit.tiles}
    chosen = _search(possible, tile_set, _seen_elsewhere(evidence, sure, own))
    faces = {tile: face for unit, pick in zip(possible, chosen, strict=True) for tile, face in unit.named(pick)}
    return Decoded(
        changed={
            tile: face for tile, face in faces.items() if not evidence.face_down[tile] and face != evidence.best(tile)
        },
        confirmed=frozenset(tile for unit, pick in zip(possible, chosen, strict=True) for tile in unit.confirmed(pick)),
        impossible=frozenset(impossible | _too_many(faces, tile_set.copies)),
        melds=_typed(roles.melds, possible, chosen),
    )


def _seen_elsewhere(evidence: Evidence, sure: Sequence[bool], own: set[int]) -> Counter[Tile]:
    """Faces that lie for certain elsewhere on the table: they can't be in the hand too."""
    return Counter(
        evidence.best(tile)
        for tile, certain in enumerate(sure)
        if certain and tile not in own and not evidence.face_down[tile]
    )


def _too_many(faces: Mapping[int, Tile], copies: int) -> set[int]:
    """All tiles of which the hand shows more than there are: one of them must be another."""
    counts = Counter(faces.values())
    return {tile for tile, face in faces.items() if counts[face] > copies}


def _typed(melds: tuple[MeldReading, ...], units: Sequence[_Unit], chosen: Sequence[int]) -> tuple[MeldReading, ...]:
    types = {unit.tiles: unit.options[pick][2] for unit, pick in zip(units, chosen, strict=True)}
    return tuple(replace(meld, type=types.get(meld.tiles) or meld.type) for meld in melds)


def _tile_unit(tile: int, evidence: Evidence, sure: Sequence[bool], tile_set: TileSet) -> _Unit:
    best = evidence.best(tile)
    if sure[tile]:
        options = [(0.0, (best,), None)] if best in tile_set.faces else []
        return _Unit((tile,), tuple(options))
    losses = evidence.log_faces[tile] - evidence.log_faces[tile].max()
    ranked = [ALL_TILES[index] for index in np.argsort(-losses, kind="stable")]
    allowed = [face for face in ranked if face in tile_set.faces and losses[face.index] > LEAST_LIKELY]
    return _Unit((tile,), tuple((float(losses[face.index]), (face,), None) for face in allowed[:_CHOICES]))


def _meld_unit(meld: MeldReading, evidence: Evidence, sure: Sequence[bool], tile_set: TileSet) -> _Unit:
    options = [
        (loss, faces, kind)
        for loss, kind, faces in evidence.melds(meld.tiles, most=_MELDS)
        if loss > LEAST_LIKELY * 2
        and set(faces) <= tile_set.faces
        and not any(
            sure[tile] and not evidence.face_down[tile] and face != evidence.best(tile)
            for tile, face in zip(meld.tiles, faces, strict=True)
        )
    ]
    return _Unit(meld.tiles, tuple(options[:_CHOICES]))


def _search(units: Sequence[_Unit], tile_set: TileSet, elsewhere: Counter[Tile]) -> list[int]:
    """The option picked for every unit, by beam search, those with one option first. Where copies run out a unit keeps
    its best option."""
    order = sorted(range(len(units)), key=lambda place: len(units[place].options))
    beam = [_State(0.0, elsewhere, ())]
    for place in order:
        unit = units[place]
        following = [
            _State(state.loss + loss, counts, (*state.chosen, pick))
            for state in beam
            for pick, (loss, faces, _) in enumerate(unit.options)
            if _within(counts := state.counts + Counter(faces), faces, tile_set.copies)
        ]
        if not following:
            following = [replace(state, chosen=(*state.chosen, 0)) for state in beam]
        beam = sorted(following, key=lambda state: -state.loss)[:_BEAM]
    picks = dict(zip(order, beam[0].chosen, strict=True))
    return [picks[place] for place in range(len(units))]


def _within(counts: Counter[Tile], faces: Iterable[Tile], copies: int) -> bool:
    return all(counts[face] <= copies for face in faces)
