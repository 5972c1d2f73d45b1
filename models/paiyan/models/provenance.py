"""Where the shipped weights come from: every photo source, its licence and what was done with it.

The table is written into each manifest and model card, so that weights never travel without the names of the
people whose pictures they learnt from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

WEIGHTS_LICENCE = "AGPL-3.0-or-later"
"""Models trained with and exported by ultralytics are AGPL-3.0; the project carries the same licence."""

DERIVATION = (
    "Derived from the YOLO11n in the PyPI package mahjong-detector 0.0.6 (wheel MIT; its model metadata says "
    "AGPL-3.0; its training data are not known), un-fused into yolo11n-obb and fine-tuned on the sources listed here."
)


@dataclass(frozen=True, slots=True)
class Source:
    """One body of pictures that weights were trained on.

    `folder` is the name the training recipe uses; `used` says how the pictures entered training.
    """

    folder: str
    title: str
    origin: str
    licence: str
    used: str


SOURCES: tuple[Source, ...] = (
    Source(
        "hk-tw-sets",
        "Hong Kong, Taiwan and mainland sets",
        "Roboflow marco-liu-vwkdl/13423423c-rethink-bonus-label",
        "CC BY 4.0 (declared by the uploader)",
        "boxes of flower tiles enlarged from the text strip to the tile",
    ),
    Source(
        "tables-a",
        "Chinese tables with a hand row",
        "Roboflow riichimahjongdetection/chinese-mahjong-detection",
        "CC BY 4.0",
        "face-down tiles labelled by hand, discards that a detector is sure of labelled, other unlabelled tiles masked",
    ),
    Source(
        "tables-a-aug",
        "Chinese tables with a hand row, mildly augmented",
        "Roboflow riichimahjongdetection/chinese-mahjong-detection",
        "CC BY 4.0",
        "as above; one augmentation a photo, rows of tilted tiles boxed along the row",
    ),
    Source(
        "jp-sets-aug",
        "Japanese sets",
        "Roboflow export in a public repository",
        "CC BY 4.0",
        "mirrored pictures turned back, those where that could not be told dropped, unlabelled parts masked",
    ),
    Source(
        "single-tiles",
        "Single tiles of more than twenty sets",
        "GitHub Camerash/mahjong-dataset",
        "MIT",
        "pasted into generated scenes; read one by one",
    ),
    Source(
        "art",
        "Vector tile faces in three styles",
        "public-domain riichi and Hong Kong tile drawings",
        "CC0",
        "pasted into generated scenes",
    ),
    Source(
        "rendered",
        "Rendered tables",
        "this project (paiyan.datasets.synthesis), with its own faces in seeds/faces, the single tiles and drawings "
        "above, and tiles cut out of the Hong Kong and Japanese photos above",
        "AGPL-3.0-or-later",
        "tables, piles and walls rendered in three dimensions with exact boxes",
    ),
)


def sources_named(folders: Iterable[str]) -> tuple[Source, ...]:
    """The project's sources with these folder names, and what can be said of folders that are none of them."""
    names = dict.fromkeys(folders)
    known = {source.folder for source in SOURCES}
    ours = tuple(source for source in SOURCES if source.folder in names)
    return (*ours, *(_own_source(name) for name in names if name not in known))


def sources_of(training: Mapping[str, Any]) -> tuple[Source, ...]:
    """The sources that the `training` of a manifest names."""
    return tuple(Source(**one) for one in training.get("sources", ()))


def _own_source(folder: str) -> Source:
    """A folder of photos that a training run was given beside or instead of the project's own."""
    return Source(folder, folder, "photos of whoever trained these weights", "not stated", "as its recipe says")
