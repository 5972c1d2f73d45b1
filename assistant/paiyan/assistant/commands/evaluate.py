"""`paiyan evaluate`: figures of a detector on labelled folders, with a report and a page of the worst failures."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paiyan.assistant.commands.common import (
    chosen,
    helps,
    json_option,
    lang_option,
    misused,
    print_json,
    refuse,
    say,
    stdout_console,
)
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from rich.table import Table

    from paiyan.models.evaluation.failures import WorstPhotos
    from paiyan.models.evaluation.judged import Look, Trust
    from paiyan.vision.detector import Detector

_EXPECTED: Final = "expected.json"
"""In a folder of photos of hands: which tiles each shows."""


def evaluate(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help=helps("cli.evaluate.folders"))],
    model: Annotated[str | None, typer.Option(metavar="NAME", help=helps("cli.evaluate.model"))] = None,
    size: Annotated[int | None, typer.Option(min=64, max=4096, metavar="PX", help=helps("cli.evaluate.size"))] = None,
    label_format: Annotated[
        str, typer.Option("--format", metavar="yolo|coco|voc", help=helps("cli.evaluate.format"))
    ] = "yolo",
    composites: Annotated[int, typer.Option(min=0, metavar="N", help=helps("cli.evaluate.composites"))] = 0,
    report: Annotated[Path | None, typer.Option(metavar="FILE.json", help=helps("cli.evaluate.report"))] = None,
    page: Annotated[Path | None, typer.Option(metavar="DIR", help=helps("cli.evaluate.page"))] = None,
    card: Annotated[Path | None, typer.Option(metavar="MANIFEST.json", help=helps("cli.evaluate.card"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Every folder holds labelled photos (YOLO, COCO or VOC), or photos and an `expected.json` of their tiles."""
    from paiyan.datasets.pictures import LabelError
    from paiyan.models.evaluation.run import write_report
    from paiyan.models.measured import keep_figures
    from paiyan.models.registry import ModelError
    from paiyan.vision.images import PhotoError

    language = chosen(lang)
    _check_page(page, language)
    _check_format(label_format, language)
    measure = _Measure.of(model, size, label_format, composites, page is not None, language)
    results: dict[str, dict[str, Any]] = {}
    for folder in folders:
        say(text("cli.evaluate.progress", language, folder=folder))
        try:
            _check_labelled(folder, label_format, language)
            for name, figures in measure.folder(folder).items():
                results[name] = figures
                if as_json:
                    print_json({"folder": name, **figures})
        except (LabelError, PhotoError, OSError, ValueError) as error:
            refuse(text("cli.evaluate.refused", language, folder=folder, reason=error))
    if not as_json:
        stdout_console().print(_table(results, language))
    try:
        if report is not None:
            write_report(report, measure.model, results)
            say(text("cli.evaluate.written", language, path=report))
        if page is not None:
            _write_page(page, measure, results, language)
        if card is not None:
            say(text("cli.evaluate.written", language, path=keep_figures(card, results)))
    except (ModelError, OSError) as error:
        refuse(text("cli.evaluate.unwritten", language, reason=error))


