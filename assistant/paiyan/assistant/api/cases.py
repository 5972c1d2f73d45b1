"""A case as a client sends it: facts that are there as null are unanswered, so they are asked for, never assumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from paiyan.assistant.api.case_reading import case_as_reading
from paiyan.assistant.reading import Question, TableReading
from paiyan.assistant.reading.focus import own_tiles
from paiyan.assistant.reading.model import FOREIGN_TILES
from paiyan.assistant.reading.unanswered import Answered
from paiyan.assistant.scoring import Facts, Scoring, score, score_case
from paiyan.assistant.scoring.facts import NOBODY, MeldKong
from paiyan.assistant.scoring.flags import ASKED as ASKED_FLAGS
from paiyan.assistant.scoring.flags import SEAT_FLAGS
from paiyan.engine.case_reader import CASE_FIELDS, MEANT_FIELDS
from paiyan.engine.errors import InputError
from paiyan.engine.facts import Method
from paiyan.engine.fields import Fields
from paiyan.engine.rules import find_ruleset

Case = Mapping[str, Any]

_QUESTIONS: Final = {"win_method": "method", "open": "who_is_open", "melds": "meld_kind", "wild": "ming"}
"""Ids of the questions that are not called as the fact is."""

_NOT_IN_FACTS: Final = ("winners", "visible", "seat_wind")
"""Fields of a case that change the result and that supposed answers cannot be worked out with."""

_OF_A_WINNER: Final = ("winner", "hand", "melds", "flowers", "void_suit")

_AFTER_KONG: Final = (Method.KONG_OPEN, Method.KONG_LEAK)


def score_any_case(case: Case, seen: TableReading | None = None, answered: Sequence[Answered] = ()) -> Scoring:
    """Rules on a case; where facts are unanswered, on every answer they can have. Raises `InputError`.

    `seen` is the reading that the tiles of the case come from: what is doubtful in it is doubtful in the case, and what
    it asks is open unless the case answers it or it is among those `answered`. Tiles that it does not show, all without
    it, are as sure as if a person had said so.
    """
    return replace(_scored(case, seen, answered), photo=seen)


def _scored(case: Case, seen: TableReading | None, answered: Sequence[Answered]) -> Scoring:
    unanswered = _unanswered(case)
    beyond_facts = case.get("kind", "win") != "win" or any(
        case.get(name) not in (None, "", []) for name in _NOT_IN_FACTS
    )
    if not unanswered and seen is None:
        return score_case(case)
    if not unanswered and beyond_facts:
        return _as_it_is(case, seen, answered)
    fields = Fields.of(case)
    fields.only(CASE_FIELDS, MEANT_FIELDS)
    facts = _facts(case)
    if beyond_facts:
        return Scoring(None, None, tuple(Question(_QUESTIONS.get(name, name)) for name in unanswered))
    reading = case_as_reading(fields, facts.winner, seen, answered)
    if not find_ruleset(facts.ruleset).needs_open and facts.winner is not None:
        # Whoever lists melds where nobody asks who is open says by that that they are melds.
        is_open = [seat == facts.winner and bool(reading.melds) for seat in range(4)]
        facts = replace(facts, open=tuple(is_open))
    if unanswered:
        return score(reading, facts)
    return _weighed(case, reading, facts)


def _as_it_is(case: Case, seen: TableReading | None, answered: Sequence[Answered]) -> Scoring:
    """The ruling on a full case that can be ruled on only as it is, with what the photo leaves open about its tiles:
    that is weighed without the fields that answers cannot be tried with, of several winners for the one on the photo.
    What an answer costs is not told of several: it would be one winner's share alone."""
    if case.get("kind", "win") != "win":
        return score_case(case)
    told = _left_open(case, seen, answered)
    if any(one.id == FOREIGN_TILES for one in told.questions):
        return told
    asked = tuple(one for one in told.questions if one.tiles)
    if case.get("winners"):
        asked = tuple(replace(one, costs=(), stake=None) for one in asked)
    return replace(score_case(case), questions=asked)


def _left_open(case: Case, seen: TableReading | None, answered: Sequence[Answered]) -> Scoring:
    plain = {name: value for name, value in case.items() if name not in _NOT_IN_FACTS}
    try:
        if case.get("winners"):
            plain |= {name: value for name, value in _on_photo(case, seen).items() if name in _OF_A_WINNER}
        facts = _facts(plain)
        reading = case_as_reading(Fields.of(plain), facts.winner, seen, answered)
        return _weighed(plain, reading, facts)
    except InputError:
        if not case.get("winners"):
            raise
        # Named as in the whole case, unless that can be ruled on.
        return score_case(case)


