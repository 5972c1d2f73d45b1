import cv2
import numpy as np
import pytest

from paiyan.models.export import ExportError, halve_stored_weights
from paiyan.models.quantize import Calibration, last_layers, quantize, restore_stored_weights

NEEDS_ONNX = "the train extra (onnx) is not installed"


@pytest.fixture
def pictures(tmp_path):
    folder = tmp_path / "set" / "images"
    folder.mkdir(parents=True)
    for number in range(20):
        pixels = np.random.default_rng(number).integers(0, 255, (48, 64, 3), dtype=np.uint8)
        cv2.imwrite(str(folder / f"{number:02d}.png"), pixels)
    return tmp_path / "set"


def _detector():
    """A toy with a body, a last convolution a way, and arithmetic after them as in the detector."""
    onnx = pytest.importorskip("onnx", reason=NEEDS_ONNX)
    helper, numpy_helper = onnx.helper, onnx.numpy_helper
    random = np.random.default_rng(0)

    def weight(name, *shape):
        return numpy_helper.from_array(random.normal(0, 0.2, shape).astype(np.float32), name)

    nodes = [
        helper.make_node("Conv", ["images", "w1"], ["a"], "body", pads=[1, 1, 1, 1]),
        helper.make_node("Sigmoid", ["a"], ["gate"], "body_sigmoid"),
        helper.make_node("Mul", ["a", "gate"], ["b"], "body_mul"),
        helper.make_node("Conv", ["b", "w2"], ["boxes"], "last_boxes"),
        helper.make_node("Conv", ["b", "w3"], ["classes"], "last_classes"),
        helper.make_node("Sigmoid", ["classes"], ["scores"], "scores_sigmoid"),
        helper.make_node("Softmax", ["boxes"], ["bins"], "bins_softmax", axis=1),
        helper.make_node("Conv", ["bins", "w4"], ["sides"], "sum_of_bins"),
        helper.make_node("Concat", ["sides", "scores"], ["output"], "join", axis=1),
    ]
    shape = ["n", 3, "h", "w"]
    graph = helper.make_graph(
        nodes,
        "toy",
        [helper.make_tensor_value_info("images", onnx.TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("output", onnx.TensorProto.FLOAT, ["n", 6, "h", "w"])],
        [weight("w1", 16, 3, 3, 3), weight("w2", 8, 16, 1, 1), weight("w3", 5, 16, 1, 1), weight("w4", 1, 8, 1, 1)],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def test_every_so_many_of_the_pictures_are_looked_at(pictures):
    assert [path.name for path in Calibration(pictures, 10, 64).pictures()] == [f"{n:02d}.png" for n in range(0, 20, 2)]
    first = next(Calibration(pictures, 10, 64).inputs())
    assert (first.shape, first.dtype) == ((1, 3, 64, 64), np.float32)


@pytest.mark.parametrize("folder", ["empty", "none"])
def test_too_few_pictures_are_refused(tmp_path, folder):
    (tmp_path / "empty").mkdir()
    with pytest.raises(ExportError, match="pictures=0, fewest=8"):
        Calibration(tmp_path / folder, 10, 64).pictures()


def test_the_last_convolutions_and_all_behind_them_stay_in_floats():
    names = set(last_layers(_detector()))
    assert names == {"last_boxes", "last_classes", "scores_sigmoid", "bins_softmax", "sum_of_bins", "join"}


def test_weights_stored_in_half_precision_become_whole_again():
    model = _detector()
    before = model.SerializeToString()
    halve_stored_weights(model)
    assert model.SerializeToString() != before
    restore_stored_weights(model)
    assert [node.op_type for node in model.graph.node].count("Cast") == 0
    assert {tensor.data_type for tensor in model.graph.initializer} == {1}


@pytest.mark.filterwarnings("default")
def test_the_quantised_network_computes_nearly_the_same(tmp_path, pictures):
    onnx = pytest.importorskip("onnx", reason=NEEDS_ONNX)
    from paiyan.vision.backends.runtime import ort

    full, small = tmp_path / "full.onnx", tmp_path / "small.onnx"
    onnx.save(_detector(), str(full))
    quantize(full, small, Calibration(pictures, 16, 64))
    assert any(node.op_type == "QuantizeLinear" for node in onnx.load(str(small)).graph.node)
    batch = next(Calibration(pictures, 16, 64).inputs())
    outputs = [
        ort.InferenceSession(str(path), providers=["CPUExecutionProvider"]).run(None, {"images": batch})[0]
        for path in (full, small)
    ]
    np.testing.assert_allclose(outputs[0], outputs[1], atol=0.05)
