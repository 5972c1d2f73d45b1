"""onnxruntime, told before it loads that nothing of the players' may be reported to its makers.

Its official builds send usage events and keep a device id in the user's cache unless this variable is set.
Everything that uses onnxruntime imports it from here (ruff bans any other import).
"""

from __future__ import annotations

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime as ort  # noqa: TID251

ort.disable_telemetry_events()

__all__ = ["ort"]
