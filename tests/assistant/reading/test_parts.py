"""Hand, melds and winning tile out of tables laid by coordinates: what players do, and what other tools get wrong."""

from __future__ import annotations

import pytest
from tests.vision.layout.tabletop import Tabletop

from paiyan.assistant.reading import TableReading, Trust, build_reading, reading_to_json, tile_set
from paiyan.assistant.scoring import Facts, score

HAND = "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s"


def read(table: Tabletop, *, rules: str | None = None, elevation: float = 55, **camera: float) -> TableReading:
    return build_reading(table.photo(elevation=elevation, **camera), trust=Trust(), tile_set=tile_set(rules))  # type: ignore[arg-type]


def hand_of(reading: TableReading) -> str:
    return str(reading_to_json(reading)["hand"])


def melds_of(reading: TableReading) -> list[tuple[str, str, str | None]]:
    return [(meld["type"], meld["tiles"], meld["from"]) for meld in reading_to_json(reading)["melds"]]


def win_of(reading: TableReading) -> str | None:
    return None if reading.win_tile is None else reading.tiles[reading.win_tile].tile


@pytest.mark.parametrize("elevation", [25, 40, 60, 80])
@pytest.mark.parametrize(
    ("codes", "sideways", "expected"),
    [
        ("5p 4p 6p", (0,), ("chi", "546p", "left")),
        ("7z 7z 7z", (1,), ("peng", "777z", "across")),
        ("7z 7z 7z", (2,), ("peng", "777z", "right")),
        ("8m 8m 8m 8m", (0,), ("minggang", "8888m", "left")),
        ("8m 8m 8m 8m", (3,), ("minggang", "8888m", "right")),
        ("8m 8m 8m 8m", (), ("minggang", "8888m", None)),
        ("back 3s 3s back", (), ("angang", "3333s", None)),
        ("3s back back 3s", (), ("angang", "3333s", None)),
        ("back back back 3s", (), ("angang", "3333s", None)),
        ("back 3s back", (), ("angang", "333s", None)),
        ("back back back back", (), ("angang", "", None)),
    ],
)
def test_a_meld_left_of_the_hand_is_named_with_whom_it_came_from(
    codes: str, sideways: tuple[int, ...], expected: tuple[str, str, str | None], elevation: int
) -> None:
    table = Tabletop()
    meld = table.row(0, 0, codes, sideways=sideways)
    hand = table.row(table.end_of(meld) + 0.8, 0, HAND)
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    reading = read(table, elevation=elevation)
    assert melds_of(reading) == [expected]
    assert hand_of(reading) == "123m456s99p23s"
    assert win_of(reading) == "4s"


@pytest.mark.parametrize("elevation", [25, 40, 60, 80])
@pytest.mark.parametrize(("codes", "hand"), [("7s 9s 8s", "79s"), ("4s 4s 4s", "44s")])
def test_a_winning_tile_turned_at_the_end_of_the_hand_makes_no_meld_with_the_tiles_before_it(
    codes: str, hand: str, elevation: int
) -> None:
    table = Tabletop()
    meld = table.row(0, 0, "7z 7z 7z", sideways=(1,))
    table.row(table.end_of(meld) + 0.8, 0, f"1m 2m 3m 9p 9p 1p 2p 3p {codes}", sideways=(10,))
    reading = read(table, elevation=elevation)
    assert melds_of(reading) == [("peng", "777z", "across")]
    assert hand_of(reading) == f"123m99123p{hand}"
    assert win_of(reading) == codes.split()[-1]


def test_of_two_tiles_that_look_turned_the_one_at_the_end_of_the_hand_is_the_winning_one() -> None:
    table = Tabletop()
    meld = table.row(0, 0, "7z 7z 7z", sideways=(1,))
    table.row(table.end_of(meld) + 0.8, 0, "1m 2m 3m 9p 9p 1p 2p 3p 5s 6s 7s", sideways=(4, 10))
    reading = read(table)
    assert hand_of(reading) == "123m99123p56s"
    assert win_of(reading) == "7s"


