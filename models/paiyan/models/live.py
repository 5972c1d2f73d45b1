"""Export of the live weights: quantised, held against the weights they come from, with manifest and card."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from paiyan.datasets.new_folder import write_whole
from paiyan.models.evaluation.names import short_names
from paiyan.models.evaluation.run import check_folder, evaluate_folder, look_of, trust_from
from paiyan.models.export import (
    ExportError,
    ModelFacts,
    export_checkpoint,
    manifest_content,
    put_weights,
    set_metadata,
)
from paiyan.models.provenance import sources_of
from paiyan.models.quantize import Calibration, quantize
from paiyan.models.registry import Manifest, ModelError, load_manifest

_COMPARED: Final = ("right", "whole", "clean", "false", "missed", "census_f1", "map50", "map50_95")
_METHOD: Final = (
    "One look at {size} px, as a frame of a camera gets it. Suits and honours, and whatever else a set labels; a "
    "prediction counts when its centre lies in the labelled box and it names the right face; whole: every labelled "
    "tile right; clean: nothing else reported either. Confidence {confidence}."
)


def export_live(
    weights: Path,
    folder: Path,
    name: str,
    calibration: Calibration,
    measured: Sequence[Path],
    progress: Callable[[str], None] = lambda _: None,
) -> Path:
    """Write `<name>.onnx` in 8-bit integers and its manifest into `folder`; returns the manifest's path.

    `weights`: shipped weights (`.onnx` with their manifest beside them) or a training checkpoint (`.pt`). `measured`:
    labelled folders on which both are measured; the manifest keeps both figures. Raises `ExportError` and
    `LabelError` where that cannot be done; `folder` then has neither file.
    """
    calibration.pictures()
    for one in measured:
        check_folder(one)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{name}.onnx"
    with tempfile.TemporaryDirectory() as scratch:
        source = _source(weights, Path(scratch), name)
        progress(f"{target}")
        made = Path(scratch) / target.name
        quantize(source.file, made, calibration)
        _name(made, name)
        compared = [_compare(source, made, one, called, progress) for called, one in short_names(measured).items()]
        put_weights(made, target)
    facts = ModelFacts(
        name=name,
        thresholds=source.thresholds,
        sources=sources_of(source.training),
        training=_training(source, calibration),
        figures=_figures(source, compared),
    )
    manifest = folder / f"{name}.json"
    content = manifest_content(target, facts)
    write_whole(manifest, json.dumps(content, ensure_ascii=False, indent=2) + "\n")
    return manifest


def _source(weights: Path, scratch: Path, name: str) -> Manifest:
    """The weights to quantise with what is known about them."""
    if weights.suffix == ".onnx":
        try:
            return load_manifest(weights.stem, folder=weights.parent)
        except ModelError as error:
            raise ExportError("no_manifest_beside", file=weights.name, reason=error) from error
    promoted = load_manifest()
    facts = ModelFacts(
        name=f"{name}-float",
        thresholds=promoted.thresholds,
        sources=sources_of(promoted.training),
        training={"summary": f"Exported from {weights.name}.", "weak_sides": []},
        figures={},
    )
    export_checkpoint(weights, scratch, facts)
    return load_manifest(facts.name, folder=scratch)


def _name(weights: Path, name: str) -> None:
    import onnx

    model = onnx.load(str(weights))
    set_metadata(model, name)
    onnx.save(model, str(weights))


def _training(source: Manifest, calibration: Calibration) -> dict[str, Any]:
    summary = (
        f"{source.name} ({source.sha256[:8]}) in 8-bit integers: per-channel weights, activations in ranges seen on "
        f"{len(calibration.pictures())} training pictures at {calibration.image_size} px; the last layers and what "
        f"makes boxes of them in floats. {source.training.get('summary', '')}"
    )
    return {"summary": summary, "weak_sides": list(source.training.get("weak_sides", ()))}


def _compare(
    source: Manifest, quantised: Path, folder: Path, called: str, progress: Callable[[str], None]
) -> dict[str, Any]:
    from paiyan.vision.backends import open_backend
    from paiyan.vision.detector import Detector

    row: dict[str, Any] = {"set": called, "image_size": source.image_size}
    for key, file in (("float", source.file), ("integers", quantised)):
        progress(f"{folder}: {file.name}")
        detector = Detector(
            open_backend(file),
            source.class_names,
            image_size=source.image_size,
            confidence=source.thresholds.confidence,
            nms_iou=source.thresholds.nms_iou,
        )
        figures = evaluate_folder(look_of(detector, source.image_size)[0], folder, trust_from(source.thresholds.sure))
        row |= {"photos": figures["photos"], "tiles": figures["tiles"]}
        row[key] = {name: figures[name] for name in _COMPARED}
    return row


def _figures(source: Manifest, compared: Sequence[dict[str, Any]]) -> dict[str, Any]:
    method = _METHOD.format(size=source.image_size, confidence=source.thresholds.confidence)
    kept = ("set", "photos", "tiles", "image_size")
    sets = [{**{name: row[name] for name in kept}, **row["integers"]} for row in compared]
    return {"method": method, "sets": sets, "loss": {"from": source.short_id, "rows": list(compared)}}
