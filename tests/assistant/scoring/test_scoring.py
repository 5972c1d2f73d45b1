"""Scoring a reading: certain where all is known, questions where an answer moves money, never a silent default."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from paiyan.assistant.commands.set_options import with_sets
from paiyan.assistant.reading import MeldReading, Question, Status, TableReading, TileReading
from paiyan.assistant.scoring import Facts, Scoring, score, score_case
from paiyan.engine.errors import InputError
from paiyan.engine.rules import RULESETS, find_ruleset
from paiyan.engine.tiles import Tile, parse_tiles

ALL_OPEN = [True, True, True, True]
SAID: dict[str, Any] = {
    "ruleset": "jinzhou",
    "winner": 1,
    "dealer": 0,
    "method": "zimo",
    "open": ALL_OPEN,
    "kongs": [],
}
PENG = ("peng", "555p", "across")


def reading_of(
    hand: str,
    melds: tuple[tuple[Any, str, Any], ...] = (),
    win: str | None = None,
    doubts: dict[int, tuple[tuple[str, float], ...]] | None = None,
) -> TableReading:
    """A reading of these tiles; `doubts` gives the tile at that place other faces it may be."""
    tiles: list[TileReading] = []

    def lay(code: str, group: str) -> int:
        other = (doubts or {}).get(len(tiles))
        tiles.append(
            TileReading(
                code,
                0.5 if other else 0.9,
                Status.DOUBTFUL if other else Status.SURE,
                ((0, 0), (1, 0), (1, 1), (0, 1)),
                90,
                group,
                other or (),
                seat="self",
            )
        )
        return len(tiles) - 1

    concealed = tuple(lay(tile.code, "hand") for tile in parse_tiles(hand))
    groups = tuple(
        MeldReading(
            kind,
            tuple(lay(code, f"meld:{place}") for code in _codes(codes)),
            source,
        )
        for place, (kind, codes, source) in enumerate(melds)
    )
    apart = lay(win, "win") if win else None
    return TableReading(1, 1, tuple(tiles), concealed, groups, apart, rules="jinzhou")


def _codes(codes: str) -> list[str]:
    return codes.split() if "back" in codes else [tile.code for tile in parse_tiles(codes)]


def scored(reading: TableReading, **changes: Any) -> Scoring:
    return score(reading, Facts.of({**SAID, **changes}))


def asked(scoring: Scoring) -> list[str]:
    return [question.id for question in scoring.questions]


LIANGJIAO = reading_of("123m678s99s45m", (PENG,), "6m")


def test_with_everything_known_the_settlement_is_certain() -> None:
    scoring = scored(LIANGJIAO)
    assert scoring.certain
    assert scoring.settlement == [-8, 16, -4, -4]
    assert scoring.to_json()["conditional"] == []


@pytest.mark.parametrize(
    ("missing", "question"),
    [
        ({"winner": None}, "winner"),
        ({"dealer": None}, "dealer"),
        ({"method": None}, "method"),
        ({"method": "ron"}, "discarder"),
        ({"open": None}, "who_is_open"),
        ({"open": [None, None, True, None]}, "who_is_open"),
        ({"kongs": None}, "kongs"),
    ],
)
def test_a_missing_fact_that_moves_money_is_asked_and_nothing_is_certain(
    missing: dict[str, Any], question: str
) -> None:
    scoring = scored(LIANGJIAO, **missing)
    assert question in asked(scoring)
    assert not scoring.certain


def test_an_unknown_open_seat_shows_every_settlement_it_can_make_and_the_range() -> None:
    scoring = scored(LIANGJIAO, open=[True, None, None, True])
    settlements = {tuple(one.settlement) for one in scoring.conditional}
    assert settlements == {(-8, 16, -4, -4), (-8, 20, -8, -4)}
    assert scoring.low == (-8, 16, -8, -4)
    assert scoring.high == (-8, 20, -4, -4)
    assert [question.params["seats"] for question in scoring.questions] == [[2]]


def test_whether_the_winner_is_open_follows_from_the_melds() -> None:
    assert scored(LIANGJIAO, open=[True, None, True, True]).certain


APART = reading_of("123m678s99s45m", (("peng", "555p", None),), "6m")
"""A set lies apart, but no tile of it is turned."""


def test_a_set_apart_without_a_turned_tile_does_not_say_that_the_winner_opened() -> None:
    scoring = scored(APART, open=[True, None, True, True])
    assert asked(scoring) == ["who_is_open"]
    assert scoring.questions[0].params["seats"] == [1]
    opened, concealed = scored(APART, open=[True, True, True, True]), scored(APART, open=[True, False, True, True])
    assert {tuple(one.settlement) for one in scoring.conditional} == {
        tuple(opened.settlement or ()),
        tuple(concealed.settlement or ()),
    }


def test_a_winner_said_closed_has_the_sets_apart_in_the_hand() -> None:
    scoring = scored(APART, open=[True, False, True, True])
    whole = scored(reading_of("123m678s99s45m555p", (), "6m"), open=[True, False, True, True])
    assert scoring.certain
    assert scoring.settlement == whole.settlement
    assert scoring.settlement != scored(APART).settlement
    assert "sets_concealed" in scoring.assumed
    assert "sets_concealed" not in whole.assumed


def test_a_winner_said_open_has_them_as_chi_and_peng() -> None:
    scoring = scored(APART)
    assert scoring.certain
    assert scoring.settlement == scored(LIANGJIAO).settlement
    assert "sets_concealed" not in scoring.assumed


def test_sets_that_a_person_confirmed_are_not_asked_about() -> None:
    said = tuple(replace(tile, confidence=1.0) for tile in APART.tiles)
    assert scored(replace(APART, tiles=said), open=[True, None, True, True]).certain


def test_the_winning_tile_sorted_into_the_hand_is_asked_for_by_its_faces() -> None:
    scoring = scored(reading_of("123m678s99s456m", (PENG,)))
    assert asked(scoring) == ["win_tile"]
    assert set(scoring.questions[0].choices) == {"1m", "2m", "3m", "4m", "5m", "6m", "6s", "7s", "8s", "9s"}


def test_a_hand_that_already_contains_the_winning_tile_is_scored_as_if_it_lay_apart() -> None:
    inside = scored(reading_of("123m678s99s456m", (PENG,)), win_tile="6m")
    assert inside.certain
    assert inside.settlement == scored(LIANGJIAO).settlement


def test_a_winning_tile_that_is_not_in_the_hand_is_refused() -> None:
    with pytest.raises(InputError) as refusal:
        scored(reading_of("123m678s99s456m", (PENG,)), win_tile="9p")
    assert refusal.value.code == "win_tile_not_in_hand"


def test_another_winning_tile_than_the_one_apart_takes_its_place() -> None:
    swapped = scored(reading_of("123m678s99s46m", (PENG,), "5m"), win_tile="6m", win_tile_sure=True)
    assert swapped.ruling is not None
    assert swapped.ruling["hu_label"] == "两叫"


def test_a_tile_said_to_have_won_that_is_not_the_one_apart_is_asked_about() -> None:
    """Waiting on both sides 5m is worth less than alone between 4m and 6m."""
    reading = reading_of("123m678s99s46m", (PENG,), "5m")
    scoring = scored(reading, win_tile="6m")
    assert asked(scoring) == ["win_tile"]
    assert scoring.questions[0].choices == ("5m", "6m")
    assert not scoring.certain
    assert scored(reading, win_tile="5m").certain
    assert scored(reading, win_tile="6m", win_tile_sure=True).certain


def test_a_winning_tile_among_13_seen_may_mean_that_one_is_missing_and_is_asked_about() -> None:
    reading = reading_of("123m678s99s456m55p", ())
    closed = [True, False, True, True]
    scoring = scored(reading, win_tile="5p", open=closed)
    assert asked(scoring) == ["win_tile_further"]
    assert not scoring.certain
    further = scored(reading, win_tile="5p", win_tile_sure=True, open=closed)
    assert further.certain
    assert further.settlement == scored(reading_of("123m678s99s456m55p", (), "5p"), open=closed).settlement


def test_a_winning_tile_that_is_not_among_the_13_seen_is_a_further_one() -> None:
    reading = reading_of("123m678s99s45m", (PENG,))
    assert scored(reading, win_tile="6m").settlement == scored(LIANGJIAO).settlement
    assert scored(reading, win_tile="6m").certain


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_order_of_melds_does_not_change_the_score(order: tuple[int, int]) -> None:
    melds = (PENG, ("chi", "867s", "left"))
    reading = reading_of("123m99s45m", tuple(melds[place] for place in order), "6m")
    assert scored(reading).settlement == [-8, 16, -4, -4]


def test_four_of_a_kind_in_seven_pairs_is_the_luxury_class() -> None:
    scoring = scored(reading_of("1111m3355p5566s7z", (), "7z"), open=[True, None, True, True])
    assert scoring.ruling is not None
    assert scoring.ruling["hu_class"] == 5


def test_a_concealed_kong_in_the_photo_is_paid_without_being_listed() -> None:
    scoring = scored(reading_of("123m99s45m", (PENG, ("angang", "back 7s 7s back", None)), "6m"))
    assert scoring.certain
    assert scoring.ruling is not None
    assert scoring.ruling["settlement_kong"] == [-8, 24, -8, -8]


def test_a_concealed_kong_that_shows_no_face_is_asked_for() -> None:
    scoring = scored(reading_of("123m99s45m", (PENG, ("angang", "back back back back", None)), "6m"))
    assert asked(scoring) == ["tile_doubt"]
    assert scoring.ruling is None


def test_an_open_kong_in_the_photo_asks_how_it_was_made_and_what_each_answer_costs() -> None:
    scoring = scored(reading_of("123m99s45m", (PENG, ("minggang", "7777s", None)), "6m"))
    assert asked(scoring) == ["meld_kind"]
    assert scoring.questions[0].choices == (
        {"kind": "zhua"},
        {"kind": "da", "from": 0},
        {"kind": "da", "from": 2},
        {"kind": "da", "from": 3},
    )
    assert len(scoring.conditional) == 4


def test_a_sideways_tile_leaves_only_the_seat_it_points_to() -> None:
    scoring = scored(reading_of("123m99s45m", (PENG, ("minggang", "7777s", "left")), "6m"))
    assert scoring.questions[0].choices == ({"kind": "zhua"}, {"kind": "da", "from": 0})


@pytest.mark.parametrize(("source", "payers"), [("left", [0, 3]), ("right", [2, 3]), ("across", [3])])
def test_of_a_kong_of_which_three_tiles_are_seen_the_turned_one_at_the_end_may_point_across_too(
    source: str, payers: list[int]
) -> None:
    reading = reading_of("123m678s99s45m", (("peng", "555p", source),), "6m")
    stacked = replace(reading, questions=(Question("fourth_tile", {"tile": "5p"}, tiles=(10, 11, 12)),))
    for laid in (with_sets(stacked, {"5p": "kong"}, "en"), with_sets(reading, {"5p": "kong"}, "en")):
        (question,) = [one for one in scored(laid).questions if one.id == "meld_kind"]
        assert [one["from"] for one in question.choices if "from" in one] == payers


@pytest.mark.parametrize(
    ("kong", "paid"),
    [
        ({"seat": 1, "kind": "zhua", "tile": "7s"}, [-4, 12, -4, -4]),
        ({"seat": 1, "kind": "da", "tile": "7s", "from": 3}, [0, 12, 0, -12]),
    ],
)
def test_an_open_kong_that_was_listed_is_not_asked_again(kong: dict[str, Any], paid: list[int]) -> None:
    scoring = scored(reading_of("123m99s45m", (PENG, ("minggang", "7777s", None)), "6m"), kongs=[kong])
    assert scoring.certain
    assert scoring.ruling is not None
    assert scoring.ruling["settlement_kong"] == paid


def test_the_kong_before_the_win_is_asked_for_only_where_the_kongs_leave_it_open() -> None:
    red = reading_of("123m99s45m", (("chi", "678p", None), ("angang", "back 7z 7z back", None)), "6m")
    assert scored(red, method="kong_open").certain
    both = reading_of(
        "99s45m", (("minggang", "1111m", None), ("angang", "back 7z 7z back", None), ("chi", "678p", None)), "6m"
    )
    kongs = [{"seat": 1, "kind": "zhua", "tile": "1m"}]
    assert asked(scored(both, method="kong_open", kongs=kongs)) == ["red_kong"]


def test_a_hand_with_tiles_missing_is_not_ruled_on() -> None:
    scoring = scored(reading_of("123m678s99s4m", (PENG,), "6m"))
    assert asked(scoring) == ["hand_count"]
    assert scoring.ruling is None
    assert scoring.settlement is None


def test_a_rejected_hand_is_certain_and_asks_nothing_that_cannot_matter() -> None:
    scoring = scored(reading_of("123m678m99m45m", (PENG,), "6m"), open=None)
    assert scoring.certain
    assert scoring.ruling is not None
    assert scoring.ruling["reasons"] == ["missing_suit"]


def test_a_doubt_that_would_break_the_hand_is_not_worth_a_question() -> None:
    scoring = scored(reading_of("123m678s99s45m", (PENG,), "6m", {3: (("1p", 0.1),)}))
    assert scoring.certain


def test_a_doubt_between_two_winning_hands_of_other_worth_is_asked() -> None:
    """1s1s 4m4m wait for either pair; if the third tile is 1s too, 4m waits alone for its pair."""
    reading = reading_of("11s123m678s44m", (PENG,), "4m", {8: (("1s", 0.4),)})
    assert asked(scored(reading)) == ["tile_doubt"]


def test_a_hand_that_wins_only_if_a_doubtful_tile_is_another_asks_for_that_tile() -> None:
    scoring = scored(reading_of("123m678s99s46m", (PENG,), "6m", {9: (("5m", 0.3),)}))
    assert asked(scoring) == ["tile_doubt"]
    assert scoring.questions[0].choices == ("6m", "5m")
    assert not scoring.certain
    assert {one.ruling["valid"] for one in scoring.conditional} == {True, False}


def test_what_a_person_said_is_beyond_doubt() -> None:
    reading = reading_of("123m678s99s46m", (PENG,), "6m", {9: (("5m", 0.3),)})
    tiles = tuple(replace(tile, confidence=1.0, status=Status.SURE) for tile in reading.tiles)
    scoring = scored(replace(reading, tiles=tiles))
    assert scoring.certain
    assert scoring.ruling is not None
    assert not scoring.ruling["valid"]


def test_a_claimed_hand_that_is_not_complete_is_never_certain_before_a_person_has_seen_its_tiles() -> None:
    reading = reading_of("123m678s99s19m", (PENG,), "6m")
    faint = tuple(replace(tile, confidence=0.7) if place == 5 else tile for place, tile in enumerate(reading.tiles))
    scoring = scored(replace(reading, tiles=faint))
    assert not scoring.certain
    assert scoring.questions[0].params["index"] == 5


def test_a_failed_condition_is_certain_only_with_sure_tiles() -> None:
    assert scored(reading_of("123m678m99m45m", (PENG,), "6m")).certain
    doubtful = scored(reading_of("123m678m99m45m", (PENG,), "6m", {5: (("8s", 0.02),)}))
    assert asked(doubtful) == ["tile_doubt"]


def test_a_hand_nobody_won_settles_kongs_and_events() -> None:
    facts = {
        "ruleset": "jinzhou",
        "dealer": 0,
        "kongs": [{"seat": 2, "kind": "an", "tile": "7z"}],
        "events": [{"type": "huangzhuang"}],
    }
    scoring = score(TableReading(1, 1, ()), Facts.of(facts))
    assert scoring.certain
    assert scoring.settlement == [-28, -12, 52, -12]


@pytest.mark.parametrize(
    ("ruleset", "questions"),
    [
        ("mcr", ["flowers"]),
        ("beijing", ["hubao_partner"]),
        ("guangdong_jipinghu", []),
        ("jinzhou_wild", ["ming", "kongs"]),
    ],
)
def test_only_facts_that_the_rule_system_looks_at_are_asked(ruleset: str, questions: list[str]) -> None:
    scoring = scored(LIANGJIAO, ruleset=ruleset, open=None if ruleset != "jinzhou_wild" else ALL_OPEN, kongs=None)
    assert asked(scoring) == questions


def test_the_wind_of_the_round_is_asked_where_it_changes_the_settlement() -> None:
    east = reading_of("123m678s99s45m", (("peng", "111z", None),), "6m")
    facts = {"ruleset": "guangdong_jipinghu", "winner": 1, "dealer": 0, "method": "zimo"}
    assert [question.id for question in score(east, Facts.of(facts)).questions] == ["round"]
    assert score(east, Facts.of({**facts, "round": 2})).certain


def test_flowers_in_the_photo_are_counted_for_the_winner_once_they_were_said() -> None:
    facts = {"ruleset": "mcr", "winner": 1, "dealer": 0, "method": "zimo", "round": 0}
    pure = reading_of("123456789m2255p", (), "5p")
    without = score(pure, Facts.of({**facts, "flowers": ""}))
    with_two = score(pure, Facts.of({**facts, "flowers": "f1g2"}))
    assert without.certain and with_two.certain
    assert without.settlement is not None and with_two.settlement is not None
    assert with_two.settlement[1] == without.settlement[1] + 3 * 2


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"winner": 4}, "winner"),
        ({"winner": True}, "winner"),
        ({"open": [True]}, "open"),
        ({"open": [1, 1, 1, 1]}, "open[0]"),
        ({"win_tile": "0m"}, "win_tile"),
        ({"kongs": [3]}, "kongs[0]"),
        ({"options": []}, "options"),
        ({"surprise": 1}, "surprise"),
        ({"ruleset": 5}, "ruleset"),
    ],
)
def test_facts_that_cannot_be_are_refused_with_their_field(facts: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as refusal:
        Facts.of({**SAID, **facts})
    assert refusal.value.field == field


def test_facts_that_contradict_the_photo_are_refused() -> None:
    with pytest.raises(InputError) as refusal:
        scored(LIANGJIAO, open=[True, False, True, True])
    assert refusal.value.code == "open_disagrees_with_melds"


def test_a_full_case_is_ruled_on_as_it_is() -> None:
    case = {
        "ruleset": "jinzhou",
        "winner": 1,
        "dealer": 0,
        "hand": "123m678s99s45m",
        "melds": [{"type": "peng", "tiles": "555p"}],
        "win_tile": "6m",
        "win_method": "zimo",
        "open": ALL_OPEN,
    }
    assert score_case(case).settlement == [-8, 16, -4, -4]


def test_the_kong_before_a_discard_won_on_is_asked_for_and_never_taken_to_be_none() -> None:
    reading = reading_of("123m678s99s45m", (PENG,), "6m")
    facts = {"method": "kong_leak", "discarder": 2, "red_kong": False}
    asked = scored(reading, **facts, kongs=None)
    assert (asked.ruling, "kongs" in [question.id for question in asked.questions]) == (None, True)
    told = scored(reading, **facts, kongs=[{"seat": 2, "kind": "an", "tile": "1p"}])
    assert told.ruling is not None
    assert told.ruling["settlement_kong"] == [-8, -8, 24, -8]
    with pytest.raises(InputError) as refused:
        scored(reading, **facts, kongs=[])
    assert refused.value.code == "kong_leak_without_kong"


def test_a_hand_beside_another_is_never_certain_whatever_was_said() -> None:
    two = replace(LIANGJIAO, questions=(Question("which_hand", {"hand": "123m"}),))
    assert asked(scored(two)) == ["which_hand"]
    assert not scored(two).certain
    assert asked(scored(two, open=[True, False, True, True]))[0] == "which_hand"


def test_three_equal_tiles_that_may_hide_a_fourth_are_never_certain() -> None:
    stacked = replace(LIANGJIAO, questions=(Question("fourth_tile", {"tile": "6p"}),))
    assert asked(scored(stacked)) == ["fourth_tile"]
    assert not scored(stacked).certain


def test_a_tile_that_is_not_played_with_is_asked_for_instead_of_refused() -> None:
    scoring = scored(reading_of("123m678s99s45m", (PENG,), "5z"))
    assert [(one.id, one.tiles) for one in scoring.questions] == [("foreign_tiles", (13,))]
    assert not scoring.certain
    read_otherwise = scored(reading_of("123m678s99s45m", (PENG,), "5z", {13: (("6m", 0.3),)}))
    told = {one.id: one for one in read_otherwise.questions}
    assert list(told) == ["tile_doubt", "foreign_tiles"]
    assert (told["tile_doubt"].params["index"], told["tile_doubt"].choices) == (13, ("6m",))
    assert not read_otherwise.certain
    assert read_otherwise.settlement == scored(LIANGJIAO).settlement


WINDS = reading_of("11122z678s", (("peng", "555z", "across"),), "9s")


def test_all_tiles_that_are_not_played_with_are_told_at_once_though_nothing_else_is_known() -> None:
    told = score(WINDS, Facts.of({"ruleset": "jinzhou"})).questions[0]
    assert told.id == "foreign_tiles"
    assert told.params["tiles"] == [
        {"tile": "1z", "count": 3},
        {"tile": "2z", "count": 2},
        {"tile": "5z", "count": 3},
    ]
    assert told.params["rulesets"] == ["beijing", "guangdong_jipinghu", "mcr", "hupai", "hukou"]


DRAGONS = reading_of("666555777z234p99m")
"""大三元: how many 番 and which tiles were waited for depends on the tile that won."""


def test_what_depends_on_the_winning_tile_is_told_only_once_it_is_known() -> None:
    said = {"ruleset": "mcr", "winner": 1, "dealer": 0, "method": "zimo", "round": 0, "flowers": ""}
    open_ruling = score(DRAGONS, Facts.of({**said, "flags": {"last_of_kind": False}})).ruling
    assert open_ruling is not None
    assert open_ruling["waits"] is None
    assert [one["id"] for one in open_ruling["explanation"]["conditions"]] == ["complete"]
    assert "zimo" not in [one["label"] for one in open_ruling["explanation"]["alternatives"]]
    known = score(DRAGONS, Facts.of({**said, "win_tile": "9m", "flags": {"last_of_kind": False}})).ruling
    assert known is not None
    assert known["waits"] == ["9m"]
    assert [one["id"] for one in known["explanation"]["conditions"]] == ["complete", "minimum"]


def test_waits_that_depend_on_an_answer_nobody_has_to_give_are_not_told_either() -> None:
    scoring = score(DRAGONS, Facts.of({"ruleset": "hupai", "winner": 1, "dealer": 0, "method": "zimo"}))
    assert scoring.certain
    assert scoring.ruling is not None
    assert scoring.ruling["waits"] is None


@pytest.mark.parametrize("ruleset", ["hupai", "hukou"])
@pytest.mark.parametrize("method", ["zimo", None])
def test_rules_that_say_nothing_of_payments_settle_nothing_not_zero(ruleset: str, method: str | None) -> None:
    held = reading_of("555z678s99s45m", (("peng", "222z", "across"),), "6m")
    more = {"round": 0} if find_ruleset(ruleset).uses_winds else {}
    scoring = score(held, Facts.of({"ruleset": ruleset, "winner": 1, "dealer": 0, "method": method, **more}))
    told = scoring.to_json()
    assert told["ruling"]["valid"] is True
    assert (scoring.settlement, told["settlement"], told["range"]) == (None, None, None)
    assert {told["ruling"][name] for name in told["ruling"] if name.startswith("settlement")} == {None}
    assert {one["settlement"] for one in told["conditional"]} <= {None}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("code", ["1m", "9p", "1z", "5z", "7z", "f1", "g4"])
def test_a_tile_is_told_under_every_rule_system_that_has_it_not_and_under_no_other(ruleset: str, code: str) -> None:
    held = reading_of("123m678s99s45m", (PENG,), code)
    told = [
        one for one in score(held, Facts.of({"ruleset": ruleset, "winner": 1})).questions if one.id == "foreign_tiles"
    ]
    played_with = Tile.parse(code).index in find_ruleset(ruleset).kinds
    assert [one.params["tiles"] for one in told] == ([] if played_with else [[{"tile": code, "count": 1}]])
    assert all(ruleset not in one.params["rulesets"] for one in told)


def test_tiles_that_a_person_said_and_that_are_not_played_with_are_no_fault_of_the_facts() -> None:
    said = tuple(replace(tile, confidence=1.0) for tile in WINDS.tiles)
    scoring = scored(replace(WINDS, tiles=said))
    assert (scoring.ruling, scoring.certain, asked(scoring)[0]) == (None, False, "foreign_tiles")


def sure_of(reading: TableReading, alternative: str) -> TableReading:
    """The reading with a faint second face for every tile."""
    return replace(reading, tiles=tuple(replace(tile, alternatives=((alternative, 0.03),)) for tile in reading.tiles))


@pytest.mark.parametrize(
    "said",
    [
        {"method": "rob_kong", "discarder": 2},
        {"kongs": [{"seat": 2, "kind": "an", "tile": "6m"}]},
        {"events": [{"type": "genzhuang", "tiles": ["6m"]}]},
    ],
)
def test_what_was_said_that_makes_a_fifth_tile_is_named_and_sure_tiles_are_not_questioned(said: dict[str, Any]) -> None:
    reading = sure_of(reading_of("123m678s66m45m", (PENG,), "6m"), "9m")
    assert scored(reading).ruling is not None
    with pytest.raises(InputError) as refusal:
        scored(reading, **said)
    assert refusal.value.code == "too_many_copies"
    assert refusal.value.params["tile"] == "6m"


def test_five_of_a_tile_in_the_photo_are_a_misread_tile_and_asked_about() -> None:
    reading = sure_of(reading_of("123m678s66m66m", (PENG,), "6m"), "9m")
    assert set(asked(scored(reading))) == {"tile_doubt"}


@pytest.mark.parametrize(
    ("hand", "melds", "is_open", "told"),
    [
        ("123m678s99s45m555p", (), None, True),
        ("123m678s99s45m555p", (), False, False),
        ("123m678s99s45m", (PENG,), None, False),
        ("1133m5577s99s4488p", (), None, False),
    ],
    ids=["a triplet of the hand", "said to be closed", "a claimed set", "no triplet"],
)
def test_a_winner_who_counts_as_closed_for_want_of_a_claimed_set_is_told_where_a_triplet_could_be_one(
    hand: str, melds: Any, is_open: bool | None, told: bool
) -> None:
    win = "6m" if "45m" in hand else "1m"
    open_seats = [True, is_open, True, True]
    scoring = scored(reading_of(hand, melds, win), open=open_seats)
    assert ("winner_closed" in scoring.assumed) is told


@pytest.mark.parametrize(("tile", "told"), [("4p", True), ("8p", False)])
def test_a_kong_of_a_tile_that_lies_among_the_discards_is_pointed_out(tile: str, told: bool) -> None:
    discard = replace(LIANGJIAO.tiles[0], tile="4p", group="discard", seat=None)
    table = replace(LIANGJIAO, tiles=(*LIANGJIAO.tiles, discard))
    scoring = scored(table, kongs=[{"seat": 0, "kind": "an", "tile": tile}])
    assert ("kong_discarded" in scoring.assumed) is told
