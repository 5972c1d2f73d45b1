"""The distance from waiting by trying everything, for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Counts = tuple[int, ...]


def searched(
    held: Counts, waits: Callable[[Counts], bool], draws: Sequence[int], may_discard: Callable[[int], bool]
) -> int:
    """1 where `held` (34 counts) waits, 2 where one of the `draws` and a discard make it, 3 for all farther."""
    if waits(held):
        return 1
    for drawn in draws:
        for gone in range(34):
            if held[gone] and gone != drawn and may_discard(gone):
                after = list(held)
                after[drawn] += 1
                after[gone] -= 1
                if waits(tuple(after)):
                    return 2
    return 3
