"""`paiyan bench`: medians of every step from photo to ruling; `bench engine`: of the rules core; `bench model`: of the
detector beside another program's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

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


_ENGINE: Final = "engine"
_READING: Final = "reading"
_MODEL: Final = "model"
_HANDS: Final = 500
"""Hands of a round."""
_ENGINE_ROWS: Final = (
    "ruling_rate",
    "mahjong_rate",
    "ruling_ratio",
    "verdict_rate",
    "verdict_ratio",
    "mcr_rate",
    "pymahjonggb_rate",
    "mcr_ratio",
    "batch_rate",
    "advice_ms",
    "import_ms",
)


def bench(
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[engine|model|reading] [PHOTO...]", help=helps("cli.bench.photos")),
    ] = None,
    runs: Annotated[int, typer.Option(min=1, max=1000, metavar="N", help=helps("cli.bench.runs"))] = 10,
    photos: Annotated[
        Path | None, typer.Option("--photos", metavar="DIR", help=helps("cli.bench.photo_folder"))
    ] = None,
    kinds: Annotated[
        list[str] | None, typer.Option("--kind", metavar="rendered|crops", help=helps("cli.bench.kind"))
    ] = None,
    scenes: Annotated[int, typer.Option(min=1, max=100_000, metavar="N", help=helps("cli.bench.scenes"))] = 100,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help=helps("cli.bench.seed"))] = 0,
    first: Annotated[int, typer.Option(min=0, metavar="N", help=helps("cli.bench.first"))] = 0,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help=helps("cli.bench.out"))] = None,
    summed: Annotated[list[Path] | None, typer.Option("--sum", metavar="FILE", help=helps("cli.bench.sum"))] = None,
    calibrate: Annotated[bool, typer.Option("--calibrate", help=helps("cli.bench.calibrate"))] = False,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Measures on the photos given, or on the samples that come with the program; `engine` measures the rules core,
    `model` the detector beside another program's, on labelled folders too, `reading` whole hands laid out for it."""
    language = chosen(lang)
    if what == [_ENGINE]:
        _bench_engine(runs, as_json, language)
    elif what == [_READING]:
        from paiyan.assistant.commands.bench_reading import HandsToLay, bench_reading, sum_readings

        if summed:
            sum_readings(summed, as_json=as_json, language=language)
            return
        hands = HandsToLay(kinds or ["rendered", *(["crops"] if photos else [])], photos, scenes, seed, first, out)
        bench_reading(hands, calibrated=calibrate, as_json=as_json, language=language)
    elif what and what[0] == _MODEL:
        _bench_model([Path(place) for place in what[1:]], runs, as_json, language)
    else:
        _bench_photos([Path(photo) for photo in what or ()], runs, as_json, language)


def _bench_model(places: list[Path], runs: int, as_json: bool, language: Lang) -> None:
    from paiyan.assistant.commands.bench_model import bench_model_command
    from paiyan.assistant.commands.labelled import check_folders

    folders = [place for place in places if place.is_dir()]
    photos = [place for place in places if not place.is_dir()] or _samples(language)
    check_folders(folders, language)
    _check(photos, language)
    bench_model_command(photos, folders, runs, as_json, language)


def _bench_engine(rounds: int, as_json: bool, language: Lang) -> None:
    from paiyan.assistant.benchmarks.engine import bench_engine

    say(text("bench.engine.running", language, hands=_HANDS, rounds=rounds))
    with _stderr_console().status(""):
        result = bench_engine(_HANDS, rounds)
    if as_json:
        print_json(result.to_json())
        return
    console = stdout_console()
    known = result.to_json()
    console.print(text("bench.engine.title", language, **known))
    console.print(_engine_table(known, language))
    for peer in ("mahjong", "pymahjonggb"):
        if known[peer] is None:
            console.print(text("bench.engine.missing", language, peer=peer))


def _engine_table(known: dict[str, Any], language: Lang) -> Table:
    from rich.table import Table

    table = Table(text("bench.engine.what", language), text("bench.engine.median", language))
    table.columns[1].justify = "right"
    for name in _ENGINE_ROWS:
        value = known[name]
        if value is not None:
            unit = text(f"bench.engine.{name.rpartition('_')[2]}", language, value=f"{value:,}")
            table.add_row(text(f"bench.engine.{name}", language), unit)
    return table


def _bench_photos(photos: list[Path], runs: int, as_json: bool, language: Lang) -> None:
    from rich.progress import Progress

    from paiyan.assistant.benchmarks.photo import bench_photos
    from paiyan.models.registry import ModelError

    measured_on = photos or _samples(language)
    _check(measured_on, language)
    say(text("bench.running", language, photos=len(measured_on), runs=runs))
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
