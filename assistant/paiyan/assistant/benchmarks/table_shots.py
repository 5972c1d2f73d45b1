"""Photos of tables whose truth is known, as the detector sees them: what the reading is measured on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from PIL import Image

from paiyan.assistant.reading import BACK
from paiyan.datasets.composites.crops import cut_crops
from paiyan.datasets.composites.hands import WinningScene, faces_of_crops, winning_scene
from paiyan.datasets.formats.yolo import read_folder
from paiyan.datasets.synthesis import FaceSet, TruthTile, own_faces, render
from paiyan.engine.tiles import TILE_CODES
from paiyan.vision.detections import Detections
from paiyan.vision.detector import Detector
from paiyan.vision.images import load_photo
from paiyan.vision.stretched import detect_flat

Kind = Literal["rendered", "crops"]
KINDS: Final[tuple[Kind, ...]] = ("rendered", "crops")
CROP_SETS: Final = ("dev/hk-tw-sets", "dev/jp-standing")
"""Folders of labelled photos, below that of all photos, whose tiles no detector has learnt from."""

_NAMES: Final = (*TILE_CODES, BACK)
_SIZES: Final = (800, 1024)
_SUPERSAMPLING: Final = 1.25
_QUALITY: Final = (70, 95)
_SEEN: Final = 0.95


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One photo: what the detector found, what there is to be seen (`truth`), and what was laid down.

    `faces` names the set of tiles; `beside` is what the detector finds when it looks again beside those tiles.
    """

    detections: Detections
    truth: tuple[TruthTile, ...]
    laid: WinningScene
    faces: str
    beside: Detections | None = None

    def look_again(self, found: Detections) -> Detections:
        """What a second look beside the tiles `found` at first shows."""
        return found if self.beside is None else self.beside

    @property
    def exact(self) -> Detections:
        """The tiles with their true boxes and faces, as a faultless detector would find them."""
        scores = np.zeros((len(self.truth), len(_NAMES)), np.float32)
        for row, tile in enumerate(self.truth):
            scores[row, _NAMES.index(tile.code)] = _SEEN
        corners = np.array([tile.corners for tile in self.truth], np.float32).reshape(-1, 4, 2)
        return Detections(corners, scores, scores.max(axis=1, initial=0), _NAMES, self.detections.size)


def face_sets(kind: Kind, photos: Path | None) -> list[FaceSet]:
    """The sets of tiles to lay out: the project's own, or those of photos. :class:`FileNotFoundError` without them."""
    if kind == "rendered":
        return [own_faces()]
    if photos is None:
        raise FileNotFoundError("photos")
    return [faces_of_crops(cut_crops(read_folder(photos / name)), name) for name in CROP_SETS]


def shots(detector: Detector, sets: Sequence[FaceSet], numbers: Iterable[int], seed: int) -> Iterator[tuple[int, Shot]]:
    """The photos of winning hands of these `numbers`, with their numbers, the sets of tiles in turn. Each depends on
    the seed and its number alone."""
    for number in numbers:
        yield number, shot(detector, sets[number % len(sets)], np.random.default_rng([seed, number]))


def shot(detector: Detector, faces: FaceSet, rng: np.random.Generator, **how: Any) -> Shot:
    """One photo; `how` goes to `winning_scene`."""
    laid = winning_scene(rng, longest=int(rng.choice(_SIZES)), **how)
    rendering = render(laid.scene, faces, supersampling=_SUPERSAMPLING)
    file = BytesIO()
    Image.fromarray(rendering.pixels).save(file, "JPEG", quality=int(rng.integers(*_QUALITY)))
    photo = load_photo(file.getvalue())
    detections = detect_flat(detector, photo)
    return Shot(detections, rendering.tiles, laid, faces.name, detector.look_beside(photo, detections))
