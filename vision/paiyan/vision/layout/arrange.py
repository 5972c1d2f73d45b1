"""The whole step: boxes → frame → lines → rows → groups, and how every row lies to the main one."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detections import Detections
from paiyan.vision.geometry import axis_degrees
from paiyan.vision.layout.frame import Frame
from paiyan.vision.layout.groups import RowShape, cut, shape_of
from paiyan.vision.layout.lines import touching_lines
from paiyan.vision.layout.model import Group, Layout, Row
from paiyan.vision.layout.rows import join_lines, spans

_ON_TOP: Final = 1.1
"""Up to this distance from the line of a group, in tile heights, a lone tile lies on it or right against it."""
_ABOVE: Final = 2.1
"""Up to this distance it may lie on the group, raised by its thickness, where the photo was taken at a slant."""


def arrange(detections: Detections) -> Layout:
    """Rows and groups of all boxes. Pure geometry: only whether a box is `back` is taken from the classes."""
    face_down = np.array([name == "back" for name in detections.names], dtype=bool)
    if not len(detections):
        return Layout((), None, ())
    frame = Frame.of(detections.corners)
    lines = join_lines(frame, touching_lines(frame), face_down)
    usual = _usual_ratio(frame, lines)
    shapes = [shape_of(frame, line, usual) for line in lines]
    grouped = [cut(frame, shape) for shape in shapes]
    main = _main_row(detections, shapes, face_down)
    shapes, grouped = _loosened(frame, shapes, grouped, main, usual)
    shapes, grouped = _with_tiles_on_top(frame, shapes, grouped, main)
    rows = [_row(detections, shape, groups) for shape, groups in zip(shapes, grouped, strict=True)]
    place = next((place for place, shape in enumerate(shapes) if shape.tiles == main), None)
    if place is not None:
        rows = [_related(frame, row, shape, shapes[place]) for row, shape in zip(rows, shapes, strict=True)]
    return Layout(tuple(rows), place, tuple(bool(down) for down in face_down))


def _usual_ratio(frame: Frame, lines: list[list[int]]) -> float | None:
    """What the longest line shows of the ratio of upright tiles; None if there is no line of three."""
    longest = max(lines, key=len)
    if len(longest) < 3:
        return None
    return float(np.median(np.log(np.divide(*spans(frame, longest, shape_of(frame, longest, None).direction)))))


def _main_row(detections: Detections, shapes: list[RowShape], face_down: NDArray[np.bool_]) -> tuple[int, ...] | None:
    """Tiles of the row with the most faces, where large and near tiles count for more."""
    sides = np.linalg.norm(np.roll(detections.corners, -1, axis=1) - detections.corners, axis=2)
    sizes = sides.mean(axis=1)
    best: tuple[float, tuple[int, ...]] | None = None
    for shape in shapes:
        faces = [tile for tile in shape.tiles if not face_down[tile]]
        if not faces:
            continue
        nearness = float(detections.centers[faces, 1].mean()) / detections.size[1]
        score = len(faces) * float(np.median(sizes[faces])) * (0.4 + 0.6 * nearness)
        if best is None or score > best[0]:
            best = score, shape.tiles
    return best[1] if best else None


def _loosened(
    frame: Frame,
    shapes: list[RowShape],
    grouped: list[list[Group]],
    main: tuple[int, ...] | None,
    usual: float | None,
) -> tuple[list[RowShape], list[list[Group]]]:
    """Rows of which no two tiles touch taken apart: tiles that lie on several sets of a hand make no row."""
    loosened = []
    for shape, groups in zip(shapes, grouped, strict=True):
        if shape.tiles != main and all(len(group.tiles) == 1 for group in groups):
            loosened += [shape_of(frame, [tile], usual) for tile in shape.tiles]
        else:
            loosened.append(shape)
    return loosened, [cut(frame, shape) for shape in loosened]


def _with_tiles_on_top(
    frame: Frame, shapes: list[RowShape], grouped: list[list[Group]], main: tuple[int, ...] | None
) -> tuple[list[RowShape], list[list[Group]]]:
    """Lone tiles that lie on a group of three become its `on_top`, those farther over it stay rows as `above`. So does
    one right against it that stands apart in a row with others: flowers or a wall may go on beside it."""
    hosts = [
        (row, place)
        for row, groups in enumerate(grouped)
        for place, group in enumerate(groups)
        if len(group.tiles) == 3
    ]
    grouped = [list(groups) for groups in grouped]
    gone: set[int] = set()
    for own, shape in enumerate(shapes):
        for tile in [] if shape.tiles == main else [one.tiles[0] for one in grouped[own] if len(one.tiles) == 1]:
            near = [
                (distance, row, place)
                for row, place in hosts
                if row != own
                and (distance := _distance_over(frame, tile, grouped[row][place], shapes[row])) is not None
            ]
            if not near:
                continue
            distance, row, place = min(near)
            host = grouped[row][place]
            lone = len(shape.tiles) == 1
            if distance < _ON_TOP and lone:
                grouped[row][place] = replace(host, on_top=(*host.on_top, tile))
                gone.add(own)
            elif distance < _ON_TOP or lone:
                grouped[row][place] = replace(host, above=(*host.above, tile))
    kept = [place for place in range(len(shapes)) if place not in gone]
    return [shapes[place] for place in kept], [grouped[place] for place in kept]


def _distance_over(frame: Frame, tile: int, group: Group, shape: RowShape) -> float | None:
    """Distance of a tile from the line of a group in tile heights; None unless it lies over the group.

    What lies straight behind a tile is seen to one side of it where the camera looks askew: the sides of the group's
    own tiles show which way that is.
    """
    points = frame.centers[list(group.tiles)]
    offset = frame.centers[tile] - points.mean(axis=0)
    normal = np.array([-shape.direction[1], shape.direction[0]])
    away = abs(float(offset @ normal))
    aslant = offset - _slant(frame, group, shape) * float(offset @ normal) * shape.direction
    aside = away / shape.height
    along = min(abs(float(one @ shape.direction)) for one in (offset, aslant)) / shape.width
    half = (float((points[-1] - points[0]) @ shape.direction) / shape.width) / 2
    return aside if aside < _ABOVE and along < half + 0.3 else None


def _slant(frame: Frame, group: Group, shape: RowShape) -> float:
    """How far along the row what lies behind a group is seen, per distance across: the median of its tiles' sides."""
    normal = np.array([-shape.direction[1], shape.direction[0]])
    tiles = list(group.tiles)
    sides = np.stack([frame.across[tiles], frame.down[tiles]], axis=1)
    across = sides @ normal
    steepest = np.abs(across).argmax(axis=1)
    chosen = np.arange(len(tiles))
    slants = (sides @ shape.direction)[chosen, steepest] / across[chosen, steepest]
    return float(np.median(slants))


