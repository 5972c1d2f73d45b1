"""From a training checkpoint to a shipped weight file: ONNX with half-precision storage, and its manifest.

Needs the `train` extra (torch, ultralytics, onnx). The graph computes in float32; only the stored weights are halves,
cast back when the file is loaded, so the file is half as large and runs exactly as fast.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from paiyan.datasets.errors import ToldError
from paiyan.datasets.new_folder import new_file, write_whole
from paiyan.engine.tiles import TILE_CODES
from paiyan.models.checkpoints import CheckpointError, load_checkpoint, network_of
from paiyan.models.provenance import DERIVATION, WEIGHTS_LICENCE, Source
from paiyan.models.registry import Thresholds, file_sha256
from paiyan.vision.letterbox import STRIDE

if TYPE_CHECKING:
    import onnx

CLASS_NAMES: tuple[str, ...] = (*TILE_CODES, "back")
IMAGE_SIZE = 640
OPSET = 17
_SMALLEST_HALVED = 64
"""Tensors with fewer values stay float32: they are shape constants and scales, not worth a rounding error."""

_PROBE_TOLERANCE = 0.02


class ExportError(ToldError):
    """A checkpoint that cannot be shipped: other classes, another task, or an export that computes something else."""


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What the manifest says beyond the file itself."""

    name: str
    thresholds: Thresholds
    sources: tuple[Source, ...]
    training: dict[str, Any]
    figures: dict[str, Any]


def export_checkpoint(checkpoint: Path, folder: Path, facts: ModelFacts) -> Path:
    """Write `<name>.onnx` and `<name>.json` into `folder`; returns the manifest's path.

    The network takes float32 (B, 3, H, W) RGB in 0..1 with H and W multiples of 32 and gives the raw
    (B, 4 + 43 + 1, A): centre x, y, width, height in input pixels, class scores, angle in radians. No NMS inside.
    Raises `ExportError` if the checkpoint has other classes or the halved file strays from the float32 one, and
    `CheckpointError` if it is none.
    """
    import onnx

    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{facts.name}.onnx"
    with tempfile.TemporaryDirectory() as scratch:
        full = _export_float32(checkpoint, Path(scratch))
        model = onnx.load(str(full))
        halve_stored_weights(model)
        set_metadata(model, facts.name)
        halved = Path(scratch) / "halved.onnx"
        onnx.save(model, str(halved))
        difference = probe_difference(full, halved)
        if difference > _PROBE_TOLERANCE:
            raise ExportError("halving_changes", difference=f"{difference:.3f}")
        put_weights(halved, target)
    manifest = folder / f"{facts.name}.json"
    write_whole(manifest, json.dumps(manifest_content(target, facts), ensure_ascii=False, indent=2) + "\n")
    return manifest


def put_weights(made: Path, target: Path) -> None:
    """Copy a weight file to `target`; what is there already stays whole until the new one is."""
    with new_file(target) as part:
        shutil.copyfile(made, part)


def manifest_content(weights: Path, facts: ModelFacts) -> dict[str, Any]:
    """The JSON manifest of a weight file (schema: `paiyan.models.registry.Manifest`)."""
    return {
        "name": facts.name,
        "file": weights.name,
        "sha256": file_sha256(weights),
        "bytes": weights.stat().st_size,
        "task": "obb",
        "class_names": list(CLASS_NAMES),
        "image_size": IMAGE_SIZE,
        "stride": STRIDE,
        "input": "float32 (B, 3, H, W), RGB, 0..1, height and width multiples of the stride",
        "output": "float32 (B, 48, A): centre x, centre y, width, height in input pixels; 43 class scores; angle (rad)",
        "thresholds": asdict(facts.thresholds),
        "licence": WEIGHTS_LICENCE,
        "derived_from": DERIVATION,
        "training": {**facts.training, "sources": [asdict(source) for source in facts.sources]},
        "figures": facts.figures,
    }


