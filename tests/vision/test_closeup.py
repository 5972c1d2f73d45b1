import cv2
import numpy as np
import pytest

from paiyan.vision.closeup import CLOSE_HEIGHT, CLOSE_WIDTH, CloseReader, close_up, weighed
from paiyan.vision.decode import Candidates
from paiyan.vision.geometry import rectangles


class _Answers:
    """A network that says the same of every tile; `seen` keeps the batches it was given."""

    def __init__(self, logits):
        self.logits = np.array(logits, np.float32)
        self.seen = []

    def infer(self, batch):
        self.seen.append(batch)
        return np.repeat(self.logits[None], len(batch), axis=0)


def _box(center, size, degrees=0.0):
    angle = np.array([np.deg2rad(degrees)])
    return rectangles(np.array([center], float), np.array([size[0]]), np.array([size[1]]), angle)[0]


def _photo_with_a_tile(box):
    """Green cloth with a white tile at `box` whose upper half is red."""
    pixels = np.full((300, 400, 3), (20, 120, 60), np.uint8)
    cv2.fillConvexPoly(pixels, np.round(box).astype(np.int32), (250, 250, 250))
    half = np.array([box[0], box[1], (box[1] + box[2]) / 2, (box[0] + box[3]) / 2])
    cv2.fillConvexPoly(pixels, np.round(half).astype(np.int32), (200, 30, 30))
    return pixels


@pytest.mark.parametrize("degrees", [0, 20, -35])
@pytest.mark.parametrize("size", [(30, 40), (90, 120), (150, 200)])
def test_a_close_up_shows_the_tile_straight_and_filling_the_picture(size, degrees):
    box = _box((200, 150), size, degrees)
    seen = close_up(_photo_with_a_tile(box), box).astype(int)
    assert seen.shape == (CLOSE_HEIGHT, CLOSE_WIDTH, 3)
    assert np.abs(seen[8:24, 8:-8] - (200, 30, 30)).max() < 40
    assert np.abs(seen[-24:-8, 8:-8] - 250).max() < 40


def test_a_tile_at_the_edge_of_the_photo_or_beyond_it_is_still_cut():
    pixels = np.full((100, 100, 3), 90, np.uint8)
    for center in ((0, 0), (99, 50), (-300, 40), (50, 1000)):
        assert close_up(pixels, _box(center, (300, 400))).shape == (CLOSE_HEIGHT, CLOSE_WIDTH, 3)


def test_a_lying_box_is_read_standing_and_on_its_head():
    network = _Answers([4.0, 0.0, 0.0])
    lying = np.roll(_box((200, 150), (30, 40)), 1, axis=0)
    CloseReader(network, 2).read(_photo_with_a_tile(_box((200, 150), (30, 40))), lying[None])
    one, other = network.seen
    assert one.shape == (1, 3, CLOSE_HEIGHT, CLOSE_WIDTH)
    np.testing.assert_allclose(one[:, :, ::-1, ::-1], other)


def test_only_a_tile_that_stays_unclear_is_looked_at_from_nearer_and_farther():
    pixels, box = _photo_with_a_tile(_box((200, 150), (30, 40))), _box((200, 150), (30, 40))
    clear, unclear = _Answers([4.0, 0.0, 0.0]), _Answers([0.2, 0.0, 0.0])
    for network in (clear, unclear):
        CloseReader(network, 2).read(pixels, box[None])
    assert len(clear.seen) == 2
    assert len(unclear.seen) == 6
    frames = {view.tobytes() for view in unclear.seen}
    assert len(frames) == 6


def test_the_looks_at_an_unclear_tile_are_weighed_together():
    class Wavering(_Answers):
        """Unsure at first, clear on the other face from nearer and farther."""

        def infer(self, batch):
            if len(self.seen) == 2:
                self.logits = np.array([0.0, 2.0, 0.0], np.float32)
            return super().infer(batch)

    network = Wavering([0.3, 0.2, 0.0])
    read = CloseReader(network, 2).read(np.zeros((50, 50, 3), np.uint8), _box((20, 20), (12, 16))[None])
    assert read.argmax(axis=1).tolist() == [1]
    assert read.sum() == pytest.approx(1, abs=1e-5)


def test_probabilities_of_every_tile_add_up_to_one_and_no_boxes_give_none():
    reader = CloseReader(_Answers([2.0, 0.5, -1.0]), 2)
    pixels = np.zeros((50, 50, 3), np.uint8)
    read = reader.read(pixels, np.stack([_box((20, 20), (12, 16))] * 150))
    assert read.shape == (150, 3)
    np.testing.assert_allclose(read.sum(axis=1), 1, atol=1e-5)
    assert reader.read(pixels, np.zeros((0, 4, 2))).shape == (0, 3)


def test_a_close_look_that_is_sure_overrules_a_detector_that_mixes_two_faces_up():
    scores = weighed(np.array([[0.5, 0.4, 0.0]], np.float32), np.array([[0.01, 0.97, 0.01, 0.01]], np.float32))
    assert scores.argmax(axis=1).tolist() == [1]
    assert scores.max() > 0.4


def test_a_detector_that_is_sure_of_one_face_and_a_close_look_that_is_sure_of_another_leave_the_tile_in_doubt():
    scores = weighed(np.array([[0.9, 0.0]], np.float32), np.array([[0.1, 0.88, 0.02]], np.float32))
    assert scores.max() < 0.55


def test_what_a_close_look_takes_for_no_tile_scores_far_less_than_a_tile():
    detected = np.array([[0.5, 0.0]], np.float32)
    tile = weighed(detected, np.array([[0.95, 0.01, 0.04]], np.float32))
    writing = weighed(detected, np.array([[0.04, 0.01, 0.95]], np.float32))
    assert writing.max() < 0.25 * tile.max()


def test_a_face_that_both_are_sure_of_keeps_a_high_score_and_two_rivals_lower_it():
    sure = weighed(np.array([[0.9, 0.0]], np.float32), np.array([[0.98, 0.01, 0.01]], np.float32))
    rivals = weighed(np.array([[0.9, 0.9]], np.float32), np.array([[0.49, 0.48, 0.03]], np.float32))
    assert sure.max() > 0.8
    assert rivals.max() < sure.max() * 0.75
    assert rivals[0, 1] == pytest.approx(rivals[0, 0], rel=0.1)


def test_weighing_leaves_the_boxes_as_they_are():
    boxes = np.stack([_box((20, 20), (12, 16)), _box((30, 20), (12, 16))])
    found = Candidates(boxes, np.array([[0.4, 0.1], [0.1, 0.3]], np.float32))
    result = CloseReader(_Answers([0.0, 3.0, 0.0]), 2).weigh(np.zeros((50, 50, 3), np.uint8), found)
    assert result.corners is boxes
    assert result.scores.argmax(axis=1).tolist() == [1, 1]
