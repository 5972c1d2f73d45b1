"""The local page of an audit: labels of a training set by class and source, doubtful ones, and pictures of both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from paiyan.assistant.commands.html_page import heads, page_of, say, table
from paiyan.assistant.i18n import Lang, text
from paiyan.datasets.audit import Audit, Example, audit, examples
from paiyan.datasets.formats.yolo import read_folder
from paiyan.datasets.pictures import CLASS_NAMES, Picture, write_pixels
from paiyan.models.evaluation.judged import source_of

_KINDS: Final = ("empty", "tiny", "long", "strip", "double", "five", "twin")


def write_audit(training_set: Path, folder: Path, language: Lang) -> tuple[Path, Audit]:
    """Audit the training set and write `index.html` with its pictures into `folder`; returns the page and the audit."""
    result = audit(_pictures(training_set))
    shown = examples(_pictures(training_set), result)
    folder.mkdir(parents=True, exist_ok=True)
    parts = [
        table(heads("audit", ("source", "pictures"), language), result.pictures.most_common()),
        table(heads("audit", ("kind", "findings"), language), _findings(result, language)),
        table(heads("audit", ("face", "labels"), language), ((name, result.classes[name]) for name in CLASS_NAMES)),
        *(_figure(folder, place, example, language) for place, example in enumerate(shown)),
    ]
    return page_of(
        folder, say("audit.title", language, pictures=sum(result.pictures.values())), parts, language
    ), result


def _pictures(training_set: Path) -> Iterator[Picture]:
    for picture in read_folder(training_set):
        yield replace(picture, source=source_of(picture))


def _findings(result: Audit, language: Lang) -> list[tuple[str, int]]:
    counts = result.by_kind()
    return [(text(f"audit.kind.{kind}", language), counts.get(kind, 0)) for kind in _KINDS]


def _figure(folder: Path, place: int, example: Example, language: Lang) -> str:
    file = f"{place:03d}.jpg"
    write_pixels(folder / file, example.pixels, quality=80)
    what = say("audit.of_source" if example.kind is None else f"audit.kind.{example.kind}", language)
    alt = f"{what}: {say('audit.picture', language, source=example.source, name=example.picture)}"
    return f'<figure><img loading="lazy" src="{file}" alt="{alt}"><figcaption>{alt}</figcaption></figure>'
