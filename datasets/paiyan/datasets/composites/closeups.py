"""Close-ups of tiles and of what is none, cut out of a training set for the network that reads single tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np

from paiyan.datasets.cleaning.pale import pale_backs
from paiyan.datasets.composites.lettering import add_lettering
from paiyan.datasets.pictures import CLASS_NAMES, Floats, Ints, Picture, Pixels, corners_of_rectangles
from paiyan.vision.closeup import CLOSE_HEIGHT, CLOSE_WIDTH, close_up, standing
from paiyan.vision.geometry import side_lengths

NO_TILE: Final = len(CLASS_NAMES)
"""The answer for what is no tile, after the 43 classes."""

SINGLE_TILES: Final = "single-tiles"
"""Source of close-ups made from pictures of whole faces."""

Suspects: TypeAlias = Callable[[Pixels], Floats]
"""What a detector takes for tiles in a picture: corners (M, 4, 2)."""

KEPT_SPAN: Final = 1.5
"""Close-ups are kept with so much around the tile that they can be turned and shifted later."""

KEPT_SIZE: Final = (round(CLOSE_WIDTH * KEPT_SPAN), round(CLOSE_HEIGHT * KEPT_SPAN))

_LEAST_SIDE = 9.0
_MOST_GENERATED = 14
_ASPECT = 0.75
_PLAIN = 3.0


@dataclass(frozen=True, slots=True)
class CloseUps:
    """`pixels` uint8 (N, H, W, 3) RGB of `KEPT_SIZE`, `answers` (N,) class index or `NO_TILE`, `sources` (N,) names."""

    pixels: Pixels
    answers: Ints
    sources: tuple[str, ...]


def cut_close_ups(
    pictures: Iterable[Picture],
    rng: np.random.Generator,
    *,
    suspects: Suspects,
    fonts: Sequence[Path] = (),
    generated: frozenset[str] = frozenset(),
) -> CloseUps:
    """The labelled tiles of the pictures, and places beside, between and across them that are no tile.

    Among these is what `suspects`, a detector, takes for a tile where none is labelled, and writing in the `fonts`. At
    most 14 tiles are taken of a picture from a `generated` source, and no back that looks white.
    """
    tiles: list[Pixels] = []
    answers: list[int] = []
    sources: list[str] = []
    for picture in pictures:
        made = picture.source in generated
        rows = np.setdiff1d(_large_enough(picture.corners), pale_backs(picture))
        if made and len(rows) > _MOST_GENERATED:
            rows = rng.choice(rows, _MOST_GENERATED, replace=False)
        found = [(close(picture.pixels, picture.corners[row]), int(picture.classes[row])) for row in rows]
        found += [(close(picture.pixels, box), NO_TILE) for box in _mistaken(picture, suspects(picture.pixels))]
        found += [(pixels, NO_TILE) for pixels in _no_tiles(picture, rng, 2 if made else 5, fonts)]
        for pixels, answer in found:
            tiles.append(pixels)
            answers.append(answer)
            sources.append(picture.source)
    return CloseUps(np.stack(tiles), np.array(answers, np.int64), tuple(sources))


def textures_close_up(textures: Mapping[str, Sequence[Pixels]], rng: np.random.Generator) -> CloseUps:
    """Pictures of whole faces by tile code, each laid on a plain ground, more than half of them between two others."""
    width, height = CLOSE_WIDTH, CLOSE_HEIGHT
    faces = [
        (np.asarray(cv2.resize(texture, (width, height), interpolation=cv2.INTER_AREA), np.uint8), code)
        for code, group in sorted(textures.items())
        for texture in group
    ]
    left, top = (KEPT_SIZE[0] - width) // 2, (KEPT_SIZE[1] - height) // 2
    tiles = []
    for face, _ in faces:
        ground = rng.integers(0, 256, 3) if rng.random() < 0.5 else face.reshape(-1, 3).mean(axis=0)
        tile = np.broadcast_to(np.asarray(ground, np.uint8), (KEPT_SIZE[1], KEPT_SIZE[0], 3)).copy()
        if rng.random() < 0.6:
            before, after = (faces[int(rng.integers(len(faces)))][0] for _ in range(2))
            tile[top : top + height, :left] = before[:, -left:]
            tile[top : top + height, left + width :] = after[:, : KEPT_SIZE[0] - left - width]
        tile[top : top + height, left : left + width] = face
        tiles.append(tile)
    answers = np.array([CLASS_NAMES.index(code) for _, code in faces], np.int64)
    return CloseUps(np.stack(tiles), answers, (SINGLE_TILES,) * len(faces))


def joined(parts: Sequence[CloseUps]) -> CloseUps:
    """Several sets of close-ups as one."""
    return CloseUps(
        np.concatenate([part.pixels for part in parts]),
        np.concatenate([part.answers for part in parts]),
        tuple(source for part in parts for source in part.sources),
    )


def _mistaken(picture: Picture, suspected: Floats) -> Floats:
    """The suspected boxes (M, 4, 2) whose middle no label's upright box holds, and that hold no label's middle."""
    if not len(picture) or not len(suspected):
        return suspected
    low, high = suspected.min(axis=1), suspected.max(axis=1)
    boxes, middles = picture.boxes, suspected.mean(axis=1)
    within = (middles[:, None] > boxes[None, :, :2]) & (middles[:, None] < boxes[None, :, 2:])
    labels = (boxes[:, :2] + boxes[:, 2:]) / 2
    holding = (labels[None] > low[:, None]) & (labels[None] < high[:, None])
    meant: np.ndarray = (within.all(axis=2) | holding.all(axis=2)).any(axis=1)
    return np.asarray(suspected[~meant], np.float32)


def close(pixels: Pixels, corners: Floats) -> Pixels:
    """The tile at `corners` (4, 2), standing, with its surroundings: `KEPT_SIZE`."""
    return close_up(pixels, standing(corners[None])[0], KEPT_SPAN, KEPT_SIZE)


def _large_enough(corners: Floats) -> Ints:
    if not len(corners):
        return np.zeros(0, np.int64)
    return np.flatnonzero(np.minimum(*side_lengths(corners)) >= _LEAST_SIDE)


def _no_tiles(picture: Picture, rng: np.random.Generator, most: int, fonts: Sequence[Path]) -> Iterator[Pixels]:
    """Writing, ill-fitting boxes at tiles, and places of the table with something to see."""
    taken = np.zeros(picture.pixels.shape[:2], np.uint8)
    for corners in picture.corners:
        cv2.fillConvexPoly(taken, np.round(corners).astype(np.int32), 1)
    pixels = picture.pixels
    if rng.random() < 0.5:
        pixels = add_lettering(pixels, picture.corners, rng, fonts)
        written = np.argwhere((pixels != picture.pixels).any(axis=2) & (taken == 0))
        for row, column in written[rng.integers(0, len(written), 3)] if len(written) else ():
            yield close(pixels, _somewhere(np.array([column, row]), rng.uniform(12, 60), rng))
    side = float(np.median(side_lengths(picture.corners)[1])) if len(picture) else rng.uniform(20, 90)
    edges = np.abs(cv2.Laplacian(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), cv2.CV_32F))
    found = 0
    for _ in range(6 * most):
        if len(picture) and rng.random() < 0.5:
            box = _ill_fitting(picture.corners[rng.integers(len(picture))], rng)
        else:
            box = _somewhere(rng.uniform(0, 1, 2) * np.array(picture.size), side * rng.uniform(0.4, 1.4), rng)
            if not _shows_no_tile(box, taken, edges, rng):
                continue
        yield close(pixels, box)
        found += 1
        if found == most:
            return


def _shows_no_tile(box: Floats, taken: Pixels, edges: np.ndarray, rng: np.random.Generator) -> bool:
    """Whether hardly a tile lies in the box, and, mostly, something else does."""
    inside = np.zeros_like(taken)
    cv2.fillConvexPoly(inside, np.round(box).astype(np.int32), 1)
    area = int(inside.sum())
    if not area or int((inside & taken).sum()) > 0.2 * area:
        return False
    return bool(edges[inside == 1].mean() >= _PLAIN or rng.random() < 0.2)


def _ill_fitting(corners: Floats, rng: np.random.Generator) -> Floats:
    """A box half beside the tile, one twice as large, or one within it."""
    middle = corners.mean(axis=0)
    kind = int(rng.integers(3))
    if kind == 0:
        side = (corners[1] - corners[0], corners[2] - corners[1])[int(rng.integers(2))]
        return np.asarray(corners + side * rng.choice((-1, 1)) * rng.uniform(0.42, 0.62), np.float32)
    scale = rng.uniform(1.9, 2.6) if kind == 1 else rng.uniform(0.3, 0.45)
    return np.asarray(middle + (corners - middle) * scale, np.float32)


def _somewhere(middle: np.ndarray, side: float, rng: np.random.Generator) -> Floats:
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.35 else rng.normal(0, 0.15)
    size = np.array([[side * _ASPECT, side]], np.float32)
    corners = corners_of_rectangles(np.asarray(middle, np.float32)[None], size, np.array([angle], np.float32))
    return np.asarray(corners[0], np.float32)
