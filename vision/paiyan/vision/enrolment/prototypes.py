"""What the faces of one tile set look like, and how alike the tiles of a photo are to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.enrolment.metric import FaceMetric
from paiyan.vision.enrolment.views import frames, keep, looks, row_angle, views
from paiyan.vision.geometry import Floats
from paiyan.vision.images import Photo, Pixels


@dataclass(frozen=True, slots=True, eq=False)
class Prototypes:
    """The faces of a tile set as they were enrolled.

    `faces`: their codes, each once; `vectors` (P, D): how they look; `owners` (P,): indices into `faces`, ascending;
    `mistaken`: faces with what a detector took tiles of them for when they were enrolled.
    """

    metric: FaceMetric
    faces: tuple[str, ...]
    vectors: NDArray[np.float32]
    owners: NDArray[np.intp]
    mistaken: frozenset[tuple[str, str]] = frozenset()

    @classmethod
    def of(
        cls, kept: Sequence[tuple[str, Pixels]], metric: FaceMetric, mistaken: Iterable[tuple[str, str]] = ()
    ) -> Self:
        """From tiles that were kept: the code of the face and its picture, see `cut_tiles`. Raises `ValueError` for
        none."""
        if not kept:
            raise ValueError("a tile set needs at least one tile")
        seen = [(face, look) for face, pixels in sorted(kept, key=lambda entry: entry[0]) for look in looks(pixels)]
        faces = tuple(dict.fromkeys(face for face, _ in seen))
        owners = np.array([faces.index(face) for face, _ in seen], np.intp)
        return cls(metric, faces, metric.embed([look for _, look in seen]), owners, frozenset(mistaken))

    def likeness(self, photo: Photo, corners: Floats) -> NDArray[np.float32]:
        """(N, F): how alike each box (N, 4, 2), in px of the photo, is to each face; −1…1."""
        decoded = np.asarray(corners, np.float64) * photo.scale
        angle = row_angle(decoded)
        seen = [
            (row, view)
            for row, box in enumerate(decoded)
            for frame in frames(box, angle)
            for view in views(photo, frame)
        ]
        if not seen:
            return np.empty((0, len(self.faces)), np.float32)
        rows = np.array([row for row, _ in seen])
        alike = self.metric.embed([view for _, view in seen]) @ self.vectors.T
        by_face = np.maximum.reduceat(alike, np.searchsorted(self.owners, np.arange(len(self.faces))), axis=1)
        likeness: NDArray[np.float32] = np.maximum.reduceat(by_face, np.searchsorted(rows, np.arange(len(decoded))))
        return likeness


def cut_tiles(photo: Photo, corners: Floats) -> list[list[Pixels]]:
    """The tiles of the boxes (N, 4, 2), in px of the photo, cut out to be kept: for each box one picture, or two where
    it is not clear which way it lies."""
    decoded = np.asarray(corners, np.float64) * photo.scale
    angle = row_angle(decoded)
    return [[keep(photo, frame) for frame in frames(box, angle)] for box in decoded]
