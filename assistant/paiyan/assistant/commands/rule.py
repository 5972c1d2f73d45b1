"""`paiyan rule`: cases as JSON lines on stdin, one ruling a line on stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final

import typer

from paiyan.assistant.commands.common import REFUSED, case_problem, chosen, json_option, lang_option, stdout_console
from paiyan.assistant.i18n import text

if TYPE_CHECKING:
    from paiyan.engine.errors import InputError

_LONGEST_LINE: Final = 1 << 20


def rule(
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Rules on every case of stdin; a line that is no legal case gives an error and the rest go on."""
    from paiyan.engine.cases import rule_lines

    language = chosen(lang)
    problems: list[str] = []

    def describe(error: InputError) -> str:
        problems.append(case_problem(error, language))
        return problems[-1]

    if sys.stdin.isatty():
        typer.echo(text("cli.rule.waiting", language), err=True)
    for answer in rule_lines(_lines(), describe):
        if as_json:
            # At once: another program may be waiting for it.
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
        else:
            from paiyan.assistant.commands.ruling_views import answer_view

            stdout_console().print(answer_view(json.loads(answer), language))
    if problems:
        raise typer.Exit(REFUSED)


def _lines() -> Iterator[str]:
    """Lines of stdin; of one that is too long only the start is kept, so that it is refused without being stored."""
    while line := sys.stdin.buffer.readline(_LONGEST_LINE):
        complete = line.endswith(b"\n")
        while not complete and (more := sys.stdin.buffer.readline(_LONGEST_LINE)):
            complete = more.endswith(b"\n")
        yield line.decode(errors="replace")
