"""What the class scores say: how likely each face is for each tile, and how well tiles fit together as a meld."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paiyan.assistant.reading.model import BACK, MeldType
from paiyan.engine.tiles import ALL_TILES, TILE_CODES, Tile
from paiyan.vision.detections import Detections

Faces: TypeAlias = tuple[Tile, ...]

_FLOOR: Final = 0.002
"""Score a class is given at least: a detector's zero is no proof."""
FITS: Final = -3.0
"""A meld whose tiles are less likely than this (in logarithms, against the best reading of each tile) does not fit."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """`log_faces` (N, 42): logarithm of how likely each face is, of all faces of that tile. `face_down` (N,)."""

    log_faces: NDArray[np.float64]
    face_down: NDArray[np.bool_]

    @classmethod
    def of(cls, detections: Detections) -> Evidence:
        """Evidence from class scores; columns are matched by class name."""
        names = detections.class_names
        scores = np.full((len(detections), len(TILE_CODES)), _FLOOR)
        for column, code in enumerate(TILE_CODES):
            if code in names:
                scores[:, column] += detections.scores[:, names.index(code)]
        return cls(
            np.log(scores / scores.sum(axis=1, keepdims=True)),
            np.array([name == BACK for name in detections.names], dtype=bool),
        )

    def best(self, tile: int) -> Tile:
        """The likeliest face of a tile."""
        return ALL_TILES[int(self.log_faces[tile].argmax())]

    def loss(self, tiles: Sequence[int], faces: Faces) -> float:
        """How much less likely these faces are than the best face of each tile; 0 is the best, otherwise negative."""
        rows = self.log_faces[list(tiles)]
        chosen = rows[np.arange(len(tiles)), [face.index for face in faces]]
        return float((chosen - rows.max(axis=1)).sum())

    def fits(self, tiles: Sequence[int]) -> MeldType | None:
        """The meld that these three or four tiles make, None if their faces don't fit any."""
        options = self.melds(tiles)
        if not options or options[0][0] < FITS:
            return None
        return options[0][1]

    def melds(self, tiles: Sequence[int], most: int = 4) -> list[tuple[float, MeldType, Faces]]:
        """The likeliest melds of these tiles: loss, type and the face of each tile in order; best first.

        A group with two or more of four face down is a concealed kong; its face-down tiles take the face shown.
        """
        options = [(self._shown_loss(tiles, faces), kind, faces) for kind, faces in self._possible(tiles)]
        options.sort(key=lambda option: -option[0])
        return options[:most]

    def _shown_loss(self, tiles: Sequence[int], faces: Faces) -> float:
        """The loss over the tiles that lie face up."""
        pairs = [(tile, face) for tile, face in zip(tiles, faces, strict=True) if not self.face_down[tile]]
        return self.loss([tile for tile, _ in pairs], tuple(face for _, face in pairs))

    def _possible(self, tiles: Sequence[int]) -> Iterator[tuple[MeldType, Faces]]:
        """Every meld that so many tiles, so many of them face down, can be."""
        down = sum(bool(self.face_down[tile]) for tile in tiles)
        if len(tiles) == 4 and down != 1:
            for face in _IN_HANDS:
                yield "angang" if down else "minggang", (face,) * 4
        elif len(tiles) == 3 and 0 < down < 3:
            # One of its tiles was not found, or it is a kong of the 明牌, of which there are three (W5).
            for face in _IN_HANDS:
                yield "angang", (face,) * 3
        elif len(tiles) == 3 and not down:
            yield from self._threes(tiles)

    def _threes(self, tiles: Sequence[int]) -> Iterator[tuple[MeldType, Faces]]:
        for face in _IN_HANDS:
            yield "peng", (face,) * 3
        for first in _RUN_STARTS:
            run = tuple(ALL_TILES[first.index + step] for step in range(3))
            yield "chi", self._best_order(tiles, run)

    def _best_order(self, tiles: Sequence[int], run: Faces) -> Faces:
        """The run in the order that suits the tiles best: a claimed tile often lies first."""
        orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
        return max(
            (tuple(run[place] for place in order) for order in orders), key=lambda faces: self.loss(tiles, faces)
        )


_IN_HANDS: Final = tuple(tile for tile in ALL_TILES if tile.suit not in "fg")
_RUN_STARTS: Final = tuple(tile for tile in ALL_TILES if tile.suit in "mps" and tile.rank <= 7)