def test_a_fourth_tile_on_a_triplet_makes_it_a_kong() -> None:
    table = Tabletop()
    meld = table.row(0, 0, "6p 6p 6p", sideways=(1,))
    table.tile(1.7, -0.75, "6p", turned=90)
    table.row(table.end_of(meld) + 0.8, 0, HAND)
    assert melds_of(read(table)) == [("minggang", "6666p", "across")]


def test_another_tile_on_a_triplet_does_not_make_it_a_kong() -> None:
    table = Tabletop()
    meld = table.row(0, 0, "6p 6p 6p", sideways=(1,))
    table.tile(1.7, -0.75, "9s", turned=90)
    table.row(table.end_of(meld) + 0.8, 0, HAND)
    assert melds_of(read(table)) == [("peng", "666p", "across")]


@pytest.mark.parametrize("face", ["6p", "9s"])
def test_a_tile_lying_on_a_triplet_seen_at_a_slant_makes_it_a_kong_if_it_is_the_fourth(face: str) -> None:
    """A tile lying on others is as high as it is thick: from a low camera it shows more than its height behind them."""
    table = Tabletop()
    meld = table.row(0, 0, "6p 6p 6p", sideways=(1,))
    table.tile(1.7, -2.2, face)
    table.row(table.end_of(meld) + 0.8, 0, HAND)
    kong = face == "6p"
    assert melds_of(read(table)) == [("minggang", "6666p", "across") if kong else ("peng", "666p", "across")]


def with_peng(*, covered: int | None, sideways: tuple[int, ...] = (1,)) -> Tabletop:
    table = Tabletop()
    meld = table.row(0, 0, "6p 6p 6p", sideways=sideways)
    if covered is not None:
        table.cover(meld[covered])
    hand = table.row(table.end_of(meld) + 0.8, 0, HAND)
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    return table


@pytest.mark.parametrize("elevation", [30, 40, 50, 60, 70])
@pytest.mark.parametrize(("covered", "sideways"), [(0, ()), (1, ()), (2, ()), (0, (0,)), (1, (1,)), (2, (2,))])
def test_a_tile_lying_exactly_on_one_of_its_triplet_asks_whether_it_is_a_kong(
    covered: int, sideways: tuple[int, ...], elevation: int
) -> None:
    reading = read(with_peng(covered=covered, sideways=sideways), rules="jinzhou", elevation=elevation)
    (question,) = [question for question in reading.questions if question.id == "fourth_tile"]
    assert set(question.tiles) >= {0, 1, 2}
    assert question.params["tile"] == "6p"


@pytest.mark.parametrize("elevation", [75, 80, 85, 90])
@pytest.mark.parametrize("sideways", [(), (0,), (1,), (2,)])
def test_seen_from_above_a_tile_lying_on_its_triplet_shows_by_reaching_over_a_neighbour(
    sideways: tuple[int, ...], elevation: int
) -> None:
    reading = read(with_peng(covered=1, sideways=sideways), rules="jinzhou", elevation=elevation, distance=1.5)
    assert [question.id for question in reading.questions] == ["fourth_tile"]


def test_a_fourth_tile_over_a_triplet_is_asked_about_though_a_wall_goes_on_beside_it() -> None:
    table = with_peng(covered=None)
    table.tile(0.5, -1.7, "6p")
    table.row(1.1, -1.7, ["back"] * 8)
    reading = read(table, rules="jinzhou", elevation=60)
    assert melds_of(reading)[0][:2] == ("peng", "666p")
    assert [(question.id, question.tiles) for question in reading.questions] == [("fourth_tile", (0, 1, 2))]


@pytest.mark.parametrize("sideways", [(), (1,)])
def test_a_fourth_tile_against_a_triplet_makes_it_a_kong_though_flowers_lie_in_line_with_it(
    sideways: tuple[int, ...],
) -> None:
    table = with_peng(covered=None, sideways=sideways)
    table.tile(1.7, -1.2, "6p", turned=90 if sideways else 0)
    table.row(-4.2, -1.2, "f1 f2 g3")
    reading = read(table, rules="jinzhou", elevation=45)
    assert [melds[:2] for melds in melds_of(reading)] == [("minggang", "6666p")]
    assert hand_of(reading) == "123m456s99p23s"


