"""The shipped face metric: how alike two faces look, for tile sets that are enrolled by a photo."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

from paiyan.datasets.resources import resource_dir
from paiyan.models.registry import ModelError, file_sha256
from paiyan.vision.enrolment import FaceMetric, MetricError

FACE_METRIC: Final = "paiyan-faces"


def face_metric(folder: Path | None = None) -> FaceMetric:
    """The metric beside the detector's weights, its checksum tested; raises `ModelError`."""
    return _load(folder or resource_dir("weights") / "faces")


@cache
def _load(folder: Path) -> FaceMetric:
    manifest = folder / f"{FACE_METRIC}.json"
    try:
        expected = json.loads(manifest.read_text(encoding="utf-8"))["sha256"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"the manifest {manifest.name} is missing or malformed: {error!r}") from error
    weights = folder / f"{FACE_METRIC}.npz"
    if not weights.is_file() or file_sha256(weights) != expected:
        raise ModelError(f"the weight file {weights.name} is missing, damaged or was changed; reinstall paiyan")
    try:
        return FaceMetric.load(weights)
    except MetricError as error:
        raise ModelError(str(error)) from error
