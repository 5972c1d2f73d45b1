"""What onnxruntime may do on the players' computer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_inference_leaves_no_device_id_or_event_queue_in_the_users_home(tmp_path: Path) -> None:
    program = "from paiyan.models.registry import default_detector; default_detector()"
    environment = {**os.environ, "HOME": str(tmp_path)}
    environment.pop("ORT_DISABLE_TELEMETRY", None)
    environment.pop("XDG_CACHE_HOME", None)
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
