"""Hands for games in the tests, each as a page or a program sends it."""

from __future__ import annotations

from typing import Any


def win(winner: int, discarder: int | None = None, **more: Any) -> dict[str, Any]:
    """An open hand won, on a discard or drawn: 两叫, class 1. Who deals is left to the ledger."""
    case = {
        "winner": winner,
        "discarder": discarder,
        "hand": "123m678s99s45m",
        "melds": [{"type": "peng", "tiles": "555p"}],
        "win_tile": "6m",
        "win_method": "zimo" if discarder is None else "ron",
        "open": [True, True, True, True],
    }
    return {"case": {**case, **more}}


def draw(**more: Any) -> dict[str, Any]:
    """黄庄."""
    return {"case": {"kind": "events_only", "events": [{"type": "huangzhuang"}], **more}}


def mcr_win(winner: int, discarder: int | None = None, **more: Any) -> dict[str, Any]:
    """清一色 by 国标."""
    case = {
        "winner": winner,
        "discarder": discarder,
        "hand": "1112345678999m",
        "melds": [],
        "win_tile": "5m",
        "win_method": "zimo" if discarder is None else "ron",
    }
    return {"case": {**case, **more}}
