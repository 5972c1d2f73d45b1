"""Turns kept close-ups into training pictures: other boxes, resolutions, inks and light. Imports torch."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import torch
from torch.nn import functional

from paiyan.datasets.composites.closeups import KEPT_SPAN
from paiyan.vision.closeup import CLOSE_HEIGHT, CLOSE_SPAN, CLOSE_WIDTH, DEVIATION, MEAN

_TURNS = (0.0, math.pi, math.pi / 2, -math.pi / 2)
_TURN_SHARES = (0.44, 0.44, 0.06, 0.06)
_GREY = (0.3, 0.59, 0.11)


def training_batch(kept: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Pictures (B, 3, CLOSE_HEIGHT, CLOSE_WIDTH), as the network takes them, of close-ups uint8 (B, H, W, 3)."""
    pictures = kept.permute(0, 3, 1, 2).float() / 255
    pictures = _seen_through_boxes(pictures, rng)
    for change in _CHANGES:
        pictures = change(pictures, rng).clamp(0, 1)
    return ((pictures - MEAN) / DEVIATION).contiguous(memory_format=torch.channels_last)


def _normal(rng: np.random.Generator, count: int, deviation: float) -> torch.Tensor:
    return torch.from_numpy(rng.normal(0, deviation, count).astype(np.float32))


def _seen_through_boxes(pictures: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Boxes that fit more or less well, tiles standing, on their head and now and then lying."""
    count = len(pictures)
    turn = torch.tensor(_TURNS)[torch.from_numpy(rng.choice(len(_TURNS), count, p=_TURN_SHARES))]
    stray = _normal(rng, count, 0.06) * torch.from_numpy(np.where(rng.random(count) < 0.15, 3, 1).astype(np.float32))
    zoom = CLOSE_SPAN / KEPT_SPAN
    wide, high = (torch.exp(_normal(rng, count, 0.07)) * zoom for _ in range(2))
    cos, sin, slant = torch.cos(stray), torch.sin(stray), _normal(rng, count, 0.08)
    box = torch.stack([cos * wide, slant - sin * high, sin * wide, cos * high], dim=1).view(count, 2, 2)
    turned = torch.stack([torch.cos(turn), -torch.sin(turn), torch.sin(turn), torch.cos(turn)], dim=1)
    shift = torch.stack([_normal(rng, count, 0.045) for _ in range(2)], dim=1)
    matrix = torch.cat([box @ turned.view(count, 2, 2), shift[..., None]], dim=2)
    grid = functional.affine_grid(matrix, [count, 3, CLOSE_HEIGHT, CLOSE_WIDTH], align_corners=False)
    return functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)


def _from_afar(pictures: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Most of some batches as if photographed with fewer pixels."""
    if rng.random() < 0.25:
        return pictures
    share = rng.uniform(0.3, 0.9)
    size = (max(14, int(CLOSE_HEIGHT * share)), max(11, int(CLOSE_WIDTH * share)))
    some = torch.from_numpy(rng.random(len(pictures)) < 0.6)
    small = functional.interpolate(pictures[some], size, mode="area")
    changed = pictures.clone()
    changed[some] = functional.interpolate(small, (CLOSE_HEIGHT, CLOSE_WIDTH), mode="bilinear")
    return changed


def _other_inks(pictures: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Black ink, exchanged colours, paler or stronger ones, and rarely light print on dark tiles."""
    changed = pictures.clone()
    grey = (pictures * torch.tensor(_GREY).view(1, 3, 1, 1)).sum(1, keepdim=True).expand_as(pictures)
    kind = torch.from_numpy(rng.random(len(pictures)))
    black, exchanged, paler = kind < 0.22, (kind >= 0.22) & (kind < 0.34), (kind >= 0.34) & (kind < 0.6)
    changed[black] = grey[black]
    changed[exchanged] = pictures[exchanged][:, torch.from_numpy(rng.permutation(3))]
    strength = torch.from_numpy(rng.uniform(0, 1.6, int(paler.sum())).astype(np.float32)).view(-1, 1, 1, 1)
    changed[paler] = grey[paler] + (pictures[paler] - grey[paler]) * strength
    changed[kind > 0.985] = 1 - changed[kind > 0.985]
    return changed


def _other_light(pictures: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Exposure, contrast, white balance, and light that falls off across a quarter of the tiles."""
    count = len(pictures)
    gamma, gain = (torch.exp(_normal(rng, count, 0.25)).view(-1, 1, 1, 1) for _ in range(2))
    cast = torch.exp(_normal(rng, 3 * count, 0.08)).view(count, 3, 1, 1)
    lit = pictures.clamp(1e-4, 1) ** gamma * gain * cast
    uneven = torch.from_numpy(np.where(rng.random(count) < 0.25, 0.4, 0.0).astype(np.float32))
    down, across = ((uneven * _normal(rng, count, 1.0)).view(-1, 1, 1, 1) for _ in range(2))
    rows = torch.linspace(-1, 1, CLOSE_HEIGHT).view(1, 1, -1, 1)
    columns = torch.linspace(-1, 1, CLOSE_WIDTH).view(1, 1, 1, -1)
    return lit * (1 + down * rows + across * columns)


def _noise(pictures: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    strength = torch.from_numpy(rng.uniform(0, 0.05, len(pictures)).astype(np.float32)).view(-1, 1, 1, 1)
    grain = torch.from_numpy(rng.standard_normal(tuple(pictures.shape), dtype=np.float32))
    return pictures + grain * strength


_CHANGES: tuple[Callable[[torch.Tensor, np.random.Generator], torch.Tensor], ...] = (
    _from_afar,
    _other_inks,
    _other_light,
    _noise,
)
