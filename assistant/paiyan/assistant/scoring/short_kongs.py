"""Concealed kongs of which a photo shows three tiles."""

from __future__ import annotations

from types import MappingProxyType

from paiyan.assistant.reading.model import Question, TableReading
from paiyan.assistant.scoring.case import meld_codes
from paiyan.assistant.scoring.facts import Facts

_SHORT = 3


def short_kongs(reading: TableReading, facts: Facts) -> list[Question]:
    """A question for every 暗杠 of which three tiles are seen, unless they are 明牌: only of that three make a kong
    (rules/spec.md W5). The fourth may have been missed, or the set may be none."""
    found = []
    for meld in reading.melds:
        if meld.type == "angang" and len(meld.tiles) == _SHORT:
            code = meld_codes(reading, facts, meld)[0]
            if code != facts.ming:
                found.append(Question("short_kong", MappingProxyType({"tile": code}), tiles=meld.tiles))
    return found
