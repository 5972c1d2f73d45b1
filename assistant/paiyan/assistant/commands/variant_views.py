"""A ruling at other tables, and a hand under all rule systems, as tables for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from paiyan.assistant.commands.ruling_views import amount_text, entry_text
from paiyan.assistant.house_rules.describe import option_key, value_name
from paiyan.assistant.i18n import Lang, has_text, term_text, text
from paiyan.engine.rules import find_ruleset

Json = Mapping[str, Any]


def variants_view(variants: Sequence[Json], ruleset: str, language: Lang) -> RenderableType:
    """One line for each house rule that would change the money, with the settlement there."""
    if not variants:
        return Text(text("variants.none", language), style="dim")
    table = Table(title=text("variants.title", language), title_justify="left", show_edge=False)
    table.add_column(text("cli.rules.option", language), overflow="fold")
    table.add_column(text("variants.value", language), overflow="fold")
    for seat in range(4):
        table.add_column(text("score.seat", language, seat=seat), justify="right")
    table.add_column("", overflow="fold")
    for one in variants:
        key = option_key(ruleset, one["option"])
        name = text(key, language) if has_text(key) else one["option"]
        amounts = [amount_text(amount) for amount in one["settlement"]] if one["settlement"] else [Text("–")] * 4
        value = value_name(ruleset, one["option"], one["value"])[language]
        table.add_row(name, value, *amounts, _remark(one, language))
    return table


def _remark(one: Json, language: Lang) -> Text:
    if one["error"]:
        return Text(_error_text(one["error"], language), style="red")
    if one["valid"] is False:
        return Text(text("score.rejected", language), style="red")
    return Text(term_text(one["hu_label"], language) if one["hu_label"] else "", style="dim")


def _error_text(error: Json, language: Lang) -> str:
    key = f"error.{error['code']}"
    return text(key, language, **error["params"]) if has_text(key) else str(error["code"])


def comparison_view(systems: Sequence[Json], language: Lang) -> RenderableType:
    """The same hand under every rule system: verdict, settlement, and what was left out."""
    table = Table(show_edge=False, show_lines=True)
    for key in ("compare.system", "compare.verdict"):
        table.add_column(text(key, language), overflow="fold")
    for seat in range(4):
        table.add_column(text("score.seat", language, seat=seat), justify="right")
    table.add_column(text("compare.notes", language), overflow="fold")
    for one in systems:
        key = f"ruleset.{one['ruleset']}"
        name = text(key, language) if has_text(key) else one["ruleset"]
        ruling = one["ruling"]
        paid = ruling is not None and find_ruleset(one["ruleset"]).pays_wins
        amounts = [amount_text(amount) for amount in ruling["settlement"]] if paid else [Text("–")] * 4
        notes = [Text(entry_text(note, language), style="dim") for note in one["notes"]]
        table.add_row(name, _verdict(one, language), *amounts, Group(*notes))
    return table


def _verdict(one: Json, language: Lang) -> RenderableType:
    ruling = one["ruling"]
    if ruling is None:
        said = text(f"compare.{one['status']}", language, tiles=" ".join(one["tiles"]))
        reason = Text(_error_text(one["error"], language), style="dim") if one["error"] else Text()
        return Group(Text(said, style="yellow"), reason)
    if ruling["valid"] is None:
        return Text(text("score.events_only", language))
    if not ruling["valid"]:
        faults = [Text(f"✗ {entry_text(fault, language)}") for fault in ruling["explanation"]["faults"]]
        return Group(Text(text("score.rejected", language), style="red"), *faults)
    label = ruling["explanation"]["label"]
    name = text(label["key"], language) if label and has_text(label["key"]) else str(ruling["hu_label"] or "")
    return Text(f"{text('score.valid', language)}  {name}", style="green")
