"""The generated part of a training set: faces pasted into flat scenes, and tables rendered in three dimensions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from paiyan.datasets.cleaning.pale import pale_backs
from paiyan.datasets.composites.crops import Crop, cut_crops
from paiyan.datasets.composites.hands import faces_of_crops
from paiyan.datasets.composites.loose import cut_bodies, loose_tiles
from paiyan.datasets.composites.scene import compose
from paiyan.datasets.composites.textures import TextureBank, build_bank, load_art, load_crops, merge
from paiyan.datasets.pictures import CLASS_NAMES, LabelError, Picture
from paiyan.datasets.synthesis.textures import FaceSet, faces_from_directory, faces_of_pictures, own_faces
from paiyan.datasets.synthesis.yolo import training_photos

_SUPERSAMPLING = 1.25


@dataclass(frozen=True, slots=True)
class FaceSources:
    """Where generated tiles take their faces from: `crops`, a table of photographed single tiles, `art`, folders of
    vector faces, the tiles seen on the photos of each source, which `add` cuts out as a set is built, and the `bodies`
    of standing tiles on the tables that `rendered` makes."""

    crops: Path | None
    art: tuple[Path, ...] = ()
    seen: dict[str, list[Crop]] = field(default_factory=dict)
    bodies: list[Crop] = field(default_factory=list)

    def add(self, picture: Picture) -> None:
        """Cut out the usable tiles of a cleaned photo."""
        self.seen.setdefault(picture.source, []).extend(cut_crops([picture]))

    def bank(self) -> TextureBank:
        """The textures of flat scenes; `LabelError` without photographed tiles."""
        return build_bank(merge(self._photographed(), *map(load_art, self.art)))

    def styles(self) -> Iterator[FaceSet]:
        """The sets of tiles of rendered tables: the project's own, photographed ones, each art, each source's.

        Raises `LabelError` for a source whose photos show too few faces to lay a hand with.
        """
        yield own_faces()
        if self.crops:
            yield faces_from_directory(self.crops.with_suffix(""))
        for folder in self.art:
            yield faces_of_pictures(load_art(folder), folder.name)
        for source, crops in self.seen.items():
            yield faces_of_crops(crops, source)

    def _photographed(self) -> Mapping[str, Sequence[np.ndarray]]:
        if not self.crops:
            raise LabelError("no_crops")
        return load_crops(self.crops)


def composed(count: int, faces: FaceSources, seed: int) -> Iterator[Picture]:
    """Flat scenes with pasted faces: `count` less those in which a back looks white."""
    bank = faces.bank()
    for number in range(count):
        picture = compose(number, bank, seed=seed)
        if not len(pale_backs(picture)):
            yield picture


def rendered(count: int, faces: FaceSources, seed: int) -> Iterator[Picture]:
    """Rendered tables, the sets of tiles in turn: `count` less those in which a back looks white.

    The bodies of their standing tiles are kept among the `faces`, for `loose`.
    """
    photos = training_photos(count, seed, styles=tuple(faces.styles()), supersampling=_SUPERSAMPLING)
    for number, photo in enumerate(photos):
        corners = np.array([tile.corners for tile in photo.tiles], dtype=np.float32).reshape(-1, 4, 2)
        classes = np.array([CLASS_NAMES.index(tile.code) for tile in photo.tiles], dtype=np.int64)
        picture = Picture(f"{seed}-{number:05d}", "rendered", photo.pixels, corners, classes)
        if not len(pale_backs(picture)):
            faces.bodies.extend(cut_bodies(picture))
            yield picture


def loose(count: int, faces: FaceSources, seed: int) -> Iterator[Picture]:
    """`count` pictures of tiles that lie or stand each by itself, cut out of the photos and the rendered tables."""
    crops = [crop for seen in faces.seen.values() for crop in seen]
    return loose_tiles(faces.bodies, crops, count, seed=seed)
