"""The part of a model card that an evaluation fills: sets, faces, confusions, trust, backs. Figures, no pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from paiyan.datasets.pictures import CLASS_NAMES

_SUMMARY: Final = ("photos", "tiles", "right", "whole", "clean", "false", "missed", "census_f1", "map50", "map50_95")
_METHOD: Final = (
    "By `paiyan evaluate`: a finding means the label whose box its centre lies in and is right if it names its face; "
    "whole: every label right; clean: nothing else reported either; false: findings where no label is; census: "
    "faces counted photo by photo; mAP from the operating threshold on, upright labels held against the upright hull."
)


def evaluation_lines(evaluation: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Markdown lines of the evaluated sets; none where there are none."""
    if not evaluation:
        return []
    judged = {name: one for name, one in evaluation.items() if "by_class" in one}
    return [
        "",
        "## Evaluation",
        "",
        _METHOD,
        "",
        *_table(("set, look", *_SUMMARY), _summary_rows(evaluation)),
        *_section("By face: tiles, right", ("face", *judged), _class_rows(judged)),
        *_section("Confusions: is > read as, times", ("set, look", "confusions"), _confusion_rows(judged)),
        *_section(
            "Trust: share right of findings called sure and of doubtful ones, calibration error, confidence from which "
            "99, 99.5 and 99.9 % of all findings are right",
            ("set, look", "sure", "doubtful", "error", "99 %", "99.5 %", "99.9 %"),
            _trust_rows(judged),
        ),
        *_section(
            "Backs",
            ("set, look", "colour", "tiles", "recall", "precision", "faces as backs", "backs as faces"),
            _back_rows(judged),
        ),
    ]


def _section(title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    return ["", f"### {title}", "", *_table(heads, rows)] if rows else []


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [f"| {' | '.join(head.replace('_', ' ') for head in heads)} |", "|---" * len(heads) + "|"]
    return [*lines, *(f"| {' | '.join('–' if cell is None else str(cell) for cell in row)} |" for row in rows)]


def _summary_rows(evaluation: Mapping[str, Mapping[str, Any]]) -> list[list[object]]:
    rows: list[list[object]] = []
    for name, one in evaluation.items():
        parts = {name: one, **{f"– {source}": part for source, part in one.get("by_source", {}).items()}}
        rows += [[title, *(part.get(key) for key in _SUMMARY)] for title, part in parts.items()]
    return rows


def _class_rows(judged: Mapping[str, Mapping[str, Any]]) -> list[list[object]]:
    rows: list[list[object]] = []
    for face in CLASS_NAMES:
        cells = [one["by_class"].get(face) for one in judged.values()]
        if any(cells):
            rows.append([face, *(None if cell is None else f"{cell[0]}, {cell[1] / cell[0]:.3f}" for cell in cells)])
    return rows


def _confusion_rows(judged: Mapping[str, Mapping[str, Any]]) -> list[list[object]]:
    return [
        [name, ", ".join(f"{wanted}>{seen} {times}" for wanted, seen, times in one["confusions"]) or None]
        for name, one in judged.items()
    ]


def _trust_rows(judged: Mapping[str, Mapping[str, Any]]) -> list[list[object]]:
    rows: list[list[object]] = []
    for name, one in judged.items():
        shares = [_of(one["by_trust"][kind]) for kind in ("sure", "doubtful")]
        calibrated = one["calibration"]
        thresholds = [None if step is None else step["threshold"] for step in calibrated["sure"].values()]
        rows.append([name, *shares, calibrated["ece"], *thresholds])
    return rows


def _of(row: Mapping[str, int]) -> str:
    findings = row["findings"]
    return f"{row['right'] / findings:.3f} of {findings}" if findings else "none"


def _back_rows(judged: Mapping[str, Mapping[str, Any]]) -> list[list[object]]:
    rows: list[list[object]] = []
    for name, one in judged.items():
        backs = one["backs"]
        tiles = sum(row["tiles"] for row in backs["by_colour"].values())
        if tiles:
            wrong = (backs["share_of_faces"], backs["share_of_backs"])
            rows.append([name, "all", tiles, backs["recall"], backs["precision"], *wrong])
            rows += [
                [name, colour, row["tiles"], row["recall"], row.get("precision"), None, None]
                for colour, row in backs["by_colour"].items()
                if row["tiles"]
            ]
    return rows
