"""Fades unclear findings that lie apart from the clear tiles or have another size: books, boxes, the rim of a table.

They stay among the faint ones, so that a tile that a hand lacks may still be found there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from paiyan.vision.backs import are_backs, clear_backs
from paiyan.vision.clear import CLEAR, FEWEST, Rows, distances, relative_lengths
from paiyan.vision.detections import Detections
from paiyan.vision.geometry import Floats, mean_lengths

# Chosen on the labelled training photos and on dev: of 176 unclear faces of theirs that are there one goes, of 71 that
# are not 63 do.
_SIZES: Final = (0.6, 1.6)
"""An unclear tile's length over that of the clear ones nearest to it."""
_REACH: Final = 3.0
"""How far an unclear tile may lie from every clear one, in lengths of the latter, or `_LOOSE` times as far as clear
ones lie from each other, if that is more."""
_LOOSE: Final = 1.5


def fade_strays(found: Detections, threshold: float) -> Detections:
    """The same boxes; unclear ones apart from the clear tiles score less than the `threshold` of what counts as a tile.

    Backs are left to what they look like where there are clear ones to compare with.
    """
    clear = np.flatnonzero(found.confidence >= CLEAR)
    judged = (found.confidence >= threshold) & (found.confidence < CLEAR)
    if len(clear_backs(found)):
        judged &= ~are_backs(found)
    unclear = np.flatnonzero(judged)
    if len(clear) < FEWEST or not len(unclear):
        return found
    sizes = relative_lengths(found, unclear, clear)
    among = _apart(found, clear, clear)
    np.fill_diagonal(among, np.inf)
    reach = max(_REACH, _LOOSE * float(among.min(axis=1).max()))
    stray = (_apart(found, unclear, clear).min(axis=1) > reach) | (sizes < _SIZES[0]) | (sizes > _SIZES[1])
    factors = np.ones((len(found), 1), np.float32)
    factors[unclear[stray]] = threshold / CLEAR
    return replace(found, scores=found.scores * factors, confidence=found.confidence * factors[:, 0])


def _apart(found: Detections, rows: Rows, clear: Rows) -> Floats:
    """Distances (N, M) of boxes from clear tiles, in lengths of the latter."""
    lengths = np.maximum(mean_lengths(found.corners[clear]), 1e-6)
    return np.asarray(distances(found, rows, clear) / lengths, np.float32)
