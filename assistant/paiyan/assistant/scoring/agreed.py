"""What the possible rulings on a hand have in common: nothing that depends on an open question is told as a fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

_REASONS: Final = ("conditions", "wilds", "alternatives")
"""Parts of an explanation that say what the hand is."""


def as_far_as_agreed(ruling: Mapping[str, Any], possible: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The ruling without the waits and the reasons of which one of the `possible` ones tells otherwise."""
    explanation = ruling["explanation"]
    others = [one["explanation"] for one in possible]
    agreed = {
        part: [entry for entry in explanation[part] if all(entry in other[part] for other in others)]
        for part in _REASONS
    }
    waits = ruling["waits"] if all(one["waits"] == ruling["waits"] for one in possible) else None
    return {**ruling, "waits": waits, "explanation": {**explanation, **agreed}}
