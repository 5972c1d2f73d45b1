"""A tile face down on the fourth of a kong, or beside three equal tiles: there may be a fourth, so it is asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.vision.layout.tabletop import Tabletop

from paiyan.assistant.reading import TableReading, Trust, build_reading, tile_set
from paiyan.assistant.scoring import Facts, score

HAND = "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s"
THICKNESS = 0.74


def four(*, down: int, lying_on: bool, sideways: int | None = None, nearer: float = 0.0, face: str = "6p") -> Tabletop:
    """Four tiles side by side with the hand and its winning tile; the one at `down` shows a back, which lies flat or
    `lying_on` the tile of that place, so much `nearer` to the person."""
    table = Tabletop()
    x = 0.0
    for place in range(4):
        turned = place == sideways
        wide = 4 / 3 if turned else 1.0
        off = nearer if place == down else 0.0
        code = "back" if place == down else face
        tile = table.tile(x + wide / 2, off + (1 / 6 if turned else 0), code, turned=90 if turned else 0)
        if place == down and lying_on:
            table.cover(tile, thickness=THICKNESS)
        x += wide + 0.02
    return _with_hand(table, x - 0.02)


def beside_a_set(backs: int, faces: str = "6p 6p 6p") -> Tabletop:
    """Three tiles with so many backs to their left, the hand and its winning tile."""
    table = Tabletop()
    table.row(-1.03 * backs, 0, ["back"] * backs)
    return _with_hand(table, table.end_of(table.row(0.4, 0, faces)))


def _with_hand(table: Tabletop, end: float) -> Tabletop:
    hand = table.row(end + 0.8, 0, HAND)
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    return table


def read(table: Tabletop, elevation: float) -> TableReading:
    return build_reading(table.photo(elevation=elevation), trust=Trust(), tile_set=tile_set("jinzhou"))


def asked(reading: TableReading) -> set[str]:
    """What is asked of the photo alone, and what a score of it asks about its sets."""
    facts = Facts("jinzhou", winner=1, dealer=0, method="zimo", kongs=(), open=(True, None, True, True))
    return {one.id for one in (*reading.questions, *score(reading, facts).questions)}


@pytest.mark.parametrize("elevation", [25, 35, 50, 65, 88])
@pytest.mark.parametrize("sideways", [None, 0, 3])
@pytest.mark.parametrize("down", [0, 3])
def test_a_back_on_the_end_of_a_kong_makes_no_certain_peng(down: int, sideways: int | None, elevation: int) -> None:
    for nearer in (0.0, 0.5):
        reading = read(four(down=down, lying_on=True, sideways=sideways, nearer=nearer), elevation)
        questions = [one for one in reading.questions if one.id == "fourth_tile"]
        assert [[reading.tiles[at].tile for at in one.tiles] for one in questions] == [["6p"] * 3]


@pytest.mark.parametrize("elevation", [25, 35, 50, 65, 88])
@pytest.mark.parametrize("lying_on", [True, False])
@pytest.mark.parametrize("down", [1, 2])
def test_a_back_within_a_set_leaves_it_open_what_the_set_is(down: int, lying_on: bool, elevation: int) -> None:
    reading = read(four(down=down, lying_on=lying_on), elevation)
    assert asked(reading) & {"fourth_tile", "short_kong", "hand_count"}


@pytest.mark.parametrize("down", [0, 3])
def test_a_back_in_the_row_of_a_peng_is_none_of_the_hand_and_its_set_is_asked_about(down: int) -> None:
    reading = read(four(down=down, lying_on=False), 50)
    assert [(meld.type, len(meld.tiles)) for meld in reading.melds] == [("peng", 3)]
    assert [one.id for one in reading.questions] == ["fourth_tile"]


@pytest.mark.parametrize("lying_on", [True, False])
@pytest.mark.parametrize(
    ("down", "sideways", "source"),
    [(0, 0, None), (0, 1, None), (0, 2, "across"), (0, 3, "right"), (3, 0, "left"), (3, 1, "across"), (3, 2, None)],
)
def test_whose_tile_it_was_is_told_where_the_back_leaves_no_doubt_of_it(
    down: int, sideways: int, source: str | None, lying_on: bool
) -> None:
    (meld,) = read(four(down=down, lying_on=lying_on, sideways=sideways), 50).melds
    assert (meld.type, meld.source) == ("peng", source)


@pytest.mark.parametrize(("sideways", "source"), [(1, None), (2, "across"), (3, "right")])
def test_whose_tile_it_was_is_not_told_where_a_faint_tile_of_its_kind_lies_beside_the_turned_one(
    sideways: int, source: str | None
) -> None:
    table = Tabletop()
    row = table.row(0, 0, "6p 6p 6p 6p", sideways=(sideways,))
    found = _with_hand(table, table.end_of(row)).photo(elevation=50)
    share = np.ones(len(found), np.float32)
    share[row[0]] = 0.1
    faint = replace(found, scores=found.scores * share[:, None], confidence=found.confidence * share)
    reading = build_reading(faint, trust=Trust(seen=0.3), tile_set=tile_set("jinzhou"))
    (meld,) = reading.melds
    assert (meld.type, meld.source) == ("peng", source)
    assert [one.id for one in reading.questions] == ["fourth_tile"]


def test_one_back_beside_a_peng_is_asked_about_and_a_wall_beside_it_is_not() -> None:
    assert [one.id for one in read(beside_a_set(1), 50).questions] == ["fourth_tile"]
    assert [one.id for one in read(beside_a_set(5), 50).questions] == []


@pytest.mark.parametrize("elevation", [25, 45, 65, 88])
@pytest.mark.parametrize("lying_on", [True, False])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_back_behind_a_peng_may_be_a_fourth_tile_that_was_added_and_is_asked_about(
    place: int, lying_on: bool, elevation: int
) -> None:
    table = Tabletop()
    peng = table.row(0, 0, "6p 6p 6p")
    back = table.tile(0.5 + 1.03 * place, -1.36, "back")
    if lying_on:
        table.cover(back, thickness=THICKNESS)
    reading = read(_with_hand(table, table.end_of(peng)), elevation)
    assert asked(reading) & {"fourth_tile", "hand_count"}


@pytest.mark.parametrize("elevation", [30, 40, 50, 70])
def test_a_wall_behind_a_peng_is_no_fourth_tile_of_it_though_its_last_tile_lies_alone(elevation: int) -> None:
    table = Tabletop()
    peng = table.row(0, 0, "6p 6p 6p")
    for tile in table.row(1.0, -1.9, ["back"] * 9)[1:]:
        table.cover(tile, thickness=THICKNESS)
    assert "fourth_tile" not in asked(read(_with_hand(table, table.end_of(peng)), elevation))


def test_a_concealed_kong_beside_a_peng_is_no_fourth_of_it_and_hides_none() -> None:
    table = Tabletop()
    kong = table.row(0, 0, "back 7z 7z back")
    alone = _with_hand(table, table.end_of(table.row(table.end_of(kong) + 0.45, 0, "6p 6p 6p")))
    assert "fourth_tile" not in asked(read(alone, 50))
    table = Tabletop()
    kong = table.row(0, 0, "back 7z 7z back")
    table.cover(table.tile(table.end_of(kong) + 0.95, 0, "back"), thickness=THICKNESS)
    covered = _with_hand(table, table.end_of(table.row(table.end_of(kong) + 1.48, 0, "6p 6p 6p")))
    assert asked(read(covered, 35)) & {"fourth_tile", "hand_count"}


def test_a_back_beside_a_run_hides_no_fourth() -> None:
    assert "fourth_tile" not in asked(read(beside_a_set(1, "6p 7p 8p"), 50))
