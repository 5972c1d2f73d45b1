"""Trains the close-up network by the clock, and writes it as a weight file. Imports torch."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from paiyan.datasets.composites.closeups import NO_TILE, CloseUps
from paiyan.datasets.new_folder import new_file
from paiyan.datasets.pictures import CLASS_NAMES
from paiyan.datasets.recipe_file import RecipeError
from paiyan.models.checkpoints import CheckpointError
from paiyan.models.closeup.augment import training_batch
from paiyan.models.closeup.network import CloseUpNetwork
from paiyan.models.closeup.run import CloseUpRecipe
from paiyan.models.training.clock import Clock, schedule

_BATCH = 128
_REPORT_EVERY = 100
_SAVE_EVERY = 500


def train_close_ups(
    data: CloseUps, recipe: CloseUpRecipe, checkpoint: Path, progress: Callable[[str], None] = lambda _: None
) -> Path:
    """Train on close-ups and keep the averaged weights at `checkpoint`; one that is there is gone on from."""
    torch.manual_seed(recipe.seed)
    torch.set_num_threads(recipe.threads)
    rng = np.random.default_rng(recipe.seed)
    network = CloseUpNetwork(NO_TILE + 1)
    if checkpoint.is_file():
        network.load_state_dict(kept_weights(checkpoint))
    averaged = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    network.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=recipe.learning_rate, weight_decay=0.02)
    shares = _shares(data, recipe)
    pixels, answers = torch.from_numpy(data.pixels), torch.from_numpy(data.answers)
    clock = Clock(recipe.minutes * 60)
    steps, loss_sum, right = 0, 0.0, 0.0
    while clock.progress < 1:
        drawn = torch.from_numpy(rng.choice(len(answers), _BATCH, p=shares))
        for group in optimizer.param_groups:
            group["lr"] = recipe.learning_rate * schedule(clock.progress)
        loss, hits = _step(network, optimizer, training_batch(pixels[drawn], rng), answers[drawn])
        averaged.update_parameters(network)
        steps, loss_sum, right = steps + 1, loss_sum + loss, right + hits
        clock.images += _BATCH
        if steps % _REPORT_EVERY == 0:
            end = time.strftime("%H:%M", time.localtime(time.time() + clock.left))
            progress(
                f"step {steps} {clock.progress:.0%} loss {loss_sum / _REPORT_EVERY:.3f} "
                f"right {right / _REPORT_EVERY:.3f} {clock.images_per_second:.0f} tiles/s, ends {end}"
            )
            loss_sum = right = 0.0
        if steps % _SAVE_EVERY == 0:
            _save(averaged, checkpoint)
    _save(averaged, checkpoint)
    return checkpoint


def _save(averaged: Any, checkpoint: Path) -> None:
    """Write the averaged weights; a run killed meanwhile keeps the checkpoint it had."""
    # Into memory first: what torch says of a full disk is no error of the system.
    content = BytesIO()
    torch.save(averaged.module.state_dict(), content)
    with new_file(checkpoint) as part:
        part.write_bytes(content.getvalue())


def kept_weights(checkpoint: Path) -> Any:
    """The weights of an earlier run; `CheckpointError` where the file holds others."""
    try:
        kept = torch.load(checkpoint, weights_only=True)
    except (EOFError, RuntimeError, ValueError, pickle.UnpicklingError) as error:
        raise CheckpointError("close_ups_damaged", file=checkpoint) from error
    wanted = {name: value.shape for name, value in CloseUpNetwork(NO_TILE + 1).state_dict().items()}
    if not isinstance(kept, dict) or {name: getattr(value, "shape", None) for name, value in kept.items()} != wanted:
        raise CheckpointError("close_ups_damaged", file=checkpoint)
    return kept


def _step(
    network: CloseUpNetwork, optimizer: torch.optim.Optimizer, pictures: torch.Tensor, answers: torch.Tensor
) -> tuple[float, float]:
    """One step of learning; returns its loss and the share of right answers."""
    network.train()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = network(pictures)
    loss = functional.cross_entropy(logits.float(), answers, label_smoothing=0.05)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimizer.step()
    return float(loss.item()), float((logits.argmax(1) == answers).float().mean().item())


def _shares(data: CloseUps, recipe: CloseUpRecipe) -> np.ndarray:
    """How likely each close-up is drawn: rare answers more often, by the root of their number; else as asked for.

    Raises `RecipeError` where none is to be drawn.
    """
    counts = np.bincount(data.answers, minlength=NO_TILE + 1)
    shares = 1 / np.sqrt(np.maximum(counts[data.answers], 1))
    shares *= np.array([recipe.sources.get(source, 1.0) for source in data.sources])
    shares *= np.array([*(recipe.faces.get(name, 1.0) for name in CLASS_NAMES), 1.0])[data.answers]
    if not shares.any():
        raise RecipeError("nothing_to_draw")
    return np.asarray(shares / shares.sum())
