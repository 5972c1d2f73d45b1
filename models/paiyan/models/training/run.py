"""Starts or resumes a training run from a recipe file and a training set. Imports torch only when it runs."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paiyan.datasets.recipe_file import RecipeError
from paiyan.models.checkpoints import load_checkpoint
from paiyan.models.training.recipe import TrainingRecipe, load_training

_NEEDED = ("torch", "ultralytics")


class MissingPackagesError(RecipeError):
    """The packages `names` that training needs are not installed."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        super().__init__("missing_packages", packages=", ".join(names))


def require_packages() -> None:
    """Raises `MissingPackagesError` where the packages of the `train` extra are not installed."""
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise MissingPackagesError(missing)


def check_training(recipe_path: Path, folder: Path) -> None:
    """Whether the recipe can be trained by, before its training set is built: `RecipeError` where its `[training]` is
    wrong, or where it starts from nothing and `folder` holds no run to go on with."""
    recipe = load_training(recipe_path)
    if not _last_of(folder).is_file():
        _start_of(recipe, recipe_path.parent)


def train_detector(recipe_path: Path, data: Path, folder: Path) -> Path:
    """Train by the recipe on the training set `data` (its `data.yaml`); returns the last checkpoint.

    A `folder` that holds a checkpoint of the same run is resumed. The recipe's `start` is relative to the recipe file.
    Raises `RecipeError` for a bad recipe or missing files or packages, `CheckpointError` for a start that is none.
    """
    recipe = load_training(recipe_path)
    require_packages()
    if not data.is_file():
        raise RecipeError("no_data_file", file=data)
    os.environ.setdefault("GOMP_SPINCOUNT", "0")
    folder.mkdir(parents=True, exist_ok=True)
    last = _last_of(folder)
    overrides = _arguments(recipe, data, folder)
    if last.is_file():
        overrides["resume"] = str(last)
    else:
        start = _start_of(recipe, recipe_path.parent)
        load_checkpoint(start)
        overrides["model"] = str(start)

    from paiyan.models.training.torchvision_shim import provide_nms

    provide_nms()
    from paiyan.models.training.trainer import TileTrainer

    TileTrainer(recipe, folder, overrides).train()
    return last


def _last_of(folder: Path) -> Path:
    return folder / "weights" / "last.pt"


def _start_of(recipe: TrainingRecipe, base: Path) -> Path:
    start = base / recipe.start
    if not start.is_file():
        raise RecipeError("no_start", start=recipe.start, folder=base)
    return start


def _arguments(recipe: TrainingRecipe, data: Path, folder: Path) -> dict[str, Any]:
    import torch

    return {
        "data": str(data),
        "save_dir": str(folder),
        "device": "0" if torch.cuda.is_available() else "cpu",
        "imgsz": recipe.image_size,
        "batch": recipe.batch,
        "nbs": recipe.batch,
        "epochs": 10_000,
        "patience": 10_000,
        "optimizer": "AdamW",
        "lr0": recipe.learning_rate,
        "warmup_epochs": 0.0,
        "weight_decay": 0.0005,
        "seed": recipe.seed,
        "amp": False,
        "channels_last": False,
        "workers": 1,
        "cache": False,
        "val": False,
        "plots": False,
        "degrees": recipe.degrees,
        "fliplr": 0.0,
        "flipud": 0.0,
        "mosaic": recipe.mosaic,
        "close_mosaic": 0,
        "scale": recipe.scale,
        "translate": 0.1,
        "shear": recipe.shear,
        "perspective": recipe.perspective,
        "hsv_h": 0.02,
        "hsv_s": 0.6,
        "hsv_v": 0.4,
    }
