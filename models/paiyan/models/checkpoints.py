"""Training checkpoints, opened with a clear refusal of what is none. Imports torch only when it opens one."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

from paiyan.datasets.errors import ToldError


class CheckpointError(ToldError):
    """A file that is no training checkpoint."""


def load_checkpoint(file: Path) -> dict[str, Any]:
    """The content of a checkpoint as ultralytics writes it, its network under `ema` or `model`.

    Only for files of one's own: opening one runs what it says. Raises `CheckpointError` for anything else.
    """
    import torch

    try:
        content = torch.load(file, map_location="cpu", weights_only=False)
    except (AttributeError, EOFError, ImportError, KeyError, RuntimeError, ValueError, pickle.UnpicklingError) as error:
        raise CheckpointError("not_a_checkpoint", file=file.name) from error
    if not isinstance(content, dict) or not hasattr(network_of(content), "state_dict"):
        raise CheckpointError("not_a_checkpoint", file=file.name)
    return content


def network_of(checkpoint: dict[str, Any]) -> Any:
    """The averaged network of a checkpoint, or the only one it has; None where it has none."""
    return checkpoint.get("ema") or checkpoint.get("model")
