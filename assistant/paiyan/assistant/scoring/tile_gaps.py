"""Gaps in what the photo shows: tiles missing or misread, the winning tile, how an open kong came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from paiyan.assistant.reading.foreign import foreign_tiles, misread_tiles
from paiyan.assistant.reading.model import BACK, Question, TableReading
from paiyan.assistant.scoring.case import HAND_SIZE, code_of, may_have_discarded, meld_codes, said_kong
from paiyan.assistant.scoring.facts import Facts, MeldKong
from paiyan.assistant.scoring.gap import Gap, gap_of
from paiyan.assistant.scoring.sets import as_laid
from paiyan.engine.facts import KongKind


def hand_count(reading: TableReading, facts: Facts) -> Gap | None:
    """A hand has 13 tiles, 14 with the winning one; a kong counts as three."""
    found = len(reading.hand) + 3 * len(reading.melds) + (reading.win_tile is not None)
    complete = found == HAND_SIZE + 1 or (found == HAND_SIZE and reading.win_tile is None)
    if complete:
        return None
    return Gap(Question("hand_count", MappingProxyType({"count": found, "expected": HAND_SIZE + 1})))


def hidden_face(reading: TableReading, facts: Facts) -> Gap | None:
    """A tile of the hand or a whole kong of which no face is to be seen."""
    own = [(index,) for index in (*reading.hand, *([] if reading.win_tile is None else [reading.win_tile]))]
    for indices in (*own, *(meld.tiles for meld in reading.melds)):
        if all(facts.tiles.get(index, reading.tiles[index].tile) == BACK for index in indices):
            return Gap(Question("tile_doubt", MappingProxyType({"index": indices[0], "tile": BACK})))
    return None


def foreign_faces(reading: TableReading, facts: Facts) -> Gap | None:
    """Tiles of the hand that are not played with: others are the rules, or they were misread."""
    question = foreign_tiles(reading, facts.ruleset, facts.tiles)
    return None if question is None else Gap(question, beside=misread_tiles(reading, facts.ruleset, facts.tiles))


def win_tile(reading: TableReading, facts: Facts) -> Gap | None:
    """Which tile won, where the photo does not set it apart, or sets another apart than was said."""
    if facts.win_tile is not None:
        return None if facts.win_tile_sure else _win_tile_said(reading, facts, facts.win_tile)
    if reading.win_tile is not None:
        return None
    if len(reading.hand) + 3 * len(reading.melds) == HAND_SIZE:
        return Gap(Question("win_tile"))
    hand = as_laid(reading, facts).hand
    codes = dict.fromkeys(facts.tiles.get(index, reading.tiles[index].tile) for index in hand)
    return gap_of("win_tile", ((code, replace(facts, win_tile=code)) for code in codes))


def _win_tile_said(reading: TableReading, facts: Facts, said: str) -> Gap | None:
    """The tile said to have won does not fit what is seen: another lies apart, or the hand has 13 tiles, that one among
    them, and may just as well lack a tile as not show the winning one."""
    codes = [code_of(reading, facts, index) for index in as_laid(reading, facts).hand]
    if said not in codes:
        return None
    taken = replace(facts, win_tile_sure=True)
    if reading.win_tile is not None:
        apart = code_of(reading, facts, reading.win_tile)
        answers = ((apart, replace(taken, win_tile=apart)), (said, taken))
        return gap_of("win_tile", iter(answers), {"tile": said, "apart": apart}) if apart != said else None
    if len(reading.hand) + 3 * len(reading.melds) != HAND_SIZE:
        return None
    return Gap(Question("win_tile_further", MappingProxyType({"tile": said})), (("further", taken),))


def meld_kind(reading: TableReading, facts: Facts) -> Gap | None:
    """Whether an open kong is a 打明杠, and from whom, or a 抓明杠: no picture tells."""
    winner = facts.winner
    if winner is None:
        return None
    for number, meld in enumerate(reading.melds):
        if meld.type != "minggang" or number in facts.meld_kongs:
            continue
        tile = meld_codes(reading, facts, meld)[0]
        if said_kong(facts, winner, tile) is None:
            payers = may_have_discarded(reading, winner, meld)
            return gap_of("meld_kind", _kong_answers(facts, number, payers), {"meld": number, "tile": tile})
    return None


def _kong_answers(facts: Facts, number: int, payers: Iterable[int]) -> Iterator[tuple[Any, Facts]]:
    """抓明杠, or 打明杠 from each seat it may have come from."""
    yield {"kind": str(KongKind.ZHUA)}, replace(facts, meld_kongs={**facts.meld_kongs, number: MeldKong()})
    for payer in payers:
        answered = replace(facts, meld_kongs={**facts.meld_kongs, number: MeldKong(payer)})
        yield {"kind": str(KongKind.DA), "from": payer}, answered
