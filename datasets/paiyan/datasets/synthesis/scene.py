"""What a rendered table consists of: tiles as blocks, a camera, a light, the look of the set and of the photo.

The unit of length is the width of a tile. The table is the plane z = 0; x points right and y away from the player
(``self``) who takes the photo; z points up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, radians, sin
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

TILE_HEIGHT: Final = 4 / 3
"""Height of a face; its width is 1."""

Color = tuple[int, int, int]
Pose = Literal["up", "down", "standing"]
Matrix = NDArray[np.float64]
Field = NDArray[np.floating[Any]]


def channels(color: tuple[float, float, float]) -> Field:
    """A colour as an array of three, to be multiplied with pixels."""
    return np.array(color, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Block:
    """One tile: its face, its place on the table and what it belongs to.

    ``x, y`` is the middle of the footprint and ``base`` the height of its underside. ``turn`` is the direction in which
    the top of the face points, in degrees clockwise from away-from-the-player as seen from above; for a ``standing``
    tile it is the direction opposite to the one the face looks in, so 0 faces the player.
    """

    code: str
    x: float
    y: float
    turn: float = 0.0
    pose: Pose = "up"
    base: float = 0.0
    group: str = "other"
    seat: str | None = None

    def axes(self) -> Matrix:
        """Columns: directions of the face's right, of its top, and out of the face, in the world."""
        angle = radians(self.turn)
        right = np.array([cos(angle), -sin(angle), 0.0])
        ahead = np.array([sin(angle), cos(angle), 0.0])
        up = np.array([0.0, 0.0, 1.0])
        if self.pose == "up":
            return np.stack([right, ahead, up], axis=1)
        if self.pose == "down":
            return np.stack([-right, ahead, -up], axis=1)
        return np.stack([right, up, -ahead], axis=1)

    def center(self, thickness: float) -> Matrix:
        """Middle of the block, whose thickness is given."""
        rise = TILE_HEIGHT / 2 if self.pose == "standing" else thickness / 2
        return np.array([self.x, self.y, self.base + rise])

    def corners(self, thickness: float) -> Matrix:
        """The eight corners (8, 3), face first: its top left, top right, bottom right, bottom left, then the back's."""
        signs = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]])
        local = np.concatenate([np.c_[signs, np.full(4, 1)], np.c_[signs, np.full(4, -1)]]) * (
            np.array([1.0, TILE_HEIGHT, thickness]) / 2
        )
        return np.asarray(self.center(thickness) + local @ self.axes().T)


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole camera: ``position``, ``axes`` (rows: right, down, ahead), focal length and principal point (px)."""

    position: Matrix
    axes: Matrix
    focal: float
    center: tuple[float, float]
    size: tuple[int, int]

    @classmethod
    def framing(
        cls,
        points: Matrix,
        *,
        elevation: float,
        size: tuple[int, int],
        yaw: float = 0.0,
        roll: float = 0.0,
        distance: float = 30.0,
        margin: float = 0.08,
        shift: tuple[float, float] = (0.0, 0.0),
    ) -> Camera:
        """A camera that shows all ``points`` (N, 3) within ``size`` (width, height) and a ``margin`` on the tight side.

        It stands ``elevation`` degrees above the table as seen from the middle of the points, ``distance`` away and
        ``yaw`` degrees to the right of the player; ``shift`` moves the picture by a share of the room that is left.
        """
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        lift, side = radians(elevation), radians(yaw)
        away = np.array([sin(side) * cos(lift), -cos(side) * cos(lift), sin(lift)])
        ahead = -away
        right = np.cross(ahead, [0.0, 0.0, 1.0])
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        tilt = radians(roll)
        axes = np.stack([cos(tilt) * right + sin(tilt) * down, cos(tilt) * down - sin(tilt) * right, ahead])
        position = middle + away * distance
        seen = (points - position) @ axes.T
        flat = seen[:, :2] / seen[:, 2:]
        low, high = flat.min(axis=0), flat.max(axis=0)
        extent = np.array(size, dtype=float)
        focal = float(np.min(extent * (1 - 2 * margin) / (high - low)))
        room = extent * (1 - 2 * margin) - focal * (high - low)
        center = extent / 2 - focal * (low + high) / 2 + np.array(shift) * room / 2
        return cls(position, axes, focal, (float(center[0]), float(center[1])), size)

    def scaled(self, factor: float) -> Camera:
        """The same view with ``factor`` times as many pixels a side."""
        width, height = (round(side * factor) for side in self.size)
        center = (self.center[0] * factor, self.center[1] * factor)
        return Camera(self.position, self.axes, self.focal * factor, center, (width, height))

    def project(self, points: Matrix) -> Matrix:
        """Pixels (N, 2) of world points (N, 3); pixel centres have half coordinates."""
        seen = (points - self.position) @ self.axes.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + np.array(self.center))

    def plane_to_image(self, height: float = 0.0) -> Matrix:
        """Homography (3, 3) from ``x, y`` of the plane at this height to pixels."""
        lens = np.array([[self.focal, 0, self.center[0]], [0, self.focal, self.center[1]], [0, 0, 1]])
        offset = self.axes @ (np.array([0.0, 0.0, height]) - self.position)
        return np.asarray(lens @ np.stack([self.axes[:, 0], self.axes[:, 1], offset], axis=1))


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp: the direction it comes from, how wide it is (penumbra in tile widths) and how it shares with the room."""

    azimuth: float = -40.0
    height: float = 55.0
    softness: float = 0.25
    strength: float = 0.55
    color: Color = (255, 250, 240)

    def direction(self) -> Matrix:
        """Unit vector from the table to the lamp."""
        lift, side = radians(self.height), radians(self.azimuth)
        return np.array([sin(side) * cos(lift), cos(side) * cos(lift), sin(lift)])


