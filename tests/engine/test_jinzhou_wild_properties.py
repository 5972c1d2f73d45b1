"""What must hold for every hand of 锦州带会."""

from __future__ import annotations

import random
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.engine.jinzhou_reference import KINDS, codes, readings
from tests.engine.jinzhou_wild_reference import hui_of
from tests.engine.test_jinzhou_properties import check_lower_readings, check_sums, check_verdict
from tests.engine.test_jinzhou_wild_against_brute_force import Dealer
from tests.engine.test_texts import keyed

from paiyan.assistant.i18n import LANGUAGES, text
from paiyan.engine.cases import rule_case

TERMINALS = [tile for tile in KINDS if tile[0] in "19" and tile[1] != "z"]
cases = st.integers(0, 10**9).map(lambda seed: Dealer(seed, most_wilds=4).case())


@given(cases)
def test_settlements_sum_to_zero(case: dict[str, Any]) -> None:
    check_sums(rule_case(case))


@given(cases, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds_never_matters(case: dict[str, Any], roll: random.Random) -> None:
    hand = codes(case["hand"])
    melds = [
        meld | {"tiles": "".join(roll.sample(codes(meld["tiles"]), len(codes(meld["tiles"]))))}
        for meld in case["melds"]
    ]
    other = case | {"hand": "".join(roll.sample(hand, len(hand))), "melds": roll.sample(melds, len(melds))}
    first, second = rule_case(case), rule_case(other)
    for answer in (first, second):
        del answer["explanation"]
    assert first == second


def wilds_in_hand(case: dict[str, Any], uses: list[dict[str, Any]]) -> list[str]:
    """What the 会 in hand, a drawn one included, stand for; those in melds are told between them."""
    held = codes(case["hand"]).count(hui_of(case["wild"]["ming"]))
    return [use["stands_for"] for place, use in enumerate(uses) if place < held or use["drawn"]]


def natural_in_hand(case: dict[str, Any]) -> list[str]:
    hui = hui_of(case["wild"]["ming"])
    drawn = case["win_tile"] == hui and case["discarder"] is None
    return [tile for tile in codes(case["hand"]) if tile != hui] + ([] if drawn else [case["win_tile"]])


@given(cases)
def test_the_tiles_that_wild_ones_stand_for_complete_the_hand(case: dict[str, Any]) -> None:
    answer = rule_case(case)
    if answer["explanation"]["conditions"][0]["holds"]:
        others = [one["wilds"] for one in answer["explanation"]["alternatives"] if one["why"] in ("equal", "lower")]
        for uses in (answer["explanation"]["wilds"], *others):
            tiles = natural_in_hand(case) + wilds_in_hand(case, uses)
            assert len(tiles) == len(codes(case["hand"])) + 1
            assert readings(tiles, case["melds"])


@given(cases.filter(lambda case: not case["melds"] and not case["options"].get("wild_face_counts_as_natural")))
def test_no_wild_tile_is_of_a_suit_or_a_terminal_where_no_natural_tile_is(case: dict[str, Any]) -> None:
    natural = natural_in_hand(case)
    explained = rule_case(case)["explanation"]
    others = [use for one in explained["alternatives"] for use in one["wilds"]]
    for tile in [*wilds_in_hand(case, explained["wilds"]), *(use["stands_for"] for use in others)]:
        assert tile[1] in {other[1] for other in natural}
        if tile in TERMINALS:
            assert set(TERMINALS) & set(natural)


@given(cases)
def test_a_valid_win_is_among_its_waits_which_never_hold_the_wild_tile(case: dict[str, Any]) -> None:
    answer = rule_case(case)
    hui = hui_of(case["wild"]["ming"])
    assert hui not in answer["waits"]
    check_verdict(case, answer, waits={*answer["waits"], hui})


@given(cases)
def test_every_wait_listed_would_win(case: dict[str, Any]) -> None:
    answer = rule_case(case)
    facts = {"win_method": "zimo", "discarder": None, "red_kong": False, "kongs": [], "events": []}
    if case["options"].get("wait_count_dead_tiles") != "structural" and case["win_method"] != "tianhu":
        for tile in answer["waits"]:
            assert rule_case(case | facts | {"win_tile": tile})["valid"], tile


@given(cases)
def test_an_incomplete_hand_is_some_tiles_away_and_no_other_is(case: dict[str, Any]) -> None:
    answer = rule_case(case)
    away = [one["params"]["count"] for one in answer["explanation"]["nearest"] if one["id"] == "tiles_away"]
    assert (answer["reasons"] == ["not_complete"]) == (len(away) == 1 and away[0] >= 1)


@given(cases)
def test_no_other_reading_would_be_worth_more(case: dict[str, Any]) -> None:
    check_lower_readings(rule_case(case))


def test_everything_a_ruling_says_can_be_said_in_both_languages() -> None:
    dealer = Dealer(3, most_wilds=4)
    said: set[str] = set()
    for _ in range(300):
        for key, params in keyed(rule_case(dealer.case())["explanation"]):
            said.add(key)
            for language in LANGUAGES:
                assert not re.search(r"[{}]", text(key, language, **params))
    assert {"wild.stands_for", "wild.drawn", "line.suhu", "line.dihu", "payment.xuehui"} <= said
