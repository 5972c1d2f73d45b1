"""`paiyan evaluate`: figures of a detector on labelled folders, with a report and a page of the worst failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paiyan.assistant.commands.common import (
    REFUSED,
    check_writable,
    chosen,
    complain,
    helps,
    json_option,
    lang_option,
    misused,
    print_json,
    refuse,
    say,
    stdout_console,
)
from paiyan.assistant.commands.html_page import check_place
from paiyan.assistant.commands.labelled import check_folders
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from rich.table import Table

    from paiyan.models.evaluation.failures import WorstPhotos
    from paiyan.models.evaluation.judged import Look, Trust
    from paiyan.vision.detector import Detector


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
    language = chosen(lang)
    check_place(page, language)
    _check_format(label_format, language)
    kept = _Kept(report, page, card)
    kept.check(language)
    _check_folders(folders, label_format, language)
    measure = _Measure.of(model, size, label_format, composites, page is not None, language)
    kept.check_model(measure.model, language)
    results, whole = _measured(measure, folders, as_json, language)
    if results and not as_json:
        stdout_console().print(_table(results, language))
    if results:
        whole = kept.write(measure, results, language) and whole
    if not whole:
        raise typer.Exit(REFUSED)


def _measured(
    measure: _Measure, folders: list[Path], as_json: bool, language: Lang
) -> tuple[dict[str, dict[str, Any]], bool]:
    """Figures by what they are of, and whether all folders could be measured: one that cannot takes no other's away."""
    from paiyan.vision.images import PhotoError

    results: dict[str, dict[str, Any]] = {}
    whole = True
    for folder in dict.fromkeys(folders):
        say(text("cli.evaluate.progress", language, folder=folder))
        try:
            for name, figures in measure.folder(folder):
                results[name] = figures
                if as_json:
                    print_json({"folder": name, **figures})
        except (PhotoError, OSError, ValueError) as error:
            complain(text("cli.evaluate.refused", language, folder=folder, reason=error))
            whole = False
    return results, whole


@dataclass(frozen=True, slots=True)
class _Kept:
    """Where figures are written, beside stdout."""

    report: Path | None
    page: Path | None
    card: Path | None

    def check(self, language: Lang) -> None:
        """Ends the command before anything is measured where they could not be written."""
        from paiyan.models.cards import card_text
        from paiyan.models.registry import ModelError, load_manifest

        try:
            if self.page is not None:
                self.page.mkdir(parents=True, exist_ok=True)
            if self.card is not None:
                card_text(load_manifest(self.card.stem, folder=self.card.parent))
            for file in (self.report, self.card):
                if file is not None:
                    check_writable(file)
        except (ModelError, OSError) as error:
            refuse(text("cli.evaluate.unwritten", language, reason=error))

    def check_model(self, measured: str, language: Lang) -> None:
        """Ends the command where the card is of other weights: it would say of them what these ones read."""
        from paiyan.models.registry import load_manifest

        if self.card is None:
            return
        named = load_manifest(self.card.stem, folder=self.card.parent)
        if named.short_id != measured:
            misused(text("cli.evaluate.card_of_other", language, card=self.card, measured=measured, name=named.name))

    def write(self, measure: _Measure, results: dict[str, dict[str, Any]], language: Lang) -> bool:
        """Write the figures; whether all could be written. What cannot takes nothing else away."""
        from paiyan.assistant.commands.evaluation_page import write_page
        from paiyan.models.evaluation.run import write_report
        from paiyan.models.measured import keep_figures
        from paiyan.models.registry import ModelError

        ways: list[tuple[Path | None, Callable[[Path], Path]]] = [
            (self.report, lambda file: write_report(file, measure.model, results)),
            (self.page, lambda folder: write_page(folder, measure.model, results, measure.worst, language)),
            (self.card, lambda file: keep_figures(file, results)),
        ]
        whole = True
        for place, write in ways:
            if place is None:
                continue
            try:
                say(text("cli.evaluate.written", language, path=write(place)))
            except (ModelError, OSError) as error:
                complain(text("cli.evaluate.unwritten", language, reason=error))
                whole = False
        return whole


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

    def folder(self, folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
        """What figures are of and they themselves: of a folder, then of composites of its crops."""
        from paiyan.models.evaluation.hands import EXPECTED, evaluate_hands
        from paiyan.models.evaluation.run import evaluate_folder

        name = str(folder)
        if (folder / EXPECTED).is_file():
            yield name, {"look": self.look_name, **evaluate_hands(self.look, folder)}
            return
        seen = self._collector(name, self._counted(folder))
        figures = evaluate_folder(self.look, folder, self.trust, format_name=self.format_name, seen=seen)
        yield name, {"look": self.look_name, **figures}
        if self.composites:
            yield f"{name} crops", self._crops(folder, f"{name} crops")

    def _crops(self, folder: Path, name: str) -> dict[str, Any]:
        from paiyan.datasets.composites.crops import cut_crops
        from paiyan.datasets.composites.singles import single_tiles
        from paiyan.datasets.formats import read_labelled
        from paiyan.models.evaluation.run import SUITS_AND_HONOURS, evaluate_pictures

        crops = cut_crops(read_labelled(folder, self.format_name))
        pictures = single_tiles(crops, self.composites)
        seen = self._collector(name, SUITS_AND_HONOURS | {crop.face for crop in crops})
        return {"look": self.look_name, **evaluate_pictures(self.look, pictures, self.trust, seen)}

    def _counted(self, folder: Path) -> frozenset[int]:
        from paiyan.datasets.formats import read_labelled
        from paiyan.models.evaluation.metrics import counted_classes
        from paiyan.models.evaluation.run import SUITS_AND_HONOURS

        pictures = read_labelled(folder, self.format_name) if self.wants_pictures else ()
        return counted_classes(pictures, SUITS_AND_HONOURS)

    def _collector(self, name: str, counted: frozenset[int]) -> WorstPhotos | None:
        from paiyan.models.evaluation.failures import WorstPhotos

        if not self.wants_pictures:
            return None
        self.worst[name] = WorstPhotos(counted)
        return self.worst[name]


def _check_format(label_format: str, language: Lang) -> None:
    from paiyan.datasets.formats import READERS

    if label_format not in READERS:
        misused(text("cli.evaluate.no_format", language, name=label_format, known=", ".join(READERS)))


def _check_folders(folders: list[Path], label_format: str, language: Lang) -> None:
    """Ends the command before anything is measured where a folder cannot be measured on."""
    from paiyan.models.evaluation.hands import EXPECTED, check_hands

    for folder in folders:
        if not (folder / EXPECTED).is_file():
            check_folders([folder], language, label_format, hint=text("cli.evaluate.other_labels", language))
            continue
        try:
            check_hands(folder)
        except (OSError, ValueError) as error:
            refuse(text("cli.evaluate.refused", language, folder=folder, reason=error))


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
    table.columns[0].overflow = "fold"
    for column in table.columns[1:]:
        column.justify = "right"
    for folder, figures in results.items():
        tiles = figures["tiles"]
        share = f"{figures['right']} ({figures['right'] / tiles:.1%})" if tiles else "0"
        rest = [figures.get(key) for key in ("false", "census_f1", "map50", "map50_95")]
        cells = [str(figures["photos"]), str(tiles), share, str(figures["whole"]), str(figures.get("clean", "–"))]
        table.add_row(folder, *cells, *("–" if value is None else str(value) for value in rest))
    return table
