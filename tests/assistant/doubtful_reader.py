"""A reader that finds the same hand on every photo and wavers at one tile: does it win, or does it lack 幺九?

23445m 88m 555p 78s and a tile that is 6s (no 幺九) or, a little less likely, 9s (a win); 6m lies apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from tests.assistant.row_reader import CLASSES, RowReader, row_of_tiles

from paiyan.assistant.reading import EnrolledSet, TableReading, Trust, build_reading, tile_set
from paiyan.vision.detections import Detections
from paiyan.vision.images import load_photo

HAND = ("2m", "3m", "4m", "4m", "5m", "8m", "8m", "5p", "5p", "5p", "7s", "8s")
WAVERS = len(HAND)
FACES = {"6s": 0.5, "9s": 0.4}


class DoubtfulReader(RowReader):
    """Sure of thirteen tiles; of one it has what `faces` says, torn between two unless told otherwise. A settlement
    has to be as probable as `certain` says."""

    def __init__(self, faces: Mapping[str, float] = FACES, certain: float = Trust().certain) -> None:
        super().__init__()
        self._faces = faces
        self._trust = Trust(certain=certain)

    def read(self, source: Any, rules: str | None = None, enrolled: EnrolledSet | None = None) -> TableReading:
        photo = load_photo(source)
        found = wavering(photo.width, photo.height, self._faces)
        return build_reading(found, trust=self._trust, tile_set=tile_set(rules), model=self.model, photo=photo)


def wavering(width: int, height: int, faces: Mapping[str, float] = FACES) -> Detections:
    """The tiles lie as those of the row reader do."""
    corners = row_of_tiles(width, height).corners
    scores = np.zeros((len(corners), len(CLASSES)), np.float32)
    for row, face in enumerate((*HAND, None, "6m")):
        for name, score in faces.items() if face is None else [(face, 0.95)]:
            scores[row, CLASSES.index(name)] = score
    return Detections(corners, scores, scores.max(axis=1), CLASSES, (width, height))
