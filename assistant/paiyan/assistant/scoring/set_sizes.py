"""Sets of equal tiles of which a photo may show one less than there are: whether there is a fourth, and what then."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from paiyan.assistant.reading.model import (
    CONCEALED,
    FOURTH_TILE,
    IN_HAND,
    OPEN,
    PENG,
    SAID,
    SHORT_KONG,
    MeldReading,
    Question,
    Status,
    TableReading,
)
from paiyan.assistant.reading.unanswered import is_loose
from paiyan.assistant.scoring.case import four_seen, meld_codes, said_kong
from paiyan.assistant.scoring.facts import Facts, Json
from paiyan.engine.facts import KongKind
from paiyan.engine.rules import find_ruleset
from paiyan.vision.layout import seen_from_above

ABOUT_SETS: Final = (SHORT_KONG, FOURTH_TILE)
"""Ids of the questions about one set: what else is asked follows from it."""
_SHORT: Final = 3


def set_questions(reading: TableReading, facts: Facts) -> list[Question]:
    """Questions about how large sets are, the answer as read first among the choices; those about tiles that are no
    meld leave open what the hand would be, and have no choices."""
    stacked = [
        _with_choices(reading, one)
        for one in reading.questions
        if one.id == FOURTH_TILE and not _told(facts, str(one.params["tile"]))
    ]
    return [*stacked, *_short_kongs(reading, facts)]


def _with_choices(reading: TableReading, question: Question) -> Question:
    for number, meld in enumerate(reading.melds):
        if meld.tiles == question.tiles:
            params = MappingProxyType({**question.params, "meld": number})
            fourth = len(meld.tiles) > _SHORT
            return replace(question, params=params, choices=(fourth, not fourth))
    return question


def _short_kongs(reading: TableReading, facts: Facts) -> Iterator[Question]:
    """A question for every 暗杠 of which three tiles are seen, unless they are 明牌: only of that three make a kong
    (rules/spec.md W5). Where it was said to be a kong, which of them is still asked."""
    said = {one.tiles: one.choices for one in reading.questions if one.id == SHORT_KONG}
    for number, meld in enumerate(reading.melds):
        if not _lacks_a_tile(reading, facts, meld) or _told_open(reading, facts, meld):
            continue
        code = meld_codes(reading, facts, meld)[0]
        if meld.tiles not in said or not _told(facts, code):
            choices = said.get(meld.tiles, (CONCEALED, OPEN, PENG, IN_HAND))
            yield Question(SHORT_KONG, MappingProxyType({"tile": code, "meld": number}), choices, meld.tiles)


def _lacks_a_tile(reading: TableReading, facts: Facts, meld: MeldReading) -> bool:
    """Whether a meld is a 暗杠 of which a tile was not found, so that it may be another set."""
    if meld.type != CONCEALED:
        return False
    asked = any(one.id == SHORT_KONG and one.tiles == meld.tiles for one in reading.questions)
    return (asked or len(meld.tiles) == _SHORT) and meld_codes(reading, facts, meld)[0] != facts.ming


def _told(facts: Facts, tile: str) -> bool:
    return facts.winner is not None and said_kong(facts, facts.winner, tile) is not None


def with_told_kongs(reading: TableReading, facts: Facts) -> TableReading:
    """The reading with the kongs of the winner that a person lists: of a 碰; of a 暗杠 of three that is an open one, as
    the fourth tile lies on one, which looks face down; and of loose tiles of which it is asked whether they are one."""
    melds = [_as_told(reading, facts, meld) for meld in reading.melds]
    for question in (one for one in reading.questions if is_loose(one, reading)):
        tiles = question.tiles
        kong = None if facts.winner is None else said_kong(facts, facts.winner, str(question.params["tile"]))
        if kong is not None and not any(set(tiles) & set(meld.tiles) for meld in melds):
            whole = (*tiles, *tiles[: _SHORT + 1 - len(tiles)])
            melds.append(MeldReading(CONCEALED if kong.get("kind") == KongKind.AN else OPEN, whole))
            hand = tuple(index for index in reading.hand if index not in tiles)
            reading = replace(reading, hand=hand, win_tile=None if reading.win_tile in tiles else reading.win_tile)
    return replace(reading, melds=tuple(melds))


def _as_told(reading: TableReading, facts: Facts, meld: MeldReading) -> MeldReading:
    if meld.type in (PENG, OPEN) and facts.winner is not None and not four_seen(reading, meld):
        kong = said_kong(facts, facts.winner, meld_codes(reading, facts, meld)[0])
        whole = _as_kong(meld) if meld.type == PENG else meld
        # A tile is turned only where it was claimed.
        concealed = kong is not None and kong.get("kind") == KongKind.AN and meld.source is None
        if kong is not None:
            return replace(whole, type=CONCEALED) if concealed else whole
    if _told_open(reading, facts, meld):
        return replace(meld, type=OPEN, tiles=(_face_up(reading, meld),) * (_SHORT + 1))
    return meld


def _face_up(reading: TableReading, meld: MeldReading) -> int:
    """The first tile of a 暗杠 that shows its face: it stands for those that do not."""
    return next(index for index in meld.tiles if reading.tiles[index].face is not None)


def _told_open(reading: TableReading, facts: Facts, meld: MeldReading) -> bool:
    """Whether a 暗杠 that lacks a tile is an open kong by what the person says."""
    if facts.winner is None or not _lacks_a_tile(reading, facts, meld):
        return False
    said = said_kong(facts, facts.winner, meld_codes(reading, facts, meld)[0])
    return said is not None and said.get("kind") != KongKind.AN


@dataclass(frozen=True, slots=True)
class Sizes:
    """One answer to each question about a set, with the reading and the facts it makes."""

    answers: tuple[tuple[Question, Any], ...]
    reading: TableReading
    facts: Facts


def sizes(reading: TableReading, facts: Facts, questions: Sequence[Question]) -> Iterator[Sizes]:
    """Every combination of answers; the first is that by which every set is as it was read."""
    asked = [question for question in questions if question.choices]
    for picks in product(*(question.choices for question in asked)):
        answers = tuple(zip(asked, picks, strict=True))
        changed, known = reading, facts
        for question, answer in answers:
            if answer != question.choices[0]:
                changed, known = _resized(changed, known, question, answer)
        yield Sizes(answers, changed, known)


def _resized(reading: TableReading, facts: Facts, question: Question, answer: Any) -> tuple[TableReading, Facts]:
    """The reading with the set that is asked about as another than it was read, and the facts that go with it."""
    number = next(place for place, meld in enumerate(reading.melds) if meld.tiles == question.tiles)
    meld = reading.melds[number]
    if question.id == FOURTH_TILE:
        return _with_meld(reading, number, _as_kong(meld) if meld.type == PENG else _as_peng(reading, meld)), facts
    facts = replace(facts, kongs=_without(facts, str(question.params["tile"])))
    face = _face_up(reading, meld)
    if answer == IN_HAND:
        changed = replace(_with_meld(reading, number), hand=(*reading.hand, *(face,) * _SHORT))
        made = {place - (place > number): how for place, how in facts.meld_kongs.items() if place != number}
        return changed, replace(facts, meld_kongs=made)
    if answer == PENG:
        tiles = list(reading.tiles)
        # Whoever says that it is one says that it was claimed.
        tiles[face] = replace(tiles[face], confidence=SAID)
        reading = replace(reading, tiles=tuple(tiles))
        return _with_meld(reading, number, MeldReading(PENG, (face,) * _SHORT)), _opened(facts)
    return _with_meld(reading, number, MeldReading(OPEN, (face,) * (_SHORT + 1))), _opened(facts)


def _with_meld(reading: TableReading, number: int, *melds: MeldReading) -> TableReading:
    """The reading with these in place of one of its melds."""
    return replace(reading, melds=(*reading.melds[:number], *melds, *reading.melds[number + 1 :]))


def _opened(facts: Facts) -> Facts:
    """The facts with the winner open: that they are not was told by the set that is another now."""
    return replace(facts, open=tuple(seat == facts.winner or known for seat, known in enumerate(facts.open)))


def _without(facts: Facts, tile: str) -> tuple[Json, ...] | None:
    """The kongs that were said, those of the winner of this tile left out."""
    if facts.kongs is None:
        return None
    return tuple(kong for kong in facts.kongs if (kong.get("seat"), kong.get("tile")) != (facts.winner, tile))


def _as_kong(meld: MeldReading) -> MeldReading:
    """The fourth tile is not seen: one of the three stands for it."""
    return replace(meld, type=OPEN, tiles=(*meld.tiles, meld.tiles[-1]))


def _as_peng(reading: TableReading, meld: MeldReading) -> MeldReading:
    seen = [index for index in meld.tiles if reading.tiles[index].status is not Status.INFERRED]
    return replace(meld, type=PENG, tiles=tuple(seen[:_SHORT]))


def may_be_kongs(reading: TableReading, ruleset: str, kongs: Container[str]) -> tuple[str, ...]:
    """The tile of every 碰, none of the `kongs`, seen from so far above that a fourth under one of it need not show,
    while nobody has confirmed the set or is asked about it."""
    if not find_ruleset(ruleset).pays_kongs:
        return ()
    asked = {question.tiles for question in reading.questions if question.id == FOURTH_TILE}
    return tuple(
        reading.tiles[meld.tiles[0]].tile
        for meld in reading.melds
        if meld.type == PENG
        and meld.tiles not in asked
        and reading.tiles[meld.tiles[0]].tile not in kongs
        and _seen_from_above(reading, meld)
    )


def _seen_from_above(reading: TableReading, meld: MeldReading) -> bool:
    tiles = [reading.tiles[index] for index in meld.tiles]
    if any(tile.confidence >= SAID or len(tile.corners) != 4 for tile in tiles):
        return False
    return seen_from_above(np.array([tile.corners for tile in tiles], np.float64))