def test_a_tile_over_a_triplet_beside_a_wall_is_not_asked_about_if_it_is_another() -> None:
    table = with_peng(covered=None)
    table.tile(0.5, -1.7, "9s")
    table.row(1.1, -1.7, ["back"] * 8)
    assert read(table, rules="jinzhou", elevation=60).questions == ()


@pytest.mark.parametrize("elevation", [30, 50, 70, 85])
@pytest.mark.parametrize("sideways", [(), (0,), (1,), (2,)])
def test_a_triplet_in_line_is_not_asked_about(sideways: tuple[int, ...], elevation: int) -> None:
    reading = read(with_peng(covered=None, sideways=sideways), rules="jinzhou", elevation=elevation, noise=0.02)
    assert melds_of(reading)[0][:2] == ("peng", "666p")
    assert reading.questions == ()


def test_a_hand_of_seventeen_tiles_with_three_kongs_is_a_hand_of_fourteen() -> None:
    table = Tabletop()
    kongs = [("8m 8m 8m 8m", (0,)), ("back 3s 3s back", ()), ("5p 5p 5p 5p", (3,))]
    x = 0.0
    for codes, sideways in kongs:
        x = table.end_of(table.row(x, 0, codes, sideways=sideways)) + 0.7
    hand = table.row(x + 0.3, 0, "1m 2m 3m 9s")
    table.row(table.end_of(hand) + 0.9, 0, "9s")
    reading = read(table, rules="jinzhou")
    assert len(reading.tiles) == 17
    assert (hand_of(reading), win_of(reading), len(reading.melds)) == ("123m9s", "9s", 3)
    assert [question.id for question in reading.questions] == []


def test_three_tiles_that_lie_apart_do_not_make_seventeen_of_fourteen() -> None:
    table = Tabletop()
    hand = table.row(0, 0, f"{HAND} 7p 7p 7p")
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    for place, code in enumerate(("5m", "1p", "8s")):
        table.tile(2.0 + 3 * place, -5.5, code, turned=30.0 * place)
    reading = read(table, rules="jinzhou")
    assert (len(reading.hand), win_of(reading)) == (13, "4s")
    assert [question.id for question in reading.questions] == []


def test_melds_in_a_row_of_their_own_behind_the_hand_are_melds() -> None:
    table = Tabletop()
    first = table.row(0, -2.6, "1p 2p 3p", sideways=(0,))
    table.row(table.end_of(first) + 0.6, -2.6, "7z 7z 7z", sideways=(2,))
    table.row(0, 0, "1m 2m 3m 4s 5s 6s 9p")
    reading = read(table)
    assert sorted(melds_of(reading)) == [("chi", "123p", "left"), ("peng", "777z", "right")]
    assert hand_of(reading) == "123m456s9p"


@pytest.mark.parametrize(
    ("x", "y", "turned"),
    [(15.0, 0.0, 0.0), (14.2, 0.17, 90.0), (13.6, -0.8, 0.0), (7.0, -1.6, 35.0), (7.0, -1.5, 90.0), (-1.8, 0.0, 0.0)],
    ids=["apart", "turned at the end", "raised", "askew behind", "turned behind", "apart on the left"],
)
def test_the_winning_tile_is_seen_wherever_it_was_put(x: float, y: float, turned: float) -> None:
    table = Tabletop()
    table.row(0, 0, [*HAND.split(), "5m", "5m", "5m"])
    table.tile(x, y, "4s", turned=turned)
    reading = read(table)
    assert win_of(reading) == "4s"
    assert hand_of(reading) == "123m456s99p23s555m"


def test_fourteen_tiles_in_a_row_are_a_hand_without_a_winning_tile() -> None:
    table = Tabletop()
    table.row(0, 0, [*HAND.split(), "4s", "5m", "5m", "5m"])
    reading = read(table, rules="jinzhou")
    assert len(reading.hand) == 14
    assert reading.win_tile is None
    assert reading.questions == ()


