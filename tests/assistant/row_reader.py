"""A reader without a model: it finds the same row of tiles on every photo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from paiyan.assistant.reading import EnrolledSet, TableReading, Trust, build_reading, tile_set
from paiyan.assistant.reading.model import UsedTileSet
from paiyan.engine.tiles import TILE_CODES
from paiyan.vision.detections import Detections
from paiyan.vision.enrolment import adapt
from paiyan.vision.images import Photo, load_photo

CLASSES = (*TILE_CODES, "back")
ROW = ["1m", "2m", "3m", "4m", "5m", "9m", "9m", "5p", "5p", "5p", "7s", "8s", "9s"]


class RowReader:
    """Decodes the photo as the real reader does and reports a hand in a row with the winning tile parted from it."""

    model = "row@test"

    def __init__(self) -> None:
        self.before_reading: Callable[[], None] = lambda: None

    def read(self, source: Any, rules: str | None = None, enrolled: EnrolledSet | None = None) -> TableReading:
        photo = source if isinstance(source, Photo) else load_photo(source)
        self.before_reading()
        found = row_of_tiles(photo.width, photo.height)
        used = None
        if enrolled is not None:
            adapted = adapt(found, photo, enrolled.prototypes)
            found, used = adapted.detections, UsedTileSet(enrolled.id, enrolled.name, adapted.likeness, adapted.weight)
        return replace(build_reading(found, trust=Trust(), tile_set=tile_set(rules), model=self.model), tile_set=used)


def row_of_tiles(width: int, height: int) -> Detections:
    step, top = width / 20, height * 0.4
    lefts = [step * (1 + place) for place in range(len(ROW))] + [step * 17]
    names = [*ROW, "6m"]
    corners = [
        [(left, top), (left + step * 0.95, top), (left + step * 0.95, top + step * 1.3), (left, top + step * 1.3)]
        for left in lefts
    ]
    scores = np.zeros((len(names), len(CLASSES)), np.float32)
    for row, name in enumerate(names):
        scores[row, CLASSES.index(name)] = 0.9
    return Detections(np.array(corners), scores, scores.max(axis=1), CLASSES, (width, height))
