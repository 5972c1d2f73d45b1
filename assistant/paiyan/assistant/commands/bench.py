"""`paiyan bench`: medians of every step from photo to ruling."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from paiyan.assistant.commands.common import (
    chosen,
    helps,
    json_option,
    lang_option,
    print_json,
    refuse,
    stdout_console,
)
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from paiyan.assistant.benchmarks.photo import PhotoBench

_ROWS: Final = (
    "decode",
    "inference",
    "layout",
    "reading",
    "ruling",
    "bare",
    "ratio",
    "one_look",
    "one_bare",
    "one_ratio",
)


def bench(
    photos: Annotated[list[Path] | None, typer.Argument(metavar="PHOTO", help=helps("cli.bench.photos"))] = None,
    runs: Annotated[int, typer.Option(min=1, max=1000, metavar="N", help=helps("cli.bench.runs"))] = 10,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Measures on the photos given, or on the samples that come with the program."""
    from rich.progress import Progress

    from paiyan.assistant.benchmarks.photo import bench_photos
    from paiyan.models.registry import ModelError

    language = chosen(lang)
    measured_on = photos or _samples(language)
    _check(measured_on, language)
    try:
        with Progress(transient=True, console=_stderr_console()) as bar:
            task = bar.add_task("", total=None)
            result = bench_photos(measured_on, runs, lambda done, total: bar.update(task, completed=done, total=total))
    except (ModelError, FileNotFoundError) as error:
        refuse(text("cli.model_unusable", language, reason=error))
    if as_json:
        print_json(result.to_json())
    else:
        console = stdout_console()
        console.print(text("bench.title", language, **result.to_json()))
        console.print(_table(result, language))


def _samples(language: Lang) -> list[Path]:
    from paiyan.datasets.resources import resource_dir

    try:
        samples = sorted((resource_dir("seeds") / "samples").glob("*.jpg"))
    except FileNotFoundError:
        samples = []
    return samples or refuse(text("cli.bench.no_samples", language))


def _check(photos: list[Path], language: Lang) -> None:
    """Ends the command before anything is measured where a photo can't be read."""
    from paiyan.vision.images import PhotoError, load_photo

    for photo in photos:
        try:
            load_photo(photo)
        except PhotoError as error:
            problem = text(error.code, language, **error.params)
            refuse(text("cli.bench.unreadable", language, photo=photo, problem=problem))


def _stderr_console() -> Console:
    from rich.console import Console

    return Console(stderr=True)


def _table(result: PhotoBench, language: Lang) -> Table:
    from rich.table import Table

    known = result.to_json()
    table = Table(text("bench.stage", language), text("bench.median", language))
    table.columns[1].justify = "right"
    for name in _ROWS:
        figure = f"× {known[name]:.2f}" if name.endswith("ratio") else f"{known[name]:.2f}"
        table.add_row(text(f"bench.{name}", language, **known), figure)
    return table
