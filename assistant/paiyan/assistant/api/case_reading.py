"""A case as if it had been read from a photo, so that the same questions can be asked about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from paiyan.assistant.reading import MeldReading, Status, TableReading, TileReading, Zone
from paiyan.assistant.reading.focus import own_tiles, shown
from paiyan.assistant.reading.model import SAID, MeldType, Source
from paiyan.assistant.reading.unanswered import Answered, unanswered
from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS
from paiyan.engine.fields import Fields
from paiyan.engine.tiles import Tile

_MELD_TYPES: Final[dict[str, MeldType]] = {
    "chi": "chi",
    "peng": "peng",
    "minggang": "minggang",
    "minggang_da": "minggang",
    "minggang_zhua": "minggang",
    "angang": "angang",
}
_SIDES: Final[dict[int, Source]] = {1: "right", 2: "across", 3: "left"}


def case_as_reading(
    case: Fields, winner: int | None, seen: TableReading | None = None, answered: Sequence[Answered] = ()
) -> TableReading:
    """Hand, melds and winning tile of a case as a reading.

    `seen` is the reading they come from: a tile that it has in the same place, else anywhere in the hand, keeps its
    index, its corners and its doubt; what it does not have is added behind, without corners and beyond doubt. Its
    questions stay open unless the case or `answered` answers them.
    """
    tiles = _Tiles(seen)
    melds = tuple(
        _meld(meld, tiles.take_meld(meld.tiles("tiles"), number), winner)
        for number, meld in enumerate(case.objects("melds"))
    )
    win = tiles.take((case.tile("win_tile"),), Zone.WIN)[0] if case.has("win_tile") else None
    hand = tiles.take(case.tiles("hand"), Zone.HAND)
    if seen is None:
        return TableReading(1, 1, tuple(tiles.all), hand, melds, win)
    reading = TableReading(
        seen.width,
        seen.height,
        tuple(tiles.all),
        hand,
        melds,
        win,
        model=seen.model,
        rules=seen.rules,
        trust=seen.trust,
    )
    where = {index: index for index in range(len(seen.tiles))}
    return replace(reading, questions=shown(reading, unanswered(seen, reading, where, answered)))


class _Tiles:
    """Tiles of a reading to be taken one by one, and those added to them."""

    def __init__(self, seen: TableReading | None) -> None:
        self.all: list[TileReading] = [] if seen is None else list(seen.tiles)
        self._free: list[int] = [] if seen is None else own_tiles(seen)
        self._melds = [] if seen is None else [meld.tiles for meld in seen.melds]

    def take_meld(self, faces: tuple[Tile, ...], number: int) -> tuple[int, ...]:
        """The tiles of a meld: those of one that was read with these faces, else whichever there are."""
        group = f"meld:{number}"
        codes = sorted(face.code for face in faces)
        alike = [meld for meld in self._melds if sorted(self.all[index].tile for index in meld) == codes]
        alike = [meld for meld in alike if set(meld) <= set(self._free)]
        if not alike:
            return self.take(faces, group)
        meld = next((one for one in alike if self.all[one[0]].group == group), alike[0])
        self._free = [index for index in self._free if index not in meld]
        return meld

    def take(self, faces: tuple[Tile, ...], group: str) -> tuple[int, ...]:
        return tuple(self._take(face.code, group) for face in faces)

    def _take(self, code: str, group: str) -> int:
        alike = [index for index in self._free if self.all[index].tile == code]
        if not alike:
            self.all.append(TileReading(code, SAID, Status.SURE, (), 0.0, group))
            return len(self.all) - 1
        index = next((one for one in alike if self.all[one].group == group), alike[0])
        self._free.remove(index)
        return index


def _meld(meld: Fields, tiles: tuple[int, ...], winner: int | None) -> MeldReading:
    kind = _MELD_TYPES.get(meld.text("type"))
    if kind is None:
        raise InputError("bad_meld_type", meld.at("type"), value=meld.text("type")[:20], allowed=", ".join(_MELD_TYPES))
    seat = meld.seat_or_none("from")
    side = None if seat is None or winner is None else _SIDES.get((seat - winner) % len(SEATS))
    return MeldReading(kind, tiles, side)
