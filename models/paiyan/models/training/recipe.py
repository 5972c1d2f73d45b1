"""The `[training]` table of a recipe file: what to start from, for how long, with which augmentations."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any


class RecipeError(ValueError):
    """A recipe that cannot be used; the message says which key is wrong."""


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    """How a detector is trained.

    `start`: checkpoint or ultralytics model name. `hours`: time to train, whatever the machine manages in it; the
    learning rate falls along a cosine to `final_learning_rate` × `learning_rate` by then. `images`: pictures to train
    on instead of `hours`, to compare recipes with each other. `degrees`: largest turn of a
    picture; `upright_share` of the pictures are turned by at most `upright_degrees`. `mosaic`: share of pictures put
    together from four, until the last `close_mosaic_share` of the time. `camera`: strength of blur, noise, low light
    and compression. `inks`: share of pictures whose tiles get other inks; `lettering`: share with writing laid beside
    the tiles, in the CJK fonts found under the folder `fonts`. `shear` (degrees) and `perspective`: how far a picture
    is slanted. `threads`: most threads used; fewer are tried too and kept when faster.
    There are no flips: a mirrored face is another glyph.
    """

    start: str
    hours: float = 0.0
    images: int = 0
    seed: int = 0
    image_size: int = 640
    batch: int = 16
    learning_rate: float = 0.001
    final_learning_rate: float = 0.02
    warmup_share: float = 0.02
    degrees: float = 180.0
    upright_share: float = 0.0
    upright_degrees: float = 20.0
    mosaic: float = 0.5
    close_mosaic_share: float = 0.12
    scale: float = 0.45
    camera: float = 0.5
    inks: float = 0.0
    lettering: float = 0.0
    fonts: str = ""
    shear: float = 3.0
    perspective: float = 0.0003
    threads: int = 2

    def __post_init__(self) -> None:
        for name in ("upright_share", "inks", "lettering", "mosaic", "close_mosaic_share", "warmup_share"):
            if not 0 <= getattr(self, name) <= 1:
                raise RecipeError(f"{name} is a share and must lie in 0..1, not {getattr(self, name)}")
        if self.hours <= 0 and self.images <= 0:
            raise RecipeError("hours must be more than 0, or images in its place")
        for name in ("image_size", "batch", "learning_rate", "threads"):
            if getattr(self, name) <= 0:
                raise RecipeError(f"{name} must be more than 0, not {getattr(self, name)}")


def load_training(path: Path) -> TrainingRecipe:
    """Read the `[training]` table of a recipe file; `RecipeError` says what is wrong with it."""
    table = recipe_table(path, "training")
    if not isinstance(table, dict):
        raise RecipeError(f"{path.name} has no table [training]")
    refuse_unknown_keys(path, "training", table, TrainingRecipe)
    missing = [name for name, given in (("hours", {"hours", "images"}), ("start", {"start"})) if not given & set(table)]
    if missing:
        raise RecipeError(f"{path.name}: [training] needs {' and '.join(missing)}")
    return TrainingRecipe(**table)


def recipe_table(path: Path, name: str) -> Any:
    """What a recipe file has under `name`, None where it has nothing; `RecipeError` where it is not valid TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")).get(name)
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(f"{path.name} is not valid TOML: {error}") from error


def refuse_unknown_keys(path: Path, name: str, table: Mapping[str, Any], kind: type) -> None:
    """`RecipeError` for a key of the table `name` that the dataclass `kind` has no field for."""
    known = {item.name for item in fields(kind)}
    unknown = sorted(set(table) - known)
    if unknown:
        raise RecipeError(f"{path.name}: unknown key {unknown[0]!r} in [{name}]; known: {', '.join(sorted(known))}")
