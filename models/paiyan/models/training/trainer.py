"""ultralytics' trainer of oriented boxes, changed where tiles and plain CPUs need it. Imports torch.

bfloat16 with the loss in float32 and channels-last pictures make a CPU step three times as fast as the default; the
schedule follows the clock; pictures are turned and degraded as phones do; nothing is ever mirrored.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import torch
from ultralytics.data.augment import Compose
from ultralytics.data.dataset import YOLODataset
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.nn.tasks import OBBModel
from ultralytics.utils import LOGGER, colorstr
from ultralytics.utils.tal import RotatedTaskAlignedAssigner

from paiyan.models.training.augment import PaintOver, use_recipe
from paiyan.models.training.clock import ThreadGovernor, learning_rate, restore_clock
from paiyan.models.training.curves import Curves
from paiyan.models.training.recipe import TrainingRecipe

_LOG_EVERY = 25
_SAVE_EVERY = 300.0
"""Seconds between checkpoints; an epoch can take far longer on a busy machine."""


class PerImageAssigner(RotatedTaskAlignedAssigner):  # type: ignore[misc]
    """Assigns labels to anchors one picture at a time.

    The original pads every picture of a batch to the fullest one; with a tray of 136 tiles beside pictures of ten, most
    of a CPU's step is spent on padding. The result is the same.
    """

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def forward(
        self,
        pd_scores: Any,
        pd_bboxes: Any,
        anc_points: Any,
        gt_labels: Any,
        gt_bboxes: Any,
        mask_gt: Any,
        **extra: Any,
    ) -> tuple[Any, ...]:
        """The assignment of a batch; see ultralytics' `TaskAlignedAssigner.forward`."""
        results = []
        for index, count in enumerate(mask_gt.sum(dim=1).long().flatten().tolist()):
            one = slice(index, index + 1)
            some = {key: value[one] for key, value in extra.items()}
            labels, boxes, mask = gt_labels[one, :count], gt_bboxes[one, :count], mask_gt[one, :count]
            results.append(super().forward(pd_scores[one], pd_bboxes[one], anc_points, labels, boxes, mask, **some))
        return tuple(
            torch.cat([part.to(results[0][place].dtype) for part in parts])
            for place, parts in enumerate(zip(*results, strict=True))
        )


class Bf16Model(OBBModel):  # type: ignore[misc]
    """The network with its forward pass in bfloat16 and its loss in float32."""

    def loss(self, batch: dict[str, Any], preds: Any = None) -> Any:
        """Loss of a batch; `preds` are raw outputs where they are known already."""
        if getattr(self, "criterion", None) is None:
            self.criterion = self.init_criterion()
            self.criterion.assigner.__class__ = PerImageAssigner
        if preds is None:
            images = batch["img"].contiguous(memory_format=torch.channels_last)
            with torch.autocast(images.device.type, dtype=torch.bfloat16):
                preds = self.forward(images)
        return self.criterion(_as_float(preds), batch)


class TileDataset(YOLODataset):  # type: ignore[misc]
    """ultralytics' dataset with the project's augmentations."""

    recipe: TrainingRecipe

    def build_transforms(self, hyp: Any = None) -> Compose:
        """The usual transforms with turns by the recipe and, before formatting, inks, writing and the camera."""
        transforms = super().build_transforms(hyp)
        if self.augment:
            use_recipe(transforms, self.recipe)
            transforms.insert(len(transforms.transforms) - 1, PaintOver(self.recipe))
        return transforms


