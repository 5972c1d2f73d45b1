"""What is done to training pictures beyond ultralytics' own: turns by the recipe, inks, writing, the camera."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from ultralytics.data.augment import BaseTransform, RandomPerspective

from paiyan.datasets.composites.camera import degrade
from paiyan.datasets.composites.inks import change_inks
from paiyan.datasets.composites.lettering import add_lettering, cjk_fonts
from paiyan.models.training.recipe import TrainingRecipe


class Turn(RandomPerspective):  # type: ignore[misc]
    """Random perspective whose turn is small for most pictures and any angle for the rest."""

    upright_share = 0.0
    upright_degrees = 0.0
    any_degrees = 0.0

    def __call__(self, labels: dict[str, Any]) -> Any:
        """Transform a labelled picture."""
        upright = random.random() < self.upright_share
        self.degrees = self.upright_degrees if upright else self.any_degrees
        return super().__call__(labels)


class PaintOver(BaseTransform):  # type: ignore[misc]
    """Other inks and writing beside the tiles, each on a share of the pictures, then blur, noise and low light."""

    def __init__(self, recipe: TrainingRecipe) -> None:
        super().__init__()
        self.recipe = recipe
        self.fonts = cjk_fonts(recipe.fonts)

    def __call__(self, labels: dict[str, Any]) -> dict[str, Any]:
        """Change the picture of a labelled picture; its labels stay."""
        rng = np.random.default_rng(random.randrange(2**32))
        image = np.ascontiguousarray(labels["img"])
        corners = _corners(labels)
        if rng.random() < self.recipe.inks:
            image = change_inks(image, corners, rng)
        if rng.random() < self.recipe.lettering:
            image = add_lettering(image, corners, rng, self.fonts)
        labels["img"] = degrade(image, rng, strength=self.recipe.camera)
        return labels


def use_recipe(transforms: Any, recipe: TrainingRecipe) -> None:
    """Make every random perspective within `transforms` turn by the recipe."""
    for transform in getattr(transforms, "transforms", ()):
        if isinstance(transform, RandomPerspective):
            transform.__class__ = Turn
            transform.upright_share = recipe.upright_share
            transform.upright_degrees = recipe.upright_degrees
            transform.any_degrees = recipe.degrees
        use_recipe(transform, recipe)


def _corners(labels: dict[str, Any]) -> np.ndarray:
    """Outlines of the labelled tiles in pixels (N, K, 2)."""
    instances = labels["instances"]
    outlines = np.asarray(instances.segments, dtype=np.float32)
    if not len(outlines) or not instances.normalized:
        return outlines
    height, width = labels["img"].shape[:2]
    return outlines * np.array([width, height], dtype=np.float32)
