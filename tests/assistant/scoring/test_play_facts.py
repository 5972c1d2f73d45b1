"""Facts of play that other rule systems look at: asked for where they move money, or told as taken for granted."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.assistant.reading import MeldReading, Status, TableReading, TileReading
from paiyan.assistant.scoring import Facts, Scoring, score
from paiyan.engine.rules import find_ruleset
from paiyan.engine.tiles import parse_tiles

MCR: dict[str, Any] = {
    "ruleset": "mcr",
    "winner": 1,
    "dealer": 0,
    "method": "zimo",
    "round": 0,
    "flowers": "",
    "flags": {"last_of_kind": False},
}


def scored(hand: str, win: str, said: dict[str, Any], **changes: Any) -> Scoring:
    faces = [(tile.code, "hand") for tile in parse_tiles(hand)] + [(win, "win")]
    tiles = tuple(TileReading(code, 1.0, Status.SURE, (), 0.0, group) for code, group in faces)
    reading = TableReading(1, 1, tiles, tuple(range(len(faces) - 1)), (), len(faces) - 1)
    return score(reading, Facts.of({**said, **changes}))


def ids(scoring: Scoring) -> list[str]:
    return [question.id for question in scoring.questions]


HAND = ("234m234p34678s55m", "2s")


def test_the_last_of_its_kind_is_asked_for_and_counts_once_said() -> None:
    unsaid = scored(*HAND, MCR, flags={})
    assert (ids(unsaid), unsaid.certain) == (["last_of_kind"], False)
    without, with_it = scored(*HAND, MCR), scored(*HAND, MCR, flags={"last_of_kind": True})
    assert without.certain and with_it.certain
    assert without.ruling is not None and with_it.ruling is not None
    assert with_it.ruling["points"] - without.ruling["points"] == 4


def test_a_tile_that_the_hand_holds_already_cannot_be_the_last_of_its_kind() -> None:
    assert scored("234m234p345678s5m", "5m", MCR, flags={}).certain


@pytest.mark.parametrize(("name", "value"), [("round", None), ("flowers", None)])
def test_round_and_flowers_are_asked_for(name: str, value: Any) -> None:
    assert ids(scored("234m234p34s55m111z", "2s", MCR, **{name: value})) == [name]


def test_what_bars_from_winning_and_events_that_are_paid_are_told_as_taken_for_granted() -> None:
    wild = {"ruleset": "jinzhou_wild", "winner": 1, "dealer": 0, "method": "zimo", "kongs": [], "ming": "7s"}
    said = scored("12m8s567s99s45m555p", "6m", wild | {"open": [True, False, True, True]})
    assert said.assumed == ("no_genzhuang", "no_xuehui", "not_barred")
    nothing = {"wild_discarded": False, "wild_claimed": False, "louhu_blocked": False}
    told = scored("12m8s567s99s45m555p", "6m", wild | {"open": [True, False, True, True], "flags": nothing})
    assert told.assumed == ("no_genzhuang", "no_xuehui")
    assert scored(*HAND, MCR).assumed == ()


def claimed(ruleset: str, melds: list[tuple[str, str, Any]], hand: str, win: str, **facts: Any) -> Scoring:
    """Scores a hand with melds; each is its type, its tiles and whom the claimed one came from."""
    tiles: list[TileReading] = []

    def lay(notation: str, group: str) -> tuple[int, ...]:
        first = len(tiles)
        tiles.extend(TileReading(tile.code, 1.0, Status.SURE, (), 0.0, group) for tile in parse_tiles(notation))
        return tuple(range(first, len(tiles)))

    sets = tuple(
        MeldReading(kind, lay(notation, f"meld:{number}"), source)  # type: ignore[arg-type]
        for number, (kind, notation, source) in enumerate(melds)
    )
    concealed, won = lay(hand, "hand"), lay(win, "win")[0]
    reading = TableReading(1, 1, tuple(tiles), concealed, sets, won)
    return score(reading, Facts.of({"ruleset": ruleset, "winner": 1, "dealer": 0, **facts}))


TWELVE = [("peng", "111m", "left"), ("peng", "999m", "left"), ("peng", "555p", "across"), ("chi", "123s", "left")]


def test_who_pays_for_a_self_draw_after_four_claimed_sets_is_asked_among_those_who_gave_a_tile() -> None:
    facts = {"method": "zimo", "round": 0, "flags": {}}
    asked = claimed("guangdong_jipinghu", TWELVE, "5s", "5s", **facts)
    assert [(question.id, list(question.choices)) for question in asked.questions] == [("bao_seat", ["none", 0, 3])]
    said = claimed("guangdong_jipinghu", TWELVE, "5s", "5s", **facts | {"flags": {"bao_seat": 3}})
    assert said.certain and said.settlement is not None and said.settlement[3] == -said.settlement[1]
    nobody = claimed("guangdong_jipinghu", TWELVE, "5s", "5s", **facts | {"flags": {"bao_seat": "none"}})
    assert nobody.certain and nobody.settlement != said.settlement


def test_the_partner_in_mutual_liability_is_asked_whoever_claimed_the_sets() -> None:
    by_own_sets = claimed("beijing", TWELVE, "5s", "5s", method="zimo")
    assert [(question.id, list(question.choices)) for question in by_own_sets.questions] == [
        ("hubao_partner", ["none", 0, 3, 2])
    ]
    closed = claimed("beijing", [], "123456m123s56s55p", "7s", method="zimo")
    assert [list(question.choices) for question in closed.questions] == [["none", 0, 2, 3]]
    assert [list(one.settlement) for one in closed.conditional] == [
        [-1000, 3000, -1000, -1000],
        [-3000, 3000, 0, 0],
        [0, 3000, -3000, 0],
        [0, 3000, 0, -3000],
    ]
    assert claimed("beijing", TWELVE, "5s", "5s", method="zimo", flags={"hubao_partner": "none"}).certain
    assert claimed("beijing", TWELVE, "5s", "5s", method="zimo", options={"hubao": False}).certain


TABLE: dict[str, Any] = {"kongs": None, "method": None, "discarder": None, "flags": {}}
PAIRS = ("1144m7788p2266s9s", "9s")


def offered(ruleset: str, **said: Any) -> set[str]:
    facts = {**TABLE, "ruleset": ruleset, **said}
    return {
        str(one) for question in scored(*PAIRS, facts).questions if question.id == "method" for one in question.choices
    }


@pytest.mark.parametrize("dealer", [1, None])
def test_a_win_with_the_tiles_dealt_is_offered_where_the_winner_may_be_the_dealer(dealer: int | None) -> None:
    assert "tianhu" in offered("jinzhou", winner=1, dealer=dealer)
    assert "tianhu" in offered("jinzhou", winner=None, dealer=dealer)
    assert "tianhu" not in offered("jinzhou", winner=1, dealer=0)


@pytest.mark.parametrize("ruleset", ["jinzhou", "mcr", "beijing", "guangdong_jipinghu", "dingque", "hupai", "hukou"])
def test_every_way_of_winning_that_is_possible_is_offered(ruleset: str) -> None:
    """Whatever the winner and the dealer, but for a win after an own kong: none lies here."""
    known = {str(one) for one in find_ruleset(ruleset).methods} - {"kong_open"}
    assert offered(ruleset) == known


def test_in_wild_games_a_win_on_the_first_discard_is_offered_to_others_than_the_dealer() -> None:
    assert "dihu" in offered("jinzhou_wild", winner=1, dealer=None, ming="3m")
    assert "dihu" not in offered("jinzhou_wild", winner=1, dealer=1, ming="3m")


def test_what_only_the_first_round_allows_is_not_offered_to_whom_it_cannot_be() -> None:
    of_dealer, of_others = (offered("guangdong_jipinghu", winner=1, dealer=seat) for seat in (1, 0))
    assert {"tianhe", "renhe"} <= of_dealer and "dihe" not in of_dealer
    assert {"dihe", "renhe"} <= of_others and "tianhe" not in of_others