def halve_stored_weights(model: onnx.ModelProto) -> None:
    """Store the large float32 initializers of `model` as float16, each with a cast back to float32 (in place)."""
    from onnx import TensorProto, helper, numpy_helper

    casts = []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if tensor.data_type != TensorProto.FLOAT or values.size < _SMALLEST_HALVED:
            continue
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
        casts.append(helper.make_node("Cast", [f"{name}_half"], [name], name=f"{name}_cast", to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)


def probe_difference(one: Path, other: Path) -> float:
    """Largest difference between the class scores two exports give on a fixed picture of noise and blocks."""
    from paiyan.vision.backends.runtime import ort

    generator = np.random.default_rng(7)
    coarse = generator.random((1, 3, 20, 20), dtype=np.float32)
    picture = np.kron(coarse, np.ones((1, 1, 16, 16), dtype=np.float32))
    scores = []
    for path in (one, other):
        session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        raw = session.run(None, {session.get_inputs()[0].name: picture})[0]
        scores.append(raw[:, 4 : 4 + len(CLASS_NAMES)])
    return float(np.abs(scores[0] - scores[1]).max())


def portable_checkpoint(source: Path, target: Path) -> None:
    """Write the averaged weights of a training checkpoint, in half precision, without optimizer, history and paths.

    The file can be exported and is a start for further training; going on with the very same run needs the original.
    """
    import torch

    model = network_of(load_checkpoint(source)).half()
    model.args = arguments = {"task": "obb", "imgsz": IMAGE_SIZE}
    for parameter in model.parameters():
        parameter.requires_grad = False
    for name in ("pt_path", "criterion"):
        if hasattr(model, name):
            delattr(model, name)
    torch.save({"model": model, "epoch": -1, "train_args": arguments, "license": WEIGHTS_LICENCE}, target)


def mean_checkpoint(first: Path, second: Path, target: Path) -> None:
    """Write the mean of the averaged weights of two checkpoints of the same network, before and after a run, say.

    Raises `ExportError` if they are not of the same network, `CheckpointError` if one is no checkpoint.
    """
    import torch

    checkpoints = [load_checkpoint(source) for source in (first, second)]
    models = [network_of(checkpoint).float() for checkpoint in checkpoints]
    one, other = (model.state_dict() for model in models)
    if {name: value.shape for name, value in one.items()} != {name: value.shape for name, value in other.items()}:
        raise ExportError("not_the_same_network", first=first.name, second=second.name)
    mean = {name: (value + other[name]) / 2 if value.is_floating_point() else value for name, value in one.items()}
    models[1].load_state_dict(mean)
    torch.save({**checkpoints[1], "model": models[1], "ema": None, "optimizer": None}, target)


def _export_float32(checkpoint: Path, scratch: Path) -> Path:
    from ultralytics import YOLO

    load_checkpoint(checkpoint)
    copy = scratch / "model.pt"
    shutil.copyfile(checkpoint, copy)
    try:
        model = YOLO(str(copy))
        names = tuple(model.names[index] for index in range(len(model.names)))
    except (AttributeError, KeyError, TypeError) as error:
        raise CheckpointError("not_a_checkpoint", file=checkpoint.name) from error
    if model.task != "obb" or names != CLASS_NAMES:
        raise ExportError(
            "other_classes", file=checkpoint.name, task=model.task, classes=len(names), wanted=len(CLASS_NAMES)
        )
    return Path(model.export(format="onnx", dynamic=True, opset=OPSET, simplify=True, imgsz=IMAGE_SIZE, device="cpu"))


def set_metadata(model: onnx.ModelProto, name: str) -> None:
    """Replace the exporter's metadata (it carries the date and the maker's paths) by what a reader needs."""
    from onnx import helper

    del model.metadata_props[:]
    helper.set_model_props(
        model,
        {
            "name": name,
            "task": "obb",
            "stride": str(STRIDE),
            "class_names": json.dumps(list(CLASS_NAMES)),
            "licence": WEIGHTS_LICENCE,
        },
    )
