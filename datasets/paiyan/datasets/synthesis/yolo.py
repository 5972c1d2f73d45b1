"""Writes rendered scenes as a data set for training an oriented-box detector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.synthesis.render import Rendering, render
from paiyan.datasets.synthesis.textures import FaceSet, own_faces
from paiyan.datasets.synthesis.training_scenes import training_scene
from paiyan.engine.tiles import TILE_CODES

CLASS_NAMES: Final = (*TILE_CODES, "back")


def label_lines(rendering: Rendering) -> list[str]:
    """YOLO-OBB lines ``class x1 y1 … x4 y4`` (shares of width and height) of a rendered photo."""
    height, width = rendering.pixels.shape[:2]
    lines = []
    for tile in rendering.tiles:
        shares = (tile.corners / (width, height)).ravel()
        lines.append(f"{CLASS_NAMES.index(tile.code)} " + " ".join(f"{share:.6f}" for share in shares))
    return lines


def training_photos(
    n: int,
    seed: int,
    *,
    styles: Sequence[FaceSet] = (),
    longest: int = 640,
    supersampling: float = 1.5,
    start: int = 0,
) -> Iterator[Rendering]:
    """``n`` rendered photos whose faces are balanced within each style, numbered from ``start`` for parallel workers.

    Styles are used in turn; none means the project's own faces. A photo depends on ``seed``, its number and the photos
    since ``start``, so the same call always gives the same photos.
    """
    sets = list(styles) or [own_faces()]
    used: dict[str, Counter[str]] = {style.name: Counter() for style in sets}
    for index in range(start, start + n):
        rng = np.random.default_rng([seed, index])
        style = sets[index % len(sets)]
        scene = training_scene(rng, style.codes, used[style.name], longest)
        yield render(scene, style, supersampling=supersampling, seen=0.4)


def write_yolo_obb(
    dataset_dir: Path,
    n: int,
    seed: int,
    *,
    styles: Sequence[FaceSet] = (),
    longest: int = 640,
    supersampling: float = 1.5,
    start: int = 0,
) -> Counter[str]:
    """Write ``n`` photos to ``images/synth-<seed>-<k>.jpg`` and ``labels/``; returns how often each class was labelled.

    ``classes.txt`` lists the 43 class names in order. See :func:`training_photos` for the other arguments.
    """
    images, labels = dataset_dir / "images", dataset_dir / "labels"
    images.mkdir(parents=True, exist_ok=True)
    labels.mkdir(parents=True, exist_ok=True)
    (dataset_dir / "classes.txt").write_text("\n".join(CLASS_NAMES) + "\n", encoding="utf-8")
    counts: Counter[str] = Counter()
    photos = training_photos(n, seed, styles=styles, longest=longest, supersampling=supersampling, start=start)
    for index, photo in enumerate(photos, start):
        name = f"synth-{seed}-{index:06d}"
        quality = int(np.random.default_rng([seed, index, 1]).integers(62, 96))
        pixels = cv2.cvtColor(photo.pixels, cv2.COLOR_RGB2BGR)
        if not cv2.imwrite(str(images / f"{name}.jpg"), pixels, [cv2.IMWRITE_JPEG_QUALITY, quality]):
            raise OSError(f"could not write {images / name}.jpg")
        (labels / f"{name}.txt").write_text("\n".join(label_lines(photo)) + "\n", encoding="utf-8")
        counts.update(tile.code for tile in photo.tiles)
    return counts
