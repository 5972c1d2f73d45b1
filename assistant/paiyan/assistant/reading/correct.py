"""Corrections: what a person changes about a reading makes a new one; the old one stays as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from paiyan.assistant.reading.build import count_question
from paiyan.assistant.reading.focus import own_tiles, shown
from paiyan.assistant.reading.foreign import foreign_tiles
from paiyan.assistant.reading.model import (
    BACK,
    SAID,
    MeldReading,
    MeldType,
    Question,
    Source,
    Status,
    TableReading,
    TileReading,
    Zone,
    corner_points,
)
from paiyan.assistant.reading.tilesets import tile_set
from paiyan.assistant.reading.unanswered import (
    Answered,
    all_said,
    broken_meld,
    contradicting,
    listed,
    misnamed,
    unanswered,
)
from paiyan.engine.tiles import TILE_CODES, Tile
from paiyan.vision.geometry import axis_degrees

_GROUP: Final = re.compile(r"hand|win|discard|back|other|meld:[0-9]{1,2}")
_MOST_TILES: Final = 400
_BEYOND_EDGE: Final = 0.1
"""Share of the photo's longer side by which a tile that its edge cuts off may go on beyond it."""


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
    """The reading as the person says it is, with every question of it that this does not answer.

    `correction` holds ``tiles``: all tiles of the corrected reading, each ``{tile, group, corners?, source?}`` where
    `source` is the index of the tile it comes from in `reading` (its corners and evidence are kept), and optionally
    ``melds``: ``[{type?, from?}]`` by the number of the meld, and ``answered``: ``[{id, tiles?}]``, questions of
    `reading` that are answered without a change of its tiles (see `unanswered`). A tile is sure, unless it says
    ``confirmed: false`` and keeps its face: then it is as doubtful as it was. Hand and melds keep the order they were
    read in, what is new in them comes last. A meld that a change of a face leaves none of becomes tiles of the hand,
    and is asked about, as long as some of its tiles are not confirmed. Raises `CorrectionError`.
    """
    raw = correction.get("tiles")
    if not isinstance(raw, Sequence) or isinstance(raw, str) or len(raw) > _MOST_TILES:
        raise CorrectionError("correction.tiles", "tiles", most=_MOST_TILES)
    tiles = tuple(_tile(reading, entry, f"tiles[{place}]") for place, entry in enumerate(raw))
    moved = _moved(raw)
    wins = [index for index, tile in enumerate(tiles) if tile.group == Zone.WIN]
    if len(wins) > 1:
        raise CorrectionError("correction.two_wins", "tiles", count=len(wins))
    tiles, broken = _without_broken(reading, tiles, moved)
    order = _order_read(reading, moved)
    melds = _melds(tiles, correction.get("melds"), _sources(reading, moved), order)
    numbers = {group.number: place for place, group in enumerate(_meld_groups(tiles))}
    renumbered = tuple(_renumbered(tile, numbers) for tile in tiles)
    hand = [index for index, tile in enumerate(renumbered) if tile.group == Zone.HAND]
    corrected = replace(
        reading,
        tiles=renumbered,
        hand=tuple(sorted(hand, key=lambda index: order.get(index, len(order)))),
        melds=melds,
        win_tile=wins[0] if wins else None,
        questions=(),
    )
    if all_said(corrected, own_tiles(corrected)):
        corrected = replace(corrected, coach=())
    answered = answered_in(reading, correction.get("answered") or ())
    asked = [broken_meld(corrected, set_) for set_ in broken]
    asked += unanswered(reading, corrected, moved, answered)
    return replace(corrected, questions=shown(corrected, [*asked, *_asked_anew(corrected)]))


def answered_in(reading: TableReading, values: Sequence[Mapping[str, Any]]) -> tuple[Answered, ...]:
    """What is `answered` of a reading, from JSON; `CorrectionError` where one of it is none of its questions, or
    two of it contradict each other."""
    answered = Answered.of(values)
    wrong = misnamed(reading, answered)
    if wrong is not None:
        asked = listed(reading.questions)
        code = "correction.answered" if asked else "correction.answered_nothing_asked"
        raise CorrectionError(code, f"answered[{wrong}]", id=answered[wrong].id, asked=asked)
    clash = contradicting(reading, answered)
    if clash is not None:
        first, second = clash
        raise CorrectionError("correction.answered_otherwise", f"answered[{second}]", first=first, second=second)
    return answered


def _asked_anew(reading: TableReading) -> list[Question]:
    """What the tiles there are now leave open under the rules they were read by."""
    rules = tile_set(reading.rules)
    if rules is None:
        return []
    asked = (foreign_tiles(reading, rules.name), count_question(reading, rules))
    return [question for question in asked if question is not None]


