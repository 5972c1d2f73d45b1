"""The shipped face metric: how alike two faces look, for tile sets that are enrolled by a photo."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from paiyan.datasets.resources import resource_dir
from paiyan.models.registry import ModelError, checked_weights
from paiyan.vision.enrolment import FaceMetric, MetricError

FACE_METRIC: Final = "paiyan-faces"


def face_metric(folder: Path | None = None) -> FaceMetric:
    """The metric beside the detector's weights, its checksum tested; raises `ModelError`."""
    return _load(folder or resource_dir("weights") / "faces")


@cache
def _load(folder: Path) -> FaceMetric:
    weights, _ = checked_weights(folder, FACE_METRIC, ".npz")
    try:
        return FaceMetric.load(weights)
    except MetricError as error:
        raise ModelError("weights_damaged", file=weights.name) from error
