"""Inference by onnxruntime on the processor."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import numpy as np

from paiyan.vision.backends import BackendError, Batch
from paiyan.vision.backends.runtime import ort

_MOST_THREADS: Final = 8
_ERRORS_ONLY: Final = 3
_INPUT_TYPES: Final = {"tensor(float)": np.float32, "tensor(float16)": np.float16}


class OnnxBackend:
    """An ONNX detector; any input size the graph allows, weights stored in single or half precision.

    `threads` as in `open_backend`. Raises `BackendError` if the file is missing, damaged or no such network.
    """

    def __init__(self, weights: Path, *, threads: int | None = None) -> None:
        options = session_options(threads)
        try:
            self._session = ort.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime's own errors share no public base class
            raise BackendError(f"{weights.name} can't be loaded as an ONNX network: {error}") from error
        inputs = self._session.get_inputs()
        if len(inputs) != 1 or inputs[0].type not in _INPUT_TYPES:
            raise BackendError(f"{weights.name} takes something else than one batch of images")
        self._input = inputs[0].name
        self._input_type = _INPUT_TYPES[inputs[0].type]
        self._output = self._session.get_outputs()[0].name

    def infer(self, batch: Batch) -> Batch:
        """See `Backend.infer`. Safe to call from several threads at once."""
        try:
            (raw,) = self._session.run([self._output], {self._input: batch.astype(self._input_type, copy=False)})
        except Exception as error:  # as above
            raise BackendError(f"the network doesn't run on a batch of shape {batch.shape}: {error}") from error
        return np.asarray(raw, dtype=np.float32)


def session_options(threads: int | None = None) -> ort.SessionOptions:
    """How Paiyan runs onnxruntime; the benchmark measures a bare pass with the same."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads or min(_MOST_THREADS, _processors())
    options.inter_op_num_threads = 1
    # Threads that spin between passes take the processor from everything else on the players' computer.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Photos come in many sizes; an arena would keep the memory of the largest for ever.
    options.enable_cpu_mem_arena = False
    options.log_severity_level = _ERRORS_ONLY
    return options


def _processors() -> int:
    """Processors this process may run on, where the system tells; else those of the machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
