"""Figures of an evaluation kept in a model's manifest, so that its card shows them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from paiyan.datasets.new_folder import write_whole
from paiyan.models.cards import card_text, write_card
from paiyan.models.evaluation.names import short_names
from paiyan.models.registry import ModelError, load_manifest

_KEPT: Final = (
    "look", "photos", "tiles", "right", "whole", "clean", "false", "missed", "census_f1", "map50", "map50_95",
    "by_trust", "backs",
)  # fmt: skip
_CONFUSIONS: Final = 12


def keep_figures(manifest: Path, sets: Mapping[str, Mapping[str, Any]]) -> Path:
    """Put the figures of an evaluation (by folder, as `paiyan evaluate` reports them) into a manifest, in place of
    earlier ones of the same folders and look, and write the card anew; returns the card's path.

    Raises `ModelError` for a manifest that cannot be used; it then stays as it was.
    """
    model = load_manifest(manifest.stem, folder=manifest.parent)
    content = json.loads(manifest.read_text(encoding="utf-8"))
    figures = content["figures"] = dict(model.figures)
    evaluation = figures.setdefault("evaluation", {})
    if not isinstance(evaluation, dict):
        raise ModelError("manifest_malformed", file=manifest.name)
    for name, folder in short_names(map(Path, sets)).items():
        measured = sets[str(folder)]
        evaluation[f"{name}, {measured['look']}"] = _compact(measured)
    model = replace(model, figures=figures)
    card_text(model)
    try:
        write_whole(manifest, json.dumps(content, ensure_ascii=False, indent=2) + "\n")
    except OSError as error:
        raise ModelError("manifest_unwritten", file=manifest.name, reason=error) from error
    cards = manifest.parent.parent / "cards"
    return write_card(model, cards if cards.is_dir() else manifest.parent)


def _compact(measured: Mapping[str, Any]) -> dict[str, Any]:
    """What a card needs of a set's figures."""
    kept = {name: measured[name] for name in _KEPT if name in measured}
    if "by_class" in measured:
        kept["by_class"] = {name: [row["tiles"], row.get("right", 0)] for name, row in measured["by_class"].items()}
        kept["confusions"] = measured["confusions"][:_CONFUSIONS]
        calibrated = measured["calibration"]["all_findings"]
        kept["calibration"] = {"findings": calibrated["findings"], "ece": calibrated["ece"], "sure": calibrated["sure"]}
    if "by_source" in measured:
        kept["by_source"] = {
            source: {name: part[name] for name in _KEPT if name in part and name not in ("by_trust", "backs")}
            for source, part in measured["by_source"].items()
        }
    return kept