def _on_photo(case: Case, seen: TableReading | None) -> Case:
    """The winner of whose tiles the photo shows the most."""
    shown = Counter() if seen is None else Counter(seen.tiles[index].tile for index in own_tiles(seen))

    def alike(one: Fields) -> int:
        tiles = [*one.tiles("hand"), *(tile for meld in one.objects("melds") for tile in meld.tiles("tiles"))]
        return (Counter(tile.code for tile in tiles) & shown).total()

    return max(Fields.of(case).objects("winners"), key=alike).data


def _weighed(case: Case, reading: TableReading, facts: Facts) -> Scoring:
    """The ruling on a full case, unless a tile that may be another makes a difference: then what is to be asked."""
    try:
        told = score(reading, replace(facts, meld_kongs=_meld_kongs(case)))
    except InputError:
        return score_case(case)
    if any(question.tiles for question in told.questions):
        return told
    return replace(score_case(case), reading=reading, nearest=told.nearest, doubt=told.doubt)


def _meld_kongs(case: Case) -> dict[int, MeldKong]:
    """How the open kongs among the melds of a full case were made."""
    payers = {"minggang_zhua": None, "minggang_da": "from"}
    return {
        number: MeldKong(None if payers[meld["type"]] is None else meld.get("from"))
        for number, meld in enumerate(case.get("melds") or ())
        if meld.get("type") in payers
    }


def _unanswered(case: Case) -> list[str]:
    """Names of the facts that are null and may not be."""
    kind = case.get("kind", "win")
    names = ["dealer", "kongs"] if kind in ("win", "events_only") else []
    method = case.get("win_method")
    if kind == "win" and not case.get("winners"):
        names += ["winner", "win_method", "win_tile"]
        names += ["discarder"] if _is(method, *(one for one in Method if one.from_other)) else []
        names += ["red_kong"] if _is(method, *_AFTER_KONG) else []
        names += _system_facts(case)
    elif kind == "events_only":
        names += [name for name in _system_facts(case) if name == "wild"]
    missing = [name for name in names if name in case and case[name] is None]
    flags = case.get("flags")
    if kind == "win" and isinstance(flags, Mapping):
        missing += [name for name in (*ASKED_FLAGS, *SEAT_FLAGS) if name in flags and flags[name] is None]
    is_open, melds = case.get("open"), case.get("melds")
    if isinstance(is_open, list) and None in is_open:
        missing.append("open")
    if isinstance(melds, list) and any(isinstance(meld, dict) and meld.get("type") == "minggang" for meld in melds):
        missing.append("melds")
    return missing


def _system_facts(case: Case) -> list[str]:
    """Fields that only some rule systems look at, this one among them."""
    rules = find_ruleset(Fields.of(case).text("ruleset"))
    winds = rules.uses_winds and case.get("round_wind") is None
    used = {"wild": rules.uses_wild, "round": winds, "flowers": rules.uses_flowers, "void_suit": rules.uses_void_suit}
    return [name for name, looked_at in used.items() if looked_at]


def _is(value: object, *methods: Method) -> bool:
    return any(value == method for method in methods)


def _facts(case: Case) -> Facts:
    same = ("ruleset", "options", "winner", "dealer", "discarder", "open", "kongs", "red_kong", "events", "void_suit")
    said = {name: case[name] for name in same if case.get(name) is not None}
    wild = case.get("wild")
    if isinstance(wild, dict) and wild.get("ming") is not None:
        said["ming"] = wild["ming"]
    if case.get("win_method") is not None:
        said["method"] = case["win_method"]
    said |= {"round": _round(case), "flowers": case.get("flowers", "")}
    return Facts.of({**said, "flags": _flags(case)})


def _round(case: Case) -> object:
    """圈风 under either of its names."""
    return next((case[name] for name in ("round", "round_wind") if case.get(name) is not None), None)


def _flags(case: Case) -> dict[str, object]:
    """The flags of a case as facts: null is not answered, and one that is not there does not hold."""
    flags = Fields.of(case).object("flags").data
    known = {**dict.fromkeys(ASKED_FLAGS, False), **dict.fromkeys(SEAT_FLAGS, NOBODY)}
    return {**{name: value for name, value in known.items() if name not in flags}, **flags}
