"""What a hand that was claimed lacks, and whether one tile read otherwise would make it a win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paiyan.assistant.scoring.outcomes import Outcome, Outcomes


@dataclass(frozen=True, slots=True)
class Nearest:
    """`as_read`: the ruling on the tiles as read, which is no win; `win`: the likeliest one with one tile, or all tiles
    of one face, read otherwise."""

    as_read: Mapping[str, Any]
    win: Outcome | None

    def to_json(self) -> dict[str, Any]:
        """As JSON: the conditions that fail, what is missing, and the tile whose other reading wins."""
        return {
            "reasons": list(self.as_read["reasons"]),
            "missing": list(self.as_read["explanation"]["nearest"]),
            "tile": None if self.win is None else _tile(self.win),
        }


def nearest_win(explored: Outcomes) -> Nearest | None:
    """None where the tiles as read win."""
    ruling = explored.main.ruling
    if ruling["valid"] or not ruling["reasons"]:
        return None
    return Nearest(ruling, explored.winning_tile())


def _tile(win: Outcome) -> dict[str, Any]:
    index, face = next(iter(win.variant.changed.items()))
    return {
        "index": index,
        "indices": list(win.variant.changed),
        "to": face,
        "hu_class": win.ruling["hu_class"],
        "hu_label": win.ruling["hu_label"],
        "settlement": list(win.settlement),
    }
