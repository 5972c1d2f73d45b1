"""A game and its re-scoring as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiyan.engine.facts import SEATS
from paiyan.engine.ledger.entries import Entry
from paiyan.engine.ledger.game import Game
from paiyan.engine.ledger.position import PlayedHand, PointsPassed
from paiyan.engine.ledger.rescore import Rescored, RescoredHand
from paiyan.engine.ledger.results import payment_data
from paiyan.engine.settlement import Settlement

Json = dict[str, Any]


def game_json(game: Game) -> Json:
    """Everything a view of the game needs; ``history`` lists hands and points passed in the order they came."""
    position, setup = game.position, game.setup
    totals = game.totals
    history = [*map(hand_json, position.hands), *map(passed_json, position.passed)]
    now = game.under_way
    return {
        **setup.data(),
        "names": list(position.names),
        "dealer": position.dealer,
        "first_dealer": position.hands[0].dealer if position.hands else setup.dealer,
        "round": position.round,
        "turn": position.turn,
        "repeats": position.repeats,
        "hand": len(position.hands) + 1,
        "over": game.over,
        "balance": position.balance,
        "totals": totals,
        "titles": titles(game, totals),
        "history": sorted(history, key=lambda entry: entry["seq"]),
        "under_way": {
            "ming": position.ming,
            "kongs": [dict(kong) for kong in position.kongs],
            "events": [dict(event) for event in position.events],
            "settlement": now.settlement.total if now else None,
            "payments": payments_json(now.settlement) if now else [],
        },
        "can_undo": game.can_undo,
        "can_redo": game.can_redo,
        "last_seq": game.log[-1].seq,
        "started_at": game.log[0].at,
        "changed_at": game.log[-1].at,
    }


def titles(game: Game, totals: Sequence[int]) -> list[str | None] | None:
    """The title of each seat where the table counts in points that have one (rules/spec.md J18)."""
    found = [game.setup.rules.title(points) for points in totals] if game.setup.start_points else []
    return found if any(found) else None


def hand_json(hand: PlayedHand) -> Json:
    """A hand of the history with everything it was scored from."""
    case = hand.case or {}
    return {
        "type": "hand",
        "seq": hand.seq,
        "at": hand.at,
        "number": hand.number,
        "round": hand.round,
        "turn": hand.turn,
        "dealer": hand.dealer,
        "repeats": hand.repeats,
        "drawn": hand.drawn,
        "method": case.get("win_method"),
        "discarder": case.get("discarder"),
        "kongs": case.get("kongs", []),
        "events": case.get("events", []),
        **hand.result.data(),
        "case": hand.case,
    }


def passed_json(one: PointsPassed) -> Json:
    """Points passed outside a hand."""
    settlement = Settlement((one.transfer,))
    return {
        "type": "points",
        "seq": one.seq,
        "at": one.at,
        "note": one.note,
        "settlement": settlement.total,
        "payments": payments_json(settlement),
    }


def payments_json(settlement: Settlement) -> list[Json]:
    """Who pays whom."""
    return [payment_data(transfer) for transfer in settlement.transfers]


def log_json(log: Sequence[Entry]) -> list[Json]:
    """The log as it is kept, from which :meth:`Game.of` makes the game again."""
    return [{"seq": entry.seq, "at": entry.at, "type": str(entry.kind), "payload": dict(entry.data)} for entry in log]


def rescored_json(rescored: Rescored) -> Json:
    """A re-scoring: totals before and after, and every hand with what the change brings each seat."""
    before, after = rescored.game.totals, rescored.totals
    return {
        "options": dict(rescored.options),
        "before": before,
        "after": after,
        "difference": [after[seat] - before[seat] for seat in SEATS],
        "changed": sum(hand.changed for hand in rescored.hands),
        "hands": [_rescored_hand(hand) for hand in rescored.hands],
    }


def _rescored_hand(one: RescoredHand) -> Json:
    error = one.error
    return {
        "number": one.hand.number,
        "dealer": one.hand.dealer,
        "round": one.hand.round,
        "fixed": one.hand.case is None,
        "changed": one.changed,
        "before": one.hand.result.data(),
        "after": one.after.data(),
        "difference": one.difference,
        "error": {"code": error.code, "field": error.field, "params": error.params} if error else None,
    }