def _row(detections: Detections, shape: RowShape, groups: list[Group]) -> Row:
    tiles = list(shape.tiles)
    if len(tiles) > 1:
        right, down = detections.centers[tiles[-1]] - detections.centers[tiles[0]]
        direction = float(np.degrees(np.arctan2(down, right))) % 180
    else:
        direction = float(axis_degrees(detections.corners[tiles])[0] + 90) % 180
    return Row(tuple(groups), round(direction, 1))


def _related(frame: Frame, row: Row, shape: RowShape, main: RowShape) -> Row:
    """The row with its place relative to the main row filled in."""
    if shape.tiles == main.tiles:
        return row
    points = frame.centers[list(main.tiles)]
    middle = frame.centers[list(shape.tiles)].mean(axis=0)
    normal = np.array([-main.direction[1], main.direction[0]])
    if normal[1] < 0:
        normal = -normal
    # The main row may be bent: measured from its tiles nearest to the other row.
    along = (points - middle) @ main.direction
    nearest = np.argsort(np.abs(along))[:3]
    behind = -float((middle - points[nearest].mean(axis=0)) @ normal) / main.height
    half = main.width / 2
    if along.min() - half > 0:
        beside = -float(along.min() - half) / main.width
    elif along.max() + half < 0:
        beside = -float(along.max() + half) / main.width
    else:
        beside = 0.0
    turned = _angle_between(shape, main, frame)
    scale = float(np.median(frame.sizes[list(shape.tiles)]) / np.median(frame.sizes[list(main.tiles)]))
    return replace(
        row, behind=round(behind, 2), beside=round(beside, 2), turned=round(turned, 1), scale=round(scale, 2)
    )


def _angle_between(shape: RowShape, main: RowShape, frame: Frame) -> float:
    """Angle in degrees between the lines; for a lone tile, between its long side and that of the main row's tiles."""
    direction = shape.direction
    if len(shape.tiles) == 1:
        tile = shape.tiles[0]
        sides = (frame.across[tile], frame.down[tile])
        lengths = [float(np.hypot(*side)) for side in sides]
        # Seen in the proportions of the main row: foreshortened tiles may be wider than long.
        upright = main.width <= main.height
        short = sides[int(np.argmin(lengths))] if upright else sides[int(np.argmax(lengths))]
        direction = short / (np.hypot(*short) + 1e-9)
    cosine = min(abs(float(direction @ main.direction)), 1.0)
    return float(np.degrees(np.arccos(cosine)))
