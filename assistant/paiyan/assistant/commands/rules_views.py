"""Rule systems, house rules and presets as tables for people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from paiyan.assistant.house_rules.describe import option_key, value_name
from paiyan.assistant.i18n import Lang, has_text, text

Json = Mapping[str, Any]


def rulesets_view(systems: Sequence[Json], language: Lang) -> RenderableType:
    """All rule systems, each with its presets."""
    parts: list[RenderableType] = []
    for system in systems:
        parts.append(Text(text("cli.rules.of", language, name=system[language], id=system["id"]), style="bold"))
        parts.append(_presets(system["presets"], language))
    return Group(*parts)


def ruleset_view(system: Json, language: Lang) -> RenderableType:
    """One rule system: every house rule, then the presets."""
    table = Table(show_edge=False, show_lines=True)
    for heading in ("option", "default", "values", "why"):
        longest = max((len(one["id"]) for one in system["options"] if heading == "option"), default=None)
        table.add_column(text(f"cli.rules.{heading}", language), overflow="fold", min_width=longest)
    for one in system["options"]:
        names = {str(each["value"]): each[language] for each in one["value_names"]}
        default = value_name(system["id"], one["id"], one["default"])[language]
        table.add_row(
            Text.assemble(one[language], "\n", (one["id"], "dim")),
            _with_id(one["default"], default),
            Text("\n").join(_with_id(value, names[str(value)]) for value in one["values"]),
            one[f"why_{language}"],
        )
    title = Text(text("cli.rules.of", language, name=system[language], id=system["id"]), style="bold")
    return Group(title, table, _presets(system["presets"], language))


def preset_view(preset: Json, language: Lang) -> RenderableType:
    """One preset: what it is about and the house rules it sets."""
    about = Text(preset[f"about_{language}"])
    title = Text.assemble((preset[language], "bold"), (f"  {preset['id']}", "dim"))
    if not preset["options"]:
        return Group(title, about, Text(text("cli.rules.as_default", language), style="dim"))
    table = Table(show_edge=False, show_lines=True)
    for heading in ("option", "value", "why"):
        table.add_column(text(f"cli.rules.{heading}", language), overflow="fold")
    for one in preset["options"]:
        key = option_key(preset["ruleset"], one["id"])
        name = text(key, language) if has_text(key) else one["id"]
        value = value_name(preset["ruleset"], one["id"], one["value"])[language]
        table.add_row(
            Text.assemble(name, "\n", (one["id"], "dim")), _with_id(one["value"], value), one[f"why_{language}"]
        )
    return Group(title, about, table)


def _presets(presets: Sequence[Json], language: Lang) -> RenderableType:
    if not presets:
        return Text("  " + text("cli.rules.no_presets", language), style="dim")
    table = Table(title=text("cli.rules.presets", language), title_justify="left", show_header=False, box=None)
    for preset in presets:
        table.add_row(Text(f"  {preset['id']}", style="cyan"), preset[language], preset[f"about_{language}"])
    return table


def _with_id(value: object, name: str) -> Text:
    """A value in words, with what to write for it where that differs."""
    written = value if isinstance(value, str) else json.dumps(value)
    return Text(name) if name == written else Text.assemble(name, (f" {written}", "dim"))