@dataclass(frozen=True, slots=True)
class Look:
    """How a tile set is made: body and back colours, proportions, gloss, and how its faces are carved.

    ``inks`` replaces inks by name, ``engraving`` is how deep they lie, ``bold`` thickens strokes (below 0 it thins
    them) and ``scale`` is the size of the drawing on the face.
    """

    ivory: Color = (240, 235, 222)
    back: Color = (26, 120, 72)
    back_share: float = 0.36
    thickness: float = 0.74
    radius: float = 0.085
    gloss: float = 0.35
    inks: tuple[tuple[str, Color], ...] = ()
    engraving: float = 0.5
    bold: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Table:
    """The table top: its kind of surface and colour, half its width in tile widths, the colours of rim and floor."""

    surface: str = "felt"
    color: Color = (30, 110, 70)
    half_width: float = 15.0
    rim: Color = (96, 64, 40)
    floor: Color = (70, 66, 62)


@dataclass(frozen=True, slots=True)
class Finish:
    """What the phone adds: blur and noise (pixels, grey levels), vignette, exposure and colour cast."""

    blur: float = 0.6
    motion: tuple[float, float] = (0.0, 0.0)
    noise: float = 3.0
    vignette: float = 0.15
    exposure: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    contrast: float = 1.0


@dataclass(frozen=True, slots=True)
class Clutter:
    """Something on the table that is no tile, such as a die, chip, phone or rack: a box or ellipsoid of this size."""

    x: float
    y: float
    width: float
    depth: float
    height: float
    turn: float
    color: Color
    round: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a photo of a table shows. ``seed`` fixes the noise of surfaces and sensor."""

    blocks: tuple[Block, ...]
    camera: Camera
    look: Look = field(default_factory=Look)
    light: Light = field(default_factory=Light)
    table: Table = field(default_factory=Table)
    finish: Finish = field(default_factory=Finish)
    clutter: tuple[Clutter, ...] = ()
    seed: int = 0
