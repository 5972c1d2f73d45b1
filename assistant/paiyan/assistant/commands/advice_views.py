"""Advice as tables for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from paiyan.assistant.commands.ruling_views import entry_text
from paiyan.assistant.commands.views import tile_text
from paiyan.assistant.i18n import Lang, has_text, text

Json = Mapping[str, Any]

_MOST_SHOWN: Final = 14


def advice_view(advice: Json, language: Lang) -> RenderableType:
    """How far the hand is, the choices best first, and how their worth was worked out."""
    parts: list[RenderableType] = [_distance(advice, language)]
    if advice["wins"]:
        parts.append(Text(text("advice.won", language), style="bold green"))
        parts += [
            Text.assemble("  ", text("advice.won_on", language, tile=one["tile"]), "  ", _worth(one, language))
            for one in advice["wins"]
        ]
    parts.append(_choices(advice["choices"], language))
    parts += [Text(text(f"advice.unvalued.{why}", language), style="dim") for why in _unvalued(advice)]
    parts += [Text(line, style="dim") for line in assumptions(advice["assumed"], language)]
    parts.append(Text(text(advice["method"]["key"], language, **advice["method"]["params"]), style="dim"))
    return Group(*parts)


def assumptions(assumed: Json, language: Lang) -> list[str]:
    """A line on what was not said and is taken to be; none where all was said."""
    values = {
        name: text(f"ruleset.{value}", language) if name == "ruleset" else value for name, value in assumed.items()
    }
    facts = [text(f"advice.assumed.{name}", language, value=value) for name, value in values.items()]
    return [text("advice.assumed", language, facts="; ".join(facts))] if facts else []


def _distance(advice: Json, language: Lang) -> Text:
    """How far the hand is from waiting for a win, and by its shape alone where it is nearer to that."""
    parts = [_steps("win_shanten", advice["win_shanten"], language)]
    if advice["win_shanten"] != advice["shanten"]:
        parts.append(_steps("shanten", advice["shanten"], language))
    return Text(" · ".join(parts), style="bold")


def _unvalued(advice: Json) -> list[str]:
    """Why some of the choices shown have no expected gain."""
    reasons = [_why_unvalued(one) for one in advice["choices"][:_MOST_SHOWN] if one["expected"] is None]
    return list(dict.fromkeys(reasons))


def _why_unvalued(choice: Json) -> str:
    if choice["waits"]:
        return "unpaid"
    if choice["win_shanten"] is None:
        return "no_win"
    return "fewer" if choice["win_shanten"] == 1 else "far"


def _steps(name: str, steps: int | None, language: Lang) -> str:
    if steps is None:
        return text(f"advice.{name}.none", language)
    if steps <= 0:
        return text(f"advice.{name}.{'waiting' if steps == 0 else 'complete'}", language)
    return text(f"advice.{name}", language, count=steps)


def _choices(choices: Sequence[Json], language: Lang) -> RenderableType:
    table = Table(show_edge=False, show_lines=True)
    for name in ("discard", "expected", "waits", "useful", "notes"):
        table.add_column(
            text(f"advice.{name}", language), justify="right" if name == "expected" else "left", overflow="fold"
        )
    for one in choices[:_MOST_SHOWN]:
        table.add_row(
            tile_text(one["discard"]) if one["discard"] else "–",
            "–" if one["expected"] is None else f"{one['expected']:.1f}",
            Group(*(Text.assemble(_left(each), "  ", _worth(each, language)) for each in one["waits"])),
            _useful(one),
            Group(*_warnings(one, language)),
        )
    return table


def _useful(one: Json) -> Text:
    """The tiles that help a hand that does not wait yet, with all their copies."""
    if one["waits"] or not one["useful"]:
        return Text()
    return Text(" ").join([Text(f"{one['copies']}:"), *map(_left, one["useful"])])


def _left(one: Json) -> Text:
    return Text.assemble(tile_text(one["tile"]), (f"×{one['left']}", "dim"))


def _worth(wait: Json, language: Lang) -> str:
    """Name and class of a win and what the others pay on self-draw."""
    label = wait["label"]
    name = text(label["key"], language) if label and has_text(label["key"]) else str(wait["hu_label"] or "")
    size = wait["class_points"] if wait["class_points"] is not None else wait["points"]
    paid = "/".join(str(-amount) for amount in wait["zimo"] if amount < 0)
    return "  ".join(part for part in (name, "" if size is None else str(size), paid) if part)


def _warnings(one: Json, language: Lang) -> list[Text]:
    said = [Text(entry_text(risk, language), style="yellow") for risk in one["risks"]]
    for blocked in one["blocked"]:
        reasons = "; ".join(entry_text(fault, language) for fault in blocked["faults"])
        said.append(Text(text("advice.blocked", language, tile=blocked["tile"], reasons=reasons), style="red"))
    return said
