"""Examples of options that can be right for the hand in question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from paiyan.assistant.reading.model import BACK, Question, TableReading
from paiyan.assistant.scoring import Facts
from paiyan.assistant.scoring.gaps import known_open
from paiyan.engine.facts import KongKind, Method
from paiyan.engine.rules import find_ruleset
from paiyan.engine.tiles import ALL_TILES

_COPIES: Final = 4
_USUAL_METHOD: Final = "zimo"
_USUAL_SEATS: Final = {"winner": 1, "dealer": 0, "discarder": 2}
_KONG_OF: Final = "7z"
_WON: Final = "6m"
_TURNED_UP: Final = "3p"
_FIRST_TILES: Final = frozenset({Method.TIANHU, Method.TIANHE, Method.DIHU, Method.DIHE, Method.RENHE})
"""Ways of winning before anybody can have made a kong, but for the dealer's concealed one before 地胡点炮."""


def examples_of(question: Question, reading: TableReading | None, facts: Facts | None) -> dict[str, object]:
    """What the texts of options that answer a question name as an example; `form` is the ending of the text's key where
    it is another than usual: there can be no kong, or there was one."""
    given = [choice for choice in question.choices if choice != BACK]
    if question.id == "method":
        return {"example": _USUAL_METHOD if _USUAL_METHOD in given or not given else given[0]}
    if question.id in ("winner", "dealer", "discarder"):
        return {"example": _seat(question, given, facts)}
    if question.id == "who_is_open":
        return _opened(question, reading, facts)
    if question.id == "kongs":
        return _kong(reading, facts)
    if question.id == "meld_kind":
        return {"options": " / ".join(_made(question, facts))}
    if question.id == "tile_doubt":
        return _face(question, given, reading, facts)
    if question.id in ("win_tile", "ming"):
        usual = _TURNED_UP if question.id == "ming" else _WON
        tile = given[0] if given else _unseen(reading, facts, usual, _COPIES - 1)
        return {"example": tile, "other": question.params.get("tile", tile)}
    if question.id == "void_suit":
        held = Counter(tile.tile[-1] for tile in reading.tiles if tile.seat == "self") if reading is not None else {}
        return {"example": min("mps", key=lambda suit: held.get(suit, 0))}
    return {}


def _face(
    question: Question, given: list[object], reading: TableReading | None, facts: Facts | None
) -> dict[str, object]:
    """The tile as it was read; where it can't be that, one that it can be."""
    read = question.params["tile"]
    if read != BACK and (not given or read in given):
        return {"example": read}
    return {"example": given[0] if given else _unseen(reading, facts, _WON, _COPIES - 1), "form": ".misread"}


def _seat(question: Question, given: list[object], facts: Facts | None) -> object:
    """The usual seat, unless it is the winner's and the dealer's that must be the same, or may not be."""
    other = None
    if facts is not None:
        winner = _USUAL_SEATS["winner"] if facts.winner is None else facts.winner
        other = {"winner": facts.dealer, "dealer": winner}.get(question.id)
    if facts is not None and facts.method in _FIRST_TILES and other is not None:
        same = facts.method in (Method.TIANHU, Method.TIANHE)
        given = [seat for seat in given if (seat == other) is same]
    usual = _USUAL_SEATS[question.id]
    return usual if usual in given or not given else given[0]


def _opened(question: Question, reading: TableReading | None, facts: Facts | None) -> dict[str, object]:
    """Some of the seats asked about beside those that are known to be open: whoever lists one lists them all. Who won
    may be closed: while it is not said who, the usual one is left out."""
    asked = [int(seat) for seat in question.params["seats"]]
    unsaid = facts is None or facts.winner is None
    asked = [seat for seat in asked if not unsaid or seat != _USUAL_SEATS["winner"]] or asked
    known = [] if facts is None or reading is None else known_open(reading, facts)
    there = [seat for seat, is_open in enumerate(known) if is_open and seat not in asked]
    some = asked[: 2 if len(asked) > 2 else 1]
    closed = next((seat for seat in asked if seat not in some), asked[0])
    return {"example": _listed([*there, *some]), "closed": closed, "nobody": _listed(there) or "none"}


def _listed(seats: Iterable[int]) -> str:
    return ",".join(str(seat) for seat in sorted(seats))


def _kong(reading: TableReading | None, facts: Facts | None) -> dict[str, object]:
    """A concealed kong of another seat than the winner's, of a tile of which none is seen. After 杠流泪 there was one,
    the discarder's."""
    method, winner = (None, None) if facts is None else (facts.method, facts.winner)
    tile = _unseen(reading, facts, _KONG_OF, 0)
    dealers = method == Method.DIHU and facts is not None and facts.dealer is not None
    if tile is None or (method in _FIRST_TILES and not dealers):
        return {"form": ".none"}
    seat = 0 if winner == _USUAL_SEATS["discarder"] else _USUAL_SEATS["discarder"]
    if facts is not None and method == Method.KONG_LEAK:
        return {"form": ".some", "seat": seat if facts.discarder is None else facts.discarder, "tile": tile}
    return {"seat": facts.dealer if facts is not None and dealers else seat, "tile": tile}


def _made(question: Question, facts: Facts | None) -> Iterable[str]:
    """The option for each way in which an open kong may have been made."""
    seat = "SEAT" if facts is None or facts.winner is None else facts.winner
    tile = question.params["tile"]
    for choice in question.choices:
        payer = f":{choice['from']}" if choice["kind"] == KongKind.DA else ""
        yield f"--kong {seat}:{choice['kind']}:{tile}{payer}"


def _unseen(reading: TableReading | None, facts: Facts | None, usual: str, most: int) -> str | None:
    """The usual tile, else the first that is played with, of which at most so many are seen."""
    seen: Mapping[str, int] = Counter(tile.tile for tile in reading.tiles) if reading is not None else {}
    kinds = None if facts is None else find_ruleset(facts.ruleset).kinds
    played = [tile.code for tile in ALL_TILES if kinds is None or tile.index in kinds]
    return next((code for code in sorted(played, key=lambda code: code != usual) if seen.get(code, 0) <= most), None)
