"""A small residual network for close-ups: half a million weights, 44 million multiplications a tile. Imports torch."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

_ROWS, _COLUMNS = 3, 2


class Convolution(nn.Sequential):  # type: ignore[misc]
    """A 3 × 3 convolution with its normalisation and SiLU."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.SiLU(inplace=False)
        )


class Residual(nn.Module):  # type: ignore[misc]
    """Two convolutions beside a shortcut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = Convolution(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        """(B, C, H, W) to the same shape."""
        return functional.silu(picture + self.second(self.first(picture)))


class CloseUpNetwork(nn.Module):  # type: ignore[misc]
    """Logits (B, answers) of close-ups (B, 3, 64, 48). Where things are is kept roughly, in 3 × 2 parts of the tile."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Convolution(3, 16),
            Convolution(16, 32, stride=2),
            Residual(32),
            Convolution(32, 64, stride=2),
            Residual(64),
            Residual(64),
            Convolution(64, 128, stride=2),
            Residual(128),
            Residual(128),
        )
        self.dropout = nn.Dropout(0.2)
        self.head = nn.Linear(128 * _ROWS * _COLUMNS, answers)
        # Averages over parts that do not divide the picture evenly, written so that ONNX can hold them.
        self.register_buffer("rows", _averages(8, _ROWS), persistent=False)
        self.register_buffer("columns", _averages(6, _COLUMNS).T, persistent=False)

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        """Logits of a batch."""
        parts = (self.rows @ self.body(picture) @ self.columns).flatten(1)
        return self.head(self.dropout(parts))


def _averages(inputs: int, outputs: int) -> torch.Tensor:
    """The matrix (outputs, inputs) that averages overlapping equal parts of a line of values."""
    matrix = torch.zeros(outputs, inputs)
    for part in range(outputs):
        first, last = part * inputs // outputs, -(-(part + 1) * inputs // outputs)
        matrix[part, first:last] = 1 / (last - first)
    return matrix
