"""带会: the three 明牌 there are may lie as a concealed kong, some of them face down (rules/spec.md W5)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.assistant.scoring.test_scoring import reading_of, scored

from paiyan.assistant.reading import CorrectionError, TableReading, apply_correction
from paiyan.assistant.scoring import Scoring

WILD: dict[str, Any] = {"ruleset": "jinzhou_wild", "open": [True, False, True, True], "ming": "5m"}


def with_kong(tiles: str, **facts: Any) -> Scoring:
    return scored(reading_of("234m456p789s5s", (("angang", tiles, None),), "5s"), **(WILD | facts))


def said(reading: TableReading) -> dict[str, Any]:
    """The tiles as they were read, their set said to be a concealed kong."""
    tiles = [{"tile": tile.tile, "group": tile.group, "source": index} for index, tile in enumerate(reading.tiles)]
    return {"tiles": tiles, "melds": [{"type": "angang"}]}


@pytest.mark.parametrize("tiles", ["555m", "back 5m back", "5m back 5m"])
def test_three_of_the_tile_turned_up_are_a_concealed_kong(tiles: str) -> None:
    scoring = with_kong(tiles)
    assert scoring.certain
    assert scoring.ruling is not None
    assert scoring.ruling["valid"]
    assert scoring.ruling["settlement_kong"] == [-8, 24, -8, -8]


@pytest.mark.parametrize("ruleset", ["jinzhou", "jinzhou_wild"])
@pytest.mark.parametrize("tiles", ["666p", "back 6p back"])
def test_three_of_any_other_tile_are_no_certain_kong_but_asked_about(tiles: str, ruleset: str) -> None:
    ming = {"ming": "5m"} if ruleset == "jinzhou_wild" else {"ming": None}
    reading = reading_of("234m456p789s5s", (("angang", tiles, None),), "5s")
    scoring = scored(reading, **(WILD | {"ruleset": ruleset} | ming))
    assert not scoring.certain
    assert ("short_kong", "6p") in [(one.id, one.params.get("tile")) for one in scoring.questions]


def test_three_tiles_read_as_a_concealed_kong_are_the_open_one_that_the_person_says() -> None:
    reading = reading_of("234m456p789s5s", (("angang", "back 9p 9p", None),), "5s")
    facts = WILD | {"ruleset": "jinzhou", "ming": None, "open": [True] * 4}
    scoring = scored(reading, **(facts | {"kongs": [{"seat": 1, "kind": "zhua", "tile": "9p"}]}))
    assert "short_kong" not in [one.id for one in scoring.questions]
    assert scoring.case is not None
    assert [(meld["type"], meld["tiles"]) for meld in scoring.case["melds"]] == [("minggang_zhua", "9999p")]
    assert scoring.ruling is not None
    assert scoring.ruling["settlement_kong"] == [-4, 12, -4, -4]


def test_a_concealed_kong_of_which_all_four_tiles_are_seen_is_not_asked_about() -> None:
    assert "short_kong" not in [one.id for one in with_kong("back 1m 1m back").questions]


@pytest.mark.parametrize(("tiles", "count"), [("555m", 3), ("5m back back", 3), ("5555m", 4)])
def test_a_person_may_say_that_equal_tiles_are_a_concealed_kong(tiles: str, count: int) -> None:
    reading = reading_of("234m456p789s5s", (("peng" if count == 3 else "minggang", tiles, None),), "5s")
    (meld,) = apply_correction(reading, said(reading)).melds
    assert (meld.type, len(meld.tiles)) == ("angang", count)


def test_unequal_tiles_are_no_concealed_kong_whatever_is_said() -> None:
    reading = reading_of("234m456p789s5s", (("chi", "567m", None),), "5s")
    with pytest.raises(CorrectionError):
        apply_correction(reading, said(reading))
