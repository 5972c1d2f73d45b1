"""PyPI `mahjong-detector`, another program that finds tiles on photos, as it comes: its weights, its steps, its
thresholds."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
from PIL import Image

from paiyan.datasets.formats.names import classes_of
from paiyan.datasets.pictures import CLASS_NAMES, corners_of_boxes
from paiyan.vision.backends.runtime import ort
from paiyan.vision.detections import Detections
from paiyan.vision.images import Photo

PACKAGE: Final = "mahjong-detector"
INPUT_SIDE: Final = 640
"""It always looks once, at this size, padded to a square."""


def peer_boxes(image: Image.Image) -> list[Any]:
    """What the peer does from decoded pixels to boxes."""
    pipeline, network = _parts()
    prepared, padding = pipeline.preprocess_image(image)
    return list(network.predict(prepared, padding))


def peer_look() -> Callable[[Photo], Detections]:
    """The peer as a way to look at a photo, its classes by name."""
    _, network = _parts()
    # It writes 東 as `tou`; the other names are read as usual.
    meaning = classes_of(network.CLASS_NAMES, {"tou": "1z"})

    def look(photo: Photo) -> Detections:
        found = peer_boxes(Image.fromarray(photo.pixels))
        boxes = np.array([[one.x1, one.y1, one.x2, one.y2] for one in found], dtype=np.float32).reshape(-1, 4)
        scores = np.zeros((len(found), len(CLASS_NAMES)), dtype=np.float32)
        for row, one in enumerate(found):
            scores[row, meaning[one.class_id]] = min(1.0, one.confidence)
        confidence = scores.max(axis=1, initial=0)
        corners = corners_of_boxes(boxes) / photo.scale
        return Detections(corners, scores, confidence, CLASS_NAMES, (photo.width, photo.height))

    return look


def peer_network() -> ort.InferenceSession:
    """The peer's own session, to run its network bare."""
    session: ort.InferenceSession = _parts()[1].get_inference_session()
    return session


@cache
def _parts() -> tuple[Any, Any]:
    """Its preparation of pictures and its network."""
    return importlib.import_module("mahjong_detector.preprocess"), importlib.import_module("mahjong_detector.predict")
