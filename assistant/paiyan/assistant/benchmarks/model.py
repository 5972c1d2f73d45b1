"""The detector beside PyPI `mahjong-detector` on the same photos: speed of a look, time of a large photo, tiles right.

Looks are measured in turns, from decoded pixels to boxes, in wall-clock and in processor time; a ratio is the median of
the ratios of neighbours, which saw the same load of the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from io import BytesIO
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

import numpy as np
from PIL import Image

from paiyan.assistant.benchmarks.detector_peer import INPUT_SIDE, PACKAGE, peer_boxes, peer_look, peer_network
from paiyan.assistant.benchmarks.peers import installed
from paiyan.assistant.reading import Reader
from paiyan.models.evaluation.judged import Look
from paiyan.models.evaluation.names import short_names
from paiyan.models.evaluation.run import evaluate_folder, look_of, trust_from
from paiyan.models.registry import LIVE_MODEL, default_detector, load_manifest, model_names
from paiyan.vision.backends.onnx import session_options
from paiyan.vision.backends.runtime import ort
from paiyan.vision.detector import Detector
from paiyan.vision.images import Photo, load_photo

_LARGE: Final = (4000, 3000)
"""Width and height of a 12 MP photo."""
_SHOWN: Final = ("photos", "tiles", "right", "share_right", "whole", "false", "census_f1", "map50")

Job = Callable[[], object]

Progress = Callable[[str, str, str], None]
"""Is told each step: `looks`, `networks`, `large`, or `set` with the labelled folder and the way to look."""


@dataclass(frozen=True, slots=True)
class Timed:
    """Medians of one way to look: `wall_ms` and `cpu_ms`, and the median ratios to the peer's neighbouring look (None
    where it is not installed)."""

    wall_ms: float
    cpu_ms: float
    wall_ratio: float | None
    cpu_ratio: float | None


@dataclass(frozen=True, slots=True)
class ModelBench:
    """Results of a run.

    `looks`: from decoded pixels to boxes in one look at 640 px; `networks`: the bare networks on a square of 640 px;
    each by program: `peer`, `photo` (the promoted weights), `live`. `large_seconds`: median and 95th percentile of a 12
    MP photo from the file's bytes to a reading. `sets`: figures by labelled folder and by way to look.
    """

    model: str
    live: str | None
    peer: str | None
    photos: int
    runs: int
    threads: int
    looks: Mapping[str, Timed]
    networks: Mapping[str, Timed]
    large_seconds: Mapping[str, float]
    sets: Mapping[str, Mapping[str, Mapping[str, Any]]]

    def to_json(self) -> dict[str, Any]:
        """As the fields are named, times rounded."""
        return {name: _rounded(value) for name, value in asdict(self).items()}


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return round(value, 4) if isinstance(value, float) else value


@dataclass(slots=True)
class _Turns:
    """Wall-clock and processor seconds of jobs that take turns."""

    of: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def take(self, jobs: Mapping[str, Job], kept: bool) -> None:
        """Every job once; where `kept` is false only to warm up."""
        for name, job in jobs.items():
            wall, cpu = perf_counter(), process_time()
            job()
            spent = perf_counter() - wall, process_time() - cpu
            if kept:
                self.of.setdefault(name, []).append(spent)

    def timed(self, name: str) -> Timed:
        """Medians of a job and its ratios to the peer's."""
        own, peer = self.of[name], self.of.get("peer")
        ratios = [
            median(one[part] / other[part] for one, other in zip(own, peer, strict=True)) if peer else None
            for part in (0, 1)
        ]
        return Timed(median(wall for wall, _ in own) * 1000, median(cpu for _, cpu in own) * 1000, *ratios)