def test_discards_and_walls_behind_the_hand_stay_out_of_it() -> None:
    table = Tabletop()
    table.row(0, 0, [*HAND.split(), "4s", "5m", "5m"])
    for place, row in enumerate(("1z 2z 9m 9m 8s 1p", "7p 8p 3s 3s 6m 6m", "2z 4z")):
        table.row(3, -6.5 + 1.4 * place, row)
    table.row(-1, -2.3, ["back"] * 15)
    reading = read(table)
    assert hand_of(reading) == "123m456s99p234s55m"
    assert reading.win_tile is None
    assert reading.melds == ()
    assert reading.backs == 15
    assert sum(tile.group == "discard" for tile in reading.tiles) >= 12


@pytest.mark.parametrize("elevation", [30, 55, 85])
@pytest.mark.parametrize("rules", [None, "jinzhou"])
def test_two_melds_pushed_against_each_other_are_both_melds(rules: str | None, elevation: int) -> None:
    table = Tabletop()
    melds = table.row(0, 0, "8p 8p 8p 8m 8m 8m", sideways=(1, 3))
    hand = table.row(table.end_of(melds) + 1.0, 0, "2s 3s 4s 9s 6p 7p 8p")
    table.row(table.end_of(hand) + 0.9, 0, "9s")
    reading = read(table, rules=rules, elevation=elevation)
    assert melds_of(reading) == [("peng", "888p", "across"), ("peng", "888m", "left")]
    assert (hand_of(reading), win_of(reading)) == ("2349s678p", "9s")


def test_a_tile_apart_in_each_of_two_rows_of_the_hand_asks_which_of_them_won() -> None:
    table = Tabletop()
    upper = table.row(0, 0, "1m 2m 3m 6s 7s 8s 9s 9s")
    table.row(table.end_of(upper) + 0.9, 0, "6m")
    lower = table.row(0, 1.4, "5p 5p 5p 4m")
    table.row(table.end_of(lower) + 0.9, 1.4, "5m")
    reading = read(table, rules="jinzhou")
    assert reading.win_tile is None
    assert [set(one.choices) for one in reading.questions if one.id == "win_tile"] == [{"6m", "5m"}]
    facts = Facts("jinzhou", winner=1, dealer=0, method="zimo", kongs=(), open=(True, False, True, True))
    assert "win_tile" in [one.id for one in score(reading, facts).questions]


def test_a_hand_in_two_rows_is_one_hand() -> None:
    table = Tabletop()
    table.row(0, 0, "1m 2m 3m 4s 5s 6s 9p")
    table.row(0, 1.4, "9p 2s 3s 4s 5m 5m")
    assert hand_of(read(table)) == "123m456s99p234s55m"


def test_a_pair_nearer_than_the_row_belongs_to_the_hand_and_flowers_behind_it_do_not() -> None:
    table = Tabletop()
    table.row(0, 0, "1m 2m 3m 4s 5s 6s 9p 9p 9p 2s 3s 4s")
    table.row(6, 2.9, "5m 5m")
    table.row(5, -2.5, "f1 g3")
    reading = read(table)
    assert hand_of(reading) == "123m456s999p234s55m"
    assert sum(tile.group == "other" for tile in reading.tiles) == 2


def test_sets_spread_out_for_the_photo_are_a_hand_not_four_melds() -> None:
    table = Tabletop()
    x = 0.0
    for codes in ("1m 2m 3m", "4s 5s 6s", "9p 9p 9p", "2s 3s 4s", "5m 5m"):
        x = table.end_of(table.row(x, 0, codes)) + 0.6
    reading = read(table)
    assert hand_of(reading) == "123m456s999p234s55m"
    assert reading.melds == ()


def test_four_melds_leave_one_tile_and_the_winning_one() -> None:
    table = Tabletop()
    x = 0.0
    for codes in ("1m 1m 1m", "4s 4s 4s", "9p 9p 9p", "2s 2s 2s", "5m"):
        x = table.end_of(table.row(x, 0, codes)) + 0.7
    table.row(x, 0, "5m")
    reading = read(table)
    assert [kind for kind, _, _ in melds_of(reading)] == ["peng"] * 4
    assert hand_of(reading) == "5m"
    assert win_of(reading) == "5m"


