"""How long each stage takes from a photo to a ruling, and what the detector costs beyond its network's bare passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

import numpy as np

from paiyan.assistant.reading import Reader, build_reading, tile_set
from paiyan.engine.cases import rule_case
from paiyan.models.registry import load_manifest
from paiyan.vision.backends import Backend, Batch
from paiyan.vision.backends.onnx import session_options
from paiyan.vision.backends.runtime import ort
from paiyan.vision.detections import Detections
from paiyan.vision.images import Photo, load_photo
from paiyan.vision.layout import arrange

RULES: Final = "jinzhou"
CASE: Final[Mapping[str, Any]] = {
    "kind": "win",
    "ruleset": RULES,
    "options": {},
    "dealer": 0,
    "winner": 1,
    "hand": "1234588m",
    "melds": [{"type": "chi", "tiles": "345s", "from": 0}, {"type": "peng", "tiles": "777p", "from": 3}],
    "win_tile": "6m",
    "win_method": "zimo",
    "open": [True, True, False, True],
    "kongs": [],
}
"""The hand that is ruled on: two melds, a two-sided wait, drawn by the player after the dealer."""


@dataclass(frozen=True, slots=True)
class PhotoBench:
    """Medians in ms over all photos and runs.

    `inference` is the whole detection of a photo, in `looks` passes (mean) at up to `largest_input` px; `bare` the
    same passes as onnxruntime alone runs them, `ratio` the first by the second, measured in turns. `one_look`,
    `one_bare` and `one_ratio` are the same for a single look, as a frame of a camera gets it.
    """

    model: str
    photos: int
    runs: int
    threads: int
    decode: float
    inference: float
    layout: float
    reading: float
    ruling: float
    looks: float
    largest_input: int
    bare: float
    ratio: float
    one_look: float
    one_bare: float
    one_ratio: float

    def to_json(self) -> dict[str, Any]:
        """As the fields are named, milliseconds rounded to hundredths."""
        return {name: round(value, 3) if isinstance(value, float) else value for name, value in asdict(self).items()}


@dataclass(slots=True)
class Recorder:
    """A backend that passes everything on and remembers the shapes it was asked for."""

    backend: Backend
    shapes: list[tuple[int, ...]] = field(default_factory=list)

    def infer(self, batch: Batch) -> Batch:
        """See `Backend.infer`."""
        self.shapes.append(batch.shape)
        return self.backend.infer(batch)


@dataclass(slots=True)
class _Times:
    """Milliseconds of every measurement by its name."""

    of: dict[str, list[float]] = field(default_factory=dict)

    @contextmanager
    def measured(self, name: str) -> Iterator[None]:
        started = perf_counter()
        yield
        self.of.setdefault(name, []).append((perf_counter() - started) * 1000)

    def median(self, name: str) -> float:
        return median(self.of[name])

    def ratio(self, name: str, by: str) -> float:
        """Median of the ratios of neighbouring measurements: both saw the same load of the machine."""
        return median(one / other for one, other in zip(self.of[name], self.of[by], strict=True))


def bench_photos(photos: Sequence[Path], runs: int, progress: Callable[[int, int], None] | None = None) -> PhotoBench:
    """Measure the shipped model on `photos`, each `runs` times after one unmeasured run.

    Raises `paiyan.vision.images.PhotoError` for a photo that can't be read and `ModelError` without a usable model;
    `ValueError` without photos or runs.
    """
    if not photos or runs < 1:
        raise ValueError("at least one photo and one run are needed")
    reader, recorder = _recording_reader()
    session = ort.InferenceSession(str(load_manifest().file), session_options(), providers=["CPUExecutionProvider"])
    times, looks, largest = _Times(), 0, 0
    for run in range(-1, runs):
        kept = times if run >= 0 else _Times()
        for number, path in enumerate(photos):
            shapes = _bench_once(path, reader, recorder, session, kept)
            looks += len(shapes) if run >= 0 else 0
            largest = max(largest, *(max(shape) for shape in shapes))
            if progress:
                progress((run + 1) * len(photos) + number + 1, (runs + 1) * len(photos))
    return PhotoBench(
        model=reader.model or "",
        photos=len(photos),
        runs=runs,
        threads=session.get_session_options().intra_op_num_threads,
        looks=looks / (runs * len(photos)),
        largest_input=largest,
        ratio=times.ratio("inference", by="bare"),
        one_ratio=times.ratio("one_look", by="one_bare"),
        **{name: times.median(name) for name in times.of},
    )


def _recording_reader() -> tuple[Reader, Recorder]:
    reader = Reader.default()
    recorder = Recorder(reader.detector.backend)
    return replace(reader, detector=replace(reader.detector, backend=recorder)), recorder


def _bench_once(
    path: Path, reader: Reader, recorder: Recorder, session: ort.InferenceSession, times: _Times
) -> list[tuple[int, ...]]:
    """Measure every stage on one photo; returns the shapes of the looks it took."""
    with times.measured("decode"):
        photo = load_photo(path)
    detections, shapes = _detect(photo, reader, recorder, session, times)
    with times.measured("layout"):
        arrange(detections)
    with times.measured("reading"):
        build_reading(detections, trust=reader.trust, tile_set=tile_set(RULES), model=reader.model)
    with times.measured("ruling"):
        rule_case(dict(CASE))
    return shapes


def _detect(
    photo: Photo, reader: Reader, recorder: Recorder, session: ort.InferenceSession, times: _Times
) -> tuple[Detections, list[tuple[int, ...]]]:
    recorder.shapes.clear()
    with times.measured("inference"):
        detections = reader.detector.detect(photo)
    shapes = list(recorder.shapes)
    _bare(session, shapes, times, "bare")
    recorder.shapes.clear()
    with times.measured("one_look"):
        reader.detector.detect_once(photo)
    _bare(session, recorder.shapes, times, "one_bare")
    return detections, shapes


def _bare(session: ort.InferenceSession, shapes: Sequence[tuple[int, ...]], times: _Times, name: str) -> None:
    """Onnxruntime alone on inputs of these shapes; the inputs are made before the clock starts."""
    (source,), (output,) = session.get_inputs(), session.get_outputs()
    batches = [np.full(shape, 0.5, np.float32) for shape in shapes]
    with times.measured(name):
        for batch in batches:
            session.run([output.name], {source.name: batch})
