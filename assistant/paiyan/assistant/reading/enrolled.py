"""A tile set that was enrolled, as a reader uses it."""

from __future__ import annotations

from dataclasses import dataclass

from paiyan.vision.enrolment import Prototypes


@dataclass(frozen=True, slots=True)
class EnrolledSet:
    """Which set it is and what its faces look like."""

    id: str
    name: str
    prototypes: Prototypes
