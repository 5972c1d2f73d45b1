"""Tiles and what other programs call them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.engine.notation import from_gb, from_tenhou, from_tenhou_id, from_unicode, to_gb, to_tenhou, to_unicode
from paiyan.engine.tiles import ALL_TILES, TILE_CODES, NotationError, Tile, format_tiles, parse_tiles

PLAYED = [tile for tile in ALL_TILES if tile.suit in "mpsz"]
tiles_of_a_hand = st.lists(st.sampled_from(PLAYED), max_size=14)


def test_there_are_42_faces_in_class_order() -> None:
    assert len(TILE_CODES) == len(ALL_TILES) == 42
    assert (TILE_CODES[0], TILE_CODES[26], TILE_CODES[33], TILE_CODES[34], TILE_CODES[41]) == (
        "1m",
        "9s",
        "7z",
        "f1",
        "g4",
    )
    assert [Tile.parse(code).index for code in TILE_CODES] == list(range(42))


@given(st.lists(st.sampled_from(ALL_TILES), max_size=20))
def test_notation_round_trips(tiles: list[Tile]) -> None:
    assert list(parse_tiles(format_tiles(tiles))) == tiles


@pytest.mark.parametrize("text", ["1", "m", "0m", "8z", "f5", "g", "1x", "m1", "一万", "f", "1m2"])
def test_text_that_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tiles(text)


def test_a_tile_outside_the_faces_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="0–41"):
        Tile(42)


@given(st.lists(st.sampled_from(ALL_TILES), max_size=20))
def test_unicode_round_trips(tiles: list[Tile]) -> None:
    assert list(from_unicode(to_unicode(tiles))) == tiles


@pytest.mark.parametrize(
    ("code", "char"),
    [
        ("1z", "🀀"),
        ("7z", "🀄"),
        ("6z", "🀅"),
        ("5z", "🀆"),
        ("1m", "🀇"),
        ("1s", "🀐"),
        ("1p", "🀙"),
        ("f1", "🀢"),
        ("g4", "🀩"),
    ],
)
def test_unicode_goes_by_name_not_by_order(code: str, char: str) -> None:
    assert to_unicode([Tile.parse(code)]) == char


def test_the_emoji_form_of_the_red_dragon_is_read() -> None:
    assert from_unicode("🀄\ufe0f 🀇") == parse_tiles("7z1m")


@pytest.mark.parametrize("text", ["🀫", "1m", "🂡"])
def test_characters_that_are_no_faces_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        from_unicode(text)


@given(tiles_of_a_hand)
def test_tenhou_round_trips(tiles: list[Tile]) -> None:
    assert list(from_tenhou(to_tenhou(tiles))) == tiles


def test_tenhou_red_fives_are_fives() -> None:
    assert from_tenhou("406m0p") == parse_tiles("456m5p")


def test_tenhou_ids_are_four_to_a_face() -> None:
    assert [from_tenhou_id(number) for number in range(0, 136, 4)] == PLAYED
    assert from_tenhou_id(135) == Tile.parse("7z")
    with pytest.raises(NotationError):
        from_tenhou_id(136)


@pytest.mark.parametrize("tile", PLAYED, ids=str)
def test_pymahjonggb_round_trips(tile: Tile) -> None:
    assert from_gb(to_gb(tile)) == tile


@pytest.mark.parametrize(
    ("code", "gb"), [("1m", "W1"), ("9s", "T9"), ("5p", "B5"), ("4z", "F4"), ("7z", "J1"), ("6z", "J2"), ("5z", "J3")]
)
def test_pymahjonggb_goes_by_name_not_by_order(code: str, gb: str) -> None:
    assert to_gb(Tile.parse(code)) == gb


def test_flowers_have_no_name_in_hands_of_tenhou_and_pymahjonggb() -> None:
    flower = Tile.parse("f1")
    for refuse in (
        lambda: to_gb(flower),
        lambda: to_tenhou([flower]),
        lambda: from_gb("H1"),
        lambda: from_tenhou("f1"),
    ):
        with pytest.raises(NotationError):
            refuse()
