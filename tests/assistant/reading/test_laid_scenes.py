"""Rendered hands that were once read wrong, with the boxes a faultless detector would find."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.assistant.benchmarks.reading import laid_parts, read_parts, sources_laid, sources_read
from paiyan.assistant.benchmarks.table_shots import Shot
from paiyan.assistant.reading import Trust, build_reading, tile_set
from paiyan.datasets.composites.hands import winning_scene
from paiyan.datasets.synthesis import render
from paiyan.vision.detections import Detections

_SIZES = (800, 1024)


@pytest.mark.parametrize(
    ("seed", "number"),
    [
        pytest.param(1, 81, id="a kong with its fourth tile beside the last, from 23 degrees"),
        pytest.param(2, 136, id="a kong with its fourth tile half on another, a raised winning tile"),
        pytest.param(2, 241, id="two rows of two tiles, a side player's discards in a longer line"),
        pytest.param(2, 272, id="two rows of two tiles, from 27 degrees"),
        pytest.param(2, 340, id="two rows and a raised winning tile that bends the upper one"),
        pytest.param(2, 351, id="two rows of two tiles seen askew from 21 degrees"),
        pytest.param(2, 473, id="two kongs with a tile lying half on another"),
        pytest.param(3, 199, id="a winning tile above the hand, in line with a column of discards"),
        pytest.param(3, 214, id="one tile beside four melds, the winning tile raised"),
        pytest.param(3, 383, id="the fourth tiles of two kongs in one line"),
    ],
)
def test_a_hand_that_was_once_read_wrong_is_read_right(seed: int, number: int) -> None:
    rng = np.random.default_rng([seed, number])
    laid = winning_scene(rng, longest=int(rng.choice(_SIZES)))
    rendering = render(laid.scene, supersampling=0.5)
    shot = Shot(Detections.empty(("back",), laid.scene.camera.size), rendering.tiles, laid, "own")
    reading = build_reading(shot.exact, trust=Trust(), tile_set=tile_set("jinzhou"))
    assert read_parts(reading) == laid_parts(shot)
    assert set(sources_laid(shot)) <= set(sources_read(reading))
