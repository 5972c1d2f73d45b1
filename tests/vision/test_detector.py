import numpy as np
import pytest

from paiyan.vision.backends import BackendError
from paiyan.vision.backends.fake import FakeBackend
from paiyan.vision.decode import encode
from paiyan.vision.detections import Detections
from paiyan.vision.detector import Detector
from paiyan.vision.geometry import order_corners, rectangles
from paiyan.vision.images import Photo
from paiyan.vision.letterbox import Letterbox, Region

NAMES = ("1m", "2m", "3m", "back")


def photo(width: int = 1280, height: int = 960, shown: float = 1.0) -> Photo:
    return Photo(np.zeros((round(height * shown), round(width * shown), 3), np.uint8), width, height)


def scores(*best: tuple[int, float]) -> np.ndarray:
    rows = np.zeros((len(best), len(NAMES)), np.float32)
    for row, (label, score) in enumerate(best):
        rows[row, label] = score
    return rows


def row_of_tiles(count: int = 3, angle: float = 0.0, size: tuple[int, int] = (1280, 960)) -> Detections:
    along = np.array([np.cos(angle), np.sin(angle)]) * 100
    centers = np.array([300.0, 300.0]) + np.arange(count)[:, None] * along
    corners = rectangles(centers, np.full(count, 96.0), np.full(count, 130.0), np.full(count, angle))
    table = scores(*((index % 4, 0.9 - 0.1 * index) for index in range(count)))
    return Detections(order_corners(corners), table, table.max(axis=1), NAMES, size)


class Scripted:
    """Answers the n-th look with the n-th table of (corners in photo px, scores)."""

    def __init__(self, size: tuple[int, int], *answers: tuple[np.ndarray, np.ndarray]) -> None:
        self.size = size
        self.answers = list(answers)
        self.asked = 0

    def infer(self, batch: np.ndarray) -> np.ndarray:
        corners, table = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        view = Letterbox.fit(Region(0, 0, *self.size), max(batch.shape[2:]))
        return encode(view.to_input(corners), table)[None]


@pytest.mark.parametrize("angle", [0.0, 0.4, -1.2])
def test_what_the_network_sees_is_reported_in_pixels_of_the_photo(angle):
    truth = row_of_tiles(angle=angle)
    found = Detector(FakeBackend(truth), NAMES).detect(photo())
    assert found.names == truth.names
    assert found.corners == pytest.approx(truth.corners, abs=0.5)
    assert found.scores == pytest.approx(truth.scores, abs=1e-5)
    assert found.size == (1280, 960)


def test_a_photo_decoded_smaller_is_reported_at_its_full_size():
    truth = row_of_tiles()
    found = Detector(FakeBackend(truth), NAMES).detect(photo(shown=0.5))
    assert found.corners == pytest.approx(truth.corners, abs=1)


def test_the_most_confident_comes_first_and_is_its_best_score():
    found = Detector(FakeBackend(row_of_tiles()), NAMES).detect(photo())
    assert found.confidence == pytest.approx([0.9, 0.8, 0.7], abs=1e-5)
    assert found.confidence.tolist() == found.scores.max(axis=1).tolist()


def test_boxes_below_the_operating_threshold_are_not_reported():
    found = Detector(FakeBackend(row_of_tiles()), NAMES, confidence=0.75).detect(photo())
    assert found.names == ("1m", "2m")


def test_a_photo_is_looked_at_twice_the_second_time_larger():
    backend = FakeBackend(row_of_tiles())
    Detector(backend, NAMES).detect(photo())
    assert [max(shape) for shape in backend.shapes] == [640, 800]


def test_a_frame_of_a_camera_is_looked_at_once():
    backend = FakeBackend(row_of_tiles())
    found = Detector(backend, NAMES).detect_once(photo())
    assert backend.shapes == [(480, 640)]
    assert found.names == ("1m", "2m", "3m")


def test_overlapping_boxes_of_different_classes_are_one_tile_that_keeps_both_scores():
    truth = row_of_tiles(1)
    corners = np.concatenate([truth.corners, truth.corners + 4])
    backend = Scripted((1280, 960), (corners, scores((0, 0.6), (1, 0.4))))
    found = Detector(backend, NAMES).detect_once(photo())
    assert found.names == ("1m",)
    assert found.corners[0] == pytest.approx(truth.corners[0], abs=0.5)
    assert found.scores[0, 1] > 0


def test_a_box_only_one_look_sees_counts_half():
    truth = row_of_tiles(2)
    both, one = (truth.corners, scores((0, 0.8), (1, 0.8))), (truth.corners[:1], scores((0, 0.8)))
    found = Detector(Scripted((1280, 960), both, one), NAMES).detect(photo())
    assert dict(zip(found.names, found.confidence.tolist(), strict=True)) == {
        "1m": pytest.approx(0.8),
        "2m": pytest.approx(0.4),
    }


