"""How far a detector's scores are believed: when a tile is called sure, and when a settlement is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from paiyan.vision.detections import Detections

RIVAL: Final = 0.5
"""A tile whose second class scores more than this share of the first is doubtful, however high the first."""
_FLOOR: Final = 0.002
"""Score a face is given at least: a detector's zero is no proof."""


@dataclass(frozen=True, slots=True)
class Trust:
    """Fitted by ``paiyan bench reading --calibrate``; stands in the model's manifest.

    - `sure`: a tile is called sure from this confidence on, if no other class comes near;
    - `temperature`: scores are taken to the power of its inverse before they are compared: above 1 what the detector
      thinks less likely is believed more than it says;
    - `seen`: boxes below this confidence are tiles only where a hand lacks just those;
    - `certain`: a settlement is called certain where the readings that give it are together at least so probable.
    """

    sure: float = 0.6
    temperature: float = 1.0
    certain: float = 0.98
    seen: float = 0.0

    def of(self, detections: Detections, index: int) -> bool:
        """Whether the detector is sure of this tile."""
        (_, first), (_, second) = detections.top(index, 2)
        return float(detections.confidence[index]) >= self.sure and second <= RIVAL * first

    def weight(self, score: float) -> float:
        """How much a face of this score counts against the others of the same tile."""
        return float((score + _FLOOR) ** (1 / self.temperature))

    def to_json(self) -> dict[str, float]:
        """As JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any] | None) -> Self:
        """From JSON; what is not there is as it was before it was fitted."""
        return cls(**{name: float(number) for name, number in (value or {}).items()})
