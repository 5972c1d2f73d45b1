import numpy as np
import pytest

from paiyan.models.registry import load_manifest
from paiyan.vision.backends import BackendError, open_backend
from paiyan.vision.decode import decode


@pytest.fixture(scope="module")
def network():
    return open_backend(load_manifest().file, threads=1)


@pytest.mark.parametrize(("height", "width"), [(64, 64), (96, 160)])
def test_the_shipped_network_takes_any_size_of_whole_strides(network, height, width):
    raw = network.infer(np.full((1, 3, height, width), 0.4, np.float32))
    places = sum((height // stride) * (width // stride) for stride in (8, 16, 32))
    assert raw.shape == (1, 4 + 43 + 1, places)
    assert raw.dtype == np.float32


def test_a_batch_gives_what_its_images_give_alone(network):
    batch = np.random.default_rng(0).random((2, 3, 64, 64), np.float32)
    together = network.infer(batch)
    assert together[1] == pytest.approx(network.infer(batch[1:])[0], abs=1e-3)


def test_its_scores_are_probabilities(network):
    raw = network.infer(np.random.default_rng(0).random((1, 3, 64, 64), np.float32))
    assert 0 <= raw[0, 4:-1].min() <= raw[0, 4:-1].max() <= 1
    assert len(decode(raw[0], 43, 0).corners) == raw.shape[2]


def test_an_input_the_network_cannot_take_is_refused(network):
    with pytest.raises(BackendError, match=r"\(1, 3, 65, 64\)"):
        network.infer(np.zeros((1, 3, 65, 64), np.float32))


def test_a_missing_weight_file_is_named(tmp_path):
    with pytest.raises(BackendError, match=r"nowhere\.onnx"):
        open_backend(tmp_path / "nowhere.onnx")


def test_a_damaged_weight_file_is_refused(tmp_path):
    file = tmp_path / "broken.onnx"
    file.write_bytes(load_manifest().file.read_bytes()[:2000])
    with pytest.raises(BackendError, match=r"broken\.onnx"):
        open_backend(file)


def test_a_file_kind_without_a_backend_is_refused(tmp_path):
    with pytest.raises(BackendError, match=r"no backend runs \.pt files"):
        open_backend(tmp_path / "model.pt")