def bench_model(
    photos: Sequence[Path],
    folders: Sequence[Path],
    runs: int,
    progress: Progress = lambda *_: None,
) -> ModelBench:
    """Measure speed on `photos`, each `runs` times after one unmeasured run, and figures on the labelled `folders`.

    Raises `ValueError` without photos or runs, `PhotoError` and `LabelError` for what cannot be read, `ModelError`
    without usable weights.
    """
    if not photos or runs < 1:
        raise ValueError("at least one photo and one run are needed")
    peer = installed(PACKAGE)
    live = LIVE_MODEL if LIVE_MODEL in model_names() else None
    looks, networks = _Turns(), _Turns()
    detectors = {"photo": default_detector(), **({"live": default_detector(live)} if live else {})}
    progress("looks", "", "")
    for run in range(-1, runs):
        for path in photos:
            looks.take(_looks(detectors, load_photo(path), peer is not None), kept=run >= 0)
    progress("networks", "", "")
    bare = _networks(live, peer is not None)
    for run in range(-1, runs * len(photos)):
        networks.take(bare, kept=run >= 0)
    progress("large", "", "")
    reader = Reader.default()
    large = [_large_seconds(reader, path) for _ in range(runs) for path in photos]
    ways = _ways(detectors, peer is not None)
    return ModelBench(
        model=load_manifest().short_id,
        live=load_manifest(live).short_id if live else None,
        peer=peer,
        photos=len(photos),
        runs=runs,
        threads=session_options().intra_op_num_threads,
        looks={name: looks.timed(name) for name in looks.of},
        networks={name: networks.timed(name) for name in networks.of},
        large_seconds={"median": median(large), "p95": float(np.percentile(large, 95))},
        sets={name: _figures(ways, folder, progress) for name, folder in short_names(folders).items()},
    )


def _looks(detectors: Mapping[str, Detector], photo: Photo, peer: bool) -> dict[str, Job]:
    jobs: dict[str, Job] = {}
    if peer:
        image = Image.fromarray(photo.pixels)
        jobs["peer"] = lambda: peer_boxes(image)
    for name, detector in detectors.items():
        jobs[name] = lambda detector=detector: detector.detect_once(photo)  # type: ignore[misc]
    return jobs


def _networks(live: str | None, peer: bool) -> dict[str, Job]:
    sessions = {"peer": peer_network()} if peer else {}
    for name, model in (("photo", None), ("live", live)):
        if name == "photo" or model:
            file = str(load_manifest(model).file)
            sessions[name] = ort.InferenceSession(file, session_options(), providers=["CPUExecutionProvider"])
    batch = np.full((1, 3, INPUT_SIDE, INPUT_SIDE), 0.5, dtype=np.float32)
    return {
        name: lambda session=session: session.run(None, {session.get_inputs()[0].name: batch})  # type: ignore[misc]
        for name, session in sessions.items()
    }


def _large_seconds(reader: Reader, path: Path) -> float:
    """Seconds from a JPEG of 12 MP to its reading; making the file is not counted."""
    photo = Image.fromarray(load_photo(path).pixels)
    size = _LARGE if photo.width >= photo.height else _LARGE[::-1]
    stream = BytesIO()
    photo.resize(size, Image.Resampling.BICUBIC).save(stream, "JPEG", quality=90)
    started = perf_counter()
    reader.read(stream.getvalue())
    return perf_counter() - started


def _ways(detectors: Mapping[str, Detector], peer: bool) -> dict[str, tuple[Look, float]]:
    """Ways to look at labelled photos, each with the confidence from which its tiles are called sure."""
    ways: dict[str, tuple[Look, float]] = {"peer": (peer_look(), 1.0)} if peer else {}
    for name, detector in detectors.items():
        sure = load_manifest(LIVE_MODEL if name == "live" else None).thresholds.sure
        ways[f"{name}, one look"] = (look_of(detector, INPUT_SIDE)[0], sure)
        if name == "photo":
            ways["photo, as the product looks"] = (look_of(detector, None)[0], sure)
    return ways


def _figures(ways: Mapping[str, tuple[Look, float]], folder: Path, progress: Progress) -> dict[str, dict[str, Any]]:
    result = {}
    for name, (look, sure) in ways.items():
        progress("set", str(folder), name)
        figures = evaluate_folder(look, folder, trust_from(sure))
        result[name] = {key: figures[key] for key in _SHOWN}
    return result
