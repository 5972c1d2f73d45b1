"""A stored game scored again under changed house rules."""

from __future__ import annotations

import pytest
from tests.engine.ledger.ledger_hands import draw, win

from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.ledger import EntryKind, Game, rescore, rescored_json


@pytest.fixture
def game() -> Game:
    game = Game.begin({"ruleset": "jinzhou", "dealer": 0, "options": {"base_unit": 1}})
    hands = (win(1, 2), draw(), win(2, None), {"settlement": [5, -5, 0, 0], "winner": 0})
    for hand in hands:
        game = game.play(EntryKind.HAND, hand)
    return game


def test_the_differences_are_shown_hand_by_hand_and_lead_to_the_new_totals(game: Game) -> None:
    options = {"discard_double_scope": "discarder_only", "huangzhuang_each": 0}
    again = rescore(game, options)
    for one in again.hands[:3]:
        assert one.hand.case is not None
        expected = rule_case({**one.hand.case, "options": {"base_unit": 1, **options}})["settlement"]
        assert one.after.settlement.total == expected
    assert [one.changed for one in again.hands] == [True, True, False, False]
    assert again.hands[1].difference == [-4, 12, -4, -4], "seat 1 dealt"
    written = rescored_json(again)
    assert written["changed"] == 2
    assert written["after"] == [
        points + change for points, change in zip(game.totals, written["difference"], strict=True)
    ]
    assert [hand["fixed"] for hand in written["hands"]] == [False, False, False, True]


def test_a_hand_that_no_longer_wins_pays_nothing_and_says_why() -> None:
    closed = win(
        1, 2, hand="123m678s99s45m555p", melds=[], open=[True, False, True, True], options={"require_open": False}
    )
    game = Game.begin({"ruleset": "jinzhou", "dealer": 0}).play(EntryKind.HAND, closed)
    (hand,) = rescore(game, {"require_open": True}).hands
    assert hand.after.winners == ()
    assert [fault.id for fault in hand.after.faults] == ["not_open"]
    assert hand.after.settlement.total == [0, 0, 0, 0]


def test_only_house_rules_that_the_game_knows_can_be_changed(game: Game) -> None:
    for options, field in (({"no_such": 1}, "options.no_such"), ({"score_cap": 7}, "options.score_cap")):
        with pytest.raises(InputError) as caught:
            rescore(game, options)
        assert caught.value.field == field


def test_the_stored_game_itself_stays_as_it_is(game: Game) -> None:
    before = game.totals
    rescore(game, {"base_unit": 5})
    assert game.totals == before
