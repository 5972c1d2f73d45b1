"""A photo with left and right exchanged, as selfie cameras save it, is read as the table is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.assistant.reading import TableReading
from paiyan.assistant.reading.photo import Reader
from paiyan.vision.images import Photo, load_photo

SAMPLES = Path(__file__).parents[3] / "seeds/samples"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.default()


def photo(name: str, *, mirrored: bool = False) -> Photo:
    pixels = load_photo(SAMPLES / f"{name}.jpg").pixels
    return Photo.from_pixels(np.ascontiguousarray(pixels[:, ::-1]) if mirrored else pixels)


def told(reading: TableReading) -> set[str]:
    return {advice.id for advice in reading.coach}


def parts(reading: TableReading) -> object:
    melds = [(meld.type, reading.faces(meld.tiles), meld.source) for meld in reading.melds]
    win = None if reading.win_tile is None else reading.tiles[reading.win_tile].tile
    return reading.faces(reading.hand), melds, win


@pytest.mark.parametrize("name", ["seven-pairs", "chi-peng-win-apart"])
def test_a_mirrored_photo_is_read_as_the_one_that_is_not(reader: Reader, name: str) -> None:
    straight, turned = (reader.read(photo(name, mirrored=mirrored), "jinzhou") for mirrored in (False, True))
    assert told(turned) - told(straight) == {"mirrored"}
    assert parts(turned) == parts(straight)


def test_the_tiles_of_a_mirrored_photo_lie_where_that_photo_shows_them(reader: Reader) -> None:
    straight, turned = (reader.read(photo("seven-pairs", mirrored=mirrored), "jinzhou") for mirrored in (False, True))
    for tile, other in zip(straight.tiles, turned.tiles, strict=True):
        assert tile.tile == other.tile
        middle, seen = (np.mean(one.corners, axis=0) for one in (tile, other))
        assert seen == pytest.approx([straight.width - middle[0], middle[1]], abs=3)
        assert (tile.axis + other.axis) % 180 == pytest.approx(0, abs=4) or (tile.axis + other.axis) % 180 > 176
        assert other.corners[0] == min(other.corners, key=sum), "the top left one first"


@pytest.mark.parametrize("name", sorted(path.stem for path in SAMPLES.glob("*.jpg")))
def test_a_sample_photo_is_not_taken_for_a_mirrored_one(reader: Reader, name: str) -> None:
    assert "mirrored" not in told(reader.read(photo(name), "jinzhou"))
