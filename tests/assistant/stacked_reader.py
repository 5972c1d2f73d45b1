"""A reader that finds a set of which three tiles show: an open kong in a wide photo, a concealed one in a tall one, in
a square one a peng seen from straight above, and in one twice as wide as high three tiles close to the hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.assistant.row_reader import RowReader
from tests.vision.layout.tabletop import Tabletop

from paiyan.assistant.reading import EnrolledSet, Question, TableReading, Trust, build_reading, tile_set
from paiyan.assistant.reading.focus import shown
from paiyan.assistant.reading.model import FOURTH_TILE
from paiyan.vision.images import load_photo

_HALF_OVER = -0.6
_THICKNESS = 0.74


class StackedReader(RowReader):
    """Sure of every tile it sees: 123m 456s 99p 23s, 4s apart, and the set of 6p."""

    def read(self, source: Any, rules: str | None = None, enrolled: EnrolledSet | None = None) -> TableReading:
        photo = load_photo(source)
        if photo.width >= 2 * photo.height:
            return self._loose((photo.width, photo.height), rules)
        steep = photo.height == photo.width
        table = with_peng() if steep else with_kong(concealed=photo.height > photo.width)
        found = table.photo(elevation=88 if steep else 50, size=(photo.width, photo.height))
        return build_reading(found, trust=Trust(), tile_set=tile_set(rules), model=self.model, photo=photo)

    def _loose(self, size: tuple[int, int], rules: str | None) -> TableReading:
        table = Tabletop()
        hand = table.row(0, 0, "6p 6p 6p 1m 2m 3m 4s 5s 6s 9p 9p 2s 3s")
        table.row(table.end_of(hand) + 0.9, 0, "4s")
        found = table.photo(elevation=50, size=size)
        reading = build_reading(found, trust=Trust(), tile_set=tile_set(rules), model=self.model)
        question = Question(FOURTH_TILE, {"tile": "6p"}, tiles=reading.hand[:3])
        return replace(reading, questions=shown(reading, [question]))


def with_kong(*, concealed: bool) -> Tabletop:
    """The table: of the open kong the middle tile lies under the fourth, of the concealed one a tile was missed."""
    table = Tabletop()
    if concealed:
        end = table.end_of(table.row(0, 0, "back 6p 6p"))
    else:
        table.tile(0.5, 0, "6p")
        table.cover(table.tile(1.52, _HALF_OVER, "6p"), thickness=_THICKNESS)
        end = table.end_of([table.tile(2.54, 0, "6p")])
    return _with_hand(table, end)


def with_peng() -> Tabletop:
    """The table: three tiles side by side."""
    table = Tabletop()
    return _with_hand(table, table.end_of(table.row(0, 0, "6p 6p 6p")))


def _with_hand(table: Tabletop, end: float) -> Tabletop:
    hand = table.row(end + 0.8, 0, "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s")
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    return table
