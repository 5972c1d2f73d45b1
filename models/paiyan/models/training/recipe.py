"""The `[training]` table of a recipe file: what to start from, for how long, with which augmentations."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from paiyan.datasets.recipe_file import RecipeError, above_zero, checked, in_range, read_recipe, table_of
from paiyan.vision.letterbox import STRIDE

LARGEST_SEED: Final = 2**32 - 1
"""numpy, which draws for ultralytics, takes none above."""


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    """How a detector is trained.

    `start`: checkpoint, a path from the recipe file on. `hours`: time to train, whatever the machine manages in it; the
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
        in_range("training", self, ("upright_share", "inks", "lettering", "mosaic", "close_mosaic_share"), 0, 1)
        in_range("training", self, ("final_learning_rate", "warmup_share", "camera", "scale"), 0, 1)
        in_range("training", self, ("seed",), 0, LARGEST_SEED)
        in_range("training", self, ("hours", "images", "degrees", "upright_degrees", "shear"), 0)
        in_range("training", self, ("perspective",), 0, 0.001)
        above_zero("training", self, ("image_size", "batch", "learning_rate", "threads"))
        if self.image_size % STRIDE:
            allowed = f"{STRIDE}, {2 * STRIDE}, {3 * STRIDE} …"
            raise RecipeError(
                "out_of_range", table="training", field="image_size", value=self.image_size, allowed=allowed
            )
        if not self.hours and not self.images:
            raise RecipeError("neither_hours_nor_images")


def load_training(path: Path) -> TrainingRecipe:
    """Read the `[training]` table of a recipe file; `RecipeError` says what is wrong with it."""
    table = table_of(read_recipe(path), path.name, "training")
    return TrainingRecipe(**checked(table, TrainingRecipe, path.name, "training"))
