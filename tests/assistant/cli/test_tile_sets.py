"""`paiyan tile-sets` and reading with a set."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.assistant.cli.conftest import Paiyan
from tests.assistant.row_reader import ROW, row_of_tiles
from tests.painted_tiles import as_png, painted_photo

SIZE = (1200, 480)
READ = [*ROW, "6m"]
THERE = ["8m" if code == "3m" else code for code in READ]
"""What lies on the table: the reader takes its 8m for a 3m."""
SAID = "1284599m555p789s6m"


@pytest.fixture
def faces(tmp_path: Path) -> str:
    path = tmp_path / "faces.png"
    path.write_bytes(as_png(painted_photo(THERE, row_of_tiles(*SIZE).corners, SIZE)))
    return str(path)


@pytest.fixture
def sets(paiyan: Paiyan, tmp_path: Path) -> Callable[..., object]:
    """Runs `paiyan tile-sets` over a data folder of its own."""
    return lambda *arguments: paiyan("tile-sets", *arguments, "--data", str(tmp_path / "data"))


def enrolled(sets: Callable[..., object], faces: str) -> None:
    run = sets("add", faces, "--name", "home", "--tiles", SAID, "--yes")
    assert run.code == 0, run.err


def test_no_set_is_enrolled_at_first(sets) -> None:
    assert sets("--json").lines == [{"tile_sets": []}]
    assert "Take a photo" in sets("list").out


def test_a_set_enrolled_with_the_tiles_put_right_reads_them_right(paiyan, sets, faces, tmp_path) -> None:
    enrolled(sets, faces)
    data = str(tmp_path / "data")
    plain = paiyan("read", faces, "--json").lines[0]
    mended = paiyan("read", faces, "--tile-set", "home", "--data", data, "--json").lines[0]
    assert [tile["tile"] for tile in plain["tiles"]].count("8m") == 0
    assert sorted(tile["tile"] for tile in mended["tiles"]) == sorted(THERE)
    assert mended["tile_set"]["name"] == "home"


def test_what_is_seen_and_missing_is_told(sets, faces) -> None:
    told = sets("add", faces, "--name", "home", "--yes")
    assert told.code == 0
    assert "1m 2m 3m 4m 5m 9m 9m 5p 5p 5p 7s 8s 9s 6m" in told.err
    assert "Still missing" in told.err
    (listed,) = sets("list", "--json").lines[0]["tile_sets"]
    assert listed["counts"]["9m"] == 2
    assert "7z" in listed["missing"]


def test_nothing_is_kept_unless_the_tiles_are_confirmed(sets, faces) -> None:
    run = sets("add", faces, "--name", "home")
    assert run.code == 2
    assert "--yes" in run.err
    assert sets("--json").lines == [{"tile_sets": []}]


def test_tiles_said_that_do_not_fit_the_photo_are_refused_with_both_counts(sets, faces) -> None:
    run = sets("add", faces, "--name", "home", "--tiles", "123m")
    assert run.code == 1
    assert "names 3 tiles, 14 are seen" in run.err
    assert sets("add", faces, "--name", "home", "--tiles", "12x").code == 2


def test_faces_said_of_tiles_that_were_read_clearly_as_others_are_doubted_unless_insisted_on(sets, faces) -> None:
    run = sets("add", faces, "--name", "home", "--tiles", SAID)
    assert run.code == 1
    assert "tile 3 was read as 3m and is said to be 8m" in run.err
    assert "--yes" in run.err
    suits = sets("add", faces, "--name", "home", "--tiles", "1234599p555m789s6p")
    assert "tile 1 was read as 1m and is said to be 1p" in suits.err
    assert sets("--json").lines == [{"tile_sets": []}]
    assert sets("add", faces, "--name", "home", "--tiles", SAID, "--yes").code == 0


def test_a_set_is_renamed_taught_and_removed(sets, faces) -> None:
    enrolled(sets, faces)
    assert sets("rename", "home", "--name", "club").code == 0
    assert sets("learn", faces, "--name", "club", "--tiles", SAID, "--yes").code == 0
    assert sets("--json").lines[0]["tile_sets"][0]["counts"]["8m"] == 2
    assert sets("remove", "club", "--json").lines[0]["name"] == "club"
    assert sets("--json").lines == [{"tile_sets": []}]


@pytest.mark.parametrize(
    "arguments",
    [
        ("rename", "nobody", "--name", "x"),
        ("remove", "nobody"),
        ("add", "no-such-photo.jpg", "--name", "x", "--yes"),
    ],
)
def test_what_does_not_exist_is_a_clear_refusal(sets, arguments: tuple[str, ...]) -> None:
    run = sets(*arguments)
    assert run.code == 1
    assert len(run.err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [("dance",), ("add",), ("add", "a.jpg"), ("rename", "a"), ("remove",), ("measure",), ("fit", "one")],
)
def test_a_wrong_call_is_a_usage_error(sets, arguments: tuple[str, ...]) -> None:
    assert sets(*arguments).code == 2


def test_reading_with_a_set_that_does_not_exist_is_refused(paiyan, faces, tmp_path) -> None:
    run = paiyan("read", faces, "--tile-set", "nobody", "--data", str(tmp_path / "data"))
    assert run.code == 1
    assert "nobody" in run.err


def test_scoring_takes_a_set_too(paiyan, sets, faces, tmp_path) -> None:
    enrolled(sets, faces)
    run = paiyan("score", faces, "--rules", "jinzhou", "--tile-set", "home", "--data", str(tmp_path / "data"), "--json")
    assert run.lines[0]["reading"]["tile_set"]["name"] == "home"
