"""`paiyan read`: photos in, readings out, one line or one table a photo."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paiyan.assistant.commands.common import (
    REFUSED,
    chosen,
    helps,
    json_option,
    lang_option,
    misused,
    print_json,
    refuse,
    say,
)
from paiyan.assistant.commands.tile_options import RefusedError, faces_said, tile_option, with_faces
from paiyan.assistant.commands.tile_sets import chosen_tile_set, tile_set_option
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from paiyan.assistant.reading import EnrolledSet, Reader, TableReading


def read(
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO...", help=helps("cli.read.photos"))],
    rules: Annotated[str | None, typer.Option(metavar="NAME", help=helps("cli.read.rules"))] = None,
    tiles: Annotated[list[str] | None, tile_option()] = None,
    tile_set: Annotated[str | None, tile_set_option()] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help=helps("cli.serve.data"))] = None,
    annotate: Annotated[Path | None, typer.Option(metavar="OUT.png", help=helps("cli.read.annotate"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Reads every photo in the order given; one that can't be read does not stop the others."""
    language = chosen(lang)
    check_rules(rules, language)
    faces = faces_said(tiles or (), language)
    if faces and len(photos) > 1:
        misused(text("cli.tile.one_photo", language))
    enrolled = chosen_tile_set(tile_set, data, language)
    reader = load_reader(language)
    failed = 0
    for place, photo in enumerate(photos):
        if len(photos) > 1 and (as_json or (sys.stderr.isatty() and not sys.stdout.isatty())):
            # Tables name their photo themselves, where they are seen.
            say(text("cli.read.progress", language, number=place + 1, count=len(photos), photo=photo))
        reading = _read_one(reader, photo, rules, enrolled, faces, as_json, language)
        if reading is None:
            failed += 1
        elif annotate is not None:
            save_annotated(photo, reading, _numbered(annotate, place, len(photos)), language)
    if failed:
        raise typer.Exit(REFUSED)


def check_rules(rules: str | None, language: Lang) -> None:
    """Ends the command where there is no rule system of that name."""
    from paiyan.assistant.reading.tilesets import TILE_SETS

    if rules is not None and rules not in TILE_SETS:
        misused(text("cli.rules.unknown", language, rules=rules, known=", ".join(TILE_SETS)))


def load_reader(language: Lang) -> Reader:
    """The reader of the shipped model; ends the command where the model can't be used."""
    from paiyan.assistant.reading import Reader
    from paiyan.models.registry import ModelError

    try:
        return Reader.default()
    except (ModelError, FileNotFoundError) as error:
        refuse(text("cli.model_unusable", language, reason=error))


def photo_problem(code: str, params: Any, language: Lang) -> str:
    """Why a photo can't be read, in words."""
    return text(code, language, **params)


def _read_one(
    reader: Reader,
    photo: str,
    rules: str | None,
    enrolled: EnrolledSet | None,
    faces: Mapping[str, str],
    as_json: bool,
    language: Lang,
) -> TableReading | None:
    """Reads and prints one photo; None where it can't be read."""
    from paiyan.assistant.reading import reading_to_json
    from paiyan.vision.images import PhotoError

    try:
        seen = reader.read(photo, rules, enrolled)
        reading = with_faces(seen, faces, language)
    except (PhotoError, RefusedError) as error:
        problem = str(error)
        if isinstance(error, PhotoError):
            problem = photo_problem(error.code, error.params, language)
        if as_json:
            print_json({"photo": photo, "error": problem, "code": error.code, "tiles": []})
        else:
            typer.secho(f"{photo}: {problem}", fg="red", err=True)
        return None
    if as_json:
        print_json(reading_to_json(reading, photo))
    else:
        from paiyan.assistant.commands.common import stdout_console
        from paiyan.assistant.commands.views import reading_view

        stdout_console().print(reading_view(reading, photo, language, at_sight=seen))
    return reading


def _numbered(path: Path, place: int, count: int) -> Path:
    return path if count == 1 else path.with_name(f"{path.stem}-{place + 1}{path.suffix}")


def save_annotated(photo: str, reading: TableReading, path: Path, language: Lang) -> None:
    """Draws the reading on the photo; ends the command where the picture can't be written."""
    from paiyan.assistant.reading.annotate import annotated

    try:
        annotated(photo, reading).save(path)
    except (OSError, ValueError) as error:
        refuse(text("cli.annotate_failed", language, path=path, reason=error))
    say(text("cli.annotated", language, path=path))
