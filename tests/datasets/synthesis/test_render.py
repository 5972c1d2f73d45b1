"""Rendered photos: the truth lies where the tiles are, hidden tiles are left out, and a scene always looks the same."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from paiyan.datasets.synthesis import FaceSet, FaceTexture, Rendering, render
from paiyan.datasets.synthesis.scene import Block, Camera, Finish, Light, Look, Scene, Table
from paiyan.engine.tiles import TILE_CODES

PLAIN = Finish(blur=0, noise=0, vignette=0)
MAGENTA = FaceSet(
    "magenta",
    {
        code: (FaceTexture(np.full((64, 48, 3), (255, 0, 255), np.uint8), np.full((64, 48), 255, np.uint8)),)
        for code in TILE_CODES
    },
)


def scene_of(*blocks: Block, elevation: float = 50, size: tuple[int, int] = (480, 360), yaw: float = 0) -> Scene:
    points = np.concatenate([block.corners(Look().thickness) for block in blocks])
    camera = Camera.framing(points, elevation=elevation, size=size, yaw=yaw, distance=15, margin=0.1)
    look = Look(gloss=0, engraving=0, ivory=(250, 250, 250), back=(0, 120, 0))
    return Scene(blocks, camera, look=look, finish=PLAIN, table=Table("plain", (90, 90, 90)))


def inside(rendering: Rendering, corners: NDArray[np.float64]) -> NDArray[np.bool_]:
    mask = np.zeros(rendering.pixels.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(corners).astype(np.int32)], 1)
    return mask.astype(bool)


@pytest.mark.parametrize("elevation", [25, 45, 80])
@pytest.mark.parametrize(
    "block",
    [
        Block("5m", 0, 0),
        Block("5m", 1, 2, turn=90),
        Block("5m", -2, 1, turn=217),
        Block("5m", 0, 0, pose="standing"),
        Block("5m", 0, 0, turn=20, base=0.74),
    ],
    ids=["upright", "sideways", "askew", "standing", "raised"],
)
def test_the_corners_bound_the_painted_face(block: Block, elevation: float) -> None:
    photo = render(scene_of(block, elevation=elevation, yaw=12), MAGENTA)
    if block.pose == "standing" and elevation == 80:
        assert [tile.code for tile in photo.tiles] == ["5m"]
        return
    pixels = photo.pixels.astype(int)
    painted = (pixels[..., 0] - pixels[..., 1] > 40) & (pixels[..., 2] - pixels[..., 1] > 40)
    told = inside(photo, photo.tiles[0].corners)
    assert np.sum(painted & told) / np.sum(painted | told) > 0.85
    assert np.sum(painted & told) / np.sum(painted) > 0.94  # the rest is the rounded edge


def test_corners_run_clockwise_from_the_top_left_as_seen() -> None:
    for turn in (0, 90, 180, 270):
        corners = render(scene_of(Block("1s", 0, 0, turn=turn), elevation=75)).tiles[0].corners
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
        assert ax < bx and dx < cx and ay < dy and by < cy


@pytest.mark.parametrize("turn", [0, 45, 90, 180, 300])
def test_facing_follows_the_turn_of_the_tile_seen_from_above(turn: float) -> None:
    facing = render(scene_of(Block("6z", 0, 0, turn=turn), elevation=88)).tiles[0].facing
    assert facing is not None
    assert abs((facing - turn + 180) % 360 - 180) < 4


def test_face_down_tiles_and_hands_seen_from_behind_show_backs() -> None:
    down, behind = Block("3p", 0, 0, pose="down"), Block("3p", 3, 0, turn=180, pose="standing")
    photo = render(scene_of(down, behind, Block("3p", -3, 0)))
    assert [tile.code for tile in photo.tiles] == ["back", "back", "3p"]
    assert [tile.facing is None for tile in photo.tiles] == [True, True, False]


def test_a_tile_hidden_by_another_is_no_truth() -> None:
    hidden, wall = Block("2s", 0, 1.2), Block("back", 0, 0, turn=180, pose="standing")
    shown = render(scene_of(hidden, wall, elevation=20), seen=0.5).tiles
    assert [tile.code for tile in shown] == ["back"]
    assert {tile.code for tile in render(scene_of(hidden, wall, elevation=80)).tiles} == {"2s", "back"}


def test_a_tile_out_of_the_picture_is_no_truth() -> None:
    scene = scene_of(Block("1m", 0, 0), Block("2m", 1.1, 0))
    away = replace(scene, blocks=(*scene.blocks, Block("3m", 30, 0)))
    assert [tile.code for tile in render(away).tiles] == ["1m", "2m"]


def test_the_same_scene_gives_the_same_pixels_and_another_seed_others() -> None:
    scene = replace(scene_of(Block("7p", 0, 0)), finish=Finish(noise=3), seed=4)
    assert np.array_equal(render(scene).pixels, render(scene).pixels)
    assert not np.array_equal(render(scene).pixels, render(replace(scene, seed=5)).pixels)


def test_the_lamp_casts_the_shadow_away_from_it() -> None:
    scene = replace(scene_of(Block("back", 0, 0, pose="down"), elevation=70), light=Light(azimuth=90, height=45))
    photo = render(scene)
    places = np.array([[0.9, 0.0, 0.0], [-0.9, 0.0, 0.0]])
    lit, shaded = (photo.pixels[int(y), int(x)].mean() for x, y in scene.camera.project(places))
    assert shaded < 0.8 * lit


def test_a_style_without_a_face_of_the_scene_is_refused() -> None:
    with pytest.raises(KeyError):
        render(scene_of(Block("7z", 0, 0)), FaceSet("few", {"1m": MAGENTA.textures["1m"]}))


def test_framing_shows_all_points_with_the_margin_asked_for() -> None:
    points = np.random.default_rng(0).uniform(-5, 5, (40, 3)) * (1, 1, 0.1)
    for elevation in (20, 50, 89):
        camera = Camera.framing(points, elevation=elevation, size=(400, 300), yaw=30, roll=5, margin=0.1)
        shares = camera.project(points) / (400, 300)
        assert shares.min() > 0.1 - 1e-6
        assert shares.max() < 0.9 + 1e-6
