"""A backend for tests: replays given detections without a network."""

from __future__ import annotations

import numpy as np

from paiyan.vision.backends import BackendError, Batch
from paiyan.vision.decode import encode
from paiyan.vision.detections import Detections
from paiyan.vision.letterbox import Letterbox, Region


class FakeBackend:
    """Answers every look at a whole photo with `detections`, wherever it is put in the input.

    Give it to a `Detector` together with a photo of the size that the detections name. `shapes` lists the input
    sizes it was asked for, as (height, width).
    """

    def __init__(self, detections: Detections) -> None:
        self._detections = detections
        self.shapes: list[tuple[int, int]] = []

    def infer(self, batch: Batch) -> Batch:
        """See `Backend.infer`. Raises `BackendError` for a slice: it can't know which part of the photo it shows, which
        matters unless nothing is to be seen anywhere."""
        height, width = batch.shape[2:]
        self.shapes.append((height, width))
        view = Letterbox.fit(Region(0, 0, *self._detections.size), max(height, width))
        if len(self._detections) and (view.height, view.width) != (height, width):
            raise BackendError(f"a photo of {self._detections.size} doesn't fill an input of {width}×{height}")
        raw = encode(view.to_input(self._detections.corners), self._detections.scores)
        return np.repeat(raw[None], len(batch), axis=0)
