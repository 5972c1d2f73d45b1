"""Readings of tiles as winning shapes, and how far tiles are from one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.engine.distance import tiles_away
from paiyan.engine.errors import InputError
from paiyan.engine.hand import Hand, Meld, MeldKind, count_tiles
from paiyan.engine.shapes import SetsReading, WaitShape, completing_kinds, pairs_reading, sets_readings, wait_shapes
from paiyan.engine.tiles import ALL_TILES, Tile, parse_tiles

PLAYED = [tile for tile in ALL_TILES if tile.suit in "mpsz"]
WALL = [tile for tile in PLAYED for _ in range(4)]


def counts(text: str) -> list[int]:
    return count_tiles(parse_tiles(text))


def index(code: str) -> int:
    return Tile.parse(code).index


@pytest.mark.parametrize(
    ("tiles", "readings"),
    [
        ("123m456p789s111z22z", 1),
        ("111222333m456p99s", 2),
        ("11122233344455m", 4),
        ("22233344455m", 3),
        ("1112345678999m5m", 1),
        ("1m1p", 0),
        ("11m22p", 0),
        ("123m11m11p11s", 0),
        ("12345m", 0),
        ("123m", 0),
        ("7777z", 0),
        ("77777z", 1),
    ],
)
def test_every_reading_is_found(tiles: str, readings: int) -> None:
    assert len(sets_readings(counts(tiles))) == readings


def test_a_reading_holds_exactly_the_tiles() -> None:
    for reading in sets_readings(counts("11122233344455m")):
        laid = [kind + step for kind in reading.chows for step in range(3)]
        laid += [kind for kind in reading.triplets for _ in range(3)] + [reading.pair] * 2
        assert sorted(laid) == sorted(tile.index for tile in parse_tiles("11122233344455m"))


def test_four_equal_tiles_are_two_of_seven_pairs() -> None:
    reading = pairs_reading(counts("1111m22p33p44s55s66s"))
    assert reading is not None
    assert reading.quads == 1
    assert pairs_reading(counts("111m22p33p44s55s667s")) is None
    assert pairs_reading(counts("11m22p")) is None


@given(st.permutations(WALL), st.sampled_from([1, 4, 7, 10, 13]))
def test_completing_kinds_are_those_that_give_a_reading(wall: list[Tile], size: int) -> None:
    base = count_tiles(wall[:size])
    found = set()
    for kind in range(34):
        base[kind] += 1
        if sets_readings(base) or pairs_reading(base):
            found.add(kind)
        base[kind] -= 1
    assert completing_kinds(base) == found


@pytest.mark.parametrize(
    ("tiles", "waits"),
    [
        ("1112345678999m", "123456789m"),
        ("2345678m", "258m"),
        ("1m", "1m"),
        ("7z", "7z"),
        ("7777z", "7z"),
        ("22m33p", "2m3p"),
        ("77z55s", "5s7z"),
        ("11m22m33m44p55p66p7s", "7s"),
        ("13m22m", "2m"),
        ("15m22m", ""),
    ],
)
def test_waits_of_known_hands(tiles: str, waits: str) -> None:
    assert completing_kinds(counts(tiles)) == {tile.index for tile in parse_tiles(waits)}


@pytest.mark.parametrize(
    ("chow", "win", "shape"),
    [
        ("1m", "3m", WaitShape.EDGE),
        ("1m", "1m", WaitShape.TWO_SIDED),
        ("7m", "7m", WaitShape.EDGE),
        ("7m", "9m", WaitShape.TWO_SIDED),
        ("4s", "5s", WaitShape.MIDDLE),
        ("4s", "4s", WaitShape.TWO_SIDED),
        ("7p", "8p", WaitShape.MIDDLE),
    ],
)
def test_shape_completed_in_a_run(chow: str, win: str, shape: WaitShape) -> None:
    assert wait_shapes(SetsReading((index(chow),), (), index("7z")), index(win)) == [shape]


def test_one_tile_may_complete_several_shapes() -> None:
    reading = SetsReading((index("1m"), index("2m")), (), index("3m"))
    assert wait_shapes(reading, index("3m")) == [WaitShape.PAIR, WaitShape.EDGE, WaitShape.MIDDLE]


@pytest.mark.parametrize(
    ("tiles", "away"),
    [
        ("123m456p789s11122z", 0),
        ("123m456p789s11123z", 1),
        ("11m22m33p44p55s66s77z", 0),
        ("11m22m33p44p55s67s77z", 1),
        ("1m", 4),
        ("147m258p369s12345z", 9 - 2),
        ("22m", 0),
        ("23m", 1),
        ("22m34p8s", 1),
    ],
)
def test_tiles_away_from_a_hand(tiles: str, away: int) -> None:
    held = counts(tiles)
    melds = (14 - sum(held)) // 3
    assert tiles_away(held, melds, seven_pairs=True) == (away if sum(held) % 3 == 2 else 1)


@given(st.permutations(WALL), st.sampled_from([2, 5, 8, 11, 14]))
def test_no_tiles_away_means_a_reading(wall: list[Tile], size: int) -> None:
    held = count_tiles(wall[:size])
    complete = bool(sets_readings(held) or pairs_reading(held))
    assert (tiles_away(held, (14 - size) // 3, seven_pairs=True) == 0) == complete


@given(st.permutations(WALL[:72]), st.integers(0, 33))
def test_one_exchange_brings_a_hand_nearer_by_one_at_most(wall: list[Tile], kind: int) -> None:
    held = count_tiles(wall[:14])
    before = tiles_away(held, 0, seven_pairs=True)
    held[wall[0].index] -= 1
    held[kind] += 1
    assert abs(tiles_away(held, 0, seven_pairs=True) - before) <= 1


def test_a_meld_lists_its_tiles_lowest_first() -> None:
    meld = Meld.of(MeldKind.CHI, parse_tiles("645p"))
    assert (meld.text, meld.kind.opens, meld.kind.is_kong) == ("456p", True, False)
    assert Meld.of(MeldKind.AN, parse_tiles("7777z")).text == "7777z"


def test_a_hand_with_only_a_concealed_kong_is_not_open() -> None:
    kong = Meld.of(MeldKind.AN, parse_tiles("2222m"))
    assert not Hand(parse_tiles("555p888s111s9m"), (kong,)).is_open


def test_a_flower_cannot_be_held() -> None:
    with pytest.raises(InputError, match="f1"):
        Hand((*parse_tiles("123m456p789s11z2z"), Tile.parse("f1")))
