"""Random scenes: hands that can exist, all faces equally often, the same for the same seed; data sets made of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from paiyan.datasets.pictures import LabelError
from paiyan.datasets.synthesis import (
    faces_from_directory,
    jinzhou_scene,
    own_faces,
    render,
    training_scene,
    write_yolo_obb,
)
from paiyan.datasets.synthesis.looks import random_look
from paiyan.datasets.synthesis.scenes import JINZHOU_CODES, Pool
from paiyan.datasets.synthesis.training_scenes import walls_scene
from paiyan.engine.tiles import TILE_CODES


@pytest.mark.parametrize("seed", range(30))
def test_a_jinzhou_scene_shows_a_whole_hand_of_its_kinds(seed: int) -> None:
    laid = jinzhou_scene(np.random.default_rng(seed), longest=640)
    hand = laid.hand
    assert len(hand.tiles) == 13 - 3 * len(hand.melds)
    faces = [*hand.tiles, hand.win, *(tile for plan in hand.melds for tile in plan.tiles)]
    assert set(faces) <= set(JINZHOU_CODES)
    dealt = Counter(block.code for block in laid.scene.blocks if block.code != "back")
    assert max(dealt.values()) <= 4
    assert [block.code for block in laid.scene.blocks if block.group == "win"] == [hand.win]


def test_a_jinzhou_scene_lays_out_as_many_melds_as_asked_for() -> None:
    for melds in range(5):
        laid = jinzhou_scene(np.random.default_rng(melds), melds=melds)
        groups = {block.group for block in laid.scene.blocks if block.group.startswith("meld:")}
        assert groups == {f"meld:{index}" for index in range(melds)}


def test_all_winning_tiles_and_melds_of_a_rendered_hand_are_in_its_truth() -> None:
    laid = jinzhou_scene(np.random.default_rng(3), longest=640, melds=2, dense=0)
    tiles = render(laid.scene, supersampling=1).tiles
    assert Counter(tile.group for tile in tiles) == Counter(block.group for block in laid.scene.blocks)
    assert {tile.seat for tile in tiles} == {"self"}


def test_the_same_seed_gives_the_same_scene_and_another_seed_another() -> None:
    first, again, other = (jinzhou_scene(np.random.default_rng(seed)).scene for seed in (8, 8, 9))
    assert first.blocks == again.blocks
    assert np.array_equal(first.camera.position, again.camera.position)
    assert first.look == again.look and first.finish == again.finish
    assert first.blocks != other.blocks


def test_no_face_stays_rare_over_many_training_scenes() -> None:
    used: Counter[str] = Counter()
    for index in range(120):
        training_scene(np.random.default_rng([1, index]), TILE_CODES, used)
    assert set(used) == set(TILE_CODES)
    assert max(used.values()) < 1.6 * min(used.values())


def test_tiles_in_training_scenes_do_not_sink_into_each_other() -> None:
    for index in range(40):
        scene = training_scene(np.random.default_rng([2, index]), TILE_CODES, Counter())
        lying = [block for block in scene.blocks if block.base == 0 and block.pose != "standing"]
        places = np.array([(block.x, block.y) for block in lying])
        if len(places) > 1:
            distance = np.linalg.norm(places[:, None] - places[None], axis=2) + 9 * np.eye(len(places))
            assert distance.min() > 0.85


def test_a_pool_deals_each_kind_four_times_at_most() -> None:
    pool = Pool(np.random.default_rng(0), ["1m", "2m"], Counter())
    assert Counter(pool.any(8)) == {"1m": 4, "2m": 4}
    with pytest.raises(ValueError, match="only 0 of 1m"):
        pool.take("1m")


def test_a_data_set_has_a_label_file_of_oriented_boxes_for_each_photo(tmp_path: Path) -> None:
    counts = write_yolo_obb(tmp_path, 3, seed=5, longest=320, supersampling=1)
    images, labels = sorted((tmp_path / "images").iterdir()), sorted((tmp_path / "labels").iterdir())
    assert [path.stem for path in images] == [path.stem for path in labels]
    assert (tmp_path / "classes.txt").read_text().split() == [*TILE_CODES, "back"]
    rows = [line.split() for path in labels for line in path.read_text().splitlines()]
    assert len(rows) == sum(counts.values()) > 0
    for row in rows:
        assert 0 <= int(row[0]) <= 42
        shares = np.array(row[1:], dtype=float)
        assert shares.shape == (8,)
        assert shares.min() >= 0 and shares.max() <= 1
    for path in images:
        with Image.open(path) as image:
            assert max(image.size) == 320


def test_the_same_seed_writes_the_same_data_set(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_yolo_obb(tmp_path / name, 2, seed=7, longest=256, supersampling=1)
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.*"))
    assert len(files) == 5
    for path in files:
        assert (tmp_path / "one" / path).read_bytes() == (tmp_path / "two" / path).read_bytes()


def test_further_styles_are_read_from_folders_file_names_and_tables(tmp_path: Path) -> None:
    plain = Image.new("RGB", (30, 40), (250, 240, 230))
    (tmp_path / "6m").mkdir()
    plain.save(tmp_path / "6m" / "a.png")
    plain.save(tmp_path / "7z-2.png")
    plain.save(tmp_path / "12.jpg")
    plain.save(tmp_path / "readme.png")
    (tmp_path / "list.csv").write_text("image,tile\n12.jpg,f3\n")
    faces = faces_from_directory(tmp_path)
    assert faces.codes == ("6m", "7z", "f3")
    assert faces.textures["6m"][0].body == (250, 240, 230)


def test_a_folder_without_tiles_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="no faces in"):
        faces_from_directory(tmp_path)


def test_transparent_faces_take_the_colours_of_the_look() -> None:
    look = jinzhou_scene(np.random.default_rng(1)).scene.look
    texture = own_faces().textures["7z"][0]
    painted = texture.painted(look, texture.alpha.shape[0])
    assert tuple(painted[2, 2]) == look.ivory


def test_a_scene_of_walls_shows_backs_two_high_and_a_hand_in_front_of_them() -> None:
    for index in range(20):
        rng = np.random.default_rng([4, index])
        scene = walls_scene(Pool(rng, TILE_CODES, Counter()), rng, random_look(rng), 640)
        backs = [block for block in scene.blocks if block.group == "back"]
        assert {block.base > 0 for block in backs} == {False, True}
        assert max(block.y for block in scene.blocks if block.group == "hand") < min(block.y for block in backs)


def test_some_walls_have_nearly_the_colour_of_the_table() -> None:
    hues = []
    for index in range(40):
        rng = np.random.default_rng([5, index])
        scene = walls_scene(Pool(rng, TILE_CODES, Counter()), rng, random_look(rng), 640)
        back, table = (np.array(color) / sum(color) for color in (scene.look.back, scene.table.color))
        hues.append(float(np.abs(back - table).max()))
    assert 10 <= sum(hue < 0.06 for hue in hues) < 40
