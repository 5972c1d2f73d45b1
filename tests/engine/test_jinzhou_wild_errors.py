"""Cases of 锦州带会 that cannot be are refused, naming the field."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.assistant.i18n import LANGUAGES, text
from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError

PLAIN: dict[str, Any] = {
    "ruleset": "jinzhou_wild",
    "dealer": 0,
    "winner": 1,
    "discarder": 2,
    "hand": "123m567s99s45m",
    "melds": [{"type": "peng", "tiles": "555p", "from": 3}],
    "win_tile": "6m",
    "win_method": "ron",
    "open": [True, True, True, True],
    "wild": {"ming": "7s", "hui": "8s"},
}
CLOSED = {"hand": "123m678s99s45m556p", "melds": [], "open": [False] * 4, "wild": {"ming": "5p"}, "win_tile": "5p"}
DIHU = CLOSED | {"win_method": "dihu", "discarder": 0}
FOUR = {"hand": "12m8888s9s", "melds": [PLAIN["melds"][0], {"type": "chi", "tiles": "456m"}], "win_tile": "4m"}
THREE = {"hand": "123m555p99s45m", "melds": [{"type": "angang", "tiles": "777s"}], "open": [True, False, True, True]}


def only(kind: str, **facts: Any) -> dict[str, Any]:
    """A case without a win."""
    nothing = dict.fromkeys(("winner", "discarder", "hand", "win_tile", "win_method", "open"))
    return nothing | {"kind": kind, "melds": []} | facts


def events(*given: dict[str, Any]) -> dict[str, Any]:
    return {"events": list(given)}


def xuehui(seat: int) -> dict[str, Any]:
    return events({"type": "xuehui", "seat": seat})


def kong(**facts: Any) -> dict[str, Any]:
    return {"kongs": [{"seat": 2, "kind": "an", **facts}]}


IMPOSSIBLE: list[tuple[str, dict[str, Any], str, str]] = [
    ("no word of the wild tile", {"wild": None}, "missing_field", "wild"),
    ("no tile turned up", {"wild": {"hui": "8s"}}, "missing_field", "wild.ming"),
    ("a wild tile that does not follow", {"wild": {"ming": "7s", "hui": "7s"}}, "hui_not_from_ming", "wild.hui"),
    ("a wild ten", {"wild": {"ming": "9s", "hui": "9s"}}, "hui_not_from_ming", "wild.hui"),
    ("another wild tile than red", {"wild": {"ming": "7z", "hui": "1m"}}, "hui_not_from_ming", "wild.hui"),
    ("a wind turned up", {"wild": {"ming": "1z"}}, "tile_not_in_ruleset", "wild.ming"),
    ("no tile turned up at all", {"wild": {"ming": "x"}}, "bad_tile", "wild.ming"),
    ("a wild tile as text", {"wild": "7s"}, "wrong_type", "wild"),
    ("a misspelt field of the wild tile", {"wild": {"ming": "7s", "wild": "8s"}}, "unknown_field", "wild.wild"),
    ("four of the turned-up kind", {"hand": "123m56777s9s7s"}, "too_many_of_ming", "win_tile"),
    ("a fourth as the winning tile", {"hand": "123m777s99s45m", "win_tile": "7s"}, "too_many_of_ming", "win_tile"),
    (
        "a kong of four of them",
        THREE | {"melds": [{"type": "angang", "tiles": "7777s"}]},
        "too_many_of_ming",
        "win_tile",
    ),
    ("another kong of them", kong(tile="7s"), "too_many_of_ming", "win_tile"),
    ("a round followed with them", events({"type": "genzhuang", "tiles": ["7s"]}), "too_many_of_ming", "events"),
    ("a robbed kong of them", {"win_method": "rob_kong", "win_tile": "7s"}, "too_many_of_ming", "win_tile"),
    ("five wild tiles", {"hand": "123m8888s99s4m", "win_tile": "8s"}, "too_many_copies", "win_tile"),
    ("five of another kind", {"hand": "1111m567s99s4m", "win_tile": "1m"}, "too_many_copies", "win_tile"),
    (
        "three of another kind as a kong",
        THREE | {"melds": [{"type": "angang", "tiles": "666p"}]},
        "bad_meld_tiles",
        "melds[0].tiles",
    ),
    ("a wild tile in a meld", {"melds": [{"type": "chi", "tiles": "789s"}]}, "wild_in_meld", "melds[0].tiles"),
    (
        "a triplet of wild tiles not claimed",
        {"melds": [{"type": "peng", "tiles": "888s"}]},
        "wild_in_meld",
        "melds[0].tiles",
    ),
    (
        "a triplet of nothing but wild tiles, by any house",
        {"melds": [{"type": "peng", "tiles": "888s"}], "options": {"wild_in_melds": True}},
        "wild_in_meld",
        "melds[0].tiles",
    ),
    (
        "a meld that wild tiles cannot complete",
        {"melds": [{"type": "chi", "tiles": "14p8s"}], "options": {"wild_in_melds": True}},
        "bad_meld_tiles",
        "melds[0].tiles",
    ),
    ("a concealed kong of wild tiles", kong(tile="8s"), "wild_kong_not_allowed", "kongs[0].tile"),
    (
        "a kong of three where the house has none",
        {**only("events_only"), **kong(tile="7s"), "options": {"ming_triplet_kong": False}},
        "ming_kong_not_allowed",
        "kongs[0].tile",
    ),
    ("a first discard not of the dealer", DIHU | {"dealer": 3}, "dihu_not_from_dealer", "discarder"),
    ("a first discard drawn", DIHU | {"discarder": None}, "discarder_missing", "discarder"),
    ("a first discard with melds", {"win_method": "dihu", "discarder": 0}, "dihu_after_play", "melds"),
    ("a first discard with open hands", DIHU | {"open": [True, False, False, False]}, "dihu_after_play", "open[0]"),
    ("a first discard after another's kong", DIHU | kong(tile="9p"), "dihu_after_play", "kongs"),
    (
        "a first discard after a followed round",
        DIHU | events({"type": "genzhuang", "tiles": ["9p"]}),
        "dihu_after_play",
        "events",
    ),
    (
        "a heavenly hand of another than the dealer",
        CLOSED | {"win_method": "tianhu", "discarder": None},
        "tianhu_not_dealer",
        "winner",
    ),
    (
        "all wild tiles with too few",
        FOUR | {"hand": "12m888s99s"} | xuehui(1),
        "xuehui_without_tiles",
        "events[0].seat",
    ),
    ("all wild tiles with another than who has them", FOUR | xuehui(2), "xuehui_of_another", "events[0].seat"),
    ("all wild tiles of nobody", events({"type": "xuehui"}), "missing_field", "events[0].seat"),
    ("seven pairs of nobody", {"options": {"allow_qidui": 1}}, "bad_option_value", "options.allow_qidui"),
    ("a negative sum", {"options": {"xuehui_each": -1}}, "bad_option_value", "options.xuehui_each"),
    ("no factor", {"options": {"suhu_multiplier": 0}}, "bad_option_value", "options.suhu_multiplier"),
    ("a flag of other rules", {"flags": {"louhe_blocked": True}}, "flag_not_in_ruleset", "flags.louhe_blocked"),
    ("a wild tile determined with a win", {"kind": "wild_determination"}, "win_fact_in_events_only", "winner"),
    (
        "a wild tile determined with kongs",
        only("wild_determination", **kong(tile="9p")),
        "fact_in_wild_determination",
        "kongs",
    ),
    (
        "a wild tile determined with events",
        only("wild_determination", **xuehui(1)),
        "fact_in_wild_determination",
        "events",
    ),
    ("a wild tile determined of nothing", only("wild_determination", wild=None), "missing_field", "wild"),
    (
        "a wild tile determined in rules without",
        only("wild_determination", ruleset="jinzhou", wild=None),
        "kind_not_in_ruleset",
        "kind",
    ),
]


@pytest.mark.parametrize(("why", "facts", "code", "field"), IMPOSSIBLE, ids=[one[0] for one in IMPOSSIBLE])
def test_a_case_is_refused_for(why: str, facts: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(InputError) as refused:
        rule_case(PLAIN | facts)
    assert (refused.value.code, refused.value.field) == (code, field), why
    for language in LANGUAGES:
        assert text(f"error.{code}", language, **refused.value.params)


@pytest.mark.parametrize("facts", [{}, DIHU, FOUR, FOUR | xuehui(1), THREE, {"wild": {"ming": "7s"}}])
def test_the_cases_these_start_from_are_fine(facts: dict[str, Any]) -> None:
    assert rule_case(PLAIN | facts)["valid"]


def test_who_had_all_wild_tiles_may_have_discarded_one() -> None:
    gone = FOUR | {"hand": "12m888s99s"} | xuehui(1) | {"flags": {"wild_discarded": True}}
    answer = rule_case(PLAIN | gone)
    assert (answer["reasons"], answer["settlement_other"]) == (["wild_discarded"], [-20, 60, -20, -20])
