"""How alike two faces look: a projection under which shots of one face of one tile set lie close together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.enrolment.features import FEATURES, describe
from paiyan.vision.images import Pixels


class MetricError(Exception):
    """A file that is no face metric, or one for another description of faces."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceMetric:
    """`mean` (FEATURES,) and `projection` (FEATURES, D): a view is compared by its description less the mean,
    projected and brought to length 1."""

    mean: NDArray[np.float32]
    projection: NDArray[np.float32]

    def __post_init__(self) -> None:
        if self.mean.shape != (FEATURES,) or self.projection.ndim != 2 or self.projection.shape[0] != FEATURES:
            raise MetricError(
                f"mean of shape {self.mean.shape} and projection of shape {self.projection.shape} don't fit "
                f"{FEATURES} features"
            )

    @classmethod
    def load(cls, path: Path) -> Self:
        """The metric of an npz file; raises `MetricError`."""
        try:
            with path.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
                return cls(stored["mean"].astype(np.float32), stored["projection"].astype(np.float32))
        except (OSError, ValueError, KeyError, EOFError, TypeError, BadZipFile) as error:
            raise MetricError(f"{path.name} is no face metric: {error}") from error

    def save(self, path: Path) -> None:
        """Writes the metric in half precision."""
        np.savez_compressed(path, mean=self.mean.astype(np.float16), projection=self.projection.astype(np.float16))

    def embed(self, views: Sequence[Pixels]) -> NDArray[np.float32]:
        """(N, D) unit vectors; the dot product of two of them is how alike the views are, 1 for the same."""
        projected = (describe(views) - self.mean) @ self.projection
        embedded: NDArray[np.float32] = projected / np.maximum(np.linalg.norm(projected, axis=1, keepdims=True), 1e-6)
        return embedded
