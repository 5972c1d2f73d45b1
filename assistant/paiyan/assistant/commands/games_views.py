"""Games as tables for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from paiyan.assistant.commands.ruling_views import entry_text
from paiyan.assistant.games.exports import labels_text, method_name, payments_text, round_name, seat_names, winner_names
from paiyan.assistant.i18n import Lang, text

Json = Mapping[str, Any]


def games_view(listed: Sequence[Json], language: Lang) -> RenderableType:
    """All games, a line each."""
    if not listed:
        return Text(text("cli.games.none", language))
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("id", "started", "rules", "hands", "total"):
        table.add_column(text(f"ledger.{heading}", language), overflow="fold")
    for one in listed:
        names = seat_names(one["names"], language)
        totals = "  ".join(f"{name} {points:+d}" for name, points in zip(names, one["totals"], strict=True))
        rules = text(f"ruleset.{one['ruleset']}", language)
        began = one["started_at"][:16].replace("T", " ")
        table.add_row(one["id"], began, rules, str(one["hands"]), totals)
    return table


def game_view(state: dict[str, Any], language: Lang) -> RenderableType:
    """One game: a line a hand with what each player won or lost, and the totals."""
    names = seat_names(state["names"], language)
    table = Table(show_edge=False)
    for heading in ("number", "round", "dealer", "winners", "label", "method"):
        table.add_column(text(f"ledger.csv.{heading}", language))
    for name in names:
        table.add_column(name, justify="right")
    table.add_column(text("ledger.csv.payments", language), overflow="fold")
    for entry in state["history"]:
        described = _hand(entry, names, language) if entry["type"] == "hand" else _passed(entry, language)
        table.add_row(*described, *map(_points, entry["settlement"]), payments_text(entry["payments"], names, language))
    table.add_section()
    start = state["start_points"]
    totals = [Text(_total(points, start), style="bold") for points in state["totals"]]
    table.add_row(Text(text("ledger.total", language), style="bold"), *[""] * 5, *totals, "")
    title = text(
        "ledger.title",
        language,
        rules=text(f"ruleset.{state['ruleset']}", language),
        hands=state["hand"] - 1,
        round=text("ledger.over", language) if state["over"] else round_name(state["round"], language),
    )
    return Group(Text.assemble((title, "bold"), (f"  {state['id']}", "dim")), table)


def rescored_view(document: Json, state: dict[str, Any], language: Lang) -> RenderableType:
    """A re-scoring: every hand that differs, before and after, and the totals."""
    names = seat_names(state["names"], language)
    table = Table(show_edge=False)
    table.add_column(text("ledger.csv.number", language))
    table.add_column(text("ledger.which", language), overflow="fold")
    for name in names:
        table.add_column(name, justify="right")
    table.add_column(text("ledger.csv.label", language), overflow="fold")
    for hand in document["hands"]:
        if hand["changed"] or hand["error"] or hand["fixed"]:
            _add_hand(table, hand, language)
    table.add_section()
    total, start = text("ledger.total", language), state["start_points"]
    table.add_row(total, text("ledger.before", language), *(_total(points, start) for points in document["before"]), "")
    table.add_row("", text("ledger.after", language), *(_total(points, start) for points in document["after"]), "")
    table.add_row("", text("ledger.difference", language), *map(_points, document["difference"]), "")
    changed = document["changed"]
    summary = text("ledger.changed", language, count=changed) if changed else text("ledger.same", language)
    return Group(Text(summary, style="bold"), table)


def _add_hand(table: Table, hand: Json, language: Lang) -> None:
    note = ""
    if hand["fixed"]:
        note = text("ledger.fixed", language)
    elif hand["error"] is not None:
        note = hand["error"]["detail"]
    elif hand["after"]["faults"]:
        faults = [entry_text(fault, language) for fault in hand["after"]["faults"]]
        note = text("ledger.no_win", language, reasons=", ".join(faults))
    number = str(hand["number"])
    if not hand["changed"]:
        table.add_row(number, "", *map(_points, hand["before"]["settlement"]), note)
        return
    table.add_row(
        number,
        text("ledger.before", language),
        *map(_points, hand["before"]["settlement"]),
        labels_text(hand["before"], language),
    )
    after = "  ".join(part for part in (labels_text(hand["after"], language), note) if part)
    table.add_row("", text("ledger.after", language), *map(_points, hand["after"]["settlement"]), after)


def _hand(entry: dict[str, Any], names: list[str], language: Lang) -> list[str]:
    return [
        str(entry["number"]),
        round_name(entry["round"], language),
        names[entry["dealer"]],
        winner_names(entry, names, language),
        labels_text(entry, language),
        method_name(entry["method"], language),
    ]


def _passed(entry: dict[str, Any], language: Lang) -> list[str]:
    return [entry["note"] or text("ledger.passed", language), *[""] * 5]


def _total(points: int, start: int) -> str:
    """What a player stands at: with a sign where all began with nothing, so that it is what was won or lost."""
    return f"{points:+d}" if points and not start else str(points)


def _points(points: int) -> Text:
    return Text(f"{points:+d}" if points else "0", style="green" if points > 0 else "red" if points < 0 else "dim")
