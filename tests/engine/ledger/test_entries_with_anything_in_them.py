"""Whatever is sent to a game is entered or refused with a field, and the game stays whole."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.ledger.ledger_hands import draw, mcr_win, win

from paiyan.engine.case_reader import CASE_FIELDS
from paiyan.engine.errors import InputError
from paiyan.engine.ledger import EntryKind, Game, game_json

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 20)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "6m", "7z", "555p", "an", "win", "events_only", "genzhuang", "jinzhou", "mcr", "ron"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["seat", "kind", "tile", "tiles", "type", "from", "winner"]), inner)
    ),
    max_leaves=6,
)
FIELDS = sorted({*CASE_FIELDS, "case", "settlement", "label", "ruling_id", "seat", "tile", "tiles", "type", "names"})
FIELDS += ["payer", "payee", "amount", "note"]


def begun(ruleset: str) -> Game:
    game = Game.begin({"ruleset": ruleset, "dealer": 0})
    game = game.play(EntryKind.KONG, {"seat": 3, "kind": "an", "tile": "4s"})
    return game.play(EntryKind.EVENT, {"type": "genzhuang", "tiles": ["1s"]}) if ruleset == "jinzhou" else game


@settings(max_examples=150, deadline=None)
@given(
    ruleset=st.sampled_from(["jinzhou", "mcr"]),
    kind=st.sampled_from(EntryKind),
    base=st.sampled_from([{}, win(1, 2), draw(), mcr_win(1), {"settlement": [3, -3, 0, 0]}]),
    within=st.booleans(),
    changes=st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=3),
)
def test_anything_is_entered_or_refused(
    ruleset: str, kind: EntryKind, base: dict[str, Any], within: bool, changes: dict[str, Any]
) -> None:
    game = begun(ruleset)
    data = {"case": {**base["case"], **changes}} if within and "case" in base else {**base, **changes}
    try:
        after = game.play(kind, data)
    except InputError:
        return
    assert sum(after.totals) == sum(game.totals)
    assert game_json(after)["last_seq"] == game.log[-1].seq + 1


@settings(max_examples=60, deadline=None)
@given(
    setup=st.dictionaries(st.sampled_from(["ruleset", "options", "names", "dealer", "rounds", "start_points"]), VALUES)
)
def test_a_game_begins_or_is_refused(setup: dict[str, Any]) -> None:
    try:
        game = Game.begin(setup)
    except InputError:
        return
    assert len(set(game.totals)) == 1
