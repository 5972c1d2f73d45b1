"""The examples that the command line prints can be right for the hand in question."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console
from tests.assistant.scoring.test_scoring import LIANGJIAO, reading_of

from paiyan.assistant.commands.facts_options import facts_from_options
from paiyan.assistant.commands.ruling_views import scoring_view
from paiyan.assistant.reading import TableReading
from paiyan.assistant.scoring import Facts, score
from paiyan.engine.errors import InputError

KONG = reading_of("123m678s99s45m", (("minggang", "5555p", "across"),), "6m")
REDS = reading_of("123m678s99s77z45m", (), "7z")
CLOSED = reading_of("123m678s99s45m555p", (), "6m")
THIRTEEN = reading_of("123m678s6m6m6m99s45p", ())
OTHER_KONG: dict[str, Any] = {"seat": 3, "kind": "zhua", "tile": "9p"}


def told(reading: TableReading, facts: Facts) -> str:
    console = Console(width=400, highlight=False)
    with console.capture() as capture:
        console.print(scoring_view(score(reading, facts), "en", reading, facts))
    return capture.get()


def options(out: str) -> dict[str, list[str]]:
    """The options that are printed, with the values of each."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"--([a-z-]+) ([0-9a-z:,+]+)", out):
        found.setdefault(name, []).append(value)
    return found


def said(**values: Any) -> Facts:
    return Facts.of({"ruleset": "jinzhou", **values})


@pytest.mark.parametrize("winner", range(4))
@pytest.mark.parametrize("reading", [LIANGJIAO, KONG, REDS, CLOSED], ids=["peng", "kong", "reds", "closed"])
@pytest.mark.parametrize("method", ["ron", "zimo", "kong_leak", None])
def test_every_example_taken_together_contradicts_nothing(
    winner: int, reading: TableReading, method: str | None
) -> None:
    facts = said(winner=winner) if method is None else said(winner=winner, method=method)
    printed = options(told(reading, facts))
    assert {"dealer", "open", "kong"} <= set(printed)
    for kong in [one for one in printed["kong"] if one == "none" or ":an:" in one]:
        values = {
            "ruleset": "jinzhou",
            "winner": winner,
            "dealer": int(printed["dealer"][0]),
            "method": method or printed["method"][0],
            "discarder": int(printed["from"][0]) if "from" in printed else None,
        }
        known = facts_from_options(
            values,
            open_seats=printed["open"][0],
            closed_seats=None,
            kongs=[kong],
            events=None,
            flags=None,
            house={},
            options=None,
            language="en",
        )
        score(reading, known)


@pytest.mark.parametrize("method", ["zimo", "tianhu"])
def test_examples_of_winner_and_dealer_and_of_who_is_open_fit_each_other(method: str) -> None:
    printed = options(told(CLOSED, said(method=method)))
    known = facts_from_options(
        {
            "ruleset": "jinzhou",
            "winner": int(printed["winner"][0]),
            "dealer": int(printed["dealer"][0]),
            "method": method,
        },
        open_seats=printed["open"][0] if "open" in printed else None,
        closed_seats=None,
        kongs=["none"],
        events=None,
        flags=None,
        house={},
        options=None,
        language="en",
    )
    assert score(CLOSED, known).ruling is not None


def test_a_doubtful_tile_is_put_as_it_was_read_unless_it_cannot_be_that() -> None:
    facts = said(winner=1, dealer=0, method="zimo", kongs=[], open=[True, True, True, True])
    as_read = reading_of("123m678s99s45m", (("peng", "555p", "across"),), "9m", {13: (("6m", 0.4),)})
    assert "--tile win=FACE, for example --tile win=9m (even if it is right)" in told(as_read, facts)
    foreign = reading_of("123m678s99s45m", (("peng", "555p", "across"),), "5z", {13: (("6m", 0.3),)})
    assert "--tile win=FACE, for example --tile win=6m; or" in told(foreign, facts)
    not_complete = reading_of("123m678s99s44m", (("peng", "555p", "across"),), "6z")
    assert "=6m" not in told(not_complete, said(ruleset="mcr", winner=1, dealer=0, method="zimo"))


def test_a_seat_known_to_be_open_is_among_those_listed_even_where_nobody_else_is() -> None:
    printed = options(told(LIANGJIAO, said(winner=1, dealer=0, method="zimo", kongs=[OTHER_KONG])))
    assert printed["open"] == ["0,1,3", "1,3"]
    assert printed["closed"] == ["2"]


def test_the_kong_of_an_example_is_another_seats_and_of_a_tile_that_is_not_seen() -> None:
    assert "2:an:7z" in options(told(LIANGJIAO, said(winner=1, dealer=0, method="zimo")))["kong"]
    assert "0:an:7z" in options(told(LIANGJIAO, said(winner=2, dealer=0, method="zimo")))["kong"]
    assert not any(":7z" in kong for kong in options(told(REDS, said(winner=1, dealer=0, method="zimo")))["kong"])


def test_whose_discard_a_kong_was_made_on_is_told_with_the_winners_seat() -> None:
    printed = options(told(KONG, said(winner=2, dealer=0, method="zimo", kongs=[])))
    assert printed["kong"] == ["2:zhua:5p", "2:da:5p:0"]


def test_the_winning_tile_of_an_example_is_one_that_can_be() -> None:
    facts = said(winner=1, dealer=0, method="zimo", kongs=[], open=[True, None, True, True])
    (example, *_) = options(told(THIRTEEN, facts))["win-tile"]
    assert example == "6m", "three of it are seen"
    four = replace(THIRTEEN, tiles=(*THIRTEEN.tiles, replace(THIRTEEN.tiles[0], tile="6m", group="discard")))
    (example, *_) = options(told(four, facts))["win-tile"]
    assert example != "6m"


def test_three_tiles_that_may_be_a_peng_are_named_as_the_photo_shows_them() -> None:
    facts = said(winner=1, dealer=0, method="zimo", kongs=[], open=[True, None, True, True])
    assert "--set 5p=peng" in told(CLOSED, facts)


def test_an_example_of_a_dealer_won_with_the_tiles_dealt_is_the_winner() -> None:
    out = told(CLOSED, said(winner=3, method="tianhu"))
    assert options(out)["dealer"] == ["3"]
    assert "--kong" not in out or options(out)["kong"] == ["none"]
    with pytest.raises(InputError):
        score(CLOSED, said(winner=3, dealer=0, method="tianhu", kongs=[]))
