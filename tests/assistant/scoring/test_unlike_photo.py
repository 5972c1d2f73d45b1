"""Kongs that are said to be other than the photo shows count as said, and are pointed out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.assistant.scoring.test_scoring import LIANGJIAO, SAID, reading_of, scored
from tests.assistant.scoring.test_set_sizes import STACKED
from tests.worked_case import PLAIN_WIN

from paiyan.assistant.api.cases import score_any_case
from paiyan.assistant.commands.set_options import with_sets
from paiyan.assistant.reading import TableReading
from paiyan.assistant.scoring import Facts, score

TURNED_ACROSS = reading_of("123m678s99s45m", (("minggang", "5555p", "across"),), "6m")
UNTURNED = reading_of("123m678s99s45m", (("minggang", "5555p", None),), "6m")
OF_THE_WIN = ("ruleset", "dealer", "winner", "hand", "win_tile", "open")
CASE: dict[str, Any] = {name: PLAIN_WIN[name] for name in OF_THE_WIN} | {"win_method": "zimo"}


def made(kind: str, payer: int | None = None) -> dict[str, Any]:
    """The winner's kong of 5p; `payer` discarded the fourth."""
    return {"seat": 1, "kind": kind, "tile": "5p"} | ({} if payer is None else {"from": payer})


def case_of(kong: dict[str, Any]) -> dict[str, Any]:
    """A full case with that kong spelt out."""
    meld = {"type": f"minggang_{kong['kind']}", "tiles": "5555p", "from": kong.get("from")}
    return CASE | {"melds": [meld], "kongs": [kong]}


@pytest.mark.parametrize(
    ("reading", "kong", "told"),
    [
        (TURNED_ACROSS, made("da", 0), True),
        (TURNED_ACROSS, made("da", 3), False),
        (TURNED_ACROSS, made("zhua"), False),
        (UNTURNED, made("da", 0), False),
    ],
)
def test_a_payer_whom_the_turned_tile_does_not_point_to_counts_and_is_pointed_out(
    reading: TableReading, kong: dict[str, Any], told: bool
) -> None:
    by_facts = scored(reading, kongs=[kong])
    by_case = score_any_case(case_of(kong), reading)
    for scoring in (by_facts, by_case):
        assert scoring.certain
        assert ("kong_turned_otherwise" in scoring.assumed) is told
    assert by_facts.settlement == by_case.settlement
    if kong["kind"] == "da":
        assert by_facts.settlement is not None
        assert by_facts.settlement[kong["from"]] == min(by_facts.settlement), "whoever is said to have discarded pays"


@pytest.mark.parametrize("kong", [made("zhua"), made("da", 3)])
def test_a_kong_of_which_the_photo_shows_three_tiles_counts_and_is_pointed_out(kong: dict[str, Any]) -> None:
    for scoring in (scored(LIANGJIAO, kongs=[kong]), score_any_case(case_of(kong), LIANGJIAO)):
        assert scoring.certain
        assert scoring.assumed[-1] == "kong_of_three"
        assert scoring.settlement is not None and scoring.settlement[1] == 28
    assert "kong_of_three" not in scored(TURNED_ACROSS, kongs=[kong]).assumed
    assert "kong_of_three" not in score_any_case(case_of(kong)).assumed, "there is no photo"


def test_a_kong_that_answers_what_the_photo_asks_is_not_pointed_out() -> None:
    assert "kong_of_three" not in scored(STACKED, kongs=[made("zhua")]).assumed


def test_three_tiles_that_are_said_to_be_a_concealed_kong_are_one_unless_a_tile_is_turned() -> None:
    unturned = replace(LIANGJIAO, melds=(replace(LIANGJIAO.melds[0], source=None),))
    facts = SAID | {"open": [True, None, True, True], "kongs": [made("an")]}
    scoring = score(unturned, Facts.of(facts))
    assert scoring.case is not None
    assert scoring.case["melds"] == [{"type": "angang", "tiles": "5555p", "from": None}]
    assert "kong_of_three" in scoring.assumed


def test_three_tiles_said_to_be_a_kong_are_the_concealed_one_that_is_listed() -> None:
    unturned = replace(LIANGJIAO, melds=(replace(LIANGJIAO.melds[0], source=None),))
    facts = Facts.of(SAID | {"open": [True, None, True, True], "kongs": [made("an")]})
    by_set = score(with_sets(unturned, {"5p": "kong"}, "en"), facts)
    assert by_set.settlement == score(unturned, facts).settlement
    assert by_set.certain
