"""`paiyan games`: the games kept, one in full, exported, or scored again under changed house rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paiyan.assistant.commands.common import (
    case_problem,
    chosen,
    helps,
    json_option,
    lang_option,
    load_settings,
    misused,
    open_store,
    print_json,
    refuse,
    say,
    stdout_console,
)
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from paiyan.assistant.games import GameBook, KeptGame
    from paiyan.engine.ledger import Rescored

_EXPORTS = ("csv", "json")


def games(
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help=helps("cli.games.id"))] = None,
    export: Annotated[str | None, typer.Option(metavar="csv|json", help=helps("cli.games.export"))] = None,
    rescore: Annotated[bool, typer.Option("--rescore", help=helps("cli.games.rescore"))] = False,
    options: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help=helps("cli.score.option"))
    ] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help=helps("cli.serve.data"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Lists the games of the data folder, or shows one of them."""
    language = chosen(lang)
    _check_usage(id, export, rescore, options, language)
    with _book(data, language) as book:
        if id is None:
            _list(book, as_json, language)
            return
        kept = _found(book, id, language)
    if export is not None:
        _write_out(kept, export, language)
    elif rescore:
        if not options:
            say(text("cli.games.no_options", language, ruleset=kept.game.setup.ruleset))
        _show_rescored(kept, _again(kept, options or (), language), as_json, language)
    elif as_json:
        print_json(kept.to_json())
    else:
        from paiyan.assistant.commands.games_views import game_view

        stdout_console().print(game_view(kept.to_json(), language))


def _check_usage(
    id: str | None, export: str | None, rescore: bool, options: Sequence[str] | None, language: Lang
) -> None:
    if id is None and (export is not None or rescore):
        misused(text("cli.games.needs_id", language))
    if export is not None and rescore:
        misused(text("cli.games.one_of", language))
    if options and not rescore:
        misused(text("cli.games.option_alone", language))
    if export is not None and export not in _EXPORTS:
        misused(text("cli.games.bad_export", language, value=export))


@contextmanager
def _book(data: Path | None, language: Lang) -> Iterator[GameBook | None]:
    """The games of the data folder; None where nothing was ever kept there, and nothing is made then."""
    from paiyan.assistant.games import GameBook

    settings = load_settings(data, language)
    if not settings.database.exists():
        yield None
        return
    with open_store(settings, language) as store:
        yield GameBook(store)


def _list(book: GameBook | None, as_json: bool, language: Lang) -> None:
    from paiyan.assistant.commands.games_views import games_view

    listed = [kept.summary() for kept in book.games()] if book else []
    if as_json:
        print_json({"games": listed})
    else:
        stdout_console().print(games_view(listed, language))


def _found(book: GameBook | None, id: str, language: Lang) -> KeptGame:
    """The game with this id, or the only one whose id begins so; ends the command where there is none."""
    from paiyan.assistant.games import GameUnreadableError

    ids = book.ids_like(id) if book else []
    if book is None or not ids:
        refuse(text("cli.games.not_found", language, id=id))
    if len(ids) > 1 and id not in ids:
        refuse(text("cli.games.several", language, id=id, count=len(ids), ids=", ".join(ids[:5])))
    found = id if id in ids else ids[0]
    try:
        return book.game(found)
    except GameUnreadableError:
        refuse(text("problem.game_unreadable.detail", language, id=found))


def _write_out(kept: KeptGame, export: str, language: Lang) -> None:
    from paiyan.assistant.games import game_csv, game_export

    if export == "json":
        print_json(game_export(kept))
        return
    # As bytes: the table brings its own line ends and mark of encoding.
    sys.stdout.buffer.write(game_csv(kept, language).encode())
    sys.stdout.flush()


def _again(kept: KeptGame, options: Sequence[str], language: Lang) -> Rescored:
    from paiyan.assistant.commands.facts_options import house_rules
    from paiyan.engine.errors import InputError
    from paiyan.engine.ledger import rescore

    changed = house_rules(kept.game.setup.ruleset, options, language)
    try:
        return rescore(kept.game, changed)
    except InputError as error:
        misused(case_problem(error, language))


def _show_rescored(kept: KeptGame, again: Rescored, as_json: bool, language: Lang) -> None:
    from paiyan.assistant.commands.games_views import rescored_view
    from paiyan.engine.ledger import rescored_json

    document: dict[str, Any] = rescored_json(again)
    for hand in document["hands"]:
        if hand["error"] is not None:
            hand["error"]["detail"] = case_problem(again.hands[hand["number"] - 1].error, language)
    if as_json:
        print_json({"id": kept.id, **document})
    else:
        stdout_console().print(rescored_view(document, kept.to_json(), language))