def test_looks_that_disagree_on_a_tile_are_averaged():
    corners = row_of_tiles(1).corners
    backend = Scripted((1280, 960), (corners, scores((0, 0.8))), (corners, scores((1, 0.6))))
    found = Detector(backend, NAMES).detect(photo())
    assert found.scores[0, :2] == pytest.approx([0.4, 0.3])


def test_what_a_look_guesses_of_tiles_too_small_for_it_does_not_count():
    corners = rectangles(np.array([[300.0, 300.0]]), np.array([46.0]), np.array([60.0]), np.zeros(1))
    backend = Scripted((1280, 960), (corners, scores((0, 0.9))), (corners, scores((1, 0.6))))
    found = Detector(backend, NAMES).detect(photo())
    assert (found.names, found.confidence[0]) == (("2m",), pytest.approx(0.6))


def test_tiles_too_small_even_for_the_closest_look_are_reported_beside_a_guess_at_something_larger():
    tiles = rectangles(np.array([[100.0, 100], [120, 100]]), np.full(2, 10.0), np.full(2, 13.0), np.zeros(2))
    larger = rectangles(np.array([[300.0, 300]]), np.array([16.0]), np.array([20.0]), np.zeros(1))
    near = (np.concatenate([tiles, larger]), scores((0, 0.8), (1, 0.8), (3, 0.15)))
    backend = Scripted((640, 480), (tiles, scores((0, 0.5), (1, 0.5))), near)
    found = Detector(backend, NAMES).detect(photo(640, 480))
    assert (found.names, backend.asked) == (("1m", "2m"), 2)
    assert found.confidence == pytest.approx([0.8, 0.8])


def test_a_photo_without_tiles_gives_none():
    nothing = Detections.empty(NAMES, (1280, 960))
    found = Detector(FakeBackend(nothing), NAMES).detect(photo())
    assert (len(found), found.size) == (0, (1280, 960))


@pytest.mark.parametrize("size", [(16, 4000), (4000, 16), (16, 16)])
def test_photos_of_odd_shapes_are_read(size):
    nothing = Detections.empty(NAMES, size)
    assert len(Detector(FakeBackend(nothing), NAMES).detect(photo(*size))) == 0


def test_tiny_tiles_on_a_large_photo_are_found_once_each_in_slices():
    truth = rectangles(
        np.stack(np.meshgrid(np.arange(200.0, 3900, 180), np.arange(200.0, 2900, 180)), axis=-1).reshape(-1, 2),
        np.full(21 * 15, 60.0),
        np.full(21 * 15, 80.0),
        np.full(21 * 15, 0.1),
    )
    pixels = np.zeros((3000, 4000, 3), np.uint8)
    for center in truth.mean(axis=1).astype(int):
        pixels[center[1] - 2 : center[1] + 3, center[0] - 2 : center[0] + 3] = 255
    found = Detector(SeesMarks(), NAMES).detect(Photo.from_pixels(pixels))
    distances = np.linalg.norm(found.centers[:, None] - truth.mean(axis=1)[None], axis=2)
    assert len(found) == len(truth)
    assert distances.min(axis=0).max() < 6


class SeesMarks:
    """Finds white marks of 5 px on black; each is the middle of a tile of 60 × 80 px at the photo's own scale."""

    def infer(self, batch: np.ndarray) -> np.ndarray:
        import cv2

        image = batch[0, 0]
        spots = ((image > 0.05) & (np.abs(image - 114 / 255) > 0.001)).astype(np.uint8)
        count, _, stats, centers = cv2.connectedComponentsWithStats(spots)
        small = stats[1:, cv2.CC_STAT_AREA] < 200
        centers = centers[1:][small]
        scale = np.median(np.sqrt(stats[1:, cv2.CC_STAT_AREA][small])) / 5 if count > 1 else 1
        ones = np.ones(len(centers))
        corners = rectangles(centers, 60 * scale * ones, 80 * scale * ones, 0.1 * ones)
        return encode(corners, np.tile(scores((0, 0.8)), (len(centers), 1)))[None]


def test_the_fake_backend_refuses_a_slice():
    backend = FakeBackend(row_of_tiles())
    with pytest.raises(BackendError, match="doesn't fill"):
        backend.infer(np.zeros((1, 3, 960, 320), np.float32))


def test_output_for_other_classes_is_refused():
    with pytest.raises(ValueError, match="doesn't fit 2 classes"):
        Detector(FakeBackend(row_of_tiles()), NAMES[:2]).detect(photo())
