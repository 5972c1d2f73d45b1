"""Runs a detector over labelled folders and writes what came of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np

from paiyan.datasets.formats.yolo import read_folder
from paiyan.datasets.pictures import CLASS_NAMES, Picture
from paiyan.engine.tiles import TILE_CODES
from paiyan.models.evaluation.metrics import Figures, Judged, mean_average_precision
from paiyan.vision.detections import Detections
from paiyan.vision.detector import Detector
from paiyan.vision.images import Photo, load_photo

SUITS_AND_HONOURS: Final = frozenset(range(TILE_CODES.index("f1")))
EVERY_CLASS: Final = frozenset(range(len(CLASS_NAMES)))

Look = Callable[[Photo], Detections]


def look_of(detector: Detector, image_size: int | None) -> tuple[Look, str]:
    """How to look at a photo, and a name for it: once at `image_size`, or as the product does (None)."""
    if image_size is None:
        return detector.detect, "product"
    sized = Detector(
        detector.backend,
        detector.class_names,
        image_size=image_size,
        confidence=detector.confidence,
        nms_iou=detector.nms_iou,
    )
    return sized.detect_once, str(image_size)


def evaluate_folder(look: Look, folder: Path, *, counted: frozenset[int] = SUITS_AND_HONOURS) -> dict[str, Any]:
    """Figures of a detector on a YOLO-labelled folder (`images/`, `labels/`)."""
    photos = [judge(look, picture) for picture in read_folder(folder)]
    return summarize(photos, counted)


def summarize(photos: Iterable[Judged], counted: frozenset[int]) -> dict[str, Any]:
    """Figures of judged photos as JSON values."""
    photos = list(photos)
    figures = Figures(counted)
    for photo in photos:
        figures.add(photo)
    return {**figures.as_dict(CLASS_NAMES), "map50": round(mean_average_precision(photos, counted), 4)}


def judge(look: Look, picture: Picture) -> Judged:
    """A labelled picture with what the detector finds on it."""
    found = look(Photo.from_pixels(picture.pixels))
    corners = np.asarray(found.corners, dtype=np.float32)
    return Judged(
        picture.name,
        picture.boxes,
        picture.classes,
        np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1),
        np.asarray(corners.mean(axis=1), dtype=np.float32),
        np.asarray(found.labels, dtype=np.int64),
        np.asarray(found.confidence, dtype=np.float32),
    )


def evaluate_hands(look: Look, folder: Path) -> dict[str, Any]:
    """Figures on photos of hands whose tiles are known but not their places (`expected.json`).

    A tile is right when the photo's findings hold one more of its face; tiles beside the hand are not judged.
    """
    expected: dict[str, Any] = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    tiles = right = whole = 0
    for name, hand in expected.items():
        wanted = Counter([*hand["row"], *hand.get("second_row", []), *filter(None, [hand["win_tile"]])])
        for meld in hand["melds"]:
            wanted.update(meld["tiles"] if isinstance(meld, dict) else meld)
        found = look(load_photo(folder / name))
        seen = Counter(CLASS_NAMES[index] for index in found.labels)
        hits = sum((wanted & seen).values())
        tiles += sum(wanted.values())
        right += hits
        whole += int(hits == sum(wanted.values()))
    return {"photos": len(expected), "tiles": tiles, "right": right, "whole": whole}


def write_report(path: Path, model: str, sets: dict[str, dict[str, Any]]) -> None:
    """Write the figures of a model by set as JSON."""
    path.write_text(
        json.dumps({"model": model, "sets": sets}, ensure_ascii=False, indent=1, sort_keys=True) + "\n",
        encoding="utf-8",
    )
