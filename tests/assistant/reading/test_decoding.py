"""Doubt and structure: what the class scores leave open, what rules rule out, and what stays a question."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from tests.vision.layout.tabletop import CLASSES, Tabletop

from paiyan.assistant.reading import TableReading, Trust, build_reading, tile_set
from paiyan.vision.detections import Detections


def with_scores(boxes: Detections, scores: dict[int, dict[str, float]]) -> Detections:
    """The boxes with the scores of some tiles replaced."""
    changed = np.array(boxes.scores)
    for tile, values in scores.items():
        changed[tile] = 0
        for name, score in values.items():
            changed[tile, CLASSES.index(name)] = score
    return replace(boxes, scores=changed, confidence=changed.max(axis=1))


def read(table: Tabletop, scores: dict[int, dict[str, float]], rules: str | None = "jinzhou") -> TableReading:
    boxes = with_scores(table.photo(elevation=60), scores)
    return build_reading(boxes, trust=Trust(0.6), tile_set=tile_set(rules))


def row_of(codes: str) -> tuple[Tabletop, list[int]]:
    table = Tabletop()
    return table, table.row(0, 0, codes)


def test_without_rules_the_best_face_is_read_and_doubt_is_named() -> None:
    table, tiles = row_of("6s 6s 6s 6s 9s 1m 2m 3m 4m 5m 6m 7m 8m")
    reading = read(table, {tiles[4]: {"6s": 0.45, "9s": 0.4}}, rules=None)
    assert reading.tiles[tiles[4]].tile == "6s"
    assert reading.tiles[tiles[4]].status == "doubtful"
    assert reading.tiles[tiles[4]].alternatives == (("9s", 0.4),)


def test_a_fifth_of_a_kind_becomes_the_next_likely_face_and_is_marked_inferred_with_both() -> None:
    table, tiles = row_of("6s 6s 6s 6s 9s 1m 2m 3m 4m 5m 6m 7m 8m")
    reading = read(table, {tiles[4]: {"6s": 0.45, "9s": 0.4}})
    assert reading.tiles[tiles[4]].tile == "9s"
    assert reading.tiles[tiles[4]].status == "inferred"
    assert ("6s", 0.45) in reading.tiles[tiles[4]].alternatives
    assert any(question.params.get("index") == tiles[4] for question in reading.questions)


def test_five_sure_tiles_of_a_kind_are_left_as_they_are_and_all_doubtful() -> None:
    table, tiles = row_of("6s 6s 6s 6s 6s 1m 2m 3m 4m 5m 6m 7m 8m")
    reading = read(table, {})
    assert [reading.tiles[tile].tile for tile in tiles[:5]] == ["6s"] * 5
    assert {str(reading.tiles[tile].status) for tile in tiles[:5]} == {"doubtful"}


def test_a_face_that_the_rules_do_not_play_with_gives_way_where_it_was_not_sure() -> None:
    table, tiles = row_of("1s 2s 3s 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m")
    reading = read(table, {tiles[0]: {"f3": 0.4, "1s": 0.35}})
    assert reading.tiles[tiles[0]].tile == "1s"
    assert reading.tiles[tiles[0]].status == "inferred"


def test_a_face_that_the_rules_do_not_play_with_stays_where_it_was_sure() -> None:
    table, tiles = row_of("1s 2s 3s 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m")
    reading = read(table, {tiles[0]: {"f3": 0.8, "1s": 0.1}})
    assert reading.tiles[tiles[0]].tile == "f3"
    assert reading.tiles[tiles[0]].status == "doubtful"


def test_two_sure_tiles_of_a_meld_decide_the_third() -> None:
    table = Tabletop()
    meld = table.row(0, 0, "7p 7p 7p", sideways=(1,))
    table.row(table.end_of(meld) + 0.8, 0, "1m 2m 3m 4m 5m 6m 7m 8m 9m 9m")
    reading = read(table, {meld[2]: {"6p": 0.45, "7p": 0.4}})
    assert reading.melds[0].type == "peng"
    assert reading.tiles[meld[2]].tile == "7p"
    assert reading.tiles[meld[2]].status == "inferred"


def test_a_tile_that_nothing_else_fits_is_sure_though_the_detector_was_not() -> None:
    table = Tabletop()
    meld = table.row(0, 0, "7p 7p 7p", sideways=(1,))
    table.row(table.end_of(meld) + 0.8, 0, "1m 2m 3m 4m 5m 6m 7m 8m 9m 9m")
    reading = read(table, {meld[2]: {"7p": 0.55, "6p": 0.02}})
    assert reading.tiles[meld[2]].status == "sure"


def test_faces_that_lie_elsewhere_for_certain_are_not_in_the_hand_too() -> None:
    table, tiles = row_of("6s 1s 2s 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m")
    table.row(2, -6, "6s 6s 6s 6s 1p 2p")
    reading = read(table, {tiles[0]: {"6s": 0.45, "9s": 0.3}})
    assert reading.tiles[tiles[0]].tile == "9s"
    assert reading.tiles[tiles[0]].status == "inferred"


def test_whether_the_hand_wins_does_not_change_what_is_read() -> None:
    table, tiles = row_of("1m 2m 3m 4p 5p 6p 7s 8s 9s 9s 9s 9s 1p")
    table.tile(15, 0, "2p")
    reading = read(table, {tiles[12]: {"1p": 0.5, "2p": 0.2}})
    assert reading.tiles[tiles[12]].tile == "1p"


def test_a_tile_too_faint_stays_doubtful_whatever_the_rules_say() -> None:
    table, tiles = row_of("1s 2s 3s 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m")
    reading = read(table, {tiles[1]: {"2s": 0.3}})
    assert reading.tiles[tiles[1]].status == "doubtful"


def test_a_sideways_tile_read_wrong_takes_the_face_that_its_meld_leaves_it_and_is_marked() -> None:
    table = Tabletop()
    meld = table.row(0, 0, "4p 5p 6p", sideways=(0,))
    table.row(table.end_of(meld) + 0.8, 0, "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s")
    reading = read(table, {meld[0]: {"2p": 0.42, "4p": 0.3}})
    assert (reading.melds[0].type, reading.melds[0].source) == ("chi", "left")
    claimed = reading.tiles[reading.melds[0].tiles[0]]
    assert (claimed.tile, claimed.status) == ("4p", "inferred")
    assert [(question.id, question.choices) for question in reading.questions if question.id == "tile_doubt"] == [
        ("tile_doubt", ("4p", "2p"))
    ]


def test_a_question_shows_the_tile_it_is_about_and_its_neighbours() -> None:
    table, row = row_of("1m 2m 3m 4m 5m 6m 9s 9s 2p 3p 4p 7z 7z")
    reading = read(table, {row[4]: {"5m": 0.4, "6m": 0.3}})
    (question,) = (one for one in reading.questions if one.id == "tile_doubt")
    assert question.tiles == (question.params["index"],)
    left, top, right, bottom = question.crop or (0, 0, 0, 0)
    across, down = zip(*reading.tiles[question.tiles[0]].corners, strict=True)
    assert 0 <= left < min(across) and max(across) < right <= reading.width
    assert 0 <= top < min(down) and max(down) < bottom <= reading.height
    assert right - left < reading.width / 3
