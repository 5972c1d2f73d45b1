"""A game to take away: as a table for a spreadsheet, and as JSON from which it can be made again."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any, Final

from paiyan.assistant.games.book import KeptGame
from paiyan.assistant.i18n import Lang, has_text, term_text, text
from paiyan.engine.facts import SEATS
from paiyan.engine.ledger.writer import log_json

_COLUMNS: Final = (
    *("number", "round", "dealer", "repeats", "winners", "method", "discarder", "label", "class", "points", "kongs"),
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def game_export(kept: KeptGame) -> dict[str, Any]:
    """State and log of a game."""
    return {"game": kept.to_json(), "log": log_json(kept.game.log)}


def game_csv(kept: KeptGame, language: Lang) -> str:
    """A line for the start, each hand and each passing of points, with gains and running totals of the four seats.

    Headed in `language`; begins with a byte order mark, without which spreadsheets misread Chinese.
    """
    state = kept.to_json()
    names = seat_names(state["names"], language)
    file = io.StringIO()
    file.write("\ufeff")
    writer = csv.writer(file, lineterminator="\r\n")
    gains = [text("ledger.csv.gain", language, name=name) for name in names]
    totals = [text("ledger.csv.total", language, name=name) for name in names]
    ends = [text(f"ledger.csv.{name}", language) for name in ("payments", "at")]
    writer.writerow(_safe([*(text(f"ledger.csv.{name}", language) for name in _COLUMNS), *gains, *totals, *ends]))
    running = [state["start_points"]] * len(SEATS)
    start = text("ledger.csv.start", language)
    writer.writerow([start, *[""] * (len(_COLUMNS) - 1), *[0] * len(SEATS), *running, "", state["started_at"]])
    for entry in state["history"]:
        running = [points + entry["settlement"][seat] for seat, points in enumerate(running)]
        described = _hand(entry, names, language) if entry["type"] == "hand" else _passed(entry, language)
        payments = payments_text(entry["payments"], names, language)
        writer.writerow(_safe([*described, *entry["settlement"], *running, payments, entry["at"]]))
    return file.getvalue()


def seat_names(names: list[str], language: Lang) -> list[str]:
    """The players' names; a place without one by its number, 0–3 as everywhere."""
    return [name or text("ledger.seat", language, number=seat) for seat, name in enumerate(names)]


def round_name(number: int, language: Lang) -> str:
    """东圈 and so on; after 北圈 it begins again."""
    return text(f"ledger.round.{number % len(SEATS)}", language)


def winner_names(entry: dict[str, Any], names: list[str], language: Lang) -> str:
    """Who won a hand of the history."""
    joint = "、" if language == "zh" else ", "
    return joint.join(names[winner["seat"]] for winner in entry["winners"]) or text("ledger.drawn", language)


def method_name(method: str | None, language: Lang) -> str:
    """How the hand was won, in words."""
    key = f"method.{method}"
    return "" if method is None else text(key, language) if has_text(key) else method


def labels_text(outcome: Mapping[str, Any], language: Lang) -> str:
    """What the hands that won are called."""
    return "/".join(term_text(winner["label"], language) for winner in outcome["winners"] if winner["label"])


def payments_text(payments: list[dict[str, Any]], names: list[str], language: Lang) -> str:
    """Who paid whom how much, added up over all reasons."""
    owed: dict[tuple[int, int], int] = {}
    for one in payments:
        pair = (one["payer"], one["payee"])
        owed[pair] = owed.get(pair, 0) + one["amount"]
    joint = "；" if language == "zh" else "; "
    return joint.join(f"{names[payer]}→{names[payee]} {amount}" for (payer, payee), amount in owed.items())


def _hand(entry: dict[str, Any], names: list[str], language: Lang) -> list[Any]:
    def joined(field: str) -> str:
        return "/".join(str(winner[field]) for winner in entry["winners"] if winner[field] is not None)

    discarder = entry["discarder"]
    return [
        entry["number"],
        round_name(entry["round"], language),
        names[entry["dealer"]],
        entry["repeats"],
        winner_names(entry, names, language),
        method_name(entry["method"], language),
        "" if discarder is None else names[discarder],
        labels_text(entry, language),
        joined("hu_class"),
        joined("points"),
        len(entry["kongs"]),
    ]


def _passed(entry: dict[str, Any], language: Lang) -> list[Any]:
    note = entry["note"] or text("ledger.passed", language)
    return [note, *[""] * (len(_COLUMNS) - 1)]


def _safe(row: list[Any]) -> list[Any]:
    """A name that a spreadsheet would take for a formula is marked as text."""
    return [f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell for cell in row]
