"""Sets that lie apart without showing that a tile was claimed: chi and peng, or sorted tiles of a concealed hand."""

from __future__ import annotations

from dataclasses import replace

from paiyan.assistant.reading.model import SAID, MeldReading, TableReading
from paiyan.assistant.scoring.facts import Facts


def may_be_concealed(reading: TableReading) -> bool:
    """Whether the winner's sets leave it open that all of them are concealed: no tile is turned, none is an open kong,
    and no person has confirmed them."""
    sets = _open_melds(reading)
    return bool(sets) and not any(_shows_claim(reading, meld) for meld in sets)


def as_laid(reading: TableReading, facts: Facts) -> TableReading:
    """The reading with such sets as tiles of the hand where the winner is said not to have opened."""
    winner = facts.winner
    if winner is None or facts.open[winner] is not False or not may_be_concealed(reading):
        return reading
    sorted_tiles = [index for meld in _open_melds(reading) for index in meld.tiles]
    kongs = tuple(meld for meld in reading.melds if meld.type == "angang")
    return replace(reading, hand=(*reading.hand, *sorted_tiles), melds=kongs)


def _open_melds(reading: TableReading) -> list[MeldReading]:
    return [meld for meld in reading.melds if meld.type != "angang"]


def _shows_claim(reading: TableReading, meld: MeldReading) -> bool:
    confirmed = all(reading.tiles[index].confidence >= SAID for index in meld.tiles)
    return meld.type == "minggang" or meld.source is not None or confirmed
