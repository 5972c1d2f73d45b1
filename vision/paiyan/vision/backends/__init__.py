"""What runs a network: one small interface, and the one place that picks an implementation.

A further backend is a further module here and one more row in `_BACKENDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Batch: TypeAlias = NDArray[np.float32]


class BackendError(Exception):
    """A weight file that can't be loaded or run; the message says which and why."""


class Backend(Protocol):
    """Runs a detector network."""

    def infer(self, batch: Batch) -> Batch:
        """Raw output (B, 4 + K + 1, A) for RGB images (B, 3, H, W) in 0..1; H and W are multiples of 32.

        The rows are: centre x, centre y, width, height in input px; K class scores 0..1; clockwise angle in radians.
        """
        ...


def open_backend(weights: Path, *, threads: int | None = None) -> Backend:
    """The backend for a weight file, by its extension. `threads`: processor threads a pass may use, by default all
    this process may run on, up to eight. Raises `BackendError` for a file that no backend can run."""
    opener = _BACKENDS.get(weights.suffix)
    if opener is None:
        raise BackendError(f"no backend runs {weights.suffix or 'extensionless'} files: {weights.name}")
    return opener(weights, threads)


def _onnx(weights: Path, threads: int | None) -> Backend:
    from paiyan.vision.backends.onnx import OnnxBackend

    return OnnxBackend(weights, threads=threads)


_BACKENDS: Final[Mapping[str, Callable[[Path, int | None], Backend]]] = MappingProxyType({".onnx": _onnx})
