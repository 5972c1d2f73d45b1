"""Which questions of a reading stay open when a person corrects it: what nobody answered is never dropped.

What counts as an answer, beside naming the question itself as answered:

- `tile_doubt`: the tile is confirmed, or its face changed;
- `fourth_tile`: the set has another number of tiles, or its tiles are no longer equal. Which faces they show tells
  nothing of a tile beneath them;
- `broken_meld`: its tiles are a meld again, or all of them are confirmed;
- `which_hand`: every tile of hand, melds and winning tile is confirmed;
- `win_tile`: there is a winning tile.

Named as answered, `fourth_tile` about loose tiles says only that there are three: they stay asked about until they are
a set, or said to be tiles of the hand, since a claimed set opens the winner. What lies in a meld is no answer as tiles
of the hand.

A question whose tiles are all gone has nothing left to ask. `hand_count` and `foreign_tiles` are asked anew, of the
tiles there are now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from paiyan.assistant.reading.focus import own_tiles
from paiyan.assistant.reading.model import (
    BROKEN_MELD,
    FOREIGN_TILES,
    FOURTH_TILE,
    SAID,
    WHICH_HAND,
    MeldReading,
    Question,
    TableReading,
    Zone,
)
from paiyan.engine.tiles import format_tiles

_OF_A_KONG: Final = 4
_ASKED_ANEW: Final = ("hand_count", FOREIGN_TILES)


@dataclass(frozen=True, slots=True)
class Answered:
    """A question that a person has answered: its `id` and, where a reading has several of it, its `tiles`; `choice` is
    ``hand`` where loose tiles are said to be of the hand."""

    id: str
    tiles: frozenset[int] = frozenset()
    choice: str | None = None

    @classmethod
    def of(cls, values: Iterable[Mapping[str, Any]]) -> tuple[Answered, ...]:
        """From JSON: ``[{id, tiles?, choice?}]``."""
        return tuple(cls(str(one["id"]), frozenset(one.get("tiles") or ()), one.get("choice")) for one in values)

    def means(self, question: Question) -> bool:
        """Whether it is this question. There is one about which hand it is, whatever tiles are named with it."""
        anyhow = self.id == WHICH_HAND or not self.tiles
        return question.id == self.id and (anyhow or self.tiles == frozenset(question.tiles))


def misnamed(reading: TableReading, answered: Sequence[Answered]) -> int | None:
    """The place of the first of those `answered` that names no question of the reading, or leaves open which of several
    it is about; None where each of them names one."""
    for place, one in enumerate(answered):
        if sum(one.means(question) for question in reading.questions) != 1:
            return place
    return None


def contradicting(reading: TableReading, answered: Sequence[Answered]) -> tuple[int, int] | None:
    """The places of the first two of those `answered` that say otherwise of one question of the reading."""
    for question in reading.questions:
        about = [place for place, one in enumerate(answered) if one.means(question)]
        other = next((place for place in about if answered[place].choice != answered[about[0]].choice), None)
        if other is not None:
            return about[0], other
    return None


def listed(questions: Iterable[Question]) -> str:
    """The questions that can be answered by name, each as it is named."""
    named = ((one.id, list(one.tiles)) for one in questions if one.id in (WHICH_HAND, FOURTH_TILE))
    return ", ".join(name if name == WHICH_HAND else f"{name} {tiles}" for name, tiles in named)


def without(reading: TableReading, answered: Sequence[Answered]) -> TableReading:
    """The reading without the questions that are `answered`."""
    return replace(reading, questions=tuple(one for one in reading.questions if not _told(one, one, reading, answered)))


def unanswered(
    before: TableReading, after: TableReading, moved: Mapping[int, int], answered: Sequence[Answered] = ()
) -> list[Question]:
    """The questions of `before` that are open in `after`, about its tiles. `moved` tells at which index of `after` a
    tile of `before` is, for those that are there; `answered` names questions of `before`."""
    asked = [one for one in before.questions if one.id not in _ASKED_ANEW]
    kept = ((one, _OPEN.get(one.id, _whatever)(one, after, moved)) for one in asked)
    return [now for one, now in kept if now is not None and not _told(one, now, after, answered)]


def all_said(reading: TableReading, tiles: Iterable[int]) -> bool:
    """Whether a person confirmed or changed every one of these tiles."""
    return all(reading.tiles[index].confidence >= SAID for index in tiles)


def _told(question: Question, now: Question, reading: TableReading, answered: Sequence[Answered]) -> bool:
    """Whether a `question` was answered by name; `now` is the same about the tiles of `reading`."""
    choice = Zone.HAND if is_loose(now, reading) else None
    return any(one.means(question) and one.choice == choice for one in answered)


def is_loose(question: Question, reading: TableReading) -> bool:
    """Whether a question is about tiles that may be a set with a fourth tile, while they lie in no meld together."""
    return question.id == FOURTH_TILE and bool(question.tiles) and _meld_with(reading, question.tiles) is None


def _there(question: Question, moved: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(moved[index] for index in question.tiles if index in moved)


def _whatever(question: Question, after: TableReading, moved: Mapping[int, int]) -> Question | None:
    """A question that nothing but naming it answers."""
    tiles = _there(question, moved)
    return replace(question, tiles=tiles) if tiles or not question.tiles else None


def _tile_doubt(question: Question, after: TableReading, moved: Mapping[int, int]) -> Question | None:
    index = moved.get(int(question.params["index"]))
    if index is None or index not in own_tiles(after) or all_said(after, [index]):
        return None
    return replace(question, params=MappingProxyType({**question.params, "index": index}), tiles=(index,))


def _fourth_tile(question: Question, after: TableReading, moved: Mapping[int, int]) -> Question | None:
    tiles = _there(question, moved)
    faces = {after.tiles[index].tile for index in tiles}
    apart = not set(tiles) <= set(own_tiles(after))
    if len(tiles) < len(question.tiles) or apart or len(faces) != 1:
        return None
    meld = _meld_with(after, tiles)
    if len(tiles) == _OF_A_KONG and (meld is None or set(meld.tiles) != set(tiles)):
        return None
    if meld is not None and len(meld.tiles) > len(tiles):
        return None
    params = MappingProxyType({**question.params, "tile": faces.pop()})
    return replace(question, params=params, tiles=meld.tiles if meld and set(meld.tiles) == set(tiles) else tiles)


def _meld_with(reading: TableReading, tiles: Sequence[int]) -> MeldReading | None:
    """The meld that all these tiles lie in."""
    return next((meld for meld in reading.melds if set(tiles) <= set(meld.tiles)), None)


def _broken_meld(question: Question, after: TableReading, moved: Mapping[int, int]) -> Question | None:
    loose = tuple(index for index in _there(question, moved) if index in after.hand)
    return None if all_said(after, loose) else broken_meld(after, loose)


def broken_meld(reading: TableReading, tiles: Sequence[int]) -> Question:
    """Asked where a face that a person named leaves no meld of a set that was read as one: the others of its `tiles`
    may be misread too, or all of them are tiles of the hand."""
    faces = " ".join(reading.tiles[index].tile for index in tiles)
    return Question(BROKEN_MELD, MappingProxyType({"tiles": faces}), tiles=tuple(tiles))


def _which_hand(question: Question, after: TableReading, moved: Mapping[int, int]) -> Question | None:
    own = own_tiles(after)
    if all_said(after, own):
        return None
    hand = MappingProxyType({**question.params, "hand": format_tiles(after.faces(after.hand))})
    return replace(question, params=hand, tiles=tuple(own))


def _win_tile(question: Question, after: TableReading, moved: Mapping[int, int]) -> Question | None:
    tiles = _there(question, moved)
    if after.win_tile is not None or not tiles:
        return None
    return replace(question, choices=tuple(after.tiles[index].tile for index in tiles), tiles=tiles)


_OPEN: Final[Mapping[str, Callable[[Question, TableReading, Mapping[int, int]], Question | None]]] = {
    "tile_doubt": _tile_doubt,
    "win_tile": _win_tile,
    FOURTH_TILE: _fourth_tile,
    BROKEN_MELD: _broken_meld,
    WHICH_HAND: _which_hand,
}
