"""`paiyan rule`: cases as JSON lines on stdin, one ruling a line on stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paiyan.assistant.commands.common import (
    REFUSED,
    case_problem,
    chosen,
    helps,
    json_option,
    lang_option,
    misused,
    stdout_console,
)
from paiyan.assistant.commands.preset_options import preset_named, preset_option
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from paiyan.engine.errors import InputError

_LONGEST_LINE: Final = 1 << 20
_MOST_SHOWN: Final = 60
"""Characters of a line at fault."""


def rule(
    preset: Annotated[str | None, preset_option()] = None,
    variants: Annotated[bool, typer.Option("--variants", help=helps("cli.variants"))] = False,
    all_systems: Annotated[bool, typer.Option("--all", help=helps("cli.rule.all"))] = False,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Rules on every case of stdin; a line that is no legal case gives an error and the rest go on."""
    from paiyan.assistant.house_rules import with_house_rules, with_preset
    from paiyan.engine.cases import rule_lines

    language = chosen(lang)
    if variants and all_systems:
        misused(text("cli.rule.one_of", language))
    house = preset_named(preset, language) if preset is not None else None
    problems: list[str] = []
    left_out = 0

    def describe(error: InputError) -> str:
        problems.append(case_problem(error, language))
        return problems[-1]

    def answer(data: object) -> Mapping[str, object]:
        nonlocal left_out
        case = with_house_rules(data) if isinstance(data, Mapping) else data
        if house is not None and isinstance(case, Mapping):
            if case.get("ruleset") in (None, house.ruleset):
                case = with_preset(case, house)
            else:
                left_out += 1
        return _answer(case, variants, all_systems, as_json)

    if sys.stdin.isatty():
        typer.echo(text("cli.rule.waiting", language), err=True)
    lines = _Lines()
    for line in rule_lines(lines, describe, answer):
        if as_json:
            # At once: another program may be waiting for it.
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
        else:
            _show(json.loads(line), lines, language)
    if house is not None and left_out:
        told = {"preset": preset, "ruleset": house.ruleset, "count": left_out}
        typer.echo(text("cli.rule.preset_left_out", language, **told), err=True)
    if problems:
        raise typer.Exit(REFUSED)


def _answer(case: object, variants: bool, all_systems: bool, as_json: bool) -> Mapping[str, object]:
    """The line for one case: its ruling, with what it would be at other tables; or every system's. The tables name the
    rule system, which the JSON does where there are other tables."""
    from paiyan.engine.case_reader import case_id
    from paiyan.engine.cases import rule_case
    from paiyan.engine.comparison import compare
    from paiyan.engine.fields import Fields
    from paiyan.engine.variants import variants as other_tables

    if all_systems:
        compared = [one.to_json() for one in compare(case)]
        return {"id": case_id(Fields.of(case).data), "systems": compared}
    line = rule_case(case)
    ruleset = Fields.of(case).text("ruleset")
    if not variants:
        return line if as_json else {**line, "ruleset": ruleset}
    return {**line, "ruleset": ruleset, "variants": [one.to_json() for one in other_tables(case, line)]}


def _show(answer: dict[str, Any], lines: _Lines, language: Lang) -> None:
    """Prints the answer to the line read last as tables."""
    from paiyan.assistant.commands.ruling_views import answer_view
    from paiyan.assistant.commands.variant_views import comparison_view, variants_view

    console = stdout_console()
    title = lines.title(answer, language)
    if "systems" in answer:
        console.print(title, style="bold", markup=False)
        console.print(comparison_view(answer["systems"], language))
        return
    console.print(answer_view(answer, title, language))
    if "variants" in answer:
        console.print(variants_view(answer["variants"], answer["ruleset"], language))


class _Lines:
    """Lines of stdin; of one that is too long only the start is kept, so that it is refused without being stored.
    `number` and `text` are those of the one read last."""

    def __init__(self) -> None:
        self.number = 0
        self.text = ""

    def __iter__(self) -> Iterator[str]:
        while line := sys.stdin.buffer.readline(_LONGEST_LINE):
            complete = line.endswith(b"\n")
            while not complete and (more := sys.stdin.buffer.readline(_LONGEST_LINE)):
                complete = more.endswith(b"\n")
            self.number += 1
            self.text = line.decode(errors="replace").strip()
            yield self.text

    def title(self, answer: Mapping[str, Any], language: Lang) -> str:
        """What an answer is about: the id of the case, where it has none the number of its line, with the text of one
        that is at fault."""
        if answer["id"] is not None:
            return str(answer["id"])
        line = text("cli.rule.line", language, number=self.number)
        if "error" not in answer:
            return line
        shown = self.text if len(self.text) <= _MOST_SHOWN else self.text[:_MOST_SHOWN] + "…"
        return text("cli.rule.line.text", language, line=line, text=shown)
