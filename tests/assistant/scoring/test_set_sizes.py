"""Sets that may have a tile more than is seen: both answers are ruled on, and what each would cost is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.assistant.scoring.test_scoring import LIANGJIAO, PENG, asked, reading_of, scored

from paiyan.assistant.reading import Question, Status, TableReading
from paiyan.assistant.scoring import Facts, score

PENG_TILES = (10, 11, 12)
KONG: dict[str, Any] = {"seat": 1, "kind": "zhua", "tile": "5p"}
SHORT = reading_of("123m678s99s45m", (("angang", "back 5p 5p", None),), "6m")
STACKED = replace(LIANGJIAO, questions=(Question("fourth_tile", {"tile": "5p"}, tiles=PENG_TILES),))


def covered() -> TableReading:
    """A kong of which one tile is inferred, as another lies on it."""
    kong = reading_of("123m678s99s45m", (("minggang", "5555p", "across"),), "6m")
    tiles = tuple(
        replace(tile, status=Status.INFERRED) if index == 11 else tile for index, tile in enumerate(kong.tiles)
    )
    question = Question("fourth_tile", {"tile": "5p"}, tiles=(10, 11, 12, 13))
    return replace(kong, tiles=tiles, questions=(question,))


def gains(question: Question) -> list[tuple[bool, int, int]]:
    """Answer, and the least and the most the winner gains by it."""
    return [(cost.answer, cost.low[1], cost.high[1]) for cost in question.costs if cost is not None]


def test_a_peng_that_may_hide_a_fourth_tells_what_it_pays_as_it_is_and_as_a_kong() -> None:
    scoring = scored(STACKED)
    question = scoring.questions[0]
    assert (question.id, question.choices) == ("fourth_tile", (False, True))
    assert gains(question) == [(False, 16, 16), (True, 28, 28)]
    assert not scoring.certain
    assert scoring.settlement == scored(LIANGJIAO).settlement, "what is seen comes first"
    assert (scoring.low, scoring.high) == ((-12, 16, -8, -16), (-8, 28, -4, -4))


def test_a_kong_of_which_one_tile_is_inferred_tells_what_it_pays_without_it() -> None:
    question = scored(covered()).questions[0]
    assert (question.id, question.choices) == ("fourth_tile", (True, False))
    assert gains(question) == [(True, 28, 28), (False, 16, 16)]


def as_melds(*melds: tuple[Any, str, Any]) -> TableReading:
    """The hand of `SHORT` with its three tiles as they really lie."""
    return reading_of("123m678s99s45m" + ("" if melds else "555p"), melds, "6m")


def truths() -> dict[str, list[list[int] | None]]:
    """What the hand pays for each thing the three tiles can be; for an open kong, however it was made."""
    others = [True, None, True, True]
    made = [{"seat": 1, "kind": "zhua", "tile": "5p"}]
    made += [{"seat": 1, "kind": "da", "from": seat, "tile": "5p"} for seat in (0, 2, 3)]
    opened = as_melds(("minggang", "5555p", None))
    return {
        "angang": [scored(as_melds(("angang", "5555p", None)), open=others).settlement],
        "minggang": [scored(opened, open=others, kongs=[how]).settlement for how in made],
        "peng": [scored(as_melds(PENG), open=others).settlement],
        "hand": [scored(as_melds(), open=others).settlement],
    }


@pytest.mark.parametrize("is_open", [False, None], ids=["told by the set", "not told"])
@pytest.mark.parametrize("seen", ["back 5p 5p", "5p back 5p", "back 5p back"])
def test_three_tiles_read_as_a_concealed_kong_are_ruled_on_as_everything_they_can_be(
    seen: str, is_open: bool | None
) -> None:
    reading = reading_of("123m678s99s45m", (("angang", seen, None),), "6m")
    scoring = scored(reading, open=[True, is_open, True, True])
    (question,) = scoring.questions
    assert (question.id, question.choices) == ("short_kong", ("angang", "minggang", "peng", "hand"))
    found: dict[str, list[list[int] | None]] = {}
    for one in scoring.conditional:
        found.setdefault(one.answers[0][1], []).append(list(one.settlement))
    assert found == truths()
    assert len({str(settled) for settled in found.values()}) == 4, "each has its own"
    assert not scoring.certain
    assert [(cost.low[1], cost.high[1]) for cost in question.costs if cost] == [(56, 56), (28, 28), (16, 16), (32, 32)]
    assert scoring.settlement == truths()["angang"][0], "as read comes first"


def test_how_an_open_kong_was_made_is_asked_only_once_it_is_said_to_be_one() -> None:
    assert asked(scored(SHORT)) == ["short_kong"]
    first = scored(SHORT).conditional[0]
    assert [one.id for one, _ in first.answers] == ["short_kong", "meld_kind"]


def test_that_it_is_a_kong_leaves_open_which_until_that_is_said() -> None:
    kongs = Question("short_kong", {"tile": "5p"}, ("angang", "minggang"), (10, 11, 12))
    scoring = scored(replace(SHORT, questions=(kongs,)), open=[True, None, True, True])
    assert [one.choices for one in scoring.questions] == [("angang", "minggang")]
    assert not scoring.certain
    told = [
        scored(scoring.reading, open=[True, None, True, True], kongs=[KONG | {"kind": kind}]) for kind in ("an", "zhua")
    ]  # type: ignore[arg-type]
    assert [(one.certain, one.settlement) for one in told] == [
        (True, truths()["angang"][0]),
        (True, truths()["minggang"][0]),
    ]


def test_nobody_is_said_not_to_have_opened_where_that_follows_from_no_answer() -> None:
    for scoring in (scored(SHORT), scored(SHORT, open=[True, False, True, True]), scored(SHORT, open=[None] * 4)):
        assert "sets_concealed" not in scoring.assumed
    said = scored(as_melds(("peng", "555p", None)), open=[True, False, True, True])
    assert "sets_concealed" in said.assumed


def test_a_kong_is_asked_about_before_what_follows_from_it() -> None:
    scoring = scored(SHORT, open=[None] * 4)
    assert asked(scoring) == ["short_kong", "who_is_open"]
    assert scoring.to_json()["decides"] == 0


def test_possible_settlements_that_are_not_listed_are_counted() -> None:
    answer = scored(SHORT, open=[None] * 4).to_json()
    listed = [row["settlement"] for row in answer["conditional"]]
    assert answer["conditional_left_out"] == 8 + 4 * 8 + 8 + 8 - len(listed) > 0
    assert min(row[1] for row in listed) > answer["range"]["low"][1]
    assert scored(SHORT).to_json()["conditional_left_out"] == 0


def test_a_kong_after_one_that_may_be_none_keeps_how_it_was_made() -> None:
    melds = (("angang", "back 5p 5p", None), ("minggang", "9999m", "left"))
    scoring = scored(reading_of("123p678s9s", melds, "9s"))
    answers = {
        (one.answers[0][1], *(answer["kind"] for asked, answer in one.answers if asked.id == "meld_kind"))
        for one in scoring.conditional
    }
    single = {(shape, kind) for shape in ("angang", "peng", "hand") for kind in ("zhua", "da")}
    assert answers == single | {("minggang", one, other) for one in ("zhua", "da") for other in ("zhua", "da")}


def test_a_kong_that_was_said_is_not_asked_about_and_made_of_the_peng() -> None:
    scoring = scored(STACKED, kongs=[KONG])
    assert scoring.certain
    assert scoring.settlement == scored(covered(), kongs=[KONG]).settlement == [-12, 28, -8, -8]
    assert scored(LIANGJIAO, kongs=[KONG]).settlement == scoring.settlement


def test_a_concealed_kong_listed_among_the_kongs_still_lacks_its_fourth_tile() -> None:
    listed = scored(SHORT, open=[True, False, True, True], kongs=[KONG | {"kind": "an"}])
    assert asked(listed) == ["short_kong"]
    assert listed.questions[0].costs == scored(SHORT, open=[True, False, True, True]).questions[0].costs


def test_three_tiles_that_are_no_set_are_asked_about_without_a_cost() -> None:
    loose = replace(LIANGJIAO, questions=(Question("fourth_tile", {"tile": "9s"}, tiles=(6, 7, 13)),))
    (question,) = scored(loose).questions
    assert (question.choices, question.costs) == ((), ())


@pytest.mark.parametrize(("kind", "shape"), [("zhua", "minggang"), ("an", "angang")])
@pytest.mark.parametrize("count", [3, 4])
def test_loose_tiles_asked_about_are_the_kong_that_is_listed(kind: str, shape: Any, count: int) -> None:
    kong = KONG | {"kind": kind}
    laid = reading_of("123m678s99s45m", ((shape, "5555p", None),), "6m")
    near = reading_of("5p" * count + "123m678s99s45m", (), "6m")
    loose = replace(near, questions=(Question("fourth_tile", {"tile": "5p"}, tiles=tuple(range(count))),))
    said = {"kongs": [kong], "open": [True, kind == "zhua", True, True]}
    told = scored(loose, **said)
    assert (told.certain, told.settlement) == (True, scored(laid, **said).settlement)


def test_loose_tiles_of_which_one_was_taken_for_the_winning_one_are_the_kong_that_is_listed() -> None:
    near = reading_of("55p123m678s99s45m6m", (), "5p")
    loose = replace(near, questions=(Question("fourth_tile", {"tile": "5p"}, tiles=(0, 1, near.win_tile or 0)),))
    told = scored(loose, kongs=[KONG], win_tile="6m")
    laid = reading_of("123m678s99s45m", (("minggang", "5555p", None),), "6m")
    assert (told.certain, told.settlement) == (True, scored(laid, kongs=[KONG]).settlement)


def seen_from(height: float, confidence: float = 0.9) -> TableReading:
    """The reading with its tiles in a row that look so many times as high as wide."""
    high = round(30 * height, 1)
    corners = [
        ((x, 0.0), (x + 30.0, 0.0), (x + 30.0, high), (x, high)) for x in range(0, 30 * len(LIANGJIAO.tiles), 30)
    ]
    tiles = zip(LIANGJIAO.tiles, corners, strict=True)
    laid = tuple(replace(tile, corners=box, confidence=confidence) for tile, box in tiles)
    return replace(LIANGJIAO, width=600, height=60, tiles=laid)


@pytest.mark.parametrize(
    ("height", "said"),
    [(1.3, ["no_hidden_fourth"]), (1.0, []), (0.7, [])],
    ids=["from above", "at a slant", "from low"],
)
def test_what_straight_above_cannot_show_is_named_as_taken_for_granted(height: float, said: list[str]) -> None:
    scoring = scored(seen_from(height))
    assert scoring.certain
    assert [one for one in scoring.assumed if one == "no_hidden_fourth"] == said
    assert scoring.to_json()["may_be_kongs"] == ["5p"] * len(said)


def test_nothing_is_taken_for_granted_of_a_peng_that_was_confirmed_asked_about_or_said_to_be_a_kong() -> None:
    steep = seen_from(1.3)
    stacked = replace(steep, questions=STACKED.questions)
    for scoring in (scored(seen_from(1.3, 1.0)), scored(stacked), scored(steep, kongs=[KONG])):
        assert "no_hidden_fourth" not in scoring.assumed
    assert asked(scored(stacked))[0] == "fourth_tile"


def test_how_a_kong_was_made_is_not_asked_before_it_is_known_to_be_an_open_one() -> None:
    scoring = score(SHORT, Facts("mcr"))
    assert scoring.ruling is None, "more is open than can be ruled on"
    asked_now = {one.id: one for one in scoring.questions}
    assert asked_now["short_kong"].choices == ("angang", "minggang", "peng", "hand")
    assert "meld_kind" not in asked_now


def test_where_too_much_is_open_to_rule_on_every_answer_there_can_be_is_offered() -> None:
    stacked = {one.id: one for one in score(STACKED, Facts("mcr")).questions}
    assert "kong_open" in stacked["method"].choices, "as a kong the set may have brought the winning tile"
    assert "discarder" not in stacked, "asked once the method is known"


@pytest.mark.parametrize(
    ("is_open", "opens"), [(False, [None, 1, 1, None]), (None, [None] * 4)], ids=["said closed", "not said"]
)
def test_an_answer_that_opens_a_winner_said_to_be_closed_says_so(is_open: bool | None, opens: list[int | None]) -> None:
    question = scored(SHORT, open=[True, is_open, True, True]).questions[0]
    assert question.choices == ("angang", "minggang", "peng", "hand")
    assert [cost.opens for cost in question.costs if cost is not None] == opens
    peng = as_melds(("peng", "555p", "across"))
    assert question.costs[2] is not None
    assert scored(peng, open=[True, True, True, True]).settlement == list(question.costs[2].high)
