"""Model cards: generated from a manifest, so that a card cannot say something else than the weights' own facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from paiyan.datasets.new_folder import write_whole
from paiyan.models.evaluation_card import evaluation_lines
from paiyan.models.registry import Manifest, ModelError

_COMPARISONS: Final = {
    "ablation": "What helped",
    "equal_runs": "What helped, in runs alike but for one thing",
    "input_sizes": "Input sizes",
}
"""Comparisons that the figures of a manifest may hold, with the heads they get in its card."""
_HEADS: Final = {"census_f1": "census F1", "map50": "mAP50", "map50_95": "mAP50-95"}
"""What figures are called where their names are none to be read."""


def write_card(manifest: Manifest, folder: Path) -> Path:
    """Write `<name>.md` into `folder` and return its path."""
    path = folder / f"{manifest.name}.md"
    write_whole(path, card_text(manifest))
    return path


def card_text(manifest: Manifest) -> str:
    """The Markdown card of a model: use, data with licences, training, figures, weak sides.

    Raises `ModelError` where what the manifest says of training and figures cannot be told.
    """
    try:
        return "\n".join(_lines(manifest))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise ModelError("manifest_malformed", file=f"{manifest.name}.json") from error


def _lines(manifest: Manifest) -> list[str]:
    thresholds = manifest.thresholds
    training = manifest.training
    return [
        f"# {manifest.name}",
        "",
        "Generated from the manifest by `paiyan.models.cards`; do not edit by hand.",
        "",
        f"Finds mahjong tiles in photos as oriented boxes: {len(manifest.class_names)} classes "
        "(42 faces and `back`), raw YOLO output, no NMS inside.",
        "",
        f"* File `{manifest.file.name}`, sha256 `{manifest.sha256}`",
        f"* Licence of the weights: {manifest.licence}",
        f"* {manifest.derived_from}",
        f"* Input {manifest.image_size} px (larger inputs in multiples of {manifest.stride} work)",
        f"* Operating point: confidence {thresholds.confidence}, NMS IoU {thresholds.nms_iou}, "
        f"called sure from {thresholds.sure}",
        "",
        "## Training",
        "",
        *_training_lines(training),
        *_figure_lines(manifest.figures),
        *evaluation_lines(manifest.figures.get("evaluation", {})),
        "",
        *_weak_lines(training),
    ]


def close_up_card_text(content: Mapping[str, Any]) -> str:
    """The Markdown card of the close-up network, from its manifest's content."""
    figures = content.get("figures", {})
    lines = [
        f"# {content['name']}",
        "",
        "Generated from the manifest by `paiyan.models.cards`; do not edit by hand.",
        "",
        f"Reads single tiles that a detector found: {len(content['class_names'])} classes (42 faces and `back`) and "
        "one answer for no tile.",
        "",
        f"* File `{content['file']}`, sha256 `{content['sha256']}`",
        f"* Licence of the weights: {content['licence']}",
        f"* {content['derived_from']}",
        f"* Input {content['input']}",
        f"* Output {content['output']}",
        "",
        "## Training",
        "",
        *_training_lines(content["training"]),
        "## Figures",
        "",
        str(figures.get("method", "None measured.")),
        "",
        *_table(figures.get("rows", ())),
        "",
        *_weak_lines(content["training"]),
    ]
    return "\n".join(lines)


def _training_lines(training: Mapping[str, Any]) -> list[str]:
    return [
        str(training.get("summary", "")),
        "",
        "| source | licence | how it was used |",
        "|---|---|---|",
        *(
            f"| {source['title']}: {source['origin']} | {source['licence']} | {source['used']} |"
            for source in training.get("sources", ())
        ),
        "",
    ]


def _weak_lines(training: Mapping[str, Any]) -> list[str]:
    return ["## Weak sides", "", *(f"* {line}" for line in training.get("weak_sides", ())), ""]


def _table(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Rows with the same keys as a Markdown table, the keys as its heads."""
    if not rows:
        return []
    heads = list(rows[0])
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    return [*lines, *(f"| {' | '.join(str(row[head]) for head in heads)} |" for row in rows)]


def _figure_lines(figures: Mapping[str, Any]) -> list[str]:
    if not figures:
        return ["## Figures", "", "None measured."]
    lines = _set_lines(figures["sets"], str(figures.get("method", ""))) if figures.get("sets") else []
    for key, title in _COMPARISONS.items():
        if key in figures:
            lines += [*([""] if lines else []), f"## {title}", "", str(figures[key]["method"]), ""]
            lines += _table(figures[key]["rows"])
    return [*lines, *_loss_lines(figures.get("loss", {}))]


def _set_lines(sets: Sequence[Mapping[str, Any]], method: str) -> list[str]:
    rows = (
        f"| {row['set']} ({row['photos']} photos, {row['tiles']} tiles) | {row['image_size']} | "
        f"{_right(row)} | {row['whole']} | {row['false']} |"
        for row in sets
    )
    heads = "| photos | input | tiles right | photos whole | false tiles |"
    return ["## Figures", "", method, "", heads, "|---|---|---|---|---|", *rows]


def _right(row: Mapping[str, Any]) -> str:
    return f"{row['right']} ({row['right'] / row['tiles']:.3f})" if row["tiles"] else "0"


def _loss_lines(loss: Mapping[str, Any]) -> list[str]:
    """What was lost against the weights these were made from: each figure before and after."""
    rows = loss.get("rows", ())
    if not rows:
        return []
    names = list(rows[0]["float"])
    lines = ["", "## Lost by 8-bit integers", "", f"Each figure of {loss['from']} → of these weights.", ""]
    lines += [f"| photos | {' | '.join(_HEADS.get(name, name) for name in names)} |", "|---" * (len(names) + 1) + "|"]
    for row in rows:
        pairs = " | ".join(f"{row['float'][name]} → {row['integers'][name]}" for name in names)
        lines.append(f"| {row['set']} | {pairs} |")
    return lines
