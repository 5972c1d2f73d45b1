"""The weight file of the close-up network: written from a checkpoint, and opened for reading tiles."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from paiyan.datasets.composites.closeups import NO_TILE
from paiyan.datasets.new_folder import write_whole
from paiyan.datasets.pictures import CLASS_NAMES
from paiyan.datasets.resources import resource_dir
from paiyan.models.export import OPSET, ExportError, halve_stored_weights, put_weights, set_metadata
from paiyan.models.provenance import WEIGHTS_LICENCE
from paiyan.models.registry import ModelError, checked_weights, file_sha256, opened
from paiyan.vision.backends import open_backend
from paiyan.vision.closeup import CLOSE_HEIGHT, CLOSE_WIDTH, CloseReader

CLOSE_UP_MODEL: Final = "paiyan-closeup"
_TOLERANCE = 0.01


def close_reader(folder: Path | None = None, *, threads: int | None = None) -> CloseReader:
    """The shipped network, its checksum tested; raises `ModelError`. `threads` as in `open_backend`."""
    return _open(folder or resource_dir("weights") / "closeup", threads)


@cache
def _open(folder: Path, threads: int | None) -> CloseReader:
    weights, content = checked_weights(folder, CLOSE_UP_MODEL, ".onnx")
    if content.get("class_names") != list(CLASS_NAMES):
        raise ModelError("other_faces", file=weights.name)
    backend = opened(weights, (3, CLOSE_HEIGHT, CLOSE_WIDTH), NO_TILE + 1, threads=threads)
    return CloseReader(backend, len(CLASS_NAMES))


def export_close_ups(checkpoint: Path, folder: Path, facts: Mapping[str, Any]) -> Path:
    """Write the weight file and its manifest into `folder`; returns the manifest. Needs torch and onnx.

    `facts`: what the manifest says beyond the file, such as `training` and `figures`. Weights are stored in half
    precision; raises `ExportError` if that changes an answer's probability by more than a hundredth.
    """
    import onnx
    import torch

    from paiyan.models.closeup.network import CloseUpNetwork

    network = CloseUpNetwork(NO_TILE + 1)
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True))
    network.eval()
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{CLOSE_UP_MODEL}.onnx"
    example = torch.zeros(2, 3, CLOSE_HEIGHT, CLOSE_WIDTH)
    with tempfile.TemporaryDirectory() as scratch:
        full = Path(scratch) / "full.onnx"
        names: dict[str, Any] = {"input_names": ["tiles"], "output_names": ["logits"]}
        dynamic = {"tiles": {0: "count"}, "logits": {0: "count"}}
        torch.onnx.export(
            network, (example,), str(full), opset_version=OPSET, dynamic_axes=dynamic, dynamo=False, **names
        )
        model = onnx.load(str(full))
        halve_stored_weights(model)
        set_metadata(model, CLOSE_UP_MODEL)
        halved = Path(scratch) / target.name
        onnx.save(model, str(halved))
        difference = _difference(full, halved)
        if difference > _TOLERANCE:
            raise ExportError("halving_changes", difference=f"{difference:.3f}")
        put_weights(halved, target)
    manifest = folder / f"{CLOSE_UP_MODEL}.json"
    write_whole(manifest, json.dumps(_content(target, facts), ensure_ascii=False, indent=2) + "\n")
    return manifest


def _content(weights: Path, facts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": CLOSE_UP_MODEL,
        "file": weights.name,
        "sha256": file_sha256(weights),
        "bytes": weights.stat().st_size,
        "task": "closeup",
        "class_names": list(CLASS_NAMES),
        "input": f"float32 (N, 3, {CLOSE_HEIGHT}, {CLOSE_WIDTH}): RGB of one standing tile each, (value − 0.5) / 0.25",
        "output": f"float32 (N, {NO_TILE + 1}): logits of the 43 classes and of no tile",
        "licence": WEIGHTS_LICENCE,
        "derived_from": "Trained from random weights; derived from no other network. A detector pointed out part of "
        "what it learnt as no tile.",
        **facts,
    }


def _difference(one: Path, other: Path) -> float:
    """Largest difference between the probabilities two files give for pictures of noise."""
    tiles = np.random.default_rng(7).integers(0, 256, (8, CLOSE_HEIGHT, CLOSE_WIDTH, 3), dtype=np.uint8)
    boxes = np.array([[[0, 0], [CLOSE_WIDTH, 0], [CLOSE_WIDTH, CLOSE_HEIGHT], [0, CLOSE_HEIGHT]]], np.float32)
    readers = [CloseReader(open_backend(path, threads=1), NO_TILE) for path in (one, other)]
    answers = [np.concatenate([reader.read(tile, boxes) for tile in tiles]) for reader in readers]
    return float(np.abs(answers[0] - answers[1]).max())
