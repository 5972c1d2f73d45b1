"""What a detector found on one photo: immutable columns, one row a box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.geometry import axis_degrees

FloatArray: TypeAlias = NDArray[np.float32]
Selection: TypeAlias = NDArray[np.bool_] | NDArray[np.integer[Any]] | Sequence[int] | slice


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """Boxes with all their class scores. The arrays are read-only; slicing gives new `Detections`.

    - `corners`: float32 (N, 4, 2), px of the photo as a person sees it (EXIF applied), clockwise from the visual
      top left;
    - `scores`: float32 (N, K), the score of every class, 0..1, not only of the best one;
    - `confidence`: float32 (N,), how sure the box is, 0..1;
    - `class_names`: K names in the order of the scores: codes of faces, and ``back``;
    - `size`: width and height of the photo in px.

    Raises `ValueError` if the columns don't fit together or hold numbers that can't be.
    """

    corners: FloatArray
    scores: FloatArray
    confidence: FloatArray
    class_names: tuple[str, ...]
    size: tuple[int, int]

    def __post_init__(self) -> None:
        for name in ("corners", "scores", "confidence"):
            column = np.array(getattr(self, name), dtype=np.float32)
            column.flags.writeable = False
            object.__setattr__(self, name, column)
        object.__setattr__(self, "class_names", tuple(self.class_names))
        self._check_shapes()
        self._check_values()

    def _check_shapes(self) -> None:
        if len(set(self.class_names)) != len(self.class_names) or not self.class_names:
            raise ValueError("class names must be given, each once")
        count = len(self.confidence) if self.confidence.ndim == 1 else -1
        wanted = {"corners": (count, 4, 2), "scores": (count, len(self.class_names)), "confidence": (count,)}
        for name, shape in wanted.items():
            actual = getattr(self, name).shape
            if actual != shape:
                raise ValueError(f"{name} has shape {actual}; with these columns it has to be {shape}")

    def _check_values(self) -> None:
        if not np.isfinite(self.corners).all():
            raise ValueError("corners must be finite numbers")
        for name in ("scores", "confidence"):
            column = getattr(self, name)
            # Written so that NaN fails too.
            if not ((column >= 0) & (column <= 1)).all():
                raise ValueError(f"{name} must lie between 0 and 1")
        width, height = self.size
        if width < 1 or height < 1:
            raise ValueError(f"a photo can't be {width}×{height} px")

    @classmethod
    def empty(cls, class_names: Sequence[str], size: tuple[int, int]) -> Self:
        """No boxes on a photo of `size`."""
        return cls(
            np.empty((0, 4, 2), np.float32),
            np.empty((0, len(class_names)), np.float32),
            np.empty(0, np.float32),
            tuple(class_names),
            size,
        )

    @classmethod
    def concat(cls, parts: Sequence[Detections]) -> Detections:
        """The rows of all `parts`, in order; they must be of the same classes and photo size, and at least one."""
        if not parts:
            raise ValueError("nothing to concatenate; use Detections.empty for no boxes")
        first = parts[0]
        if any(part.class_names != first.class_names or part.size != first.size for part in parts):
            raise ValueError("only detections of the same classes and photo size can be concatenated")
        return replace(
            first,
            corners=np.concatenate([part.corners for part in parts]),
            scores=np.concatenate([part.scores for part in parts]),
            confidence=np.concatenate([part.confidence for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.confidence)

    def __getitem__(self, rows: Selection) -> Detections:
        """The rows picked by a mask, indices (in their order) or a slice."""
        # An empty list would become a float array, which can't index.
        picked: Any = rows if isinstance(rows, slice | np.ndarray) else np.asarray(rows, dtype=np.intp)
        return replace(
            self,
            corners=self.corners[picked],
            scores=self.scores[picked],
            confidence=self.confidence[picked],
        )

    @property
    def labels(self) -> NDArray[np.intp]:
        """(N,) index of the best class of each box."""
        labels: NDArray[np.intp] = self.scores.argmax(axis=1)
        return labels

    @property
    def names(self) -> tuple[str, ...]:
        """Name of the best class of each box."""
        return tuple(self.class_names[label] for label in self.labels)

    @property
    def centers(self) -> FloatArray:
        """(N, 2) middle of each box in px."""
        centers: FloatArray = self.corners.mean(axis=1)
        return centers

    @property
    def axes(self) -> NDArray[np.floating[Any]]:
        """(N,) direction of each box's long side: degrees clockwise from the horizontal, mod 180; upright is 90."""
        return axis_degrees(self.corners)

    def top(self, row: int, count: int) -> list[tuple[str, float]]:
        """The `count` best classes of a row with their scores, best first."""
        best = np.argsort(-self.scores[row], kind="stable")[:count]
        return [(self.class_names[index], float(self.scores[row, index])) for index in best]
