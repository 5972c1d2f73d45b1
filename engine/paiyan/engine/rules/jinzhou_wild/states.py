"""What is possible with natural tiles and 会, as sets of bits: quick answers for many tiles at once.

Bit ``4·w + 2·p + t`` of a set stands for "w 会 used, p pairs, t: a triplet among the sets".
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from paiyan.engine.rules.jinzhou_wild.layouts import MOST_WILDS, groups

NOTHING: Final = 1
"""No tiles, nothing used."""
_EVERY: Final = (1 << 4 * (MOST_WILDS + 1)) - 1
_UNPAIRED: Final = 0x33333
_TRIPLETS: Final = 0xAAAAA


@lru_cache(maxsize=1 << 16)
def states(counts: tuple[int, ...], budget: int) -> int:
    """All states of one suit (or, as a single count, of an honour) with at most ``budget`` 会."""
    if not any(counts):
        return NOTHING
    found = 0
    for group, rest in groups(counts, budget):
        filled = len(group.filled)
        more = states(rest, budget - filled) << 4 * filled
        if group.name == "pair":
            more = (more & _UNPAIRED) << 2
        elif group.name == "triplet":
            more = (more | more << 1) & _TRIPLETS
        found |= more
    return found & _EVERY


@lru_cache(maxsize=1 << 14)
def states_with_tile(counts: tuple[int, ...], budget: int) -> tuple[int, ...]:
    """The states of one suit with a further tile of each rank."""
    return tuple([states((*counts[:rank], counts[rank] + 1, *counts[rank + 1 :]), budget) for rank in range(9)])


@lru_cache(maxsize=1 << 14)
def joined(first: int, second: int) -> int:
    """States of two suits together."""
    found = 0
    for bit in range(_EVERY.bit_length()):
        if first >> bit & 1:
            wilds, pair, triplet = bit >> 2, bit >> 1 & 1, bit & 1
            more = second & _UNPAIRED if pair else second
            if triplet:
                more = (more | more << 1) & _TRIPLETS
            found |= more << 4 * wilds << 2 * pair
    return found & _EVERY


@cache
def enough(wilds: int, paired: bool, needs_triplet: bool) -> int:
    """States of the suits that ``wilds`` 会 complete to a hand, all of them being used.

    ``paired``: the pair is elsewhere. ``needs_triplet``: one has to be among the sets of the suits or of 会.
    """
    found = 0
    for bit in range(4 * (wilds + 1)):
        left, pairs, triplet = wilds - (bit >> 2), (bit >> 1 & 1) + paired, bit & 1
        complete = (pairs == 1 and left in (0, 3)) or (pairs == 0 and left == 2)
        if complete and (triplet or left == 3 or not needs_triplet):
            found |= 1 << bit
    return found


def without_pair(found: int) -> int:
    """Those of the states that hold no pair."""
    return found & _UNPAIRED
