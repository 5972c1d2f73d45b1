"""The local page of an evaluation: figures, how far confidence can be believed, and pictures of the worst failures.

It shows other people's photos, so it is written where the person says and never shipped or committed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from paiyan.assistant.commands.html_page import heads, page_of, say, table
from paiyan.assistant.i18n import Lang, text
from paiyan.datasets.pictures import write_pixels
from paiyan.models.evaluation.failures import FailedPhoto, WorstPhotos, mark

_PAGE: Final = "evaluate.page"
_SUMMARY: Final = ("photos", "tiles", "right", "share_right", "whole", "share_whole", "clean", "false", "missed",
                   "census_f1", "map50", "map50_95")  # fmt: skip
_CLASS_COLUMNS: Final = ("tiles", "right", "wrong", "missed", "share_right", "others_read_as_it")


def write_page(
    folder: Path,
    model: str,
    sets: Mapping[str, Mapping[str, Any]],
    worst: Mapping[str, WorstPhotos],
    language: Lang,
) -> Path:
    """Write `index.html` and its pictures into `folder`; returns its path. `sets`: figures by what they are of."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = [_summary(sets, language)]
    for number, (name, figures) in enumerate(sets.items()):
        parts.append(f"<h2>{escape(name)}</h2>")
        if "calibration" in figures:
            parts += [_trust(figures, language), _calibration(figures["calibration"], language)]
            parts += [_backs(figures["backs"], language), _confusions(figures, language), _classes(figures, language)]
        if name in worst and worst[name].photos:
            parts.append(_photos(folder, number, worst[name].photos, language))
    return page_of(folder, say("evaluate.page.title", language, model=model), parts, language)


def _summary(sets: Mapping[str, Mapping[str, Any]], language: Lang) -> str:
    rows: list[list[object]] = []
    for name, figures in sets.items():
        rows.append([name, *(figures.get(key) for key in _SUMMARY)])
        for source, part in figures.get("by_source", {}).items():
            rows.append([f"– {source}", *(part.get(key) for key in _SUMMARY)])
    return table(heads(_PAGE, ("set", *_SUMMARY), language), rows)


def _trust(figures: Mapping[str, Any], language: Lang) -> str:
    rows = [
        [text(f"evaluate.page.{name}", language), row["findings"], row["right"], _share(row["right"], row["findings"])]
        for name, row in figures["by_trust"].items()
    ]
    return table(heads(_PAGE, ("trust", "findings", "right", "share_right"), language), rows)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _calibration(figures: Mapping[str, Any], language: Lang) -> str:
    parts = [f"<h3>{say('evaluate.page.calibration', language)}</h3><p>{say('evaluate.page.sure_how', language)}</p>"]
    for name in ("all_findings", "findings_on_labels"):
        one = figures[name]
        rows = [
            [share, *((row or {}).get(key) for key in ("threshold", "findings", "wrong", "upper_wrong"))]
            for share, row in one["sure"].items()
        ]
        caption = say(f"evaluate.page.{name}", language, findings=one["findings"], ece=one["ece"])
        columns = heads(_PAGE, ("wanted", "threshold", "findings", "wrong", "upper_wrong"), language)
        parts.append(f"<h4>{caption}</h4>{_chart(one['bins'])}{table(columns, rows)}")
    return "".join(parts)


def _chart(bins: Sequence[Mapping[str, Any]]) -> str:
    """Share right by confidence as bars; the dashed line is where confidence says exactly what is true."""
    side = 200
    bars = "".join(
        f'<rect class="bar" x="{row["from"] * side:.0f}" y="{(1 - row["right"]) * side:.1f}" '
        f'width="{side / 10 - 1:.0f}" height="{row["right"] * side:.1f}"><title>{row["from"]:.1f}–{row["to"]:.1f}: '
        f"{row['right']:.3f} ({row['findings']})</title></rect>"
        for row in bins
    )
    return (
        f'<svg viewBox="0 0 {side} {side}" width="{side}" height="{side}" role="img">{bars}'
        f'<line class="ideal" x1="0" y1="{side}" x2="{side}" y2="0"/></svg>'
    )


def _backs(figures: Mapping[str, Any], language: Lang) -> str:
    names = ("recall", "precision", "faces_read_as_backs", "share_of_faces", "backs_read_as_faces", "share_of_backs")
    parts = [table(heads(_PAGE, ("backs", *names), language), [["", *(figures[name] for name in names)]])]
    if figures["by_colour"]:
        columns = ("tiles", "right", "recall", "precision")
        rows = [[colour, *(row.get(name, 0) for name in columns)] for colour, row in figures["by_colour"].items()]
        parts.append(table(heads(_PAGE, ("colour", *columns), language), rows))
    return "".join(parts)


def _confusions(figures: Mapping[str, Any], language: Lang) -> str:
    if not figures["confusions"]:
        return ""
    return table(heads(_PAGE, ("wanted_face", "seen_face", "times"), language), figures["confusions"])


def _classes(figures: Mapping[str, Any], language: Lang) -> str:
    rows = [[name, *(row.get(key, 0) for key in _CLASS_COLUMNS)] for name, row in figures["by_class"].items()]
    return (
        f"<details><summary>{say('evaluate.page.by_class', language)}</summary>"
        f"{table(heads(_PAGE, ('face', *_CLASS_COLUMNS), language), rows)}</details>"
    )


def _photos(folder: Path, number: int, photos: Sequence[FailedPhoto], language: Lang) -> str:
    parts = [f"<h3>{say('evaluate.page.worst', language)}</h3><p>{say('evaluate.page.marks', language)}</p>"]
    for place, photo in enumerate(photos):
        file = f"{number:02d}-{place:02d}.jpg"
        write_pixels(folder / file, photo.pixels, quality=85)
        words = ", ".join(f"{mark(one)}{'!' if one.sure else ''}" for one in photo.failures)
        alt = say("evaluate.page.photo", language, name=photo.name, failures=len(photo.failures), tiles=photo.tiles)
        parts.append(
            f'<figure><img loading="lazy" src="{file}" alt="{alt}">'
            f"<figcaption>{alt}<br>{escape(words)}</figcaption></figure>"
        )
    return "".join(parts)
