"""A case for the engine out of a reading and facts that are all known."""

from __future__ import annotations

from typing import Any, Final

from paiyan.assistant.reading.model import BACK, SAID, MeldReading, Source, TableReading
from paiyan.assistant.scoring.facts import NOBODY, Facts
from paiyan.assistant.scoring.sets import as_laid
from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS, KongKind, Method
from paiyan.engine.rules import find_ruleset
from paiyan.engine.tiles import Tile, format_tiles

HAND_SIZE: Final = 13
_OF_A_KONG: Final = 4
_STEPS: Final[dict[Source, int]] = {"right": 1, "across": 2, "left": 3}
"""Play goes round counter-clockwise: the next player sits on the right."""

NO_FACE: Final = "face_unknown"


def seat_of(winner: int, source: Source | None) -> int | None:
    """The seat that sits there as the winner sees it."""
    return None if source is None else (winner + _STEPS[source]) % 4


def may_have_discarded(reading: TableReading, winner: int, meld: MeldReading) -> tuple[int, ...]:
    """Seats that may have discarded the fourth tile of an open kong, by the tile turned in it. Where only three of its
    tiles were seen the one at their end may be the second or third of four, which points across."""
    source = seat_of(winner, meld.source)
    if source is None:
        return tuple(seat for seat in SEATS if seat != winner)
    across = seat_of(winner, "across")
    if across in (None, source) or four_seen(reading, meld):
        return (source,)
    return (source, across)


def four_seen(reading: TableReading, meld: MeldReading) -> bool:
    """Whether each of four tiles lies in a place of its own: one that a person added lies in none, or in that of
    another. Where there is no photo they are as they are said to be."""
    tiles = [reading.tiles[index] for index in set(meld.tiles)]
    added = any(not tile.corners for tile in tiles) and any(tile.corners for tile in tiles)
    said = [tile.corners for tile in tiles if tile.confidence >= SAID and tile.corners]
    return len(tiles) == _OF_A_KONG and len(set(said)) == len(said) and not added


def code_of(reading: TableReading, facts: Facts, index: int) -> str:
    """The face of a tile: as the person said, else as read. :class:`InputError` where it lies face down."""
    code = facts.tiles.get(index, reading.tiles[index].tile)
    if code == BACK:
        raise InputError(NO_FACE, f"tiles[{index}]", index=index)
    return code


def meld_codes(reading: TableReading, facts: Facts, meld: MeldReading) -> list[str]:
    """The faces of a meld; face-down tiles of a concealed kong are what its others show. Three of them are a kong of
    the 明牌 (W5), or of another tile of which one was not found."""
    if meld.type != "angang":
        return [code_of(reading, facts, index) for index in meld.tiles]
    shown = [index for index in meld.tiles if facts.tiles.get(index, reading.tiles[index].tile) != BACK]
    code = code_of(reading, facts, (shown or list(meld.tiles))[0])
    return [code] * (len(meld.tiles) if code == facts.ming else 4)


def hand_and_win(reading: TableReading, facts: Facts) -> tuple[list[str], str]:
    """Codes of the concealed tiles before the win, and of the winning tile.

    A hand photographed with the winning tile already sorted into it has one tile more; the tile named as winning is
    taken out of it. :class:`InputError` if the tile named is not there or the number of tiles is wrong.
    """
    hand = [code_of(reading, facts, index) for index in reading.hand]
    apart = None if reading.win_tile is None else code_of(reading, facts, reading.win_tile)
    wanted = HAND_SIZE - 3 * len(reading.melds)
    named = facts.win_tile
    if apart is not None and named not in (None, apart):
        hand.append(apart)
        apart = None
    if apart is None and named is None:
        raise InputError("missing_field", "win_tile", name="win_tile")
    if apart is None and len(hand) > wanted:
        if named not in hand:
            raise InputError("win_tile_not_in_hand", "win_tile", tile=named)
        hand.remove(str(named))
    return hand, str(apart or named)


