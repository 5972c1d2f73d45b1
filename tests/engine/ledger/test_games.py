"""A game from its first hand to its last: dealer, 圈, kongs, totals, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.ledger.ledger_hands import draw, mcr_win, win

from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.ledger import Entry, EntryKind, Game, game_json

HAND, KONG, EVENT, UNDO, REDO = (
    EntryKind.HAND,
    EntryKind.KONG,
    EntryKind.EVENT,
    EntryKind.UNDO,
    EntryKind.REDO,
)


def jinzhou(**setup: Any) -> Game:
    return Game.begin({"ruleset": "jinzhou", "dealer": 0, **setup})


def mcr(**setup: Any) -> Game:
    return Game.begin({"ruleset": "mcr", "dealer": 0, **setup})


def refusal(game: Game, kind: EntryKind, data: dict[str, Any]) -> InputError:
    with pytest.raises(InputError) as caught:
        game.entry(kind, data)
    return caught.value


def dealers(game: Game) -> list[int]:
    return [hand.dealer for hand in game.position.hands]


def test_a_hand_is_settled_as_the_rules_say_and_its_case_is_kept_whole() -> None:
    game = jinzhou(options={"haidilao_total": 8}).play(HAND, win(1, 2))
    (hand,) = game.position.hands
    assert hand.case is not None
    assert (hand.case["ruleset"], hand.case["dealer"], hand.case["options"]) == ("jinzhou", 0, {"haidilao_total": 8})
    assert rule_case(hand.case)["settlement"] == hand.result.settlement.total == game.totals
    assert [(one.seat, one.label, one.hu_class, one.points) for one in hand.result.winners] == [(1, "两叫", 1, 2)]


def test_the_deal_stays_after_a_drawn_hand_and_an_own_win_and_else_passes_on() -> None:
    game = jinzhou().play(HAND, draw()).play(HAND, win(0)).play(HAND, win(2)).play(HAND, win(0, 1))
    assert dealers(game) == [0, 0, 0, 1]
    assert [hand.repeats for hand in game.position.hands] == [0, 1, 2, 0]
    assert game.position.dealer == 2


def test_by_house_rule_the_deal_passes_on_after_the_dealers_own_win() -> None:
    assert jinzhou(options={"dealer_repeat_on_win": False}).play(HAND, win(0)).position.dealer == 1


@pytest.mark.parametrize("ruleset", ["beijing", "guangdong_jipinghu"])
def test_elsewhere_the_deal_stays_after_a_drawn_hand_unless_the_house_never_repeats(ruleset: str) -> None:
    draw_by_hand = {"settlement": [0, 0, 0, 0]}
    assert Game.begin({"ruleset": ruleset, "dealer": 1}).play(HAND, draw_by_hand).position.dealer == 1
    never = Game.begin({"ruleset": ruleset, "dealer": 1, "options": {"dealer_repeat": "never"}})
    assert never.play(HAND, draw_by_hand).position.dealer == 2


def test_after_each_seat_has_dealt_the_next_round_begins() -> None:
    game = jinzhou(dealer=2)
    for dealer in (2, 3, 0, 1):
        assert (game.position.dealer, game.position.round) == (dealer, 0)
        game = game.play(HAND, win((dealer + 1) % 4))
    assert (game.position.dealer, game.position.round) == (2, 1)


def test_who_really_dealt_counts_and_play_goes_on_from_there() -> None:
    passed_early = jinzhou().play(HAND, win(0)).play(HAND, win(2, dealer=1))
    assert (dealers(passed_early), passed_early.position.turn) == ([0, 1], 2)
    stayed = jinzhou().play(HAND, win(1)).play(HAND, win(2, dealer=0))
    assert (dealers(stayed), stayed.position.turn, stayed.position.hands[1].repeats) == ([0, 0], 1, 1)


def test_the_first_hand_may_say_who_deals() -> None:
    game = jinzhou(dealer=None)
    assert refusal(game, HAND, win(1)).field == "case.dealer"
    assert game.play(HAND, win(1, dealer=3)).position.dealer == 0


def test_kongs_and_followed_rounds_told_as_they_happen_are_paid_with_the_hand() -> None:
    game = jinzhou().play(KONG, {"seat": 2, "kind": "an", "tile": "7z"})
    game = game.play(EVENT, {"type": "genzhuang", "tiles": ["5s"]}).play(EVENT, {"type": "genzhuang", "tiles": ["7p"]})
    assert game.under_way is not None
    assert game.under_way.settlement.total == [-16 - 3 * 4 - 3 * 8, -16 + 12, 48 + 12, -16 + 12]
    assert game.totals == [0, 0, 0, 0]
    told = game.play(HAND, draw())
    at_once = jinzhou().play(
        HAND,
        draw(
            kongs=[{"seat": 2, "kind": "an", "tile": "7z"}],
            events=[{"type": "genzhuang", "tiles": ["5s", "7p"]}, {"type": "huangzhuang"}],
        ),
    )
    assert told.totals == at_once.totals
    assert told.position.kongs == told.position.events == ()


def test_a_kong_that_the_hand_names_again_is_paid_once() -> None:
    kong = {"seat": 3, "kind": "zhua", "tile": "2p"}
    game = jinzhou().play(KONG, kong).play(HAND, draw(kongs=[kong]))
    assert game.totals == jinzhou().play(HAND, draw(kongs=[kong])).totals
    assert game.totals != jinzhou().play(HAND, draw()).totals


def test_points_passed_outside_a_hand_count_and_are_listed_with_their_note() -> None:
    game = jinzhou().play(HAND, draw()).play(EntryKind.POINTS, {"payer": 1, "payee": 0, "amount": 30, "note": "烟钱"})
    assert game.totals == [-12 + 30, 4 - 30, 4, 4]
    history = game_json(game)["history"]
    assert [entry["type"] for entry in history] == ["hand", "points"]
    assert history[1]["note"] == "烟钱"


def test_a_hand_worked_out_by_people_is_taken_as_they_say() -> None:
    game = jinzhou().play(HAND, {"settlement": [-10, 30, -10, -10], "winner": 1, "label": "四类"})
    (hand,) = game.position.hands
    assert (hand.case, game.totals, game.position.dealer) == (None, [-10, 30, -10, -10], 1)
    assert [(one.payer, one.payee, one.amount) for one in hand.result.settlement.transfers] == [
        (0, 1, 10),
        (2, 1, 10),
        (3, 1, 10),
    ]


def test_mcr_tables_begin_with_500_points_and_play_four_rounds_of_four_hands_without_repeats() -> None:
    game = mcr()
    assert game.totals == [500] * 4
    for number in range(16):
        assert not game.over
        assert (game.position.dealer, game.position.round) == (number % 4, number // 4)
        game = game.play(HAND, draw() if number % 2 else mcr_win(number % 4))
    assert game.over
    assert sum(game.totals) == 2000
    assert refusal(game, HAND, draw()).code == "game_over"
    assert refusal(game, KONG, {"seat": 0, "kind": "an", "tile": "1m"}).code == "game_over"
    assert not game.play(UNDO).over


def test_mcr_winds_follow_from_the_round_and_the_deal() -> None:
    game = mcr()
    for _ in range(5):
        game = game.play(HAND, draw())
    game = game.play(HAND, mcr_win(0, 2))
    case = game.position.hands[-1].case
    assert case is not None
    assert (case["dealer"], case["round_wind"], case["seat_wind"]) == (1, 1, 3)


def test_titles_are_given_where_the_table_counts_in_skill_points() -> None:
    assert game_json(jinzhou())["titles"] is None
    titled = jinzhou(start_points=1200).play(HAND, draw())
    assert game_json(titled)["titles"] == ["老千", "抗把子", "抗把子", "抗把子"]


@pytest.mark.parametrize(
    ("kind", "data", "code", "field"),
    [
        (HAND, {}, "missing_field", "settlement"),
        (HAND, win(1, 1), "discarder_is_winner", "case.discarder"),
        (HAND, win(1, 2, hand="123m678s99s45p"), "hand_goes_on", "case"),
        (HAND, {"case": {"kind": "wild_determination"}}, "unknown_kind", "case.kind"),
        (HAND, {"settlement": [1, 0, 0, 0]}, "settlement_not_zero", "settlement"),
        (HAND, {"settlement": [0, 0, 0]}, "wrong_length", "settlement"),
        (HAND, {"settlement": [0.5, -0.5, 0, 0]}, "wrong_type", "settlement[0]"),
        (KONG, {"seat": 4, "kind": "an", "tile": "1m"}, "bad_seat", "seat"),
        (KONG, {"seat": 1, "kind": "an", "tile": "1z"}, "tile_not_in_ruleset", "tile"),
        (EVENT, {"type": "xuehui", "seat": 1}, "event_not_in_ruleset", "type"),
        (EntryKind.POINTS, {"payer": 1, "payee": 1, "amount": 3}, "payer_is_payee", "payee"),
        (EntryKind.POINTS, {"payer": 1, "payee": 2, "amount": 0}, "number_out_of_range", "amount"),
        (EntryKind.NAMED, {"names": ["a"]}, "wrong_length", "names"),
        (EntryKind.STARTED, {"ruleset": "jinzhou"}, "game_started_already", "type"),
        (UNDO, {}, "nothing_to_undo", "type"),
        (REDO, {}, "nothing_to_redo", "type"),
    ],
)
def test_what_does_not_fit_the_game_is_refused(kind: EntryKind, data: dict[str, Any], code: str, field: str) -> None:
    error = refusal(jinzhou(), kind, data)
    assert (error.code, error.field) == (code, field)


def test_a_second_kong_of_the_same_tile_is_refused() -> None:
    game = jinzhou().play(KONG, {"seat": 2, "kind": "an", "tile": "3m"})
    assert refusal(game, KONG, {"seat": 1, "kind": "zhua", "tile": "3m"}).code == "duplicate_kong"


@pytest.mark.parametrize(
    ("setup", "field"),
    [
        ({"ruleset": "nowhere"}, "ruleset"),
        ({"ruleset": "jinzhou", "options": {"score_cap": 7}}, "options.score_cap"),
        ({"ruleset": "jinzhou", "names": ["x" * 41, "", "", ""]}, "names[0]"),
        ({"ruleset": "jinzhou", "dealer": 4}, "dealer"),
        ({"ruleset": "jinzhou", "rounds": 0}, "rounds"),
        ({"ruleset": "jinzhou", "colour": "red"}, "colour"),
    ],
)
def test_a_game_that_cannot_begin_names_the_field(setup: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        Game.begin(setup)
    assert caught.value.field == field


def test_a_log_that_does_not_begin_with_the_start_is_no_game() -> None:
    with pytest.raises(InputError):
        Game.of([Entry(EntryKind.UNDO, {})])
