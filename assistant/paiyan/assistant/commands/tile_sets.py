"""`paiyan tile-sets`: tile sets enrolled from a photo of their faces, listed, renamed, taken away, measured."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paiyan.assistant.commands.common import (
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
    from paiyan.assistant.reading import EnrolledSet
    from paiyan.assistant.store import StoredTileSet
    from paiyan.assistant.tile_sets import TileSetBook


def tile_sets(
    action: Annotated[str, typer.Argument(metavar="[ACTION]", help=helps("cli.tile-sets.action"))] = "list",
    targets: Annotated[list[str] | None, typer.Argument(metavar="[WHAT]...", help=helps("cli.tile-sets.what"))] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help=helps("cli.tile-sets.name"))] = None,
    tiles: Annotated[str | None, typer.Option(metavar="TILES", help=helps("cli.tile-sets.tiles"))] = None,
    yes: Annotated[bool, typer.Option("--yes", help=helps("cli.tile-sets.yes"))] = False,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help=helps("cli.serve.data"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Does what `action` says with the tile sets of the data folder."""
    language = chosen(lang)
    if action not in _ACTIONS:
        misused(text("cli.tile-sets.unknown_action", language, action=action, known=", ".join(_ACTIONS)))
    _ACTIONS[action](_Call(tuple(targets or ()), name, tiles, yes, data, as_json, language))


@dataclass(frozen=True, slots=True)
class _Call:
    """What stood on the command line."""

    targets: tuple[str, ...]
    name: str | None
    tiles: str | None
    yes: bool
    data: Path | None
    as_json: bool
    language: Lang

    def one(self, what: str) -> str:
        """The only thing named; ends the command where there are none or several."""
        if len(self.targets) != 1:
            misused(text(f"cli.tile-sets.needs_{what}", self.language))
        return self.targets[0]

    def new_name(self) -> str:
        """The name given; ends the command where there is none."""
        if self.name is None:
            misused(text("cli.tile-sets.needs_name", self.language))
        return self.name


@contextmanager
def open_book(data: Path | None, language: Lang) -> Iterator[TileSetBook]:
    """The tile sets of the data folder. Ends the command where the folder can't be used or a set is refused."""
    from paiyan.assistant.store import NotFoundError
    from paiyan.assistant.tile_sets import TileSetBook, TileSetError
    from paiyan.models.registry import ModelError

    try:
        with open_store(load_settings(data, language), language) as store:
            yield TileSetBook(store)
    except NotFoundError as error:
        refuse(text("cli.tile-sets.not_found", language, name=error.id))
    except TileSetError as error:
        refuse(text(error.code, language, **error.params))
    except ModelError as error:
        refuse(text("cli.model_unusable", language, reason=error))


def tile_set_option() -> Any:
    """The option `--tile-set`."""
    return typer.Option("--tile-set", metavar="NAME", help=helps("cli.tile_set"))


def chosen_tile_set(name: str | None, data: Path | None, language: Lang) -> EnrolledSet | None:
    """The tile set named, ready to read with; ends the command where there is none."""
    if name is None:
        return None
    with open_book(data, language) as book:
        return book.use(book.named(name).id)


def _list(call: _Call) -> None:
    with open_book(call.data, call.language) as book:
        found = book.all()
    if call.as_json:
        print_json({"tile_sets": [_json(each) for each in found]})
    else:
        from paiyan.assistant.commands.tile_sets_views import tile_sets_view

        stdout_console().print(tile_sets_view(found, call.language))


def _add(call: _Call) -> None:
    photo_file = call.one("photo")
    name = call.new_name()
    with open_book(call.data, call.language) as book:
        photo, document = _confirmed(photo_file, call)
        _told(book.enrol_photo(name, photo, document), call)


def _learn(call: _Call) -> None:
    photo_file = call.one("photo")
    name = call.new_name()
    with open_book(call.data, call.language) as book:
        id = book.named(name).id
        photo, document = _confirmed(photo_file, call)
        _told(book.learn(id, photo, document, None), call)


def _rename(call: _Call) -> None:
    old = call.one("set")
    new = call.new_name()
    with open_book(call.data, call.language) as book:
        _told(book.rename(book.named(old).id, new), call)


def _remove(call: _Call) -> None:
    name = call.one("set")
    with open_book(call.data, call.language) as book:
        stored = book.named(name)
        book.remove(stored.id)
    if call.as_json:
        print_json({"removed": stored.id, "name": stored.name})
    else:
        say(text("cli.tile-sets.removed", call.language, name=stored.name))


