"""Renders a :class:`Scene` to pixels, with the truth about every tile that can be seen.

Tiles and clutter are rounded boxes met ray by ray and shaded with a diffuse lamp, room light, gloss and soft shadows;
the table is a textured plane. The truth comes from the same geometry, so it is exact up to the photo's blur.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.synthesis.finish import develop
from paiyan.datasets.synthesis.sampling import sample
from paiyan.datasets.synthesis.scene import TILE_HEIGHT, Block, Camera, Clutter, Scene, channels
from paiyan.datasets.synthesis.shadows import ShadowMaps
from paiyan.datasets.synthesis.surfaces import paint_table
from paiyan.datasets.synthesis.textures import FaceSet, FaceTexture, own_faces
from paiyan.datasets.synthesis.tracing import Hits, trace_box
from paiyan.datasets.synthesis.truth import TruthTile, describe

Field = NDArray[np.floating[Any]]
Matrix = NDArray[np.float64]

_TABLE: Final = -1
_CLUTTER: Final = -2


@dataclass(frozen=True, slots=True, eq=False)
class Rendering:
    """A photo, ``pixels`` (H, W, 3) uint8 RGB, and the truth about the tiles whose face or back can be seen in it."""

    pixels: NDArray[np.uint8]
    tiles: tuple[TruthTile, ...]


class _Canvas:
    """The picture being painted with its depth and the index of what is seen at each pixel."""

    def __init__(self, scene: Scene, camera: Camera) -> None:
        self.camera = camera
        self.light = scene.light.direction().astype(np.float32)
        self.scene = scene
        self.shadows = ShadowMaps(scene)
        self.color: Field = np.asarray(cv2.resize(self._lit_table(), camera.size), dtype=np.float32)
        width, height = camera.size
        self.depth = np.full((height, width), np.inf, dtype=np.float32)
        self.owner = np.full((height, width), _TABLE, dtype=np.int32)

    def visible(self, hits: Hits) -> Hits:
        """The hits that nothing painted before covers."""
        return hits[hits.depth < self.depth[hits.rows, hits.columns]]

    def paint(self, hits: Hits, owner: int, albedo: Field, axes: Matrix, center: Matrix, gloss: float) -> None:
        """Shade these surface points and put them into the picture."""
        light, scene = self.light[:, None], self.scene
        turn = axes.astype(np.float32)
        normal = turn @ hits.normal
        place = turn @ hits.place + center.astype(np.float32)[:, None]
        toward = self.camera.position.astype(np.float32)[:, None] - place
        toward /= _length(toward)
        shadow = self.shadows.at(place, normal)
        lit = np.clip(0.25 + 0.75 * _dot(normal, light), 0, 1) * shadow
        # Room light comes from above; close to the table the table itself takes most of it away.
        room = (0.62 + 0.38 * normal[2]) * (0.72 + 0.28 * np.clip(place[2] / 0.6, 0, 1))
        strength = np.float32(scene.light.strength)
        lamp = channels(scene.light.color) / 255 * (strength * 1.25)
        color = albedo * ((room * (1 - strength) * 1.15)[:, None] + lit[:, None] * lamp)
        if gloss:
            half = light + toward
            half /= _length(half)
            shine = np.clip(_dot(normal, half), 0, 1)
            glint = (0.55 * shine**24 + 0.8 * shine**120) * shadow
            fresnel = 0.15 * (1 - np.clip(_dot(normal, toward), 0, 1)) ** 3
            color += ((glint + fresnel) * (gloss * 190))[:, None]
        self.color[hits.rows, hits.columns] = color
        self.depth[hits.rows, hits.columns] = hits.depth
        self.owner[hits.rows, hits.columns] = owner

    def _lit_table(self) -> Field:
        """The table with its shadows, at the size of the photo: it is smooth enough to be enlarged."""
        scene = self.scene
        flat = scene.camera.plane_to_image()
        color = paint_table(scene.table, scene.seed, flat, scene.camera.size)
        shade = self.shadows.on_table(flat, scene.camera.size)
        slant = np.float32(0.35 + 0.65 * self.light[2])
        lamp = channels(scene.light.color) / 255 * np.float32(scene.light.strength) * slant
        return np.asarray(color * ((1 - scene.light.strength) + shade[..., None] * lamp) / slant**0.5, dtype=np.float32)


def _dot(a: Field, b: Field) -> Field:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2], dtype=np.float32)


def _length(vectors: Field) -> Field:
    return np.sqrt(_dot(vectors, vectors))


def _texture_albedo(hits: Hits, front: NDArray[np.bool_], face: NDArray[np.uint8]) -> Field:
    rows, columns = face.shape[:2]
    u = (hits.place[0, front] + 0.5) * columns - 0.5
    v = (0.5 - hits.place[1, front] / TILE_HEIGHT) * rows - 0.5
    return sample(face, u, v)


def _tile_albedo(hits: Hits, block: Block, scene: Scene, face: NDArray[np.uint8] | None) -> Field:
    look = scene.look
    seam = look.thickness * (look.back_share - 0.5)
    albedo = np.where(hits.place[2][:, None] < seam, channels(look.back), channels(look.ivory)).astype(np.float32)
    if face is not None:
        front = hits.normal[2] > 0.6
        if front.any():
            albedo[front] = _texture_albedo(hits, front, face)
    return albedo


def _pixel_height(camera: Camera, block: Block, thickness: float) -> int:
    corners = camera.project(block.corners(thickness)[:4])
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return int(np.ceil(max(sides[1], sides[3], sides[0] * TILE_HEIGHT, sides[2] * TILE_HEIGHT, 8)))


def _clutter_box(thing: Clutter) -> tuple[Matrix, Matrix, Matrix, float]:
    block = Block("", thing.x, thing.y, thing.turn)
    half = np.array([thing.width, thing.depth, thing.height]) / 2
    center = np.array([thing.x, thing.y, thing.height / 2])
    radius = float(min(half)) * (0.98 if thing.round else 0.3)
    return block.axes(), center, half, radius


def render(scene: Scene, faces: FaceSet | None = None, *, supersampling: float = 2.0, seen: float = 0.5) -> Rendering:
    """Take the photo of ``scene`` with tiles of the style ``faces`` (the project's own by default).

    Truth lists tiles of whose face (or back, if that is what shows) at least the share ``seen`` is visible. The same
    scene always gives the same pixels. Raises `KeyError` when the style lacks a face that the scene needs.
    """
    style = faces or own_faces()
    camera = scene.camera.scaled(supersampling)
    canvas = _Canvas(scene, camera)
    look = scene.look
    half = np.array([1.0, TILE_HEIGHT, look.thickness]) / 2
    painted: dict[tuple[str, int], NDArray[np.uint8]] = {}
    variants = _choose_textures(scene, style)
    for index, block in _nearest_first(scene, camera):
        axes, center, corners = block.axes(), block.center(look.thickness), block.corners(look.thickness)
        hits = trace_box(camera, corners, axes, center, half, look.radius)
        if hits is None:
            continue
        hits = canvas.visible(hits)
        if not len(hits.rows):
            continue
        face = None
        if block.code != "back" and hits.normal[2].max() > 0.6:
            height = 1 << int(np.ceil(np.log2(_pixel_height(camera, block, look.thickness))))
            key = (block.code, height)
            if key not in painted:
                painted[key] = variants[block.code].painted(look, height)
            face = painted[key]
        canvas.paint(hits, index, _tile_albedo(hits, block, scene, face), axes, center, look.gloss)
    for thing in scene.clutter:
        axes, center, box, radius = _clutter_box(thing)
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        hits = trace_box(camera, center + (signs * box) @ axes.T, axes, center, box, radius)
        if hits is not None and len((hits := canvas.visible(hits)).rows):
            color = np.broadcast_to(channels(thing.color), (len(hits.rows), 3))
            canvas.paint(hits, _CLUTTER, color, axes, center, 0.2)
    pixels = develop(canvas.color, scene, scene.camera.size)
    return Rendering(pixels, describe(scene, canvas.owner, supersampling, seen))


def _choose_textures(scene: Scene, style: FaceSet) -> dict[str, FaceTexture]:
    rng = np.random.default_rng([scene.seed, 7])
    needed = dict.fromkeys(block.code for block in scene.blocks if block.code != "back")
    return {code: style.textures[code][int(rng.integers(len(style.textures[code])))] for code in needed}


def _nearest_first(scene: Scene, camera: Camera) -> list[tuple[int, Block]]:
    centers = np.array([block.center(scene.look.thickness) for block in scene.blocks]).reshape(-1, 3)
    order = np.argsort((centers - camera.position) @ camera.axes[2], kind="stable")
    return [(int(index), scene.blocks[index]) for index in order]