class TileTrainer(OBBTrainer):  # type: ignore[misc]
    """Trains until the recipe's time is spent; writes `weights/last.pt` after each epoch, from which it can go on."""

    last: Path

    def __init__(self, recipe: TrainingRecipe, folder: Path, clock_file: Path, overrides: dict[str, Any]) -> None:
        self.recipe = recipe
        self.clock_file = clock_file
        self.clock = restore_clock(self.clock_file, recipe.hours * 3600, recipe.images)
        self.governor = ThreadGovernor(recipe.threads)
        self.curves = Curves(folder)
        self.steps = 0
        self.saved_at = time.monotonic()
        super().__init__(overrides=overrides)
        self.args.workers = _workers(self.device.type)
        if self._mosaic_is_over():
            self.args.mosaic = 0.0
        self.args.nbs = recipe.batch  # a resumed run would keep its old nominal batch and gather gradients for it

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> OBBModel:
        """The network of the start checkpoint, to be run in bfloat16."""
        model = super().get_model(cfg, weights, verbose)
        model.__class__ = Bf16Model
        return model.to(memory_format=torch.channels_last)

    def build_dataset(self, img_path: str, mode: str = "train", batch: int | None = None) -> YOLODataset:
        """The training or validation dataset."""
        kind = type("RecipeDataset", (TileDataset,), {"recipe": self.recipe}) if mode == "train" else YOLODataset
        return kind(
            img_path=img_path,
            imgsz=self.args.imgsz,
            batch_size=batch,
            augment=mode == "train",
            hyp=self.args,
            cache=self.args.cache or None,
            stride=32,
            pad=0.0 if mode == "train" else 0.5,
            prefix=colorstr(f"{mode}: "),
            task="obb",
            data=self.data,
        )

    def optimizer_step(self) -> None:
        """One step at the learning rate that the clock asks for."""
        rate = learning_rate(self.recipe, self.clock.progress)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        super().optimizer_step()
        self._tick(rate)

    def validate(self) -> tuple[dict[str, float], None]:
        """Nothing: checkpoints are judged by `paiyan.models.evaluation`, which works as the product does."""
        return {}, None

    def final_eval(self) -> None:
        """Nothing, and the optimizer stays in the checkpoint, so that a later run can go on."""

    def save_model(self) -> Any:
        """Write the checkpoint as a plain ultralytics model, then the clock beside it.

        A run killed in between keeps its last whole checkpoint: the new one takes its place in one step.
        """
        self.ema.ema.__class__ = OBBModel
        whole, self.last = self.last, self.last.with_suffix(".part")
        try:
            saved = super().save_model()
            self.last.replace(whole)
        finally:
            self.last = whole
        self.clock.save(self.clock_file)
        self.saved_at = time.monotonic()
        self.curves.draw()
        return saved

    def _model_train(self) -> None:
        """Before an epoch: pictures put together from four end with the last share of the time."""
        super()._model_train()
        if self.args.mosaic and self._mosaic_is_over():
            self.args.mosaic = 0.0
            self._close_dataloader_mosaic()
            self.train_loader.reset()

    def _mosaic_is_over(self) -> bool:
        return self.clock.progress >= 1.0 - self.recipe.close_mosaic_share

    def _tick(self, rate: float) -> None:
        self.steps += 1
        self.clock.images += self.batch_size
        torch.set_num_threads(self.governor.step(time.monotonic()))
        if self.clock.progress >= 1.0:
            self.stop = True
        if time.monotonic() - self.saved_at > _SAVE_EVERY:
            self.save_model()
        if self.steps % _LOG_EVERY == 0 or self.stop:
            self._tell(rate)

    def _tell(self, rate: float) -> None:
        """A line with losses, pace and the time the run ends, and the same as a row of its table."""
        end = time.strftime("%H:%M", time.localtime(time.time() + self.clock.left))
        losses = {name: float(value) for name, value in (self.tloss or {}).items()}
        pace = self.clock.images_per_second
        LOGGER.info(
            f"step {self.steps} epoch {self.epoch + 1} {self.clock.progress:.1%} lr {rate:.2e} "
            f"{' '.join(f'{name} {value:.3f}' for name, value in losses.items())} "
            f"{pace:.1f} images/s {torch.get_num_threads()} threads, ends {end}"
        )
        row = {"minutes": self.clock.elapsed / 60, "images": self.clock.images, "lr": rate, "images_per_second": pace}
        self.curves.add({**row, **losses})


def _workers(device: str) -> int:
    """Processes that augment pictures. ultralytics sets none on a CPU, where one keeps the network busy; beside a GPU
    all but two processors work at it."""
    return 1 if device == "cpu" else max(1, min(12, (os.cpu_count() or 1) - 2))


def _as_float(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.float() if value.is_floating_point() else value
    if isinstance(value, dict):
        return {key: _as_float(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_as_float(item) for item in value)
    return value