@dataclass(slots=True)
class _Measure:
    """How folders are measured; `worst` collects failures of each, where a page is wanted."""

    model: str
    look: Look
    look_name: str
    trust: Trust
    format_name: str
    composites: int
    wants_pictures: bool
    worst: dict[str, WorstPhotos] = field(default_factory=dict)

    @classmethod
    def of(
        cls, model: str | None, size: int | None, label_format: str, composites: int, pictures: bool, language: Lang
    ) -> _Measure:
        from paiyan.models.evaluation.run import look_of, trust_from
        from paiyan.models.registry import load_manifest

        detector = _detector(model, language)
        manifest = load_manifest(model)
        look, name = look_of(detector, None if size is None else -(-size // 32) * 32)
        trust = trust_from(manifest.thresholds.sure)
        return cls(manifest.short_id, look, name, trust, label_format, composites, pictures)

    def folder(self, folder: Path) -> dict[str, dict[str, Any]]:
        """Figures of a folder, and of composites of its crops, by what they are of."""
        from paiyan.models.evaluation.run import evaluate_folder, evaluate_hands

        name = str(folder)
        if (folder / _EXPECTED).is_file():
            return {name: {"look": self.look_name, **evaluate_hands(self.look, folder)}}
        seen = self._collector(name)
        figures = evaluate_folder(self.look, folder, self.trust, format_name=self.format_name, seen=seen)
        results = {name: {"look": self.look_name, **figures}}
        if self.composites:
            results[f"{name} crops"] = self._crops(folder, f"{name} crops")
        return results

    def _crops(self, folder: Path, name: str) -> dict[str, Any]:
        from paiyan.datasets.composites.crops import cut_crops
        from paiyan.datasets.composites.singles import single_tiles
        from paiyan.datasets.formats import read_labelled
        from paiyan.models.evaluation.run import evaluate_pictures

        crops = cut_crops(read_labelled(folder, self.format_name))
        pictures = single_tiles(crops, self.composites)
        return {"look": self.look_name, **evaluate_pictures(self.look, pictures, self.trust, self._collector(name))}

    def _collector(self, name: str) -> WorstPhotos | None:
        from paiyan.models.evaluation.failures import WorstPhotos
        from paiyan.models.evaluation.run import SUITS_AND_HONOURS

        if not self.wants_pictures:
            return None
        self.worst[name] = WorstPhotos(SUITS_AND_HONOURS)
        return self.worst[name]


def _check_page(page: Path | None, language: Lang) -> None:
    """Pictures of other people's photos must not end up in a repository."""
    from paiyan.assistant.commands.html_page import in_repository

    if page is not None and in_repository(page):
        misused(text("cli.evaluate.page_in_repository", language, folder=page))


def _check_format(label_format: str, language: Lang) -> None:
    from paiyan.datasets.formats import READERS

    if label_format not in READERS:
        misused(text("cli.evaluate.no_format", language, name=label_format, known=", ".join(READERS)))


def _check_labelled(folder: Path, label_format: str, language: Lang) -> None:
    """Ends the command where the folder is no labelled set, with what one has to contain."""
    from paiyan.datasets.formats import lacking

    if (folder / _EXPECTED).is_file():
        return
    if part := lacking(folder, label_format):
        what = text(f"cli.evaluate.lacking.{part}", language)
        needs = text(f"cli.evaluate.needs.{label_format}", language)
        refuse(text("cli.evaluate.lacking", language, folder=folder, what=what, needs=needs))


def _write_page(page: Path, measure: _Measure, results: dict[str, dict[str, Any]], language: Lang) -> None:
    from paiyan.assistant.commands.evaluation_page import write_page

    path = write_page(page, measure.model, results, measure.worst, language)
    say(text("cli.evaluate.written", language, path=path))


def _detector(model: str | None, language: Lang) -> Detector:
    from paiyan.models.registry import ModelError, default_detector

    try:
        return default_detector(model)
    except (ModelError, FileNotFoundError) as error:
        refuse(text("cli.model_unusable", language, reason=error))


_COLUMNS = ("folder", "photos", "tiles", "right", "whole", "clean", "false", "census", "map50", "map50_95")


def _table(results: dict[str, dict[str, Any]], language: Lang) -> Table:
    from rich.table import Table

    table = Table(*(text(f"evaluate.{name}", language) for name in _COLUMNS))
    for column in table.columns[1:]:
        column.justify = "right"
    for folder, figures in results.items():
        tiles = figures["tiles"]
        share = f"{figures['right']} ({figures['right'] / tiles:.1%})" if tiles else "0"
        rest = [figures.get(key) for key in ("false", "census_f1", "map50", "map50_95")]
        cells = [str(figures["photos"]), str(tiles), share, str(figures["whole"]), str(figures.get("clean", "–"))]
        table.add_row(folder, *cells, *("–" if value is None else str(value) for value in rest))
    return table
