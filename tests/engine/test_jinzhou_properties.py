"""What must hold for every Jinzhou hand."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from paiyan.engine.cases import rule_case
from paiyan.engine.rules import find_ruleset
from paiyan.engine.tiles import parse_tiles

RULES = find_ruleset("jinzhou")
SUITS = ("m", "p", "s")
CODES = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)]
OPTIONS = {
    spec.name: st.sampled_from(spec.values) for spec in RULES.options_type.specs() if not isinstance(spec.values, str)
}


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """Hands of four sets and a pair on all suits, most of them wins, with whatever facts agree with them."""
    sets = []
    for suit in (*SUITS, draw(st.sampled_from(SUITS))):
        first = draw(st.integers(1, 7))
        run = draw(st.booleans())
        sets.append("".join(str(first + (step if run else 0)) for step in range(3)) + suit)
    pair = draw(st.sampled_from([str(rank) * 2 + suit for rank in range(1, 10) for suit in SUITS] + ["77z"]))
    melded = draw(st.sets(st.sampled_from(range(4)))) if len(set(sets)) == 4 else set()
    concealed = [tile for place, one in enumerate(sets) if place not in melded for tile in parse_tiles(one)]
    concealed += parse_tiles(pair)
    win = draw(st.sampled_from(concealed))
    concealed.remove(win)
    drawn = draw(st.booleans())
    winner = draw(st.integers(0, 3))
    is_open = [draw(st.booleans()) for _ in range(4)]
    is_open[winner] = bool(melded)
    method = draw(st.sampled_from(["zimo", "haidilao"] if drawn else ["ron", "kong_leak", "rob_kong"]))
    discarder = None if drawn else (winner + draw(st.integers(1, 3))) % 4
    kongs = []
    if method == "kong_leak":
        used = {tile.code for one in (*sets, pair) for tile in parse_tiles(one)}
        kongs = [{"seat": discarder, "kind": "an", "tile": draw(st.sampled_from(sorted(set(CODES) - used)))}]
    if method == "rob_kong" and discarder is not None:
        is_open[discarder] = True
    return {
        "ruleset": "jinzhou",
        "options": draw(st.fixed_dictionaries({}, optional=OPTIONS)),
        "dealer": draw(st.integers(0, 3)),
        "winner": winner,
        "discarder": discarder,
        "hand": "".join(tile.code for tile in draw(st.permutations(concealed))),
        "melds": [
            {"type": "chi" if sets[place][0] != sets[place][1] else "peng", "tiles": sets[place]}
            for place in draw(st.permutations(sorted(melded)))
        ],
        "win_tile": win.code,
        "win_method": method,
        "kongs": kongs,
        "open": is_open,
    }


def possible(case: dict[str, Any]) -> bool:
    tiles = list(parse_tiles(case["hand"])) + [tile for meld in case["melds"] for tile in parse_tiles(meld["tiles"])]
    held = tiles.count(parse_tiles(case["win_tile"])[0])
    most = max(tiles.count(tile) for tile in tiles)
    return most <= 4 and held <= (0 if case["win_method"] == "rob_kong" else 3)


possible_cases = cases().filter(possible)


def check_sums(answer: dict[str, Any]) -> None:
    for account in ("settlement_hu", "settlement_kong", "settlement_other", "settlement", "lottery"):
        assert sum(answer[account]) == 0
    accounts = [answer[f"settlement_{name}"] for name in ("hu", "kong", "other")]
    assert [sum(seat) for seat in zip(*accounts, strict=True)] == answer["settlement"]


def check_verdict(case: dict[str, Any], answer: dict[str, Any], *, waits: set[str]) -> None:
    """A win is on one of ``waits`` and meets every condition; what is none has reasons and pays nothing."""
    if answer["valid"]:
        assert case["win_tile"] in waits
        assert all(one["holds"] for one in answer["explanation"]["conditions"])
        assert answer["reasons"] == []
    else:
        assert answer["reasons"]
        assert answer["settlement_hu"] == [0, 0, 0, 0]


def check_lower_readings(answer: dict[str, Any]) -> None:
    if answer["valid"]:
        others = answer["explanation"]["alternatives"]
        assert all(one["points"] <= answer["class_points"] for one in others if one["why"] == "lower")


@given(possible_cases)
def test_settlements_sum_to_zero(case: dict[str, Any]) -> None:
    check_sums(rule_case(case))


@given(possible_cases, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds_never_matters(case: dict[str, Any], random: Any) -> None:
    tiles = [tile.code for tile in parse_tiles(case["hand"])]
    random.shuffle(tiles)
    melds = [dict(meld) for meld in case["melds"]]
    random.shuffle(melds)
    for meld in melds:
        ranks = list(meld["tiles"][:-1])
        random.shuffle(ranks)
        meld["tiles"] = "".join(ranks) + meld["tiles"][-1]
    first, second = rule_case(case), rule_case(case | {"hand": "".join(tiles), "melds": melds})
    for answer in (first, second):
        del answer["explanation"]
    assert first == second


@given(possible_cases)
def test_no_other_reading_would_be_worth_more(case: dict[str, Any]) -> None:
    check_lower_readings(rule_case(case))


@given(possible_cases)
def test_a_valid_win_is_among_its_waits_and_names_only_true_conditions(case: dict[str, Any]) -> None:
    answer = rule_case(case)
    check_verdict(case, answer, waits={*answer["waits"]})


@given(possible_cases)
def test_every_wait_listed_would_win(case: dict[str, Any]) -> None:
    answer = rule_case(case)
    facts = {"win_method": "zimo", "discarder": None}
    if case["options"].get("wait_count_dead_tiles") != "structural":
        for tile in answer["waits"]:
            assert rule_case(case | facts | {"win_tile": tile})["valid"]


@given(possible_cases)
def test_ruling_twice_gives_the_same(case: dict[str, Any]) -> None:
    assert rule_case(case) == rule_case(case)
