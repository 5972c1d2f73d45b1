"""The scene coach: every flaw of a photo is told on a photo made to have it, and the sample photos have none."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from paiyan.engine.tiles import TILE_CODES
from paiyan.vision.coach import Advice, Severity, coach
from paiyan.vision.detections import Detections
from paiyan.vision.images import Photo, load_photo
from paiyan.vision.layout import arrange

SAMPLES = Path(__file__).parents[2] / "seeds/samples"
CLASSES = (*TILE_CODES, "back")
SURE = 0.6


@dataclass(frozen=True)
class Shot:
    """Pixels with the corners of the tiles on them, their codes and how sure a detector is of them."""

    pixels: NDArray[np.uint8]
    corners: NDArray[np.float32]
    codes: tuple[str, ...]
    confidence: float = 0.9

    def told(self) -> dict[str, Advice]:
        scores = np.zeros((len(self.codes), len(CLASSES)), np.float32)
        for row, code in enumerate(self.codes):
            scores[row, CLASSES.index(code)] = self.confidence
        height, width = self.pixels.shape[:2]
        found = Detections(
            self.corners, scores, np.full(len(self.codes), self.confidence, np.float32), CLASSES, (width, height)
        )
        advice = coach(Photo.from_pixels(self.pixels), found, arrange(found), SURE)
        return {each.id: each for each in advice}

    def doubted(self) -> Shot:
        return replace(self, confidence=0.4)

    def developed(self, change: Callable[[NDArray[np.float32]], NDArray[np.float32]]) -> Shot:
        """With other pixels in the same places."""
        return replace(self, pixels=np.clip(change(self.pixels.astype(np.float32)), 0, 255).astype(np.uint8))

    def scaled(self, across: float, down: float) -> Shot:
        matrix = np.diag([across, down]).astype(np.float32)
        size = round(self.pixels.shape[1] * across), round(self.pixels.shape[0] * down)
        pixels = cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA)
        return replace(self, pixels=np.asarray(pixels, np.uint8), corners=self.corners @ matrix)


def sample(name: str) -> Shot:
    truth = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    tiles = truth["tiles"]
    corners = np.array([tile["corners"] for tile in tiles], np.float32)
    return Shot(load_photo(SAMPLES / truth["photo"]).pixels, corners, tuple(tile["tile"] for tile in tiles))


@pytest.fixture(scope="module")
def shot() -> Shot:
    return sample("seven-pairs")


def blur(share: float, shot: Shot) -> Callable[[NDArray[np.float32]], NDArray[np.float32]]:
    """A blur of this share of a tile's height."""
    tile = float(np.median(np.ptp(shot.corners[:, :, 1], axis=1)))
    return lambda pixels: np.asarray(cv2.GaussianBlur(pixels, (0, 0), share * tile), np.float32)


