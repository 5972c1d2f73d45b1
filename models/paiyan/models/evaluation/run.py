"""Runs a detector over labelled folders and writes what came of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from paiyan.datasets.formats import read_labelled
from paiyan.datasets.new_folder import write_whole
from paiyan.datasets.notes import NO_NOTES, SetNotes
from paiyan.datasets.pictures import CLASS_NAMES, Picture
from paiyan.engine.tiles import TILE_CODES
from paiyan.models.evaluation.calibration import calibration
from paiyan.models.evaluation.judged import Judged, Look, Trust, judge
from paiyan.models.evaluation.metrics import Figures, counted_classes
from paiyan.models.evaluation.precision import mean_average_precision
from paiyan.vision.detections import Detections
from paiyan.vision.detector import Detector
from paiyan.vision.stretched import detect_flat

SUITS_AND_HONOURS: Final = frozenset(range(TILE_CODES.index("f1")))
"""These always count; flowers and backs do on sets that label any."""

Seen = Callable[[Picture, Judged], None]
"""Is shown every photo once it is judged."""


def look_of(detector: Detector, image_size: int | None) -> tuple[Look, str]:
    """How to look at a photo, and a name for it: once at `image_size`, or as the product does (None)."""
    if image_size is None:
        return partial(detect_flat, detector), "product"
    sized = Detector(
        detector.backend,
        detector.class_names,
        image_size=image_size,
        confidence=detector.confidence,
        nms_iou=detector.nms_iou,
    )
    return sized.detect_once, str(image_size)


def trust_from(sure: float) -> Trust:
    """Trust by confidence alone: sure from `sure` on."""

    def trust(found: Detections) -> np.ndarray:
        return np.asarray(found.confidence >= sure)

    return trust


def evaluate_folder(
    look: Look, folder: Path, trust: Trust, *, format_name: str = "yolo", seen: Seen | None = None
) -> dict[str, Any]:
    """Figures of a detector on a labelled folder, with the notes beside it, as JSON values."""
    return evaluate_pictures(look, read_labelled(folder, format_name), trust, seen, SetNotes.beside(folder))


def check_folder(folder: Path, format_name: str = "yolo") -> None:
    """Reads all that `evaluate_folder` will read; raises `LabelError` for what cannot be used."""
    SetNotes.beside(folder).check(read_labelled(folder, format_name))


def evaluate_pictures(
    look: Look,
    pictures: Iterable[Picture],
    trust: Trust,
    seen: Seen | None = None,
    notes: SetNotes = NO_NOTES,
) -> dict[str, Any]:
    """Figures of a detector on labelled pictures, as JSON values."""
    judged = []
    for picture in pictures:
        one = judge(look, picture, trust, notes)
        judged.append(one)
        if seen is not None:
            seen(picture, one)
    return summarize(judged)


def summarize(photos: Iterable[Judged], always: frozenset[int] = SUITS_AND_HONOURS) -> dict[str, Any]:
    """Figures of judged photos as JSON values, for all and for each source where there are several."""
    photos = list(photos)
    counted = counted_classes(photos, always)
    sources = sorted({photo.source for photo in photos})
    parts = {source: [photo for photo in photos if photo.source == source] for source in sources}
    result = {**_figures(photos, counted), "calibration": calibration(photos, counted)}
    if len(parts) > 1:
        result["by_source"] = {source: _figures(part, counted) for source, part in parts.items()}
    return result


def _figures(photos: list[Judged], counted: frozenset[int]) -> dict[str, Any]:
    figures = Figures(counted)
    for photo in photos:
        figures.add(photo)
    precision = mean_average_precision(photos, counted)
    return {
        **figures.as_dict(CLASS_NAMES),
        "map50": round(precision.at_half, 4),
        "map50_95": round(precision.over_all, 4),
    }


def write_report(path: Path, model: str, sets: dict[str, dict[str, Any]]) -> Path:
    """Write the figures of a model by set as JSON; returns the path."""
    content = json.dumps({"model": model, "sets": sets}, ensure_ascii=False, indent=1, sort_keys=True)
    write_whole(path, f"{content}\n")
    return path
