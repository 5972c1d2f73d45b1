"""Where what a person says of the winner's kongs is other than the photo shows: it counts, and is pointed out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.assistant.reading.model import FOURTH_TILE, PENG, MeldReading, TableReading
from paiyan.assistant.scoring.case import may_have_discarded
from paiyan.engine.facts import KongKind

TURNED_OTHERWISE = "kong_turned_otherwise"
OF_THREE = "kong_of_three"


def unlike_photo(photo: TableReading, case: Mapping[str, Any]) -> tuple[str, ...]:
    """Ids of what is to be looked at.

    - `kong_turned_otherwise`: the tile turned in a kong points to another player than the one said to have discarded;
    - `kong_of_three`: of a kong only three tiles are seen, as a 碰 that nothing but this says to be one.
    """
    winner = case.get("winner")
    if case.get("kind", "win") != "win" or not isinstance(winner, int):
        return ()
    found = list(_kongs_seen(photo, case, winner))
    turned = any(_turned_otherwise(photo, meld, kong, winner) for meld, kong in found)
    asked = {question.tiles for question in photo.questions if question.id == FOURTH_TILE}
    three = any(meld.type == PENG and meld.tiles not in asked for meld, _ in found)
    return (*((TURNED_OTHERWISE,) if turned else ()), *((OF_THREE,) if three else ()))


def _kongs_seen(
    photo: TableReading, case: Mapping[str, Any], winner: int
) -> Iterator[tuple[MeldReading, Mapping[str, Any]]]:
    """The sets of the photo of which the winner has a kong, each with that."""
    for kong in case.get("kongs") or ():
        for meld in photo.melds:
            faces = {face.code for face in photo.faces(meld.tiles)}
            if kong.get("seat") == winner and faces == {kong.get("tile")}:
                yield meld, kong


def _turned_otherwise(photo: TableReading, meld: MeldReading, kong: Mapping[str, Any], winner: int) -> bool:
    payer = kong.get("from")
    told = kong.get("kind") == KongKind.DA and payer is not None
    return told and payer not in may_have_discarded(photo, winner, meld)
