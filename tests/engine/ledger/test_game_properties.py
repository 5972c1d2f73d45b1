"""What must hold for every game, whatever is played, taken back and played again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.ledger.ledger_hands import draw, mcr_win, win

from paiyan.engine.errors import InputError
from paiyan.engine.ledger import Entry, EntryKind, Game, game_json, rescore, rescored_json
from paiyan.engine.ledger.writer import log_json

UNDO, REDO = EntryKind.UNDO, EntryKind.REDO
SEAT = st.integers(0, 3)
TILE = st.sampled_from(["1s", "2s", "3p", "4p", "7z"])


def one_of_jinzhou() -> st.SearchStrategy[tuple[EntryKind, dict[str, Any]]]:
    wins = st.builds(
        lambda winner, step, options: win(winner, None if not step else (winner + step) % 4, options=options),
        SEAT,
        SEAT,
        st.fixed_dictionaries({}, optional={"score_cap": st.sampled_from([None, 100]), "base_unit": st.just(5)}),
    )
    kongs = st.builds(lambda seat, tile: {"seat": seat, "kind": "an", "tile": tile}, SEAT, TILE)
    followed = st.builds(lambda tile: {"type": "genzhuang", "tiles": [tile]}, TILE)
    passed = st.builds(
        lambda payer, step: {"payer": payer, "payee": (payer + step) % 4, "amount": 5}, SEAT, st.integers(1, 3)
    )
    named = st.builds(lambda name: {"names": [name, "", "", ""]}, st.text(max_size=3))
    return st.one_of(
        st.tuples(st.just(EntryKind.HAND), st.one_of(wins, st.just(draw()))),
        st.tuples(st.just(EntryKind.KONG), kongs),
        st.tuples(st.just(EntryKind.EVENT), followed),
        st.tuples(st.just(EntryKind.POINTS), passed),
        st.tuples(st.just(EntryKind.NAMED), named),
        st.tuples(st.sampled_from([UNDO, REDO]), st.just({})),
    )


def one_of_mcr() -> st.SearchStrategy[tuple[EntryKind, dict[str, Any]]]:
    wins = st.builds(lambda winner, step: mcr_win(winner, None if not step else (winner + step) % 4), SEAT, SEAT)
    return st.one_of(
        st.tuples(st.just(EntryKind.HAND), st.one_of(wins, st.just(draw()))),
        st.tuples(st.sampled_from([UNDO, REDO]), st.just({})),
    )


def played(setup: dict[str, Any], actions: list[tuple[EntryKind, dict[str, Any]]]) -> Game:
    game = Game.begin(setup)
    for kind, data in actions:
        try:
            entry = game.entry(kind, data)
        except InputError:
            continue
        game = game.then(Entry(entry.kind, entry.data, len(game.log), "now"))
    return game


GAMES = st.one_of(
    st.builds(
        played,
        st.fixed_dictionaries(
            {"ruleset": st.just("jinzhou"), "dealer": SEAT, "start_points": st.sampled_from([0, 1200])}
        ),
        st.lists(one_of_jinzhou(), max_size=12),
    ),
    st.builds(played, st.just({"ruleset": "mcr", "dealer": 1}), st.lists(one_of_mcr(), max_size=20)),
)
few = settings(max_examples=40, deadline=None)


@few
@given(GAMES)
def test_totals_sum_to_what_the_players_began_with(game: Game) -> None:
    assert sum(game.totals) == 4 * game.setup.start_points
    assert all(sum(hand.result.settlement.total) == 0 for hand in game.position.hands)


@few
@given(GAMES, one_of_jinzhou())
def test_undo_takes_back_exactly_what_was_done_and_redo_brings_it_again(
    game: Game, action: tuple[EntryKind, dict[str, Any]]
) -> None:
    kind, data = action
    if kind in (UNDO, REDO, EntryKind.NAMED):
        return
    try:
        after = game.play(kind, data)
    except InputError:
        return
    undone = after.play(UNDO)
    assert undone.position == game.position
    assert undone.play(REDO).position == after.position
    assert len(undone.log) == len(game.log) + 2, "nothing is taken out of the log"


@few
@given(GAMES)
def test_a_game_undone_to_its_start_and_redone_is_the_same(game: Game) -> None:
    back = game
    while back.can_undo:
        back = back.play(UNDO)
    begun = Game.begin(game.setup.data()).position
    assert back.position == replace(begun, names=game.position.names), "names are not taken back"
    while back.can_redo:
        back = back.play(REDO)
    whole = game
    while whole.can_redo:
        whole = whole.play(REDO)
    assert back.position == whole.position


@few
@given(GAMES)
def test_scoring_again_by_the_same_house_rules_changes_nothing(game: Game) -> None:
    for options in ({}, game.setup.options):
        again = rescore(game, options)
        assert again.totals == game.totals
        assert not any(hand.changed or hand.error for hand in again.hands)


@few
@given(GAMES)
def test_the_log_written_as_json_and_read_back_makes_the_same_game(game: Game) -> None:
    written = json.loads(json.dumps(log_json(game.log)))
    read = [Entry(EntryKind(one["type"]), one["payload"], one["seq"], one["at"]) for one in written]
    assert game_json(Game.of(read)) == json.loads(json.dumps(game_json(game)))
    assert json.loads(json.dumps(rescored_json(rescore(game, {})))) is not None
