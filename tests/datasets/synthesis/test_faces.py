"""The project's own tile faces: complete, light, distinct, and what the generator draws."""

from __future__ import annotations

import re
from typing import Any, cast

import numpy as np
import pytest

from paiyan.datasets.resources import resource_dir
from paiyan.datasets.synthesis import own_faces
from paiyan.datasets.synthesis.faces import face_svg
from paiyan.engine.tiles import TILE_CODES

FACES = resource_dir("seeds") / "faces"
GEOMETRIC = [code for code in TILE_CODES if code[1] in "ps" or code == "5z"]


@pytest.mark.parametrize("code", TILE_CODES)
def test_every_face_is_a_small_svg_of_shapes_without_text(code: str) -> None:
    svg = (FACES / f"{code}.svg").read_text(encoding="utf-8")
    assert len(svg) < 15_000
    assert set(re.findall(r"<([a-z]+)", svg)) <= {"svg", "g", "path", "circle", "ellipse", "rect"}
    assert 'viewBox="0 0 300 400"' in svg


def test_the_folder_holds_the_42_faces_and_nothing_else() -> None:
    assert sorted(path.stem for path in FACES.glob("*.svg")) == sorted(TILE_CODES)
    assert sorted(path.stem for path in (FACES / "png").iterdir()) == sorted(TILE_CODES)


@pytest.mark.parametrize("code", GEOMETRIC)
def test_faces_made_from_geometry_are_what_the_generator_draws(code: str) -> None:
    # These faces need no characters, hence no font.
    assert face_svg(code, cast(Any, None)) == (FACES / f"{code}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("rank", range(2, 10))
def test_dots_and_bamboos_show_as_many_as_their_number(rank: int) -> None:
    for suit in "ps":
        svg = (FACES / f"{rank}{suit}.svg").read_text(encoding="utf-8")
        assert svg.count("<g ") == rank


def test_no_two_faces_look_alike() -> None:
    faces = own_faces()
    inked = {code: faces.textures[code][0].alpha > 127 for code in TILE_CODES}
    for index, one in enumerate(TILE_CODES):
        for other in TILE_CODES[index + 1 :]:
            assert np.mean(inked[one] != inked[other]) > 0.01, (one, other)


def test_characters_carry_a_blue_numeral_above_a_red_wan() -> None:
    for rank in range(1, 10):
        texture = own_faces().textures[f"{rank}m"][0]
        solid = texture.alpha > 200
        half = solid.shape[0] * 45 // 100
        top = texture.color[:half][solid[:half]].mean(axis=0)
        foot = texture.color[half:][solid[half:]].mean(axis=0)
        assert top[2] > 1.5 * top[0]
        assert foot[0] > 2 * foot[2]
