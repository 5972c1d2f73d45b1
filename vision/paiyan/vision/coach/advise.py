"""What to tell the person who took a photo: thresholds over the measures.

A flaw that has not hurt the reading isn't worth a word: where the detector is sure of the tiles, a flaw has to be gross
to be told; where it is not, the same flaw is the likely cause.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from paiyan.vision.coach.measure import Measures, measure
from paiyan.vision.detections import Detections
from paiyan.vision.images import Photo
from paiyan.vision.layout import Layout


class Severity(StrEnum):
    """`warning`: a tile or two may be misread; `severe`: expect many to be."""

    WARNING = "warning"
    SEVERE = "severe"


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing that is wrong with a photo.

    `id` is stable (texts are ``coach.<id>`` and, what to do, ``coach.<id>.do``); `params` hold what was measured.
    """

    id: str
    severity: Severity
    params: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def to_json(self) -> dict[str, Any]:
        """The advice as JSON."""
        return {"id": self.id, "severity": str(self.severity), "params": dict(self.params)}


def coach(photo: Photo, detections: Detections, layout: Layout, sure: float) -> tuple[Advice, ...]:
    """What is wrong with a photo, the worst first; `sure` is the confidence from which a tile counts as read."""
    return advise(measure(photo, detections, layout, sure))


@dataclass(frozen=True, slots=True)
class Limit:
    """From where on a flaw is told: `hurt` where tiles are doubtful, `always` whatever the detector says, `severe`
    from where many tiles are expected to be misread. A flaw is the larger, the smaller its measure, or the reverse."""

    hurt: float
    always: float
    severe: float
    smaller_is_worse: bool = True

    def of(self, value: float, doubtful: bool) -> Severity | None:
        """How bad a value is; None for good enough."""
        sign = 1 if self.smaller_is_worse else -1
        if sign * value < sign * self.severe and doubtful:
            return Severity.SEVERE
        limit = self.hurt if doubtful else self.always
        return Severity.WARNING if sign * value < sign * limit else None


# Chosen on real photos and rendered scenes degraded by known amounts. Sharp photos measure 0.35 and more, whatever
# their light and size; 0.2 after a blur of 3 % of a tile's height, 0.12 after 6 %. As a whole they measure 0.3 and
# more, and 0.22 and less where a blur hides all tiles. A shade of 40 % brings bodies to 85, one of 20 % to 45. Faces
# are 1.3 times as high as wide from above, 0.7 from 28° above the table.
_DOUBTFUL: Final = 0.2
"""Share of doubtful tiles from which a flaw is taken to have hurt the reading."""

_FEW: Final = 8
"""Where fewer tiles are found than a hand has, a blur has likely hidden the others."""

_SHARPNESS: Final = Limit(hurt=0.29, always=0.1, severe=0.14)
_LEVEL: Final = Limit(hurt=85, always=25, severe=45)
_HEIGHT: Final = Limit(hurt=26, always=14, severe=17)
_SLANT: Final = Limit(hurt=0.75, always=0.4, severe=0.62)
_WASHED_OUT: Final = Limit(hurt=0.5, always=0.8, severe=0.8, smaller_is_worse=False)


def advise(measures: Measures) -> tuple[Advice, ...]:
    """What these measures say is wrong, the worst first."""
    found = list(_flaws(measures))
    return tuple(sorted(found, key=lambda advice: advice.severity is not Severity.SEVERE))


def _flaws(m: Measures) -> Iterator[Advice]:
    if not m.tiles:
        yield Advice("no_tiles", Severity.SEVERE)
    doubtful = m.doubtful >= _DOUBTFUL
    if severity := _LEVEL.of(m.level, doubtful):
        yield Advice("dark", severity, _params(level=round(m.level)))
    if m.tiles and (severity := _HEIGHT.of(m.height, doubtful)):
        yield Advice("far", severity, _params(height=round(m.height)))
    if m.sharpness is not None and (severity := _SHARPNESS.of(m.sharpness, doubtful or m.tiles < _FEW)):
        yield Advice("blurred", severity, _params(sharpness=round(m.sharpness, 3)))
    if not m.tiles:
        return
    if severity := _WASHED_OUT.of(m.washed_out, doubtful):
        yield Advice("bright", severity, _params(share=round(m.washed_out, 2)))
    elif m.glaring and (m.sharpness is None or m.sharpness >= _SHARPNESS.hurt):
        # A blur spreads the ink of some tiles and leaves others white: that is no reflection.
        yield Advice("glare", Severity.WARNING, _params(count=m.glaring))
    if m.covered:
        yield Advice("covered", Severity.WARNING)
    if m.cut:
        yield Advice("cut", Severity.WARNING, _params(count=len(m.cut), sides=sorted(set(m.cut))))
    if m.slant is not None and (severity := _SLANT.of(m.slant, doubtful)):
        yield Advice("flat", severity, _params(ratio=round(m.slant, 2)))
    if m.hands > 1:
        yield Advice("hands", Severity.WARNING, _params(count=m.hands))


def _params(**values: Any) -> Mapping[str, Any]:
    return MappingProxyType(values)
