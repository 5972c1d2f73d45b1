"""The command `paiyan`: one module a command under `paiyan.assistant.commands`, loaded only when it is used."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, Final

import typer

from paiyan.assistant.commands.common import helps, lang_option
from paiyan.assistant.commands.help_words import WordedCommand, WordedGroup
from paiyan.assistant.commands.usage import run_in_words
from paiyan.assistant.i18n import LANGUAGES, Lang, environment_language, has_text, speaking, text

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
    "labels",
    "train",
    "evaluate",
    "export",
)
"""Commands in the order of the help. Each is a module of that name with a function of that name, a dash being an
underscore there. Its docstring is for readers of the code; its help text is `cli.<name>.help` of the catalogue, what
stands below the options `cli.<name>.epilog`."""

_LANG: Final = "--lang"


def build_app(names: Sequence[str] = COMMANDS) -> typer.Typer:
    """The application with these commands; nothing else is imported."""
    language = environment_language()
    options = text("help.call_options", language)
    app = typer.Typer(
        cls=WordedGroup,
        help=helps("cli.help"),
        options_metavar=options,
        subcommand_metavar=text("help.call_command", language),
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
            cls=WordedCommand,
            options_metavar=options,
            help=helps(f"cli.{name}.help"),
            epilog=_literal(text(epilog, language)) if has_text(epilog) else None,
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


def _version_option() -> Any:
    """The option `--version`; made when the application is, in the language spoken by then."""
    return typer.Option("--version", callback=_print_version, is_eager=True, help=helps("cli.version"))


def _root(
    version: Annotated[bool, _version_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Options of `paiyan` itself; `main` has looked at the language already."""


def main(arguments: list[str] | None = None) -> None:
    """Entry point of the console script. Output that nobody reads any more (`| head`) ends the command quietly."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that can't show Chinese must not end the command.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:] if arguments is None else arguments
    asked = asked_language(arguments)
    rest = after_language(arguments)
    wanted = rest[:1] if rest and rest[0] in COMMANDS else COMMANDS
    try:
        with speaking(asked or environment_language()) as language:
            if language == "en":
                build_app(wanted)(rest, prog_name="paiyan")
            else:
                run_in_words(build_app(wanted), rest, language)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)


def asked_language(arguments: Sequence[str]) -> Lang | None:
    """The language that `--lang` asks for, before the command or after it, the last one where there are several."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    said = [one.removeprefix(f"{_LANG}=") for one in options if one.startswith(f"{_LANG}=")]
    said += [value for name, value in itertools.pairwise(options) if name == _LANG]
    return next((language for value in reversed(said) for language in LANGUAGES if language == value), None)


def after_language(arguments: Sequence[str]) -> list[str]:
    """The call without a `--lang` that stands before the command; one that names no language stays, to be refused."""
    rest = list(arguments)
    while rest:
        if rest[0] == _LANG and rest[1:2] and rest[1] in LANGUAGES:
            del rest[:2]
        elif rest[0].startswith(f"{_LANG}=") and rest[0].removeprefix(f"{_LANG}=") in LANGUAGES:
            del rest[0]
        else:
            break
    return rest


if __name__ == "__main__":
    main()