def build_case(reading: TableReading, facts: Facts) -> dict[str, Any]:
    """The case. `facts` must have no gaps; :class:`InputError` where the engine could not take it."""
    if facts.nobody_won:
        return _common(facts) | {"kind": "events_only", "kongs": [dict(kong) for kong in facts.kongs or ()]}
    winner = facts.winner
    if winner is None:
        raise InputError("missing_field", "winner", name="winner")
    reading = as_laid(reading, facts)
    hand, win_tile = hand_and_win(reading, facts)
    melds, kongs = _melds(reading, facts, winner)
    return _common(facts) | {
        "kind": "win",
        "winner": winner,
        "discarder": facts.discarder,
        "hand": format_tiles([Tile.parse(code) for code in hand]),
        "melds": melds,
        "win_tile": win_tile,
        "win_method": facts.method,
        "red_kong": bool(facts.red_kong),
        "open": [bool(one) for one in facts.open] if find_ruleset(facts.ruleset).needs_open else None,
        "kongs": kongs,
        "flowers": facts.flowers or None,
        "void_suit": facts.void_suit,
    }


def _common(facts: Facts) -> dict[str, Any]:
    case: dict[str, Any] = {
        "ruleset": facts.ruleset,
        "options": dict(facts.options),
        "dealer": facts.dealer,
        "events": [dict(event) for event in facts.events],
    }
    if facts.flags:
        case["flags"] = {name: value for name, value in facts.flags.items() if value not in (None, NOBODY)}
    if facts.ming is not None:
        case["wild"] = {"ming": facts.ming}
    if facts.round is not None:
        case["round"] = facts.round
    return case


def _melds(reading: TableReading, facts: Facts, winner: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The winner's melds, and all kongs of the hand: those said and those lying in the photo."""
    melds: list[dict[str, Any]] = []
    kongs = [dict(kong) for kong in facts.kongs or ()]
    for number, meld in enumerate(reading.melds):
        codes = meld_codes(reading, facts, meld)
        kind: str = meld.type
        source = seat_of(winner, meld.source)
        said = said_kong(facts, winner, codes[0])
        if meld.type == "angang":
            source = None
            if said is None:
                kongs.append({"seat": winner, "kind": "an", "tile": codes[0]})
        elif meld.type == "minggang":
            kind, source, listed = _open_kong(facts, number, said, source)
            if said is None:
                kongs.append({"seat": winner, "tile": codes[0], **listed})
        elif meld.type == "chi":
            # Only the player on the left can be eaten from; how the tile was turned says nothing else.
            source = seat_of(winner, "left")
        tiles = format_tiles(sorted(Tile.parse(code) for code in codes))
        melds.append({"type": kind, "tiles": tiles, "from": source})
    return melds, kongs


def said_kong(facts: Facts, winner: int, tile: str) -> dict[str, Any] | None:
    """The winner's kong of that tile among those the person listed."""
    for kong in facts.kongs or ():
        if kong.get("seat") == winner and kong.get("tile") == tile:
            return dict(kong)
    return None


def _open_kong(
    facts: Facts, number: int, said: dict[str, Any] | None, source: int | None
) -> tuple[str, int | None, dict[str, Any]]:
    """Type and source of an open kong's meld, and the kong to list for it."""
    if said is not None:
        drawn = said.get("kind") == KongKind.ZHUA
        payer = None if drawn else said.get("from")
    else:
        answer = facts.meld_kongs.get(number)
        if answer is None:
            raise InputError("missing_field", f"melds[{number}]", name="kind")
        drawn, payer = answer.payer is None, answer.payer
    if drawn:
        return "minggang_zhua", source, {"kind": "zhua"}
    return "minggang_da", payer, {"kind": "da", "from": payer}


AFTER_KONG: Final = frozenset({Method.KONG_OPEN, Method.KONG_LEAK})


def kongs_before_win(reading: TableReading, facts: Facts) -> set[str]:
    """Tiles of the kongs that a win after a kong may have followed: the winner's (杠开) or the discarder's (杠流泪)."""
    seat = facts.winner if facts.method == Method.KONG_OPEN else facts.discarder
    tiles = {str(kong.get("tile")) for kong in facts.kongs or () if kong.get("seat") == seat}
    if facts.method == Method.KONG_OPEN:
        kongs = (meld for meld in reading.melds if meld.type in ("minggang", "angang"))
        tiles |= {meld_codes(reading, facts, meld)[0] for meld in kongs}
    return tiles
