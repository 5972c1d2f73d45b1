"""The one function of torchvision that ultralytics needs for oriented boxes, for places without torchvision.

The torchvision of PyPI does not work beside every CPU build of torch, and it is far larger than this function.
"""

from __future__ import annotations

import importlib.util
import sys
import types
from typing import Any


def provide_nms() -> None:
    """Make `torchvision.ops.nms` importable, unless torchvision is installed."""
    if importlib.util.find_spec("torchvision") is not None:
        return
    package = types.ModuleType("torchvision")
    ops = types.ModuleType("torchvision.ops")
    ops.nms = nms  # type: ignore[attr-defined]
    package.ops = ops  # type: ignore[attr-defined]
    package.__version__ = "0.0.0"  # type: ignore[attr-defined]
    sys.modules["torchvision"] = package
    sys.modules["torchvision.ops"] = ops


def nms(boxes: Any, scores: Any, iou_threshold: float) -> Any:
    """Indices, best score first, of the upright boxes (N, 4) that no better box overlaps by more than the threshold."""
    import torch

    order = scores.argsort(descending=True)
    areas = (boxes[:, 2:] - boxes[:, :2]).clamp(min=0).prod(dim=1)
    kept = []
    while order.numel():
        best = order[0]
        kept.append(best)
        rest = order[1:]
        low = torch.maximum(boxes[best, :2], boxes[rest, :2])
        high = torch.minimum(boxes[best, 2:], boxes[rest, 2:])
        overlap = (high - low).clamp(min=0).prod(dim=1)
        union = areas[best] + areas[rest] - overlap
        order = rest[overlap <= iou_threshold * union]
    return torch.stack(kept) if kept else torch.zeros(0, dtype=torch.long, device=boxes.device)
