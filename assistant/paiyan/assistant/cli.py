"""The command `paiyan`: one module a command under `paiyan.assistant.commands`, loaded only when it is used."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

import typer

from paiyan.assistant.commands.common import program
from paiyan.assistant.commands.usage import run_in_words
from paiyan.assistant.i18n import environment_language, has_text, text

COMMANDS: Final = (
    "read",
    "score",
    "rule",
    "rules",
    "advise",
    "games",
    "tile-sets",
    "demo",
    "serve",
    "bench",
    "train",
    "evaluate",
    "export",
)
"""Commands in the order of the help. Each is a module of that name with a function of that name, a dash being an
underscore there. Its docstring is for readers of the code; its help text is `cli.<name>.help` of the catalogue, what
stands below the options `cli.<name>.epilog`."""


def build_app(names: Sequence[str] = COMMANDS) -> typer.Typer:
    """The application with these commands; nothing else is imported."""
    language = environment_language()
    app = typer.Typer(
        help=text("cli.help", language),
        no_args_is_help=True,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    for name in names:
        python_name = name.replace("-", "_")
        module = import_module(f"paiyan.assistant.commands.{python_name}")
        epilog = f"cli.{name}.epilog"
        app.command(
            name,
            help=text(f"cli.{name}.help", language),
            epilog=_literal(text(epilog, language, program=program())) if has_text(epilog) else None,
        )(getattr(module, python_name))
    return app


def _literal(epilog: str) -> str:
    """An epilog whose lines stay lines and whose brackets are no markup."""
    return "\b\n" + re.sub(r"\[(?=[a-z])", r"\\[", epilog)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("paiyan"))
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False,
        "--version",
        callback=_print_version,
        is_eager=True,
        help=text("cli.version", environment_language()),
    ),
) -> None:
    """Options of `paiyan` itself."""


def main(arguments: list[str] | None = None) -> None:
    """Entry point of the console script. Output that nobody reads any more (`| head`) ends the command quietly."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that can't show Chinese must not end the command.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:] if arguments is None else arguments
    wanted = arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS
    language = environment_language()
    try:
        if language == "en":
            build_app(wanted)(arguments, prog_name="paiyan")
        else:
            run_in_words(build_app(wanted), arguments, language)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)


if __name__ == "__main__":
    main()