def _moved(raw: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """Where the tiles of the old reading are in the new one."""
    moved: dict[int, int] = {}
    for place, entry in enumerate(raw):
        source = entry.get("source")
        if source is not None and moved.setdefault(source, place) != place:
            where = f"tiles[{place}].source"
            raise CorrectionError("correction.source_twice", where, source=source, first=moved[source], second=place)
    return moved


def _order_read(reading: TableReading, moved: Mapping[int, int]) -> dict[int, int]:
    """Ranks tiles of the new reading in the order in which hand and melds of the old one lie."""
    lying = [*reading.hand, *(index for meld in reading.melds for index in meld.tiles)]
    return {moved[index]: rank for rank, index in enumerate(lying) if index in moved}


def _without_broken(
    reading: TableReading, tiles: tuple[TileReading, ...], moved: Mapping[int, int]
) -> tuple[tuple[TileReading, ...], list[tuple[int, ...]]]:
    """The tiles, those of melds that a changed face has broken as tiles of the hand; and these melds."""
    there = (tuple(moved[index] for index in meld.tiles if index in moved) for meld in reading.melds)
    broken = [meld for meld in there if _is_broken(reading, tiles, meld, moved)]
    loose = {index for meld in broken for index in meld}
    return tuple(replace(one, group=Zone.HAND) if at in loose else one for at, one in enumerate(tiles)), broken


def _is_broken(
    reading: TableReading, tiles: tuple[TileReading, ...], meld: tuple[int, ...], moved: Mapping[int, int]
) -> bool:
    """Whether a meld that was read, sent as one with another face, makes none, and some of it is not confirmed."""
    (group, *others) = {tiles[index].group for index in meld} or {Zone.HAND}
    if others or not group.startswith("meld:") or {at for at, one in enumerate(tiles) if one.group == group} != {*meld}:
        return False
    changed = any(tiles[moved[index]].tile != reading.tiles[index].tile for index in moved if moved[index] in meld)
    unsaid = any(tiles[index].confidence < SAID for index in meld)
    return changed and unsaid and meld_type([tiles[index].face for index in meld]) is None


def _tile(reading: TableReading, entry: object, where: str) -> TileReading:
    if not isinstance(entry, Mapping):
        raise CorrectionError("correction.tile", where)
    code = entry.get("tile")
    if code != BACK and code not in TILE_CODES:
        raise CorrectionError("correction.face", f"{where}.tile", tile=str(code)[:20])
    group = entry.get("group")
    if not isinstance(group, str) or not _GROUP.fullmatch(group):
        raise CorrectionError("correction.group", f"{where}.group", group=str(group)[:20])
    origin = _origin(reading, entry.get("source"), where)
    as_read = origin is not None and entry.get("confirmed") is False and code == origin.tile
    left_alone = as_read and origin is not None and group == origin.group
    if code == BACK and group in (Zone.HAND, Zone.WIN) and not left_alone:
        raise CorrectionError("correction.back_in_hand", f"{where}.group")
    corners = _corners(reading, entry.get("corners"), origin, where) if entry.get("corners") is not None else None
    if corners is None and origin is None:
        raise CorrectionError("correction.corners", f"{where}.corners")
    kept = corners or (origin.corners if origin else ())
    known = {origin.tile: origin.confidence, **dict(origin.alternatives)} if origin else {}
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


def _corners(
    reading: TableReading, value: object, origin: TileReading | None, where: str
) -> tuple[tuple[float, float], ...]:
    try:
        points = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        points = np.empty(0)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise CorrectionError("correction.corners", f"{where}.corners")
    corners = corner_points(points)
    if (origin is None or corners != origin.corners) and not _on_photo(reading, points):
        raise CorrectionError("correction.outside", f"{where}.corners", width=reading.width, height=reading.height)
    return corners


def _on_photo(reading: TableReading, points: NDArray[np.float64]) -> bool:
    """Whether a tile lies on the photo: one that the edge cuts off goes on a little beyond it."""
    size = np.array([reading.width, reading.height], np.float64)
    middle, beyond = points.mean(axis=0), _BEYOND_EDGE * size.max()
    return bool(((middle >= 0) & (middle <= size)).all() and ((points >= -beyond) & (points <= size + beyond)).all())


def _sources(reading: TableReading, moved: Mapping[int, int]) -> dict[frozenset[int], Source | None]:
    """Whom each meld that was read came from, by the tiles it is made of in the new reading."""
    whole = (meld for meld in reading.melds if moved.keys() >= set(meld.tiles))
    return {frozenset(moved[index] for index in meld.tiles): meld.source for meld in whole}


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
    tiles: Sequence[TileReading],
    said: object,
    sources: Mapping[frozenset[int], Source | None],
    order: Mapping[int, int],
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
        lying = tuple(sorted(group.tiles, key=lambda index: order.get(index, len(order))))
        melds.append(MeldReading(kind, lying, None if kind == "angang" else source))
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
