"""What a reading asks stays asked in its correction, about the same tiles, until a person answers it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from tests.assistant.scoring.test_scoring import reading_of

from paiyan.assistant.reading import CorrectionError, Question, TableReading, apply_correction
from paiyan.assistant.reading.focus import own_tiles, shown
from paiyan.assistant.reading.model import Status, Zone
from paiyan.assistant.reading.unanswered import Answered, without

SPARE = 2
"""Tiles on the table before those of the hand, so that indices change when they are left out."""


def asked(*questions: Question) -> TableReading:
    """Hand 123m678s99s45m with 6m apart and 碰 of 5p, of which this is asked; two discards come first."""
    whole = reading_of("123m678s99s45m", (("peng", "555p", None),), "6m")
    spare = [replace(whole.tiles[0], group=Zone.DISCARD)] * SPARE
    return replace(
        whole,
        width=100,
        height=100,
        tiles=(*spare, *whole.tiles),
        hand=tuple(SPARE + index for index in whole.hand),
        melds=tuple(replace(meld, tiles=tuple(SPARE + index for index in meld.tiles)) for meld in whole.melds),
        win_tile=None if whole.win_tile is None else SPARE + whole.win_tile,
        questions=questions,
    )


BARE = asked()
PENG = BARE.melds[0].tiles
FIRST = BARE.hand[0]
FOURTH = Question("fourth_tile", MappingProxyType({"tile": "5p"}), tiles=PENG)
WHICH = Question("which_hand", MappingProxyType({"hand": "123m67899s45m"}), tiles=tuple(own_tiles(BARE)))
DOUBT = Question("tile_doubt", MappingProxyType({"index": FIRST, "tile": "1m"}), ("1m", "2m"), (FIRST,))


def sent(reading: TableReading, *confirmed: int, **changes: dict[str, Any]) -> list[dict[str, Any]]:
    """All tiles as read, nobody looked at any but those `confirmed`; ``at3`` changes the tile at index 3."""
    return [
        {"tile": tile.tile, "group": tile.group, "source": at, "confirmed": at in confirmed}
        | changes.get(f"at{at}", {})
        for at, tile in enumerate(reading.tiles)
    ]


def ids(reading: TableReading) -> list[str]:
    return [one.id for one in reading.questions]


def test_what_nobody_answered_stays_asked_when_something_else_is_corrected() -> None:
    reading = asked(WHICH, DOUBT, FOURTH)
    fixed = apply_correction(reading, {"tiles": sent(reading, BARE.hand[3])})
    assert fixed.questions == shown(reading, reading.questions)


def test_questions_follow_their_tiles_to_other_places_in_the_list() -> None:
    reading = asked(WHICH, DOUBT, FOURTH)
    fixed = apply_correction(reading, {"tiles": sent(reading)[SPARE:]})
    which, doubt, fourth = fixed.questions
    assert fourth.tiles == fixed.melds[0].tiles == tuple(index - SPARE for index in PENG)
    assert (doubt.params["index"], doubt.tiles) == (FIRST - SPARE, (FIRST - SPARE,))
    assert set(which.tiles) == set(range(len(fixed.tiles)))


@pytest.mark.parametrize(
    ("tiles", "answered", "left"),
    [
        (sent(BARE, FIRST), [], ["which_hand", "fourth_tile"]),
        (sent(BARE, *PENG), [], ["which_hand", "tile_doubt", "fourth_tile"]),
        (sent(BARE, *PENG[:2]), [], ["which_hand", "tile_doubt", "fourth_tile"]),
        (sent(BARE, *own_tiles(BARE)), [], ["fourth_tile"]),
        (sent(BARE), [{"id": "which_hand"}], ["tile_doubt", "fourth_tile"]),
        (sent(BARE), [{"id": "fourth_tile", "tiles": list(PENG)}], ["which_hand", "tile_doubt"]),
        (
            sent(BARE),
            [{"id": "fourth_tile", "tiles": list(PENG), "choice": "hand"}],
            ["which_hand", "tile_doubt", "fourth_tile"],
        ),
        (
            [*sent(BARE), {"tile": "5p", "group": "meld:0", "corners": [[1, 1], [9, 1], [9, 12], [1, 12]]}],
            [],
            ["which_hand", "tile_doubt"],
        ),
        (sent(BARE, **{f"at{FIRST}": {"tile": "2m"}}), [], ["which_hand", "fourth_tile"]),
        (sent(BARE, **{f"at{at}": {"tile": "6p"} for at in PENG}), [], ["which_hand", "tile_doubt", "fourth_tile"]),
    ],
)
def test_a_question_is_dropped_when_it_is_answered_and_no_sooner(
    tiles: list[dict[str, Any]], answered: list[dict[str, Any]], left: list[str]
) -> None:
    fixed = apply_correction(asked(WHICH, DOUBT, FOURTH), {"tiles": tiles, "answered": answered})
    assert ids(fixed) == left


@pytest.mark.parametrize("answered", [{"id": "fourth_tile", "tiles": [0, 1, 2]}, {"id": "win_tile"}])
def test_an_answer_names_a_question_that_the_reading_asks(answered: dict[str, Any]) -> None:
    with pytest.raises(CorrectionError) as refused:
        apply_correction(asked(WHICH, FOURTH), {"tiles": sent(BARE), "answered": [answered]})
    assert (refused.value.code, refused.value.field) == ("correction.answered", "answered[0]")
    assert refused.value.params["asked"] == f"which_hand, fourth_tile {list(PENG)}"


def test_of_two_sets_asked_about_the_one_that_is_answered_is_named() -> None:
    other = replace(FOURTH, tiles=tuple(BARE.hand[:3]))
    with pytest.raises(CorrectionError):
        apply_correction(asked(FOURTH, other), {"tiles": sent(BARE), "answered": [{"id": "fourth_tile"}]})


def test_one_question_is_not_answered_in_two_ways_at_once_but_may_be_answered_twice_alike() -> None:
    said = {"id": "fourth_tile", "tiles": list(PENG)}
    with pytest.raises(CorrectionError) as refused:
        apply_correction(asked(FOURTH), {"tiles": sent(BARE), "answered": [said, {**said, "choice": "hand"}]})
    assert (refused.value.code, refused.value.field) == ("correction.answered_otherwise", "answered[1]")
    assert ids(apply_correction(asked(FOURTH), {"tiles": sent(BARE), "answered": [said, said]})) == []


def test_loose_tiles_asked_about_are_answered_as_a_set_or_as_tiles_of_the_hand_not_by_being_three() -> None:
    loose = [tile | {"group": "hand"} if tile["group"] == "meld:0" else tile for tile in sent(BARE)]
    reading = apply_correction(asked(FOURTH), {"tiles": loose})
    (question,) = reading.questions
    said = {"id": "fourth_tile", "tiles": list(question.tiles)}
    as_read = [{"tile": tile.tile, "group": tile.group, "source": at} for at, tile in enumerate(reading.tiles)]
    together = [tile | {"group": "meld:0"} if at in question.tiles else tile for at, tile in enumerate(as_read)]

    def left(tiles: list[dict[str, Any]], **answer: str) -> list[str]:
        return ids(apply_correction(reading, {"tiles": tiles, "answered": [said | answer]}))

    assert left(as_read) == ["fourth_tile"] == ids(without(reading, Answered.of([said])))
    assert left(as_read, choice="hand") == [] == ids(without(reading, Answered.of([said | {"choice": "hand"}])))
    assert left(together) == []


def test_a_question_whose_tiles_are_gone_has_nothing_to_ask() -> None:
    reading = asked(DOUBT, FOURTH)
    left = [tile for tile in sent(reading) if tile["source"] not in (FIRST, PENG[0])]
    for tile in left:
        tile["group"] = "hand" if tile["group"] == "meld:0" else tile["group"]
    assert "tile_doubt" not in ids(apply_correction(reading, {"tiles": left}))
    assert "fourth_tile" not in ids(apply_correction(reading, {"tiles": left}))


def test_which_of_several_lone_tiles_won_is_answered_by_the_one_that_is_put_there() -> None:
    rivals = (0, 1)
    reading = replace(asked(Question("win_tile", choices=("1m", "1m"), tiles=rivals)), win_tile=None)
    body = [tile | {"group": "other"} if tile["group"] == "win" else tile for tile in sent(reading)]
    assert ids(apply_correction(reading, {"tiles": body})) == ["win_tile"]
    assert ids(apply_correction(reading, {"tiles": [body[0] | {"group": "win"}, *body[1:]]})) == []


def test_hand_and_melds_keep_the_order_they_lie_in_and_what_is_new_comes_last() -> None:
    reading = replace(BARE, hand=BARE.hand[::-1], melds=(replace(BARE.melds[0], tiles=PENG[::-1]),))
    fixed = apply_correction(reading, {"tiles": sent(reading)})
    assert (fixed.hand, fixed.melds) == (reading.hand, reading.melds)
    moved = apply_correction(reading, {"tiles": sent(reading, **{"at0": {"group": "hand"}})})
    assert moved.hand == (*reading.hand, 0)


@pytest.mark.parametrize("face", ["6p", "8s"])
def test_a_face_that_leaves_no_meld_makes_tiles_of_the_hand_that_are_asked_about(face: str) -> None:
    fixed = apply_correction(asked(FOURTH), {"tiles": sent(BARE, **{f"at{PENG[0]}": {"tile": face}})})
    (question,) = fixed.questions
    assert (question.id, question.tiles, question.params["tiles"]) == ("broken_meld", PENG, f"{face} 5p 5p")
    assert (fixed.melds, fixed.hand[-3:]) == ((), PENG)
    again = [tile | {"group": "meld:0", "tile": face} if tile["source"] in PENG else tile for tile in sent(fixed)]
    assert ids(apply_correction(fixed, {"tiles": again})) == [], "all of them were misread"
    assert ids(apply_correction(fixed, {"tiles": sent(fixed)})) == ["broken_meld"]
    assert ids(apply_correction(fixed, {"tiles": sent(fixed, *PENG)})) == [], "they are tiles of the hand"


def test_a_tile_of_the_hand_that_lies_face_down_does_not_keep_others_from_being_corrected() -> None:
    hidden = replace(BARE.tiles[FIRST], tile="back", status=Status.DOUBTFUL)
    reading = replace(BARE, tiles=(*BARE.tiles[:FIRST], hidden, *BARE.tiles[FIRST + 1 :]))
    other = BARE.hand[4]
    fixed = apply_correction(reading, {"tiles": sent(reading, **{f"at{other}": {"tile": "9m"}})})
    assert (fixed.tiles[FIRST].tile, fixed.tiles[other].tile) == ("back", "9m")