def reflection(shot: Shot, tiles: int, light: float = 300) -> Callable[[NDArray[np.float32]], NDArray[np.float32]]:
    """Bright spots on the first tiles."""
    tile = float(np.median(np.ptp(shot.corners[:, :, 1], axis=1)))
    y, x = np.mgrid[: shot.pixels.shape[0], : shot.pixels.shape[1]].astype(np.float32)
    spots = np.zeros_like(x)
    for middle in shot.corners[:tiles].mean(axis=1):
        spots += light * np.exp(-((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * (0.35 * tile) ** 2))
    return lambda pixels: np.asarray(pixels + spots[..., None], np.float32)


@pytest.mark.parametrize("name", sorted(path.stem for path in SAMPLES.glob("*.jpg")))
@pytest.mark.parametrize("confidence", [0.9, 0.4])
def test_a_good_photo_is_not_commented_on_however_well_it_is_read(name: str, confidence: float) -> None:
    assert replace(sample(name), confidence=confidence).told() == {}


def test_a_slight_blur_is_told_only_where_tiles_are_doubtful(shot: Shot) -> None:
    blurred = shot.developed(blur(0.04, shot))
    assert blurred.told() == {}
    assert blurred.doubted().told()["blurred"].severity is Severity.WARNING


def test_a_strong_blur_is_severe(shot: Shot) -> None:
    assert list(shot.developed(blur(0.08, shot)).doubted().told()) == ["blurred"]
    assert shot.developed(blur(0.08, shot)).doubted().told()["blurred"].severity is Severity.SEVERE


def test_a_shake_in_one_direction_is_a_blur_too(shot: Shot) -> None:
    tile = float(np.median(np.ptp(shot.corners[:, :, 1], axis=1)))
    kernel = np.full((1, round(0.3 * tile)), 1 / round(0.3 * tile), np.float32)
    shaken = shot.developed(lambda pixels: np.asarray(cv2.filter2D(pixels, -1, kernel), np.float32))
    assert list(shaken.doubted().told()) == ["blurred"]


def test_a_small_but_sharp_photo_is_too_far_and_not_blurred(shot: Shot) -> None:
    far = shot.scaled(0.14, 0.14).doubted().told()
    assert list(far) == ["far"]
    assert far["far"].params["height"] == pytest.approx(18, abs=2)


def test_too_little_light_is_told(shot: Shot) -> None:
    dark = shot.developed(lambda pixels: pixels * np.float32(0.25)).doubted().told()
    assert list(dark) == ["dark"]
    assert shot.developed(lambda pixels: pixels * np.float32(0.1)).told()["dark"].severity is Severity.WARNING


def test_noise_in_the_dark_is_not_taken_for_sharpness_nor_for_glare(shot: Shot) -> None:
    noise = np.random.default_rng(5).normal(0, 5, shot.pixels.shape).astype(np.float32)
    assert list(shot.developed(lambda pixels: pixels * np.float32(0.25) + noise).doubted().told()) == ["dark"]


def test_reflections_are_counted_by_tile(shot: Shot) -> None:
    shining = shot.developed(lambda pixels: pixels * np.float32(0.9)).developed(reflection(shot, 2))
    assert shining.told()["glare"].params["count"] >= 2
    assert list(shining.told()) == ["glare"]


def test_a_tile_that_a_reflection_hides_altogether_is_counted_too(shot: Shot) -> None:
    dimmed = shot.developed(lambda pixels: pixels * np.float32(0.85))
    order = np.argsort(shot.corners[:, :, 0].mean(axis=1))
    for hidden, light in ((order[0], 150), (order[6], 300)):
        spot = replace(shot, corners=shot.corners[[hidden]])
        shining = dimmed.developed(reflection(spot, 1, light))
        seen = [row for row in range(len(shot.codes)) if row != hidden]
        lacking = replace(shining, corners=shot.corners[seen], codes=tuple(shot.codes[row] for row in seen))
        assert lacking.told()["glare"].params["count"] == 1
        unlit = replace(dimmed, corners=lacking.corners, codes=lacking.codes)
        assert unlit.told() == {}


def test_ink_that_a_blur_spreads_is_not_taken_for_a_reflection(shot: Shot) -> None:
    plain = shot.developed(lambda pixels: pixels * np.float32(0.98))
    first = np.round(shot.corners[0]).astype(np.int32)
    pixels = plain.pixels.copy()
    cv2.fillConvexPoly(pixels, first, (252, 252, 250))
    blank = replace(plain, pixels=pixels)
    assert list(blank.told()) == ["glare"]
    assert list(blank.developed(blur(0.03, shot)).told()) == []
    assert list(blank.developed(blur(0.08, shot)).doubted().told()) == ["blurred"]


def test_faces_washed_out_by_too_much_light_are_told(shot: Shot) -> None:
    assert "bright" in shot.developed(lambda pixels: pixels * np.float32(1.8)).doubted().told()


def test_a_bright_photo_that_is_read_well_is_left_alone(shot: Shot) -> None:
    assert shot.developed(lambda pixels: pixels * np.float32(1.3)).told() == {}


def face_down(shot: Shot, *places: int) -> Shot:
    """With the tiles in these places, from the left, read as backs."""
    order = np.argsort(shot.corners[:, :, 0].mean(axis=1))
    codes = list(shot.codes)
    for place in places:
        codes[order[place]] = "back"
    return replace(shot, codes=tuple(codes))


def test_a_single_back_amid_the_faces_of_a_hand_may_be_a_covered_tile(shot: Shot) -> None:
    assert list(face_down(shot, 5).told()) == ["covered"]


def test_the_backs_of_a_concealed_kong_are_not_taken_for_covered_tiles(shot: Shot) -> None:
    assert face_down(shot, 10, 13).told() == {}
    assert face_down(shot, 10, 11, 12, 13).told() == {}


def test_a_tile_cut_off_at_the_edge_is_told_with_its_side(shot: Shot) -> None:
    last = int(shot.corners[:, :, 0].mean(axis=1).argmax())
    edge = int(shot.corners[last, :, 0].mean())
    corners = np.minimum(shot.corners, np.array([edge, np.inf], np.float32))
    cut = replace(shot, pixels=np.ascontiguousarray(shot.pixels[:, :edge]), corners=corners).told()
    assert list(cut) == ["cut"]
    assert dict(cut["cut"].params) == {"count": 1, "sides": ["right"]}


def test_tiles_squeezed_by_a_flat_view_are_told(shot: Shot) -> None:
    assert list(shot.scaled(1, 0.5).doubted().told()) == ["flat"]


def test_a_second_hand_is_told_but_a_tray_of_tiles_is_not(shot: Shot) -> None:
    height = shot.pixels.shape[0]
    tile = float(np.median(np.ptp(shot.corners[:, :, 1], axis=1)))

    def repeated(distance: float, times: int) -> Shot:
        """The row once more, `distance` tile heights behind the last."""
        moves = [np.array([0, step * distance * tile], np.float32) for step in range(times)]
        pixels = np.vstack([shot.pixels] * times)[: height + round(times * distance * tile)]
        return replace(
            shot,
            pixels=pixels,
            corners=np.concatenate([shot.corners + move for move in moves]),
            codes=shot.codes * times,
        )

    assert repeated(4, 2).told()["hands"].params["count"] == 2
    assert "hands" not in repeated(1.1, 4).told()


def test_a_photo_without_tiles_says_so_and_says_if_it_is_dark() -> None:
    nothing = Shot(np.full((300, 400, 3), 120, np.uint8), np.empty((0, 4, 2), np.float32), ())
    assert list(nothing.told()) == ["no_tiles"]
    assert set(nothing.developed(lambda pixels: pixels * np.float32(0.1)).told()) == {"no_tiles", "dark"}


def unfound(shot: Shot, tiles: int = 0) -> Shot:
    """The same photo, of which a detector found the first `tiles` only."""
    return replace(shot, corners=shot.corners[:tiles], codes=shot.codes[:tiles])


@pytest.mark.parametrize("name", sorted(path.stem for path in SAMPLES.glob("*.jpg")))
def test_a_blur_that_hides_all_tiles_is_told_and_not_taken_for_darkness(name: str) -> None:
    shot = sample(name)
    blurred = unfound(shot.developed(blur(0.15, shot))).told()
    assert list(blurred) == ["no_tiles", "blurred"]
    assert blurred["blurred"].severity is Severity.SEVERE
    assert list(unfound(shot).told()) == ["no_tiles"]


def test_darkness_and_blur_together_are_both_told_where_no_tile_is_found(shot: Shot) -> None:
    dark = shot.developed(blur(0.1, shot)).developed(lambda pixels: pixels * np.float32(0.25))
    assert set(unfound(dark).told()) == {"no_tiles", "blurred", "dark"}
    small = shot.developed(lambda pixels: pixels * np.float32(0.04))
    assert set(unfound(small).told()) == {"no_tiles", "dark"}


def test_a_blur_that_leaves_a_few_sure_tiles_is_told(shot: Shot) -> None:
    blurred = shot.developed(blur(0.04, shot))
    assert blurred.told() == {}
    assert list(unfound(blurred, 3).told()) == ["blurred"]
    assert unfound(shot, 3).told() == {}


def test_the_worst_comes_first(shot: Shot) -> None:
    severe_blur = shot.developed(blur(0.08, shot)).developed(lambda pixels: pixels * np.float32(0.35)).doubted()
    assert [advice.severity for advice in severe_blur.told().values()] == [Severity.SEVERE, Severity.WARNING]


def test_advice_is_plain_json(shot: Shot) -> None:
    advice = shot.scaled(0.14, 0.14).doubted().told()["far"]
    assert json.loads(json.dumps(advice.to_json())) == {
        "id": "far",
        "severity": "warning",
        "params": {"height": advice.params["height"]},
    }