def test_four_of_a_kind_in_the_hand_are_no_kong() -> None:
    table = Tabletop()
    table.row(0, 0, "1m 1m 1m 1m 3p 3p 5s 5s 6s 6s 7z 7z 9s")
    table.tile(14.5, 0, "9s")
    reading = read(table, rules="jinzhou")
    assert reading.melds == ()
    assert hand_of(reading) == "1111m33p5566s77z9s"


def test_sixteen_tiles_winds_and_flowers_are_read_as_they_lie_without_rules() -> None:
    table = Tabletop()
    table.row(0, 0, "1z 1z 2z 3z 4z 5z 6z 7z f1 g4 1m 2m 3m 9s 9s 9s")
    reading = read(table)
    assert hand_of(reading) == "11234567zf1g4123m999s"
    assert reading.questions == ()


def test_a_rule_system_asks_about_tiles_it_does_not_play_with_but_never_changes_a_sure_one() -> None:
    table = Tabletop()
    wind = table.row(0, 0, "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s 4s 1z 1z")[-1]
    reading = read(table, rules="jinzhou")
    assert reading.tiles[wind].tile == "1z"
    assert reading.tiles[wind].status == "doubtful"
    (told,) = (question for question in reading.questions if question.id == "foreign_tiles")
    assert (told.params["tiles"], wind in told.tiles) == ([{"tile": "1z", "count": 2}], True)


def test_a_hand_with_a_tile_too_few_or_too_many_is_asked_about() -> None:
    for count in (12, 15):
        table = Tabletop()
        table.row(0, 0, [f"{1 + place // 2}m" for place in range(count)])
        asked = [question for question in read(table, rules="jinzhou").questions if question.id == "hand_count"]
        assert [question.params["count"] for question in asked] == [count]


def test_rows_of_the_players_at_the_sides_name_their_seat() -> None:
    table = Tabletop()
    table.row(0, 0, [*HAND.split(), "4s", "5m", "5m"])
    right = [table.tile(18, -1.1 * step, "2p", turned=90) for step in range(5)]
    left = [table.tile(-5, -1.1 * step, "3p", turned=90) for step in range(5)]
    reading = read(table)
    assert {reading.tiles[tile].seat for tile in right} == {"right"}
    assert {reading.tiles[tile].seat for tile in left} == {"left"}
    assert {reading.tiles[tile].seat for tile in reading.hand} == {"self"}


@pytest.mark.parametrize(("x", "y"), [(0, 6), (16, 2), (0, -3), (0, -9)])
def test_a_second_hand_in_the_photo_asks_which_of_them_won(x: float, y: float) -> None:
    table = Tabletop()
    table.row(0, 0, HAND + " 7s 8s 9s 1m")
    assert "which_hand" not in [question.id for question in read(table, rules="jinzhou").questions]
    table.row(x, y, "1m 1m 4m 4m 7p 7p 8p 8p 2s 2s 6s 6s 9s 9s")
    assert "which_hand" in [question.id for question in read(table, rules="jinzhou").questions]


@pytest.mark.parametrize("y", [-9.0, 6.0])
def test_a_second_hand_with_a_few_tiles_of_its_own_beside_it_asks_which_of_them_won(y: float) -> None:
    table = Tabletop()
    table.row(0, 0, HAND + " 5m 5m 5m 4s")
    first = table.row(0, y, "9s 9s 9s")
    second = table.row(table.end_of(first) + 0.7, y, "4s 4s 4s")
    last = table.row(table.end_of(second) + 0.7, y, "3s 3s 3s 7p 7p")
    table.row(table.end_of(last) - 2.5, y - 1.4, "1m 5m 8s 5p")
    assert "which_hand" in [one.id for one in read(table, rules="jinzhou").questions]


def test_rows_of_discards_are_no_second_hand() -> None:
    table = Tabletop()
    table.row(0, 0, HAND + " 7s 8s 9s 1m")
    table.row(1, -4, "1m 9m 1s 9s 1p 9p")
    table.row(1, -5.4, "2m 8m 2s 8s 2p 8p 7z 7z 1m 3m 5m")
    assert "which_hand" not in [question.id for question in read(table, rules="jinzhou").questions]
