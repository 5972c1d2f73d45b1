"""Starts or resumes a training run from a recipe file and a training set. Imports torch only when it runs."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paiyan.datasets.composites.lettering import cjk_fonts
from paiyan.datasets.recipe_file import RecipeError
from paiyan.models.checkpoints import CheckpointError, load_checkpoint
from paiyan.models.training.clock import restore_clock
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


def check_training(recipe_path: Path, folder: Path) -> TrainingRecipe:
    """The recipe if it can be trained by, to be asked before its training set is built.

    Raises `RecipeError` where its `[training]` is wrong, or it starts from nothing and `folder` holds no run to go on
    with; `CheckpointError` where what it starts from or goes on with is no checkpoint.
    """
    recipe = load_training(recipe_path)
    if recipe.lettering:
        check_fonts("training", recipe.fonts)
    if _last_of(folder).is_file():
        restore_clock(_clock_of(folder), recipe.hours * 3600, recipe.images)
        _check_resumable(_last_of(folder))
    else:
        load_checkpoint(_start_of(recipe, recipe_path.parent))
    return recipe


def check_fonts(table: str, folder: str) -> None:
    """`RecipeError` where `fonts` of the recipe's `table` names no folder with CJK fonts."""
    if not cjk_fonts(folder):
        raise RecipeError("no_fonts", table=table, folder=folder)


def is_finished(recipe_path: Path, folder: Path) -> bool:
    """Whether the run in `folder` has spent the time, or seen the pictures, that the recipe gives it."""
    recipe = load_training(recipe_path)
    clock = restore_clock(_clock_of(folder), recipe.hours * 3600, recipe.images)
    return _last_of(folder).is_file() and clock.progress >= 1


def train_detector(recipe_path: Path, data: Path, folder: Path) -> Path:
    """Train by the recipe on the training set `data` (its `data.yaml`); returns the last checkpoint.

    A `folder` that holds a checkpoint of the same run is resumed, and left as it is where the run is finished. The
    recipe's `start` is relative to the recipe file. Raises `RecipeError` for a bad recipe or missing files or packages,
    `CheckpointError` for a checkpoint that is none.
    """
    require_packages()
    if not data.is_file():
        raise RecipeError("no_data_file", file=data)
    recipe = check_training(recipe_path, folder)
    if is_finished(recipe_path, folder):
        return _last_of(folder)
    os.environ.setdefault("GOMP_SPINCOUNT", "0")
    folder.mkdir(parents=True, exist_ok=True)
    last = _last_of(folder)
    overrides = _arguments(recipe, data, folder)
    if last.is_file():
        overrides["resume"] = str(last)
    else:
        overrides["model"] = str(_start_of(recipe, recipe_path.parent))

    from paiyan.models.training.torchvision_shim import provide_nms

    provide_nms()
    from paiyan.models.training.trainer import TileTrainer

    TileTrainer(recipe, folder, _clock_of(folder), overrides).train()
    return last


def _last_of(folder: Path) -> Path:
    return folder / "weights" / "last.pt"


def _clock_of(folder: Path) -> Path:
    return folder / "clock.json"


def _check_resumable(last: Path) -> None:
    """`CheckpointError` where `last` is damaged, or is no run broken off but weights put there."""
    try:
        resumable = load_checkpoint(last).get("optimizer") is not None
    except CheckpointError as error:
        best, folder = last.with_name("best.pt"), last.parents[1]
        if best.is_file():
            raise CheckpointError("run_damaged_best_kept", file=last, best=best, folder=folder) from error
        raise CheckpointError("run_damaged", file=last, folder=folder) from error
    if not resumable:
        raise CheckpointError("no_run_to_go_on_with", file=last, folder=last.parents[1])


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
