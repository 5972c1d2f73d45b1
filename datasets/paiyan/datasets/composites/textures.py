"""Face textures: photographed single tiles and vector drawings, all as 240 × 320 RGB pictures of a whole face."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.pictures import LabelError, Pixels, blank_tone, read_pixels
from paiyan.engine.tiles import TILE_CODES, Tile

FACE_SIZE: Final = (240, 320)
"""Width and height of every texture in pixels."""

_EDGE: Final = (12, 16)
"""What is left out at each side and at top and bottom where a texture's blank part is looked for."""

_IVORIES: Final = ((250, 248, 240), (244, 236, 214), (238, 240, 242), (252, 246, 226))
_RIICHI_HONOURS: Final = {
    "Ton": "1z",
    "Nan": "2z",
    "Shaa": "3z",
    "Pei": "4z",
    "Haku": "5z",
    "Hatsu": "6z",
    "Chun": "7z",
}
_HONGKONG_NAMES: Final = {
    "white-dragon": "5z", "green-dragon": "6z", "red-dragon": "7z",
    "east-wind": "1z", "south-wind": "2z", "west-wind": "3z", "north-wind": "4z",
    "spring": "g1", "summer": "g2", "autumn": "g3", "winter": "g4",
    "plum": "f1", "orchid": "f2", "bamboo": "f3", "chrysanthemum": "f4",
}  # fmt: skip
_HONGKONG_SUITS: Final = {"characters": "m", "circles": "p", "bamboos": "s"}
_RIICHI_SUITS: Final = {"Man": "m", "Pin": "p", "Sou": "s"}


@dataclass(frozen=True, slots=True)
class TextureBank:
    """Textures by face index; every one of the 42 faces has at least one.

    `tones` holds the colour of the blank part of each texture, to put alike tiles into one scene.
    """

    faces: tuple[tuple[Pixels, ...], ...]
    tones: tuple[np.ndarray, ...]

    def pick(self, face: int, tone: np.ndarray | None, rng: np.random.Generator) -> Pixels:
        """A random texture of `face`; with a `tone` (RGB), one of the three nearest in colour to it."""
        choices = self.faces[face]
        if tone is None:
            return choices[int(rng.integers(len(choices)))]
        nearest = np.argsort(np.abs(self.tones[face] - tone).sum(axis=1))[:3]
        return choices[int(rng.choice(nearest))]

    def random_tone(self, rng: np.random.Generator) -> np.ndarray:
        """The blank colour of a random texture."""
        face = int(rng.integers(len(self.faces)))
        return np.asarray(self.tones[face][int(rng.integers(len(self.tones[face])))])


def build_bank(textures: Mapping[str, Sequence[Pixels]]) -> TextureBank:
    """A bank of textures given by tile code; `LabelError` names the faces that have none."""
    missing = [code for code in TILE_CODES if not textures.get(code)]
    if missing:
        raise LabelError("no_texture", tiles=", ".join(missing))
    faces = tuple(tuple(textures[code]) for code in TILE_CODES)
    tones = tuple(
        np.stack([blank_tone(texture[_EDGE[1] : -_EDGE[1], _EDGE[0] : -_EDGE[0]]) for texture in group])
        for group in faces
    )
    return TextureBank(faces, tones)


def merge(*parts: Mapping[str, Sequence[Pixels]]) -> dict[str, list[Pixels]]:
    """Textures of several loaders together."""
    merged: dict[str, list[Pixels]] = {}
    for part in parts:
        for code, group in part.items():
            merged.setdefault(code, []).extend(group)
    return merged


def load_crops(table: Path) -> dict[str, list[Pixels]]:
    """Photographed tiles listed in a CSV file with the columns `image,tile`, images in the folder of its stem."""
    textures: dict[str, list[Pixels]] = {}
    with table.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            code = Tile.parse(row["tile"]).code
            pixels = read_pixels(table.with_suffix("") / row["image"])
            textures.setdefault(code, []).append(_fit(pixels))
    return textures


def load_art(folder: Path) -> dict[str, list[Pixels]]:
    """Vector faces (riichi or Hong Kong file names) rasterised on ivory; other files are skipped.

    Needs `resvg-py` from the `train` extra.
    """
    textures: dict[str, list[Pixels]] = {}
    for number, path in enumerate(sorted(folder.glob("*.svg"))):
        code = face_of_file(path.stem)
        if code is not None:
            ivory = np.array(_IVORIES[number % len(_IVORIES)], dtype=np.float32)
            textures.setdefault(code, []).append(_rasterise(path, ivory))
    return textures


def face_of_file(stem: str) -> str | None:
    """Tile code drawn by a file such as `Man3`, `Chun`, `19-circles-3` or `39-plum`; None if it draws no face."""
    if stem in _RIICHI_HONOURS:
        return _RIICHI_HONOURS[stem]
    if stem[:3] in _RIICHI_SUITS and stem[3:].isdigit():
        return f"{stem[3:]}{_RIICHI_SUITS[stem[:3]]}"
    name = stem.split("-", 1)[-1]
    if name in _HONGKONG_NAMES:
        return _HONGKONG_NAMES[name]
    suit, _, rank = name.rpartition("-")
    return f"{rank}{_HONGKONG_SUITS[suit]}" if suit in _HONGKONG_SUITS else None


def _rasterise(path: Path, ivory: np.ndarray) -> Pixels:
    import resvg_py

    encoded = bytes(resvg_py.svg_to_bytes(svg_path=str(path), width=480))
    drawing = cv2.imdecode(np.frombuffer(encoded, dtype=np.uint8), cv2.IMREAD_UNCHANGED)
    if drawing is None or drawing.ndim != 3 or drawing.shape[2] != 4:
        raise LabelError("no_transparency", file=path.name)
    alpha = drawing[..., 3:].astype(np.float32) / 255
    colour = cv2.cvtColor(drawing[..., :3], cv2.COLOR_BGR2RGB).astype(np.float32)
    return _fit((colour * alpha + ivory * (1 - alpha)).astype(np.uint8))


def _fit(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.resize(pixels, FACE_SIZE, interpolation=cv2.INTER_AREA), dtype=np.uint8)
