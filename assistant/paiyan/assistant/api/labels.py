"""A person's correction of a reading as labels for training."""

from __future__ import annotations

from typing import Any

from paiyan.assistant.api.problems import FieldFault, Problem
from paiyan.assistant.api.reading_schemas import CorrectedTile, Correction
from paiyan.assistant.reading import BACK
from paiyan.assistant.reading.model import SAID
from paiyan.assistant.store import StoredReading
from paiyan.assistant.store.store import utc_now
from paiyan.datasets.labels import ImageLabels, Label, LabelError, LabelKind


def labels_of_correction(parent: StoredReading, correction: Correction, corrected: dict[str, Any]) -> ImageLabels:
    """The boxes that a person vouches for, each with what the model had made of it. A `Problem` for an empty box."""
    labels = []
    faults = []
    for index, (sent, tile) in enumerate(zip(correction.tiles, corrected["tiles"], strict=True)):
        if tile["confidence"] < SAID:
            continue
        try:
            labels.append(_label(tile, _scores(sent, parent)))
        except LabelError as error:
            faults.append(FieldFault("body", f"tiles.{index}", error.code, f"error.{error.code}", error.params))
    if faults:
        raise Problem(422, "invalid_request", {"count": len(faults)}, faults=faults)
    return ImageLabels(
        image_sha256=parent.photo_sha256,
        width=parent.document["width"],
        height=parent.document["height"],
        labels=tuple(labels),
        exhaustive=correction.exhaustive and len(labels) == len(correction.tiles),
        author=correction.author,
        model_version=parent.model,
        origin=f"correction:{parent.id}",
        created_at=utc_now(),
    )


def _label(tile: dict[str, Any], scores: dict[str, float]) -> Label:
    top_left, top_right, bottom_right, bottom_left = ((float(x), float(y)) for x, y in tile["corners"])
    face = None if tile["tile"] == BACK else tile["tile"]
    kind = LabelKind.BACK if face is None else LabelKind.TILE
    return Label(kind, (top_left, top_right, bottom_right, bottom_left), face, scores)


def _scores(sent: CorrectedTile, parent: StoredReading) -> dict[str, float]:
    if sent.source is None:
        return {}
    source = parent.document["tiles"][sent.source]
    return {source["tile"]: source["confidence"], **dict(source["alternatives"])}
