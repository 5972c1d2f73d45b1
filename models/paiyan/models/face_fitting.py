"""Fits the face metric on a labelled training set.

Of all directions in which descriptions of faces differ, those are kept in which shots of one face of one tile set
differ little and its other faces much: a linear discriminant analysis within each picture, so that it learns what
light, blur, angle and ill-fitting boxes do to a face, not which faces there are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.new_folder import write_whole
from paiyan.datasets.pictures import BACK, LabelError, Picture
from paiyan.models.faces import FACE_METRIC
from paiyan.models.provenance import SOURCES, WEIGHTS_LICENCE
from paiyan.models.registry import file_sha256
from paiyan.vision.enrolment import FaceMetric, cut_tiles
from paiyan.vision.enrolment.features import FEATURES, describe
from paiyan.vision.enrolment.views import KEPT_SPAN, VIEW_HEIGHT, VIEW_WIDTH, cut
from paiyan.vision.geometry import side_lengths
from paiyan.vision.images import Photo, Pixels

DIMENSIONS: Final = 64
_SHRINKAGE: Final = 0.05
_SHOTS: Final = 2
"""How often each tile is shot anew, with another box, light and blur."""
_SMALLEST: Final = 14
_MOST_PER_PICTURE: Final = 16
_FEWEST: Final = 4


def fit_faces(
    pictures: Iterable[Picture], *, seed: int = 0, progress: Callable[[int], None] = lambda _: None
) -> FaceMetric:
    """The metric that suits these labelled pictures. Raises `LabelError` where there are too few tiles."""
    rng = np.random.default_rng(seed)
    within: NDArray[np.float64] = np.zeros((FEATURES, FEATURES))
    between: NDArray[np.float64] = np.zeros((FEATURES, FEATURES))
    total: NDArray[np.float64] = np.zeros(FEATURES)
    shots = groups = 0
    for number, picture in enumerate(pictures):
        progress(number)
        described, classes = _described(picture, rng)
        if len(set(classes.tolist())) < _FEWEST:
            continue
        means = {face: described[classes == face].mean(axis=0) for face in sorted(set(classes.tolist()))}
        spread = described - np.stack([means[face] for face in classes.tolist()])
        centres = np.stack(list(means.values()))
        centres -= centres.mean(axis=0)
        within += spread.T @ spread
        between += centres.T @ centres
        total += described.sum(axis=0)
        shots += len(described)
        groups += len(centres)
    if shots < FEATURES:
        raise LabelError("too_few_shots", shots=shots, fewest=FEATURES)
    projection = _discriminants(within / shots, between / groups)
    return FaceMetric((total / shots).astype(np.float32), projection.astype(np.float32))


def write_metric(metric: FaceMetric, folder: Path, figures: dict[str, Any]) -> Path:
    """Writes the weights with a manifest that says what they learnt from; returns the manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = folder / f"{FACE_METRIC}.npz"
    metric.save(weights)
    manifest = {
        "name": FACE_METRIC,
        "file": weights.name,
        "sha256": file_sha256(weights),
        "bytes": weights.stat().st_size,
        "task": "faces",
        "licence": WEIGHTS_LICENCE,
        "derived_from": "Fitted anew on the sources listed here; derived from no other weights.",
        "sources": [{"title": source.title, "origin": source.origin, "licence": source.licence} for source in SOURCES],
        "training": figures,
    }
    path = folder / f"{FACE_METRIC}.json"
    write_whole(path, json.dumps(manifest, ensure_ascii=False, indent=2) + "\n")
    return path


def _described(picture: Picture, rng: np.random.Generator) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Descriptions (M, FEATURES) of shots of a picture's tiles with their classes (M,)."""
    large = np.minimum(*side_lengths(picture.corners)) >= _SMALLEST if len(picture) else np.zeros(0, bool)
    usable = np.flatnonzero(large & (picture.classes != BACK))
    chosen = np.sort(rng.permutation(usable)[:_MOST_PER_PICTURE])
    kept = [own[0] for own in cut_tiles(Photo.from_pixels(picture.pixels), picture.corners[chosen])]
    shots = [_shot(tile, rng) for tile in kept for _ in range(_SHOTS)]
    return describe(shots), np.repeat(picture.classes[chosen], _SHOTS)


def _shot(kept: Pixels, rng: np.random.Generator) -> Pixels:
    """A tile as another photo might show it: through an ill-fitting box, blurred, in other light."""
    height, width = kept.shape[:2]
    tile = np.array([width, height]) / KEPT_SPAN
    sides = tile * np.exp(rng.uniform(-0.12, 0.12, 2))
    turn = rng.normal(0, 0.05 if rng.random() < 0.6 else 0.15)
    skew = rng.uniform(-0.12, 0.12)
    along = np.array([np.cos(turn), np.sin(turn)]) * sides[0]
    down = np.array([skew - np.sin(turn), np.cos(turn)]) * sides[1]
    middle = np.array([width, height]) / 2 - 0.5 + tile * rng.uniform(-0.07, 0.07, 2)
    view = cut(kept, np.stack([middle, along, down]), 1.0, (VIEW_WIDTH, VIEW_HEIGHT))
    if rng.random() < 0.4:
        share = rng.uniform(0.35, 0.8)
        small = (round(VIEW_WIDTH * share), round(VIEW_HEIGHT * share))
        view = cv2.resize(cv2.resize(view, small, interpolation=cv2.INTER_AREA), (VIEW_WIDTH, VIEW_HEIGHT)).astype(
            np.uint8, copy=False
        )
    return _relit(view, rng)


def _relit(view: Pixels, rng: np.random.Generator) -> Pixels:
    light = view * np.exp(rng.uniform(-0.3, 0.3)) * np.exp(rng.uniform(-0.08, 0.08, 3)) + rng.uniform(-20, 20)
    light *= 1 + np.linspace(-1, 1, VIEW_WIDTH)[None, :, None] * rng.uniform(-0.2, 0.2)
    light *= 1 + np.linspace(-1, 1, VIEW_HEIGHT)[:, None, None] * rng.uniform(-0.2, 0.2)
    light += rng.normal(0, rng.uniform(0, 6), light.shape)
    relit: Pixels = np.clip(light, 0, 255).astype(np.uint8)
    return relit


def _discriminants(within: NDArray[np.float64], between: NDArray[np.float64]) -> NDArray[np.float64]:
    """(FEATURES, DIMENSIONS) directions with the most spread between faces for that within them."""
    even = _SHRINKAGE * np.trace(within) / FEATURES
    strengths, axes = np.linalg.eigh(within + even * np.eye(FEATURES))
    whitening = axes / np.sqrt(strengths)
    _, directions = np.linalg.eigh(whitening.T @ between @ whitening)
    discriminants: NDArray[np.float64] = whitening @ directions[:, ::-1][:, :DIMENSIONS]
    return discriminants
