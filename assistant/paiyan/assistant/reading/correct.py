"""Corrections: what a person changes about a reading makes a new one; the old one stays as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, Final, cast

import numpy as np

from paiyan.assistant.reading.build import count_question
from paiyan.assistant.reading.focus import shown
from paiyan.assistant.reading.model import (
    BACK,
    SAID,
    MeldReading,
    MeldType,
    Source,
    Status,
    TableReading,
    TileReading,
    Zone,
)
from paiyan.assistant.reading.tilesets import tile_set
from paiyan.engine.tiles import TILE_CODES, Tile
from paiyan.vision.geometry import axis_degrees

_GROUP: Final = re.compile(r"hand|win|discard|back|other|meld:[0-9]{1,2}")
_MOST_TILES: Final = 400


class CorrectionError(ValueError):
    """A correction that cannot be: `code` is a key of the catalogue (``correction.…``), `field` says where."""

    def __init__(self, code: str, field: str, **params: object) -> None:
        super().__init__(f"{field}: {code}")
        self.code = code
        self.field = field
        self.params = params


@dataclass(frozen=True, slots=True)
class _Group:
    number: int
    tiles: tuple[int, ...]


def apply_correction(reading: TableReading, correction: Mapping[str, Any]) -> TableReading:
    """The reading as the person says it is.

    `correction` holds ``tiles``: all tiles of the corrected reading, each ``{tile, group, corners?, source?}`` where
    `source` is the index of the tile it comes from in `reading` (its corners and evidence are kept), and optionally
    ``melds``: ``[{type?, from?}]`` by the number of the meld. The hand keeps the order of the tiles. A tile is sure,
    unless it says ``confirmed: false`` and keeps its face: then it is as doubtful as it was. Raises `CorrectionError`.
    """
    raw = correction.get("tiles")
    if not isinstance(raw, Sequence) or isinstance(raw, str) or len(raw) > _MOST_TILES:
        raise CorrectionError("correction.tiles", "tiles", most=_MOST_TILES)
    tiles = tuple(_tile(reading, entry, f"tiles[{place}]") for place, entry in enumerate(raw))
    wins = [index for index, tile in enumerate(tiles) if tile.group == Zone.WIN]
    if len(wins) > 1:
        raise CorrectionError("correction.two_wins", "tiles", count=len(wins))
    melds = _melds(tiles, correction.get("melds"), _sources(reading, raw))
    order = {group.number: place for place, group in enumerate(_meld_groups(tiles))}
    renumbered = tuple(_renumbered(tile, order) for tile in tiles)
    corrected = TableReading(
        width=reading.width,
        height=reading.height,
        tiles=renumbered,
        hand=tuple(index for index, tile in enumerate(renumbered) if tile.group == Zone.HAND),
        melds=melds,
        win_tile=wins[0] if wins else None,
        model=reading.model,
        rules=reading.rules,
        tile_set=reading.tile_set,
        trust=reading.trust,
        timings_ms=reading.timings_ms,
    )
    rules = tile_set(reading.rules)
    count = count_question(corrected, rules) if rules else None
    if count is None:
        return corrected
    return replace(corrected, questions=shown(corrected, [count]))


def _tile(reading: TableReading, entry: object, where: str) -> TileReading:
    if not isinstance(entry, Mapping):
        raise CorrectionError("correction.tile", where)
    code = entry.get("tile")
    if code != BACK and code not in TILE_CODES:
        raise CorrectionError("correction.face", f"{where}.tile", tile=str(code)[:20])
    group = entry.get("group")
    if not isinstance(group, str) or not _GROUP.fullmatch(group):
        raise CorrectionError("correction.group", f"{where}.group", group=str(group)[:20])
    if code == BACK and group in (Zone.HAND, Zone.WIN):
        raise CorrectionError("correction.back_in_hand", f"{where}.group")
    source = entry.get("source")
    origin = _origin(reading, source, where)
    corners = _corners(entry.get("corners"), where) if entry.get("corners") is not None else None
    if corners is None and origin is None:
        raise CorrectionError("correction.corners", f"{where}.corners")
    kept = corners or (origin.corners if origin else ())
    known = {origin.tile: origin.confidence, **dict(origin.alternatives)} if origin else {}
    as_read = origin is not None and entry.get("confirmed") is False and code == origin.tile
    mine = group in (Zone.HAND, Zone.WIN) or group.startswith("meld:")
    return TileReading(
        tile=str(code),
        confidence=origin.confidence if origin and as_read else SAID,
        status=origin.status if origin and as_read else Status.SURE,
        corners=kept,
        axis=round(float(axis_degrees(np.array([kept]))[0]), 1) % 180,
        group=group,
        alternatives=tuple((name, score) for name, score in known.items() if name != code),
        facing=origin.facing if origin and corners is None else None,
        seat="self" if mine else (origin.seat if origin and origin.seat != "self" else None),
    )


def _origin(reading: TableReading, source: object, where: str) -> TileReading | None:
    if source is None:
        return None
    if isinstance(source, bool) or not isinstance(source, int) or not 0 <= source < len(reading.tiles):
        raise CorrectionError("correction.source", f"{where}.source", count=len(reading.tiles))
    return reading.tiles[source]


def _corners(value: object, where: str) -> tuple[tuple[float, float], ...]:
    try:
        points = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        points = np.empty(0)
    if points.shape != (4, 2) or not np.isfinite(points).all() or np.abs(points).max() > 1e6:
        raise CorrectionError("correction.corners", f"{where}.corners")
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)


def _sources(reading: TableReading, raw: Sequence[Any]) -> dict[frozenset[int], Source | None]:
    """Whom each meld of the new reading came from, where the old one showed it: by the tiles it is made of."""
    came = {frozenset(meld.tiles): meld.source for meld in reading.melds}
    sources: dict[frozenset[int], Source | None] = {}
    for number in {entry["group"] for entry in raw if str(entry["group"]).startswith("meld:")}:
        members = [place for place, entry in enumerate(raw) if entry["group"] == number]
        origins = frozenset(raw[place].get("source", -1) for place in members)
        sources[frozenset(members)] = came.get(origins)
    return sources


def _meld_groups(tiles: Sequence[TileReading]) -> list[_Group]:
    numbers = sorted({int(tile.group[5:]) for tile in tiles if tile.group.startswith("meld:")})
    return [
        _Group(number, tuple(index for index, tile in enumerate(tiles) if tile.group == f"meld:{number}"))
        for number in numbers
    ]


def _renumbered(tile: TileReading, order: Mapping[int, int]) -> TileReading:
    """Melds are numbered from 0 without holes."""
    if not tile.group.startswith("meld:"):
        return tile
    return replace(tile, group=f"meld:{order[int(tile.group[5:])]}")


def _melds(
    tiles: Sequence[TileReading], said: object, sources: Mapping[frozenset[int], Source | None]
) -> tuple[MeldReading, ...]:
    if said is not None and not (isinstance(said, Sequence) and all(isinstance(entry, Mapping) for entry in said)):
        raise CorrectionError("correction.melds", "melds")
    stated = cast("Sequence[Mapping[str, Any]]", said or ())
    melds = []
    for group in _meld_groups(tiles):
        faces = [tiles[index].face for index in group.tiles]
        kind = meld_type(faces)
        entry = stated[group.number] if group.number < len(stated) else {}
        if entry.get("type") == "angang" and may_be_concealed_kong(faces):
            kind = "angang"
        if kind is None or entry.get("type") not in (None, kind):
            raise CorrectionError("correction.meld", f"meld:{group.number}", number=group.number + 1)
        source = entry.get("from", sources.get(frozenset(group.tiles)))
        if source not in (None, "left", "across", "right"):
            raise CorrectionError("correction.from", f"melds[{group.number}].from")
        melds.append(MeldReading(kind, group.tiles, None if kind == "angang" else source))
    return tuple(melds)


def may_be_concealed_kong(faces: Sequence[Tile | None]) -> bool:
    """Whether tiles said to be a 暗杠 can be one: equal, some face down; three where it is of 明牌 (带会)."""
    return len(faces) in (3, 4) and len({face for face in faces if face is not None}) == 1


def meld_type(faces: Sequence[Tile | None]) -> MeldType | None:
    """The meld these tiles make (None stands for a tile face down), None if they make none."""
    shown = [face for face in faces if face is not None]
    equal = len(set(shown)) == 1
    of_three = len(faces) == 3 and 0 < len(shown) < 3
    if (of_three or (len(faces) == 4 and len(shown) <= 2)) and len(set(shown)) <= 1:
        return "angang"
    if len(shown) != len(faces):
        return None
    if equal and len(faces) in (3, 4):
        return "peng" if len(faces) == 3 else "minggang"
    for first, second, third in permutations(shown) if len(faces) == 3 else ():
        same_suit = first.suit == second.suit == third.suit and first.suit in "mps"
        if same_suit and second.rank == first.rank + 1 and third.rank == first.rank + 2:
            return "chi"
    return None
