"""What a training set is made of: the `[dataset]` table of a recipe file. `docs/training.md` shows and explains one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any, Final

from paiyan.datasets.formats import READERS
from paiyan.datasets.formats.names import checked_meanings
from paiyan.datasets.recipe_file import RecipeError, checked, in_range, read_recipe

STEPS: Final = ("unstretch", "unmirror", "strips", "orient", "adopt", "mask", "mask-behind")
"""Cleaning steps in the order they run."""

_OTHER_TABLES: Final = ("training", "closeup")
_MOST_COPIES: Final = 1000
_UNNAMED: Final = "photos"
"""What the folder of the photos itself is called."""


@dataclass(frozen=True, slots=True)
class SourceRecipe:
    """How one raw folder is used.

    `folder` lies below the raw photos and is labelled in `format`; `classes`: what class names mean that are not known.
    `clean`: steps of `STEPS`. `copies`: how often each picture stands in the training list. `one_per_original`: keep
    one augmentation of each photo, and all that have a patch. `faces`: its tiles also are faces of rendered tables.
    `grey_copies`: share of its photos with three backs or more that come in black and white too.
    """

    folder: str
    clean: tuple[str, ...] = ()
    copies: int = 1
    one_per_original: bool = False
    faces: bool = False
    grey_copies: float = 0.0
    format: str = "yolo"
    classes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DatasetRecipe:
    """What a training set is made of.

    `source`: the raw folders. `scenes`: faces pasted into flat scenes; `rendered`: tables rendered in three dimensions;
    both take faces from `crops`, a table of photographed tiles, and `art`, folders of drawn ones; `loose`: pictures of
    tiles each by itself, cut out of the rendered tables and of sources with faces. `held_out`: no picture that looks
    like one of these folders' is trained on. `keep_out`: share of the photos, by session, that goes to `held-out/`
    instead. `patches`: files of label corrections.
    """

    source: tuple[SourceRecipe, ...] = ()
    seed: int = 0
    scenes: int = 0
    rendered: int = 0
    loose: int = 0
    crops: str = ""
    art: tuple[str, ...] = ()
    held_out: tuple[str, ...] = ()
    keep_out: float = 0.0
    patches: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        in_range("dataset", self, ("seed", "scenes", "rendered", "loose"), 0)
        in_range("dataset", self, ("keep_out",), 0, 1)
        if self.keep_out == 1:
            raise RecipeError("nothing_left_to_train_on")
        if self.scenes and not self.crops:
            raise RecipeError("no_crops")
        if self.loose and not (self.rendered and any(source.faces for source in self.source)):
            raise RecipeError("no_loose_faces")

    @property
    def names(self) -> tuple[str, ...]:
        """What each source is called in the set: as its folder, or by the whole path where several folders share that
        name. Dashes are single ones: two part the source from the picture's name."""
        paths = [PurePath(source.folder) for source in self.source]
        shared = Counter(_plain(path.name) for path in paths)
        return tuple(_plain("-".join(path.parts) if shared[_plain(path.name)] > 1 else path.name) for path in paths)


def load_recipe(path: Path) -> DatasetRecipe:
    """Read the `[dataset]` table of a recipe file, or the whole file; `RecipeError` says what is wrong with it."""
    content = read_recipe(path)
    table = content.get("dataset", {key: value for key, value in content.items() if key not in _OTHER_TABLES})
    if not isinstance(table, dict):
        raise RecipeError("no_table", file=path.name, table="dataset")
    values = checked(table, DatasetRecipe, path.name, "dataset")
    values["source"] = tuple(_source(entry, path.name) for entry in values.get("source", ()))
    values["patches"] = tuple(str(path.parent / name) for name in values.get("patches", ()))
    return DatasetRecipe(**values)


def _plain(name: str) -> str:
    """A name without two dashes side by side, and without one at its end."""
    return re.sub("--+", "-", name).removesuffix("-") or _UNNAMED


def _source(entry: Any, file: str) -> SourceRecipe:
    table = "dataset.source"
    if not isinstance(entry, dict):
        raise RecipeError("no_table", file=file, table=f"[{table}]")
    source = SourceRecipe(**checked(entry, SourceRecipe, file, table))
    in_range(table, source, ("copies",), 0, _MOST_COPIES)
    in_range(table, source, ("grey_copies",), 0, 1)
    checked_meanings(source.classes, file)
    unknown = [step for step in source.clean if step not in STEPS]
    if unknown:
        raise RecipeError("unknown_step", file=file, step=unknown[0], known=", ".join(STEPS))
    if source.format not in READERS:
        raise RecipeError("unknown_format", format=source.format, known=", ".join(sorted(READERS)))
    return source
