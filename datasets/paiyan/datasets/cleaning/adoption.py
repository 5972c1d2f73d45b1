"""Labels for tiles that a source left unlabelled, where a detector reads them surely and twice alike."""

from __future__ import annotations

from typing import Final

import numpy as np

from paiyan.datasets.cleaning.masking import unlabelled
from paiyan.datasets.cleaning.proposals import Proposals
from paiyan.datasets.pictures import BACK, Picture

SURE: Final = 0.5
"""Least agreed score from which a proposal becomes a label."""

_SMALLEST = 12.0


def adopt(picture: Picture, proposals: Proposals) -> Picture:
    """The picture with its unlabelled faces labelled where the proposals are sure of them.

    Faces smaller than 12 px are left to masking: nobody could check them. So are backs, of which a wall has many that a
    detector misses.
    """
    rest = unlabelled(picture, proposals, least_score=SURE)
    sides = np.linalg.norm(np.diff(proposals.corners[rest][:, :3], axis=1), axis=2).min(axis=1)
    kept = rest[(sides >= _SMALLEST) & (proposals.classes[rest] != BACK)]
    if not len(kept):
        return picture
    return picture.with_labels(
        np.concatenate([picture.corners, proposals.corners[kept]]),
        np.concatenate([picture.classes, proposals.classes[kept]]),
    )
