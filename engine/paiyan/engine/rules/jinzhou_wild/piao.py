"""飘 with 会: whether tiles can be nothing but triplets and a pair, counted without laying them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_AS_TRIPLETS: Final = (0, 2, 1, 0, 2, 1)
"""会 that so many of a kind need to be triplets."""
_WITH_PAIR: Final = (2, 1, 0, 2, 1, 0)
"""The same with a pair of that kind among them; of none held, a pair of 会."""
_WITH_FILLED_PAIR: Final = (2, 1, 3, 2, 1, 3)
"""The same where a 会 is in that pair."""


def piao_class(counts: Sequence[int], wilds: int, win: int | None) -> int | None:
    """4 (单粘飘) where the winning tile can complete the pair, 3 (对倒飘) where 飘 is possible at all, else None.

    ``counts`` are the natural concealed tiles, a ``win`` of them among these; None for a drawn 会, one of ``wilds``.
    """
    triplets = sum([_AS_TRIPLETS[count] for count in counts])
    if win is None:
        as_pair = min(_WITH_FILLED_PAIR[count] - _AS_TRIPLETS[count] for count in counts)
    else:
        as_pair = _WITH_PAIR[counts[win]] - _AS_TRIPLETS[counts[win]]
    if triplets + as_pair <= wilds:
        return 4
    least = min(_WITH_PAIR[count] - _AS_TRIPLETS[count] for count in counts)
    return 3 if triplets + least <= wilds else None