def _confirmed(photo_file: str, call: _Call) -> tuple[Any, Mapping[str, Any]]:
    """The photo and its reading, as the person says it is."""
    from paiyan.assistant.commands.read import load_reader
    from paiyan.assistant.reading import BACK, reading_to_json
    from paiyan.assistant.tile_sets.order import in_rows
    from paiyan.engine.tiles import parse_tiles
    from paiyan.vision.images import PhotoError, load_photo

    try:
        photo = load_photo(photo_file)
    except PhotoError as error:
        refuse(f"{photo_file}: {text(error.code, call.language, **error.params)}")
    document = reading_to_json(load_reader(call.language).read(photo))
    shown = [tile for tile in document["tiles"] if tile["tile"] != BACK]
    rows = in_rows(shown)
    for row in rows:
        say(" ".join(shown[index]["tile"] for index in row))
    if call.tiles is None:
        _ask(call)
        return photo, document
    try:
        said = parse_tiles(call.tiles)
    except ValueError as error:
        misused(text("cli.tile-sets.bad_tiles", call.language, reason=error))
    order = [index for row in rows for index in row]
    if len(said) != len(order):
        refuse(text("cli.tile-sets.other_count", call.language, said=len(said), seen=len(order)))
    faces = [face.code for face in said]
    _ask_of_others([shown[index] for index in order], faces, call)
    return photo, {"tiles": [_said(shown[index], face) for index, face in zip(order, faces, strict=True)]}


def _ask_of_others(seen: Sequence[Mapping[str, Any]], faces: Sequence[str], call: _Call) -> None:
    """Asks whether tiles that were read clearly are really the other faces they are said to be: a set that was taught
    wrong faces reads hands wrong ever after."""
    others = [
        text("cli.tile-sets.said_otherwise", call.language, number=place, read=tile["tile"], said=face)
        for place, (tile, face) in enumerate(zip(seen, faces, strict=True), 1)
        if tile["status"] == "sure" and tile["tile"] != face
    ]
    if not others or call.yes:
        return
    listed = text("cli.tile-sets.and", call.language).join(others)
    if not sys.stdin.isatty():
        refuse(text("cli.tile-sets.doubtful_faces", call.language, faces=listed, count=len(others)))
    say(text("cli.tile-sets.clear_otherwise", call.language, faces=listed, count=len(others)))
    if not typer.confirm(text("cli.tile-sets.really", call.language), err=True):
        refuse(text("cli.tile-sets.how_to_correct", call.language))


def _said(tile: Mapping[str, Any], code: str) -> dict[str, Any]:
    """A tile of a reading as the person says it is; what it was read as stays with it."""
    read = [] if tile["tile"] == code else [[tile["tile"], tile["confidence"]]]
    return {**tile, "tile": code, "alternatives": [*read, *tile["alternatives"]]}


def _ask(call: _Call) -> None:
    if call.yes:
        return
    if not sys.stdin.isatty():
        misused(text("cli.tile-sets.unconfirmed", call.language))
    if not typer.confirm(text("cli.tile-sets.right", call.language), err=True):
        refuse(text("cli.tile-sets.how_to_correct", call.language))


def _told(stored: StoredTileSet, call: _Call) -> None:
    if call.as_json:
        print_json(_json(stored))
        return
    from paiyan.assistant.tile_sets import missing_faces

    missing = missing_faces(stored)
    say(text("cli.tile-sets.kept", call.language, name=stored.name, faces=len(stored.counts)))
    if missing:
        say(text("cli.tile-sets.missing", call.language, tiles=" ".join(missing)))


def _json(stored: StoredTileSet) -> dict[str, Any]:
    from paiyan.assistant.tile_sets import missing_faces

    return {
        "id": stored.id,
        "name": stored.name,
        "created_at": stored.created_at,
        "counts": stored.counts,
        "missing": list(missing_faces(stored)),
    }


def _measure(call: _Call) -> None:
    from paiyan.assistant.commands.tile_sets_measure import measure

    measure(call.targets, as_json=call.as_json, language=call.language)


def _fit(call: _Call) -> None:
    from paiyan.assistant.commands.tile_sets_measure import fit

    fit(call.targets, call.language)


_ACTIONS: Final[Mapping[str, Callable[[_Call], None]]] = {
    "list": _list,
    "add": _add,
    "learn": _learn,
    "rename": _rename,
    "remove": _remove,
    "measure": _measure,
    "fit": _fit,
}
