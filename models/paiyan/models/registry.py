"""The shipped weights: find a model's manifest, check its file, and build a detector from it.

Nothing here imports torch: reading a photo needs only onnxruntime.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from paiyan.datasets.errors import ToldError
from paiyan.datasets.pictures import CLASS_NAMES
from paiyan.datasets.resources import resource_dir

if TYPE_CHECKING:
    from paiyan.vision.backends import Backend
    from paiyan.vision.detector import Detector

DEFAULT_MODEL = "paiyan-obb-n"
"""The promoted model: the one used where nobody names another."""

LIVE_MODEL = "paiyan-live-n"
"""The promoted model for frames of a camera: the same network in 8-bit integers."""

_CHUNK = 1 << 20
_BOX_AND_ANGLE = 5


class ModelError(ToldError):
    """A model that cannot be used: unknown name, missing or changed file, malformed manifest."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Operating point of a model.

    `confidence`: a box with a lower best class score is not reported; `nms_iou`: boxes that overlap more than this
    (rotated intersection over union) are one tile; `sure`: from this score on a reading may be called sure;
    `temperature`, `certain`: how far scores are believed beside each other, and how probable a settlement has to be to
    be called certain (see `paiyan.assistant.reading.Trust`). Raises `ValueError` for a value outside 0..1, or a
    temperature that is not above 0.
    """

    confidence: float
    nms_iou: float
    sure: float
    temperature: float = 1.0
    certain: float = 0.98

    def __post_init__(self) -> None:
        shares = (self.confidence, self.nms_iou, self.sure, self.certain)
        if not all(0 <= share <= 1 for share in shares) or not 0 < self.temperature < math.inf:
            raise ValueError("a threshold out of its range")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What has to be known about a weight file to use it and to answer for it.

    Raises `ValueError` for an image size that is no multiple of the stride.
    """

    name: str
    file: Path
    sha256: str
    class_names: tuple[str, ...]
    task: str
    image_size: int
    stride: int
    thresholds: Thresholds
    licence: str
    derived_from: str
    training: dict[str, Any]
    figures: dict[str, Any]

    def __post_init__(self) -> None:
        if self.stride <= 0 or self.image_size <= 0 or self.image_size % self.stride:
            raise ValueError("the image size is no multiple of the stride")

    @property
    def short_id(self) -> str:
        """Name and the first eight digits of the checksum: enough to tell two models apart in a log."""
        return f"{self.name}@{self.sha256[:8]}"


def weights_dir() -> Path:
    """The folder that holds the weight files and their manifests."""
    return resource_dir("weights")


def model_names() -> tuple[str, ...]:
    """Names of the models in the registry, sorted."""
    return tuple(sorted(path.stem for path in weights_dir().glob("*.json")))


def load_manifest(name: str | None = None, *, folder: Path | None = None) -> Manifest:
    """Read the manifest of `name` (the promoted model when None) and check the weight file's sha256.

    Raises `ModelError` if there is no such model, the manifest is malformed, its classes are not Paiyan's 43 in order,
    or the file is missing or changed.
    """
    root = folder or weights_dir()
    path = root / f"{name or DEFAULT_MODEL}.json"
    if not path.is_file():
        known = ", ".join(sorted(other.stem for other in root.glob("*.json"))) or "–"
        raise ModelError("no_such_model", name=name or DEFAULT_MODEL, known=known)
    manifest = _parse(path)
    if manifest.class_names != CLASS_NAMES:
        raise ModelError("other_faces", file=path.name)
    if not manifest.file.is_file():
        raise ModelError("weights_missing", file=manifest.file.name, model=manifest.name)
    if file_sha256(manifest.file) != manifest.sha256:
        raise ModelError("weights_damaged", file=manifest.file.name)
    return manifest


def checked_weights(folder: Path, name: str, suffix: str) -> tuple[Path, dict[str, Any]]:
    """The weight file of a network beside the detectors and its manifest's content, the checksum tested.

    Raises `ModelError` for a missing or malformed manifest, and for weights that are missing or changed.
    """
    manifest = folder / f"{name}.json"
    try:
        content = dict(json.loads(manifest.read_text(encoding="utf-8")))
        expected = content["sha256"]
    except (OSError, ValueError, KeyError, RecursionError, TypeError) as error:
        raise ModelError("manifest_malformed", file=manifest.name) from error
    weights = folder / f"{name}{suffix}"
    if not weights.is_file() or file_sha256(weights) != expected:
        raise ModelError("weights_damaged", file=weights.name)
    return weights, content


def file_sha256(path: Path) -> str:
    """Hex sha256 of a file's content."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _parse(path: Path) -> Manifest:
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return Manifest(
            name=str(raw["name"]),
            file=path.parent / str(raw["file"]),
            sha256=str(raw["sha256"]),
            class_names=tuple(str(name) for name in raw["class_names"]),
            task=str(raw["task"]),
            image_size=int(raw["image_size"]),
            stride=int(raw["stride"]),
            thresholds=Thresholds(**{key: float(value) for key, value in raw["thresholds"].items()}),
            licence=str(raw["licence"]),
            derived_from=str(raw["derived_from"]),
            training=dict(raw["training"]),
            figures=dict(raw.get("figures", {})),
        )
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError, RecursionError) as error:
        raise ModelError("manifest_malformed", file=path.name) from error


def default_detector(name: str | None = None) -> Detector:
    """A detector that runs the promoted model (or `name`) with onnxruntime at the manifest's operating point.

    Tiles it finds on a photo are read once more by the shipped close-up network. Raises `ModelError` for weights that
    cannot be run, or that do not answer as a detector of Paiyan's classes does.
    """
    from paiyan.models.closeup.files import close_reader
    from paiyan.vision.detector import Detector

    manifest = load_manifest(name)
    smallest = (3, manifest.stride, manifest.stride)
    return Detector(
        opened(manifest.file, smallest, _BOX_AND_ANGLE + len(CLASS_NAMES)),
        manifest.class_names,
        image_size=manifest.image_size,
        confidence=manifest.thresholds.confidence,
        nms_iou=manifest.thresholds.nms_iou,
        closer=close_reader(),
    )


def opened(weights: Path, takes: tuple[int, int, int], gives: int, *, threads: int | None = None) -> Backend:
    """What runs this weight file, `threads` as in `open_backend`.

    `takes`: channels, height and width of a picture it is tried on; `gives`: numbers that it answers for one, along the
    answer's second axis. Raises `ModelError` for a file that cannot be run or answers otherwise.
    """
    from paiyan.vision.backends import BackendError, open_backend

    try:
        backend = open_backend(weights, threads=threads)
        answer = backend.infer(np.zeros((1, *takes), np.float32))
    except BackendError as error:
        raise ModelError("weights_not_run", file=weights.name) from error
    if answer.ndim < 2 or answer.shape[1] != gives:
        raise ModelError("weights_not_run", file=weights.name)
    return backend
