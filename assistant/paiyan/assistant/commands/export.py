"""`paiyan export`: from a training checkpoint to a weight file with its manifest and card; `--live`: a faster one."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final

import typer

from paiyan.assistant.commands.common import (
    check_writable,
    chosen,
    helps,
    json_option,
    lang_option,
    misused,
    print_json,
    refuse,
    say,
)
from paiyan.assistant.commands.labelled import check_folders
from paiyan.assistant.i18n import Lang, text

_NAME: Final = re.compile(r"[^\W_][\w.-]*")
_SHIPPED: Final = ".onnx"


def export(
    checkpoint: Annotated[Path, typer.Argument(metavar="CHECKPOINT", help=helps("cli.export.checkpoint"))],
    name: Annotated[str, typer.Option(metavar="NAME", help=helps("cli.export.name"))],
    out: Annotated[Path, typer.Option(metavar="DIR", help=helps("cli.export.out"))],
    mean: Annotated[Path | None, typer.Option(metavar="CHECKPOINT", help=helps("cli.export.mean"))] = None,
    live: Annotated[bool, typer.Option("--live", help=helps("cli.export.live"))] = False,
    calibrate: Annotated[Path | None, typer.Option(metavar="DIR", help=helps("cli.export.calibrate"))] = None,
    pictures: Annotated[int, typer.Option(min=8, max=1000, metavar="N", help=helps("cli.export.pictures"))] = 64,
    measure: Annotated[list[Path] | None, typer.Option(metavar="DIR", help=helps("cli.export.measure"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """The file gets the operating point of the promoted model; figures are added once they are measured."""
    from paiyan.datasets.errors import ToldError
    from paiyan.models.cards import write_card
    from paiyan.models.registry import load_manifest
    from paiyan.models.training.run import require_packages

    language = chosen(lang)
    if live != (calibrate is not None) or (measure and not live):
        misused(text("cli.export.live_needs", language))
    if live and mean is not None:
        misused(text("cli.export.mean_or_live", language))
    if not _NAME.fullmatch(name):
        misused(text("cli.export.bad_name", language, name=name))
    if checkpoint.suffix == _SHIPPED and not live:
        misused(text("cli.export.shipped", language, checkpoint=checkpoint))
    for given in (checkpoint, mean):
        if given is not None and not given.is_file():
            refuse(text("cli.export.no_checkpoint", language, checkpoint=given))
    if checkpoint.resolve() == (out / f"{name}{_SHIPPED}").resolve():
        misused(text("cli.export.onto_itself", language, checkpoint=checkpoint))
    check_folders(measure or [], language)
    try:
        if checkpoint.suffix != _SHIPPED:
            require_packages()
        check_writable(out / f"{name}.json")
        if calibrate is not None:
            manifest = _export_live(checkpoint, name, out, calibrate, pictures, measure or [], language)
        else:
            manifest = _export(checkpoint, mean, name, out)
        card = write_card(load_manifest(name, folder=out), out)
    except (ToldError, OSError) as error:
        refuse(text("cli.export.refused", language, reason=error))
    if as_json:
        print_json({"manifest": str(manifest), "card": str(card)})
    else:
        say(text("cli.export.done", language, manifest=manifest))


def _export(checkpoint: Path, mean: Path | None, name: str, out: Path) -> Path:
    from paiyan.models.export import ModelFacts, export_checkpoint, mean_checkpoint
    from paiyan.models.provenance import SOURCES, sources_named
    from paiyan.models.registry import load_manifest

    facts = ModelFacts(
        name=name,
        thresholds=load_manifest().thresholds,
        sources=sources_named([*(source.folder for source in SOURCES), *_own_folders(checkpoint)]),
        training={"summary": _summary(checkpoint, mean), "weak_sides": []},
        figures={},
    )
    with TemporaryDirectory() as scratch:
        if mean is not None:
            mean_checkpoint(checkpoint, mean, Path(scratch) / checkpoint.name)
            checkpoint = Path(scratch) / checkpoint.name
        return export_checkpoint(checkpoint, out, facts)


def _own_folders(checkpoint: Path) -> tuple[str, ...]:
    """The folders of photos of the run that left the checkpoint at its `run/weights/`."""
    from paiyan.datasets.origin import sources_of_set

    parents = checkpoint.resolve().parents
    return sources_of_set(parents[2] / "set") if len(parents) > 2 else ()


def _summary(checkpoint: Path, mean: Path | None) -> str:
    if mean is None:
        return text("export.summary", "en", checkpoint=checkpoint.name)
    return text("export.summary_of_mean", "en", checkpoint=checkpoint.name, other=mean.name)


def _export_live(
    weights: Path, name: str, out: Path, calibrate: Path, pictures: int, measured: list[Path], language: Lang
) -> Path:
    from paiyan.models.live import export_live
    from paiyan.models.quantize import Calibration
    from paiyan.models.registry import load_manifest

    calibration = Calibration(calibrate, pictures, load_manifest().image_size)
    return export_live(
        weights, out, name, calibration, measured, lambda step: say(text("cli.export.step", language, step=step))
    )
