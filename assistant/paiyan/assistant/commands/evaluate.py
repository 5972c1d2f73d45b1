"""`paiyan evaluate`: figures of a detector on labelled folders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paiyan.assistant.commands.common import (
    chosen,
    helps,
    json_option,
    lang_option,
    print_json,
    refuse,
    say,
    stdout_console,
)
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from rich.table import Table

    from paiyan.vision.detector import Detector


def evaluate(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help=helps("cli.evaluate.folders"))],
    model: Annotated[str | None, typer.Option(metavar="NAME", help=helps("cli.evaluate.model"))] = None,
    size: Annotated[int | None, typer.Option(min=64, max=4096, metavar="PX", help=helps("cli.evaluate.size"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Every folder holds `images/` and `labels/` (YOLO text), or photos and an `expected.json` of their tiles."""
    from paiyan.datasets.pictures import LabelError
    from paiyan.vision.images import PhotoError

    language = chosen(lang)
    detector = _detector(model, language)
    results: dict[str, dict[str, Any]] = {}
    for folder in folders:
        say(text("cli.evaluate.progress", language, folder=folder))
        try:
            results[str(folder)] = _figures(detector, folder, size)
        except (LabelError, PhotoError, OSError, ValueError) as error:
            refuse(text("cli.evaluate.refused", language, folder=folder, reason=error))
        if as_json:
            print_json({"folder": str(folder), **results[str(folder)]})
    if not as_json:
        stdout_console().print(_table(results, language))


def _detector(model: str | None, language: Lang) -> Detector:
    from paiyan.models.registry import ModelError, default_detector

    try:
        return default_detector(model)
    except (ModelError, FileNotFoundError) as error:
        refuse(text("cli.model_unusable", language, reason=error))


def _figures(detector: Detector, folder: Path, size: int | None) -> dict[str, Any]:
    from paiyan.models.evaluation.run import evaluate_folder, evaluate_hands, look_of

    look, name = look_of(detector, None if size is None else -(-size // 32) * 32)
    measure = evaluate_hands if (folder / "expected.json").is_file() else evaluate_folder
    return {"look": name, **measure(look, folder)}


def _table(results: dict[str, dict[str, Any]], language: Lang) -> Table:
    from rich.table import Table

    table = Table(*(text(f"evaluate.{name}", language) for name in ("folder", "photos", "tiles", "right", "whole")))
    for column in table.columns[1:]:
        column.justify = "right"
    for folder, figures in results.items():
        tiles = figures["tiles"]
        share = f"{figures['right']} ({figures['right'] / tiles:.1%})" if tiles else "0"
        table.add_row(folder, str(figures["photos"]), str(tiles), share, str(figures["whole"]))
    return table
