"""Input that cannot be ruled on is refused, naming the field or the tile."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.worked_case import PLAIN_WIN

from paiyan.engine.cases import rule_case, rule_lines
from paiyan.engine.errors import InputError

PLAIN: dict[str, Any] = {"id": "x"} | PLAIN_WIN
DRAWN = {"win_method": "zimo", "discarder": None}
ROB = {"win_method": "rob_kong"}
LAST = {"winner": 0, "discarder": 3}
KONG = {"seat": 2, "kind": "zhua", "tile": "6m"}
HEAVENLY = DRAWN | {"win_method": "tianhu", "dealer": 1, "hand": "123m678s99s45m555p", "melds": []}
CONCEALED = [{"type": "angang", "tiles": "2222p"}]
FIRST = {"winner": 1, "hand": "123m678s99s45m", "melds": PLAIN["melds"]}


def meld(kind: str, tiles: str, source: object = None) -> dict[str, Any]:
    return {"melds": [{"type": kind, "tiles": tiles, "from": source}]}


def followed(*tiles: object) -> dict[str, Any]:
    return {"events": [{"type": "genzhuang", "tiles": list(tiles)}]}


IMPOSSIBLE: list[tuple[str, dict[str, Any], str, str]] = [
    ("a fifth copy in the hand", {"hand": "11111m678s99s"}, "too_many_copies", "hand"),
    ("a fifth copy by a meld", {"hand": "123m678s55p45p"}, "too_many_copies", "hand"),
    ("a fifth copy as the winning tile", {"hand": "123m6666s12p7s", "win_tile": "6s"}, "too_many_copies", "win_tile"),
    (
        "a fifth copy by another kong",
        {"kongs": [{**KONG, "kind": "an", "tile": "9s"}]},
        "too_many_copies",
        "win_tile",
    ),
    ("a robbed kong of which the winner has a tile", ROB | {"win_tile": "9s"}, "too_many_copies", "win_tile"),
    ("a win on an earlier followed round", LAST | followed("6m", "9p"), "too_many_copies", "events"),
    (
        "a win on a followed tile that was not the last discarded",
        {**LAST, "discarder": 2} | followed("9p", "6m"),
        "too_many_copies",
        "events",
    ),
    ("a followed tile still in hand", followed("9s"), "too_many_copies", "events"),
    ("a round followed twice", followed("9m", "9m"), "too_many_copies", "events"),
    ("too few tiles", {"hand": "123m678s99s4m"}, "wrong_hand_size", "hand"),
    ("too many tiles", {"hand": "123m678s99s456m"}, "wrong_hand_size", "hand"),
    ("the winning tile in the hand", {"hand": "123m678s99s4566m"}, "wrong_hand_size", "hand"),
    ("five melds", {"hand": "1m", "melds": PLAIN["melds"] * 5}, "too_many_melds", "melds"),
    ("no tiles", {"hand": "12x"}, "bad_tile", "hand"),
    ("a rank there is not", {"win_tile": "0m"}, "bad_tile", "win_tile"),
    ("two winning tiles", {"win_tile": "66m"}, "bad_tile", "win_tile"),
    ("a wind in Jinzhou", {"hand": "123m678s11z45m"}, "tile_not_in_ruleset", "hand"),
    ("a white dragon in Jinzhou", {"win_tile": "5z"}, "tile_not_in_ruleset", "win_tile"),
    ("a flower", {"win_tile": "f1"}, "tile_not_in_ruleset", "win_tile"),
    ("a wind as a kong", {"kongs": [{**KONG, "tile": "1z"}]}, "tile_not_in_ruleset", "kongs[0].tile"),
    ("a followed wind", followed("1z"), "tile_not_in_ruleset", "events[0].tiles"),
    ("a run with a gap", meld("chi", "124p"), "bad_meld_tiles", "melds[0].tiles"),
    ("a run round the corner", meld("chi", "891p"), "bad_meld_tiles", "melds[0].tiles"),
    ("a run of two suits", meld("chi", "12p3s"), "bad_meld_tiles", "melds[0].tiles"),
    ("a run of dragons", meld("chi", "777z"), "bad_meld_tiles", "melds[0].tiles"),
    ("a triplet of two kinds", meld("peng", "556p"), "bad_meld_tiles", "melds[0].tiles"),
    ("a kong of three", meld("angang", "555p"), "bad_meld_tiles", "melds[0].tiles"),
    ("a triplet of four", meld("peng", "5555p"), "bad_meld_tiles", "melds[0].tiles"),
    ("an empty meld", meld("peng", ""), "bad_meld_tiles", "melds[0].tiles"),
    ("a meld there is not", meld("gang", "5555p"), "bad_meld_type", "melds[0].type"),
    ("a triplet from oneself", meld("peng", "555p", 1), "meld_from_self", "melds[0].from"),
    ("a run not from the seat before", meld("chi", "456p", 2), "chi_not_from_left", "melds[0].from"),
    ("a concealed kong from another", meld("angang", "5555p", 2), "concealed_kong_has_source", "melds[0].from"),
    ("a drawn tile with a discarder", {"win_method": "zimo"}, "self_draw_with_discarder", "discarder"),
    ("a last tile with a discarder", {"win_method": "haidilao"}, "self_draw_with_discarder", "discarder"),
    ("a discard without discarder", {"discarder": None}, "discarder_missing", "discarder"),
    ("a robbed kong of nobody", ROB | {"discarder": None}, "discarder_missing", "discarder"),
    ("the winner as discarder", {"discarder": 1}, "discarder_is_winner", "discarder"),
    ("a closed seat with open melds", {"open": [True, False, True, True]}, "open_disagrees_with_melds", "open[1]"),
    (
        "an open seat with a concealed kong only",
        {"melds": CONCEALED, "kongs": [{"seat": 1, "kind": "an", "tile": "2p"}]},
        "open_disagrees_with_melds",
        "open[1]",
    ),
    (
        "a closed seat with an open kong",
        {"kongs": [{**KONG, "tile": "2p"}], "open": [True, True, False, True]},
        "open_disagrees_with_kong",
        "kongs[0]",
    ),
    ("no word of who is open", {"open": None}, "missing_field", "open"),
    ("three seats", {"open": [True] * 3}, "wrong_length", "open"),
    ("an unknown seat among four", {"open": [True, True, None, True]}, "wrong_type", "open[2]"),
    ("a kong not among the melds", {"kongs": [{**KONG, "seat": 1, "tile": "2p"}]}, "kong_not_in_melds", "kongs[0]"),
    (
        "a kong of another kind than the meld",
        {"melds": CONCEALED, "open": [True, False, True, True], "kongs": [{**KONG, "seat": 1, "tile": "2p"}]},
        "kong_not_in_melds",
        "kongs[0]",
    ),
    (
        "a kong paid by another than gave the tile",
        meld("minggang_da", "2222p", 3) | {"kongs": [{"seat": 1, "kind": "da", "tile": "2p", "from": 0}]},
        "kong_payer_disagrees",
        "kongs[0].from",
    ),
    ("a kong on nobody's discard", {"kongs": [{**KONG, "kind": "da", "tile": "2p"}]}, "missing_field", "kongs[0].from"),
    (
        "a kong on the own discard",
        {"kongs": [{**KONG, "kind": "da", "tile": "2p", "from": 2}]},
        "kong_from_self",
        "kongs[0].from",
    ),
    ("the same kong twice", {"kongs": [{**KONG, "tile": "2p"}] * 2}, "duplicate_kong", "kongs[1].tile"),
    (
        "a fifth kong of one seat",
        {"kongs": [{"seat": 2, "kind": "an", "tile": tile} for tile in ("1p", "2p", "3p", "4p", "6p")]},
        "too_many_kongs",
        "kongs[4].seat",
    ),
    ("a void kong without robbery", {"kongs": [KONG | {"void": True}]}, "void_without_robbery", "kongs[0].void"),
    (
        "a void kong of another than was robbed",
        ROB | {"kongs": [{"seat": 3, "kind": "zhua", "tile": "2p", "void": True}]},
        "void_without_robbery",
        "kongs[0].void",
    ),
    ("a robbed kong that is to be paid", ROB | {"kongs": [KONG]}, "robbed_kong_not_void", "kongs[0].void"),
    ("a kong there is not", {"kongs": [{**KONG, "kind": "ming"}]}, "unknown_kong_kind", "kongs[0].kind"),
    ("a win on a kong without kong", DRAWN | {"win_method": "kong_open"}, "kong_open_without_kong", "win_method"),
    ("a red kong on a plain win", {"red_kong": True}, "red_kong_without_kong_win", "red_kong"),
    (
        "a red kong where there is none",
        DRAWN | {"win_method": "kong_open", "red_kong": True} | meld("minggang_zhua", "2222p"),
        "red_kong_disagrees_with_kongs",
        "red_kong",
    ),
    (
        "no red kong where there is only one",
        {"win_method": "kong_leak", "kongs": [{**KONG, "tile": "7z"}]},
        "red_kong_disagrees_with_kongs",
        "red_kong",
    ),
    ("tears after no kong", {"win_method": "kong_leak"}, "kong_leak_without_kong", "win_method"),
    ("red tears after no kong", {"win_method": "kong_leak", "red_kong": True}, "kong_leak_without_kong", "win_method"),
    (
        "tears after the kong of another than discarded",
        {"win_method": "kong_leak", "kongs": [{"seat": 3, "kind": "an", "tile": "2p"}]},
        "kong_leak_without_kong",
        "win_method",
    ),
    (
        "red tears after another kong",
        {"win_method": "kong_leak", "red_kong": True, "kongs": [{**KONG, "tile": "2p"}]},
        "red_kong_disagrees_with_kongs",
        "red_kong",
    ),
    (
        "a closed seat robbed of a kong",
        ROB | {"open": [True, True, False, True]},
        "open_disagrees_with_kong",
        "open[2]",
    ),
    ("a heavenly hand of another than the dealer", DRAWN | {"win_method": "tianhu"}, "tianhu_not_dealer", "winner"),
    ("a heavenly hand with melds", DRAWN | {"win_method": "tianhu", "dealer": 1}, "tianhu_after_play", "melds"),
    (
        "a heavenly hand against open ones",
        HEAVENLY | {"open": [False, False, True, False]},
        "tianhu_after_play",
        "open[2]",
    ),
    ("a drawn hand that was won", {"events": [{"type": "huangzhuang"}]}, "huangzhuang_with_win", "events"),
    ("an event twice", {"events": followed("2p")["events"] * 2}, "duplicate_event", "events[1].type"),
    ("an event of other rules", {"events": [{"type": "xuehui", "seat": 1}]}, "event_not_in_ruleset", "events[0].type"),
    ("an event there is not", {"events": [{"type": "rain"}]}, "unknown_event", "events[0].type"),
    ("no followed rounds", followed(), "missing_field", "events[0].tiles"),
    ("a flag of other rules", {"flags": {"wild_claimed": True}}, "flag_not_in_ruleset", "flags.wild_claimed"),
    ("a flag there is not", {"flags": {"luck": True}}, "unknown_field", "flags.luck"),
    ("a wild in rules without", {"wild": {"ming": "9p"}}, "field_not_in_ruleset", "wild"),
    ("a round wind in rules without", {"round": 0}, "field_not_in_ruleset", "round"),
    ("winner and winners", {"winners": [FIRST]}, "winner_and_winners", "winner"),
    ("a seat that wins twice", {"winner": None, "winners": [FIRST, FIRST]}, "winners_contradict", "winners"),
    ("an option there is not", {"options": {"magic": True}}, "unknown_option", "options.magic"),
    ("a value that is not allowed", {"options": {"haidilao_total": 3}}, "bad_option_value", "options.haidilao_total"),
    ("a number for a switch", {"options": {"require_open": 1}}, "bad_option_value", "options.require_open"),
    ("a switch for a number", {"options": {"kong_open_extra": True}}, "bad_option_value", "options.kong_open_extra"),
    ("no base for coins", {"options": {"lottery_base": 0}}, "bad_option_value", "options.lottery_base"),
    ("rules there are not", {"ruleset": "riichi"}, "unknown_ruleset", "ruleset"),
    ("no rules", {"ruleset": None}, "missing_field", "ruleset"),
    ("a kind of case there is not", {"kind": "draw"}, "unknown_kind", "kind"),
    ("a way of winning there is not", {"win_method": "luck"}, "unknown_method", "win_method"),
    ("a way of winning of other rules", {"win_method": "dihu"}, "method_not_in_ruleset", "win_method"),
    ("a fifth seat", {"winner": 4}, "bad_seat", "winner"),
    ("a seat by name", {"dealer": "east"}, "wrong_type", "dealer"),
    ("a seat that is true", {"winner": True}, "wrong_type", "winner"),
    ("a seat with a fraction", {"winner": 1.0}, "wrong_type", "winner"),
    ("no dealer", {"dealer": None}, "missing_field", "dealer"),
    ("no winner", {"winner": None}, "missing_field", "winner"),
    ("no hand", {"hand": None}, "missing_field", "hand"),
    ("no winning tile", {"win_tile": None}, "missing_field", "win_tile"),
    ("a hand as a list", {"hand": ["1m"]}, "wrong_type", "hand"),
    ("melds as text", {"melds": "555p"}, "wrong_type", "melds"),
    ("a meld as text", {"melds": ["555p"]}, "wrong_type", "melds[0]"),
    ("options as a list", {"options": []}, "wrong_type", "options"),
    ("a switch as text", {"red_kong": "no"}, "wrong_type", "red_kong"),
    ("a followed tile as a number", followed(9), "wrong_type", "events[0].tiles[0]"),
    ("a misspelt field", {"discader": 2}, "unknown_field", "discader"),
    ("a misspelt field of a kong", {"kongs": [{**KONG, "viod": True}]}, "unknown_field", "kongs[0].viod"),
    ("an id that is a list", {"id": []}, "wrong_type", "id"),
    ("a win among events only", {"kind": "events_only"}, "win_fact_in_events_only", "winner"),
]


@pytest.mark.parametrize(("why", "facts", "code", "field"), IMPOSSIBLE, ids=[one[0] for one in IMPOSSIBLE])
def test_a_case_is_refused_for(why: str, facts: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(InputError) as refused:
        rule_case(PLAIN | facts)
    assert (refused.value.code, refused.value.field) == (code, field), why


def test_the_plain_case_is_fine_by_itself() -> None:
    assert rule_case(PLAIN)["valid"]


def test_a_fifth_copy_is_named() -> None:
    with pytest.raises(InputError) as refused:
        rule_case(PLAIN | {"hand": "11111m678s99s"})
    assert refused.value.params == {"tile": "1m", "count": 5}


def test_the_last_tile_of_a_followed_round_may_have_been_eaten() -> None:
    eaten = meld("chi", "789p", 0) | {"hand": "123m666s99s45m"}
    assert rule_case(PLAIN | eaten | followed("9p"))["valid"]


def test_the_last_tile_of_the_last_followed_round_may_be_won_on() -> None:
    answer = rule_case(PLAIN | LAST | {"melds": [{"type": "peng", "tiles": "555p", "from": 3}]} | followed("9p", "6m"))
    assert answer["settlement_hu"] == [24, 0, 0, -24]
    assert answer["settlement_other"] == [-36, 12, 12, 12]


def test_a_heavenly_hand_with_nobody_open_is_fine() -> None:
    assert rule_case(PLAIN | HEAVENLY | {"open": [False] * 4})["valid"]


def test_a_closed_seat_may_be_robbed_of_a_concealed_kong_by_the_house_rule() -> None:
    closed = PLAIN | ROB | {"open": [True, True, False, True], "options": {"rob_concealed_kong": True}}
    assert rule_case(closed)["valid"]


def test_what_describes_a_case_is_no_fact_and_does_not_matter() -> None:
    assert rule_case(PLAIN | {"title": "两叫", "derivation": "…", "cites": [], "expect": {"valid": False}})["valid"]


def test_a_kong_among_the_melds_that_is_not_listed_is_noted() -> None:
    answer = rule_case(PLAIN | meld("minggang_zhua", "2222p"))
    assert answer["settlement_kong"] == [0, 0, 0, 0]
    assert [note["id"] for note in answer["explanation"]["notes"]] == ["kong_not_listed"]


def test_a_bad_line_is_reported_and_the_rest_go_on() -> None:
    lines = [
        json.dumps(PLAIN),
        "{not json",
        "[]",
        "",
        json.dumps(PLAIN | {"id": 7, "winner": 9}),
        json.dumps(PLAIN | {"id": "last"}),
    ]
    answers = [json.loads(answer) for answer in rule_lines(lines, lambda error: f"!{error.code}")]
    assert [answer["id"] for answer in answers] == ["x", None, None, 7, "last"]
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        None,
        "malformed_json",
        "wrong_type",
        "bad_seat",
        None,
    ]
    assert answers[3]["error"] == {
        "code": "bad_seat",
        "field": "winner",
        "params": {"name": "winner", "value": 9},
        "message": "!bad_seat",
    }


def test_a_line_that_breaks_off_is_told_where_and_one_beyond_reading_that_it_is() -> None:
    broken, deep, long = (json.loads(one)["error"] for one in rule_lines(['{"a": 1,}', "[" * 100_000, "9" * 5000]))
    assert (broken["code"], broken["params"]) == ("malformed_json", {"at": 9})
    assert (deep["code"], long["code"]) == ("json_beyond_reading", "json_beyond_reading")


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"id": 1e999}',
        '{"id": "\\ud800", "ruleset": "\\ud800"}',
        "9" * 5000,
        '{"ruleset": {}}',
        "null",
        "\x00",
    ],
)
def test_hostile_lines_get_an_error_in_valid_utf8(line: str) -> None:
    (answer,) = rule_lines([line])
    assert "error" in json.loads(answer.encode())
