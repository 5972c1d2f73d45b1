"""The photos that patch files hold out, and their folder for `paiyan evaluate`.

Run as `python -m paiyan.datasets.held_out PHOTOS TARGET PATCHES...`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from paiyan.datasets.cleaning.patches import Patch, Use, add_labels, check_size, cover_ignored, load_patches
from paiyan.datasets.formats.yolo import parse_labels, write_picture
from paiyan.datasets.new_folder import new_folder
from paiyan.datasets.notes import SetNotes
from paiyan.datasets.pictures import Floats, LabelError, Picture, read_pixels, read_words, sha256_of


def held_out_pictures(patches: Mapping[str, Patch], photos: Path) -> Iterator[tuple[Picture, Patch]]:
    """The held-out images below `photos` as they are, with the labels of their label file and of their patch.

    Raises `LabelError` if one is missing or is another file than the one that was labelled.
    """
    for patch in patches.values():
        if patch.use is not Use.TEST:
            continue
        path = photos / patch.file
        if not path.is_file():
            raise LabelError("patched_photo_missing", file=patch.file, folder=photos)
        if sha256_of(path) != patch.sha256:
            raise LabelError("patched_photo_changed", file=patch.file)
        pixels = read_pixels(path)
        check_size(patch, pixels.shape)
        labels = path.parent.parent / "labels" / f"{path.stem}.txt"
        text = read_words(labels) if labels.is_file() else ""
        corners, classes = parse_labels(text, (patch.width, patch.height), name=labels.name)
        folder = path.parent.parent if path.parent.name == "images" else path.parent
        yield add_labels(Picture(path.stem, folder.name, pixels, corners, classes, patch.sha256), patch), patch


def write_held_out(patches: Mapping[str, Patch], photos: Path, target: Path) -> int:
    """Write the held-out images as a folder to be evaluated; returns how many there are.

    The folder gets `images/`, `labels/` and notes: the colour of each label's back or null by picture, and the ignored
    polygons. These are covered too, so that no tile stands there half; what is found on a cover counts neither way.
    """
    colours: dict[str, list[str | None]] = {}
    ignored: dict[str, tuple[Floats, ...]] = {}
    for number, (picture, patch) in enumerate(held_out_pictures(patches, photos)):
        image = write_picture(target, cover_ignored(picture, patch, np.random.default_rng(number)))
        row: list[str | None] = [color or None for color in patch.colors]
        colours[image.stem] = [*[None] * (len(picture) - len(row)), *row]
        ignored[image.stem] = patch.ignored_polygons
    SetNotes(colours, ignored).write(target)
    return len(colours)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the folder; returns the exit status, 1 with the reason on standard error where a photo is missing."""
    parser = argparse.ArgumentParser(prog="python -m paiyan.datasets.held_out", description=__doc__)
    parser.add_argument("photos", type=Path, help="the folder below which the photos lie")
    parser.add_argument("target", type=Path, help="a new folder")
    parser.add_argument("patches", type=Path, nargs="+", help="patch files")
    chosen = parser.parse_args(arguments)
    try:
        with new_folder(chosen.target) as folder:
            count = write_held_out(load_patches(*chosen.patches), chosen.photos, folder)
    except (LabelError, OSError) as error:
        parser.exit(1, f"{error}\n")
    print(f"{count} photos in {chosen.target}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
