"""A photo file in, a reading out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from paiyan.assistant.reading.arrangement import FAINTEST
from paiyan.assistant.reading.build import build_reading
from paiyan.assistant.reading.enrolled import EnrolledSet
from paiyan.assistant.reading.mirrored import mirrored_back
from paiyan.assistant.reading.model import TableReading, UsedTileSet
from paiyan.assistant.reading.tilesets import tile_set
from paiyan.assistant.reading.trust import Trust
from paiyan.models.registry import default_detector, load_manifest
from paiyan.vision.enrolment import adapt
from paiyan.vision.images import Photo, PhotoSource, load_photo
from paiyan.vision.mirrored import in_mirror
from paiyan.vision.stretched import detect_flat

if TYPE_CHECKING:
    from paiyan.vision.detector import Detector


@dataclass(frozen=True, slots=True)
class Reader:
    """A detector with what has to be known about it: which model it is and when its tiles are sure."""

    detector: Detector
    model: str | None = None
    trust: Trust = field(default_factory=Trust)

    @classmethod
    def default(cls, name: str | None = None) -> Self:
        """The reader of the shipped model, or of the model `name`; raises `paiyan.models.registry.ModelError`."""
        manifest = load_manifest(name)
        thresholds = manifest.thresholds
        trust = Trust(thresholds.sure, thresholds.temperature, thresholds.certain, thresholds.confidence)
        detector = replace(default_detector(name), least=FAINTEST * thresholds.confidence)
        return cls(detector, manifest.short_id, trust)

    def read(
        self, source: PhotoSource | Photo, rules: str | None = None, enrolled: EnrolledSet | None = None
    ) -> TableReading:
        """The reading of a photo, weighed against the faces of an enrolled tile set where one is given. A photo with
        left and right exchanged is read as the table is; its tiles' corners lie on the photo. Raises
        `paiyan.vision.images.PhotoError` where it can't be read and `KeyError` for an unknown rule system."""
        tiles_of_rules = tile_set(rules)
        started = perf_counter()
        photo = source if isinstance(source, Photo) else load_photo(source)
        decoded = perf_counter()
        detections = detect_flat(self.detector, photo)
        mirrored = self.detector.is_mirrored(photo, detections)
        if mirrored:
            photo = in_mirror(photo)
            detections = detect_flat(self.detector, photo)
        detected = perf_counter()
        used = None
        if enrolled is not None:
            adapted = adapt(detections, photo, enrolled.prototypes)
            detections = adapted.detections
            used = UsedTileSet(enrolled.id, enrolled.name, round(adapted.likeness, 4), round(adapted.weight, 4))
        weighed = perf_counter()
        reading = build_reading(
            detections,
            trust=self.trust,
            tile_set=tiles_of_rules,
            model=self.model,
            photo=photo,
            look_again=partial(self.detector.look_beside, photo),
        )
        timings = {
            "decode": round((decoded - started) * 1000, 2),
            "detect": round((detected - decoded) * 1000, 2),
            **({"tile_set": round((weighed - detected) * 1000, 2)} if used else {}),
            **reading.timings_ms,
        }
        timings["total"] = round((perf_counter() - started) * 1000, 2)
        reading = replace(reading, tile_set=used, timings_ms=MappingProxyType(timings))
        return mirrored_back(reading) if mirrored else reading


def read_photo(source: PhotoSource | Photo, detector: Detector, rules: str | None = None) -> TableReading:
    """The reading of a photo with a detector of one's own; see :meth:`Reader.read`."""
    return Reader(detector).read(source, rules)
