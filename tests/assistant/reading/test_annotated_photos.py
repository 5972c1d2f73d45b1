"""The reading drawn on its photo: labels are whole wherever a tile lies."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from paiyan.assistant.reading.annotate import annotated
from paiyan.assistant.reading.model import Status, TableReading, TileReading

SIDE = 400
TILE = 100


def drawn(x: float, y: float) -> np.ndarray:
    """A dark photo with one doubtful tile drawn, its top left at x, y."""
    corners = ((x, y), (x + TILE, y), (x + TILE, y + 1.3 * TILE), (x, y + 1.3 * TILE))
    tile = TileReading("5m", 1.0, Status.DOUBTFUL, corners, 90.0, "hand")
    photo = BytesIO()
    Image.new("RGB", (SIDE, SIDE), (20, 20, 20)).save(photo, "PNG")
    return np.asarray(annotated(photo.getvalue(), TableReading(SIDE, SIDE, (tile,))))


def label_box(picture: np.ndarray) -> tuple[int, int]:
    """Width and height of the label: the rows and columns in which letters, near white, are seen."""
    rows, columns = np.nonzero((picture > 200).all(axis=2))
    return int(np.ptp(columns)), int(np.ptp(rows))


@pytest.mark.parametrize(
    ("x", "y"), [(0, 0), (150, 2), (SIDE - TILE, 0), (SIDE - 20, 150), (-30, -10), (150, SIDE - 3)]
)
def test_the_label_of_a_tile_at_the_edge_is_as_whole_as_one_in_the_middle(x: float, y: float) -> None:
    assert label_box(drawn(x, y)) == label_box(drawn(150, 150))


def test_a_label_with_room_above_its_tile_stays_above_it() -> None:
    rows = np.nonzero((drawn(150, 150) > 200).all(axis=2))[0]
    assert rows.max() <= 150
