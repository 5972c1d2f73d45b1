"""Live weights: the shipped network in 8-bit integers, for frames of a camera, where speed counts more than one tile.

Needs `onnx` from the `train` extra to make them; onnxruntime alone runs them. Everything but the last layers is
quantised: box, class and angle outputs, and the arithmetic that makes boxes of them, stay in floats, since a box of
640 px in steps of 2.5 px would not fit its tile.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.pictures import read_pixels
from paiyan.models.export import ExportError
from paiyan.vision.letterbox import Letterbox, Region

if TYPE_CHECKING:
    import onnx

_SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".webp")
_OPERATIONS: Final = ("Conv", "Mul", "Sigmoid", "Concat", "Add", "MaxPool", "Resize", "Split")
_FEWEST: Final = 8


@dataclass(frozen=True, slots=True)
class Calibration:
    """Pictures whose activations set the ranges of the integers: every so many of `folder`, `count` at most, fitted
    into `image_size` px as the detector does. They must not be photos the result is measured on."""

    folder: Path
    count: int
    image_size: int

    def pictures(self) -> list[Path]:
        """The picture files; `ExportError` if there are fewer than eight."""
        places = [self.folder / "images", self.folder]
        root = next((place for place in places if place.is_dir() and any(_pictures_in(place))), self.folder)
        found = list(_pictures_in(root)) if root.is_dir() else []
        if len(found) < _FEWEST:
            raise ExportError("too_few_pictures", folder=self.folder, pictures=len(found), fewest=_FEWEST)
        step = max(1, len(found) // self.count)
        return found[::step][: self.count]

    def inputs(self) -> Iterator[NDArray[np.float32]]:
        """The network's inputs (1, 3, H, W)."""
        for path in self.pictures():
            pixels = read_pixels(path)
            region = Region(0, 0, pixels.shape[1], pixels.shape[0])
            yield Letterbox.fit(region, self.image_size).apply(pixels)[None]


def quantize(weights: Path, target: Path, calibration: Calibration) -> None:
    """Write the ONNX network `weights` (stored in single or half precision) to `target` in 8-bit integers.

    Raises `ExportError` where onnx is missing or there are too few pictures.
    """
    tools = _tools()
    import onnx

    calibration.pictures()
    model = onnx.load(str(weights))
    restore_stored_weights(model)
    with tempfile.TemporaryDirectory() as scratch:
        full, prepared = Path(scratch) / "full.onnx", Path(scratch) / "prepared.onnx"
        onnx.save(model, str(full))
        tools.quant_pre_process(str(full), str(prepared), skip_symbolic_shape=True)
        tools.quantize_static(
            str(prepared),
            str(target),
            _reader(tools, model.graph.input[0].name, calibration),
            quant_format=tools.QuantFormat.QDQ,
            op_types_to_quantize=list(_OPERATIONS),
            per_channel=True,
            activation_type=tools.QuantType.QUInt8,
            weight_type=tools.QuantType.QInt8,
            nodes_to_exclude=last_layers(onnx.load(str(prepared))),
            calibrate_method=tools.CalibrationMethod.MinMax,
            # The mean of the pictures' ranges: the widest of all would spend most of the 256 steps on one odd picture.
            extra_options={"CalibMovingAverage": True},
        )


def _tools() -> Any:
    """onnxruntime's quantisation tools, loaded after onnxruntime was told not to report to its makers."""
    import paiyan.vision.backends.runtime  # noqa: F401

    try:
        from onnxruntime import quantization  # noqa: TID251
    except ImportError as error:
        raise ExportError("missing_packages", packages="onnx") from error
    return quantization


def _reader(tools: Any, name: str, calibration: Calibration) -> Any:
    """The calibration pictures as onnxruntime asks for them, one after the other."""

    class Reader(tools.CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self.inputs = calibration.inputs()

        def get_next(self) -> dict[str, NDArray[np.float32]] | None:
            batch = next(self.inputs, None)
            return None if batch is None else {name: batch}

    return Reader()


def _pictures_in(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.iterdir()) if path.suffix.lower() in _SUFFIXES)


def restore_stored_weights(model: onnx.ModelProto) -> None:
    """Weights stored in half precision with a cast back to float32 become float32 weights (in place)."""
    from onnx import TensorProto, numpy_helper

    stored = {tensor.name: tensor for tensor in model.graph.initializer}
    kept = []
    for node in model.graph.node:
        tensor = stored.get(node.input[0]) if node.op_type == "Cast" else None
        if tensor is not None and tensor.data_type == TensorProto.FLOAT16:
            values = numpy_helper.to_array(tensor).astype(np.float32)
            tensor.CopyFrom(numpy_helper.from_array(values, node.output[0]))
        else:
            kept.append(node)
    del model.graph.node[:]
    model.graph.node.extend(kept)


def last_layers(model: onnx.ModelProto) -> list[str]:
    """Names of the nodes that stay in floats: all after the last convolution on every way to the output, and these
    convolutions themselves."""
    makers = {output: node for node in model.graph.node for output in node.output}
    names: list[str] = []
    open_tensors = [output.name for output in model.graph.output]
    seen: set[str] = set()
    while open_tensors:
        node = makers.get(open_tensors.pop())
        if node is None or node.name in seen:
            continue
        seen.add(node.name)
        names.append(node.name)
        if node.op_type not in ("Conv", "Shape") or _sums_bins(node, model):
            open_tensors += node.input
    return names


def _sums_bins(node: Any, model: onnx.ModelProto) -> bool:
    """Whether a convolution only sums up the bins of a box's sides, after the network's own last layers."""
    if node.op_type != "Conv":
        return False
    kernel = next(tensor for tensor in model.graph.initializer if tensor.name == node.input[1])
    return int(kernel.dims[0]) == 1
