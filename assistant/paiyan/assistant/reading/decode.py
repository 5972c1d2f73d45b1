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
_BEAM: Final = 60
LEAST_LIKELY: Final = -4.0
"""A tile is not changed to a face less likely than this (in logarithms, against its best face)."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """`changed`: tiles that are read otherwise than the detector's best guess; `impossible`: tiles that no reading
    fits; `melds`: the melds with the types that their faces make."""

    changed: Mapping[int, Tile]
    impossible: frozenset[int]
    melds: tuple[MeldReading, ...]


@dataclass(frozen=True, slots=True)
class _Unit:
    """Tiles that are decided together, and what they may be: loss, faces, meld type."""

    tiles: tuple[int, ...]
    options: tuple[tuple[float, Faces, MeldType | None], ...]


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
    state, overfull = _search(possible, tile_set)
    impossible |= overfull
    changed: dict[int, Tile] = {}
    melds = list(roles.melds)
    for unit, pick in zip(possible, state.chosen, strict=True):
        _, faces, kind = unit.options[pick]
        for tile, face in zip(unit.tiles, faces, strict=True):
            if not evidence.face_down[tile] and face != evidence.best(tile):
                changed[tile] = face
        if kind is not None:
            place = next(place for place, meld in enumerate(melds) if meld.tiles == unit.tiles)
            melds[place] = replace(melds[place], type=kind)
    return Decoded(changed, frozenset(impossible), tuple(melds))


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
        for loss, kind, faces in evidence.melds(meld.tiles, most=_CHOICES)
        if loss > LEAST_LIKELY * 2
        and set(faces) <= tile_set.faces
        and not any(
            sure[tile] and not evidence.face_down[tile] and face != evidence.best(tile)
            for tile, face in zip(meld.tiles, faces, strict=True)
        )
    ]
    return _Unit(meld.tiles, tuple(options))


def _search(units: Sequence[_Unit], tile_set: TileSet) -> tuple[_State, set[int]]:
    """Beam search over the units, those with one option first. Where copies run out a unit keeps its best option and
    its tiles are returned as impossible."""
    order = sorted(range(len(units)), key=lambda place: len(units[place].options))
    beam = [_State(0.0, Counter(), ())]
    overfull: set[int] = set()
    for place in order:
        unit = units[place]
        following = [
            _State(state.loss + loss, counts, (*state.chosen, pick))
            for state in beam
            for pick, (loss, faces, _) in enumerate(unit.options)
            if _within(counts := state.counts + Counter(faces), faces, tile_set.copies)
        ]
        if not following:
            overfull.update(unit.tiles)
            following = [replace(state, chosen=(*state.chosen, 0)) for state in beam]
        beam = sorted(following, key=lambda state: -state.loss)[:_BEAM]
    best = beam[0]
    picks = dict(zip(order, best.chosen, strict=True))
    return replace(best, chosen=tuple(picks[place] for place in range(len(units)))), overfull


def _within(counts: Counter[Tile], faces: Iterable[Tile], copies: int) -> bool:
    return all(counts[face] <= copies for face in faces)
