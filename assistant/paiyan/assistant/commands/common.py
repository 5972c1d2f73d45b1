"""What all commands share: language, output, refusals."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import typer

from paiyan.assistant.i18n import LANGUAGES, Lang, environment_language, has_text, text

if TYPE_CHECKING:
    from pydantic import ValidationError
    from rich.console import Console

    from paiyan.assistant.settings import Settings
    from paiyan.assistant.store import Store
    from paiyan.engine.errors import InputError

REFUSED: Final = 1
USAGE: Final = 2


def helps(key: str, **params: object) -> str:
    """Text of the catalogue in the language of the terminal, for help pages.

    They break lines at spaces only and cut what is longer, so Chinese gets a space after each punctuation mark.
    """
    return re.sub("(?<=[，。；：、）])(?=[^，。；：、）])", " ", text(key, environment_language(), **params))


def _language(value: str | None) -> str | None:
    if value is not None and value not in LANGUAGES:
        raise typer.BadParameter(helps("cli.lang.unknown", languages=", ".join(LANGUAGES)))
    return value


def lang_option() -> Any:
    """The option `--lang`."""
    return typer.Option("--lang", metavar="zh|en", callback=_language, help=helps("cli.lang"))


def json_option() -> Any:
    """The option `--json`."""
    return typer.Option("--json", help=helps("cli.json"))


def chosen(lang: str | None) -> Lang:
    """The language to speak: as asked for, else that of the terminal."""
    return "en" if lang == "en" else "zh" if lang == "zh" else environment_language()


def print_json(value: Any) -> None:
    """One line of JSON on stdout, at once: another program may be waiting for it."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def stdout_console() -> Console:
    """Where tables go. A pipe has no width: tables get room enough there not to be cut."""
    from rich.console import Console

    return Console(highlight=False) if sys.stdout.isatty() else Console(highlight=False, width=120)


def case_problem(error: InputError, language: Lang) -> str:
    """What is wrong with a case or its facts, in words."""
    key = f"error.{error.code}"
    return text(key, language, **error.params) if has_text(key) else str(error)


def option_problem(error: InputError, language: Lang) -> str:
    """What is wrong with facts that were said by options, in words that name those."""
    key = f"error.{error.code}.option"
    return text(key, language, **error.params) if has_text(key) else case_problem(error, language)


def load_settings(data: Path | None, language: Lang) -> Settings:
    """The settings, over the data folder `data` where one is named; ends the command where one is not right."""
    from pydantic import ValidationError

    from paiyan.assistant.settings import Settings

    try:
        return Settings() if data is None else Settings(data=data)
    except ValidationError as error:
        fault = error.errors()[0]
        name = "_".join(str(part) for part in fault["loc"]).upper()
        refuse(text("serve.settings", language, name=f"PAIYAN_{name}", reason=fault_reason(error, language)))


@contextmanager
def open_store(settings: Settings, language: Lang) -> Iterator[Store]:
    """What is kept in the data folder, closed in the end; ends the command where the folder can't be used."""
    from paiyan.assistant.store import Store, StoreError

    try:
        store = Store.open(settings.database, settings.photos)
    except StoreError as error:
        refuse(text(error.code, language, **error.params))
    try:
        yield store
    finally:
        store.close()


def fault_reason(error: ValidationError, language: Lang) -> str:
    """The first thing that is wrong with a value, as the API says it of a field."""
    fault = error.errors()[0]
    key = f"field.{fault['type']}"
    return text(key if has_text(key) else "field.invalid", language, **fault.get("ctx", {}))


def say(message: str) -> None:
    """A line for the person, on stderr."""
    typer.echo(message, err=True)


def check_writable(file: Path) -> None:
    """Raises `OSError` where this file could not be written; it stays as it is, and what is missing of its folder is
    made."""
    file.parent.mkdir(parents=True, exist_ok=True)
    there = file.exists()
    with file.open("ab"):
        pass
    if not there:
        file.unlink()


def complain(message: str) -> None:
    """A refusal that does not end the command: something else goes on."""
    typer.secho(message, fg="red", err=True)


def refuse(message: str) -> NoReturn:
    """Ends the command with a clear refusal."""
    complain(message)
    raise typer.Exit(REFUSED)


def misused(message: str) -> NoReturn:
    """Ends the command because of how it was called."""
    typer.secho(message, fg="red", err=True)
    raise typer.Exit(USAGE)
