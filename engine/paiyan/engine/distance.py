"""How far tiles are from a winning shape. Tells a rejected hand what it lacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

from paiyan.engine.shapes import HONOURS, NUMBER_SUITS

_Parts = tuple[int, int, int]
"""Complete sets, partial sets (two of three tiles) and heads (0 or 1) lying side by side."""


def tiles_away(counts: Sequence[int], melds: int, *, seven_pairs: bool) -> int:
    """Least number of tiles to exchange until the tiles form four sets and a pair; 0 if they do.

    ``counts`` are the 34 counts of the concealed tiles with the winning tile, ``melds`` the number of sets
    set apart. With ``seven_pairs`` that shape counts too, four equal tiles being two pairs. Copies held
    elsewhere are not considered.
    """
    needed = 4 - melds
    groups = [_suit_parts(tuple(counts[base : base + 9])) for base in NUMBER_SUITS]
    groups.append(_honour_parts(tuple(counts[HONOURS:])))
    layouts: Iterable[_Parts] = {(0, 0, 0)}
    for group in groups:
        layouts = _best((a[0] + b[0], a[1] + b[1], a[2] + b[2]) for a, b in product(layouts, group) if a[2] + b[2] <= 1)
    away = min(
        2 * (needed - min(sets, needed)) - min(partial, needed - min(sets, needed)) + 1 - heads
        for sets, partial, heads in layouts
    )
    if seven_pairs and melds == 0:
        away = min(away, 7 - sum(count // 2 for count in counts))
    return away


def _best(layouts: Iterable[_Parts]) -> frozenset[_Parts]:
    """``layouts`` without those that another one equals or beats in every part."""
    kept = set(layouts)
    return frozenset(
        one
        for one in kept
        if not any(one != other and all(x <= y for x, y in zip(one, other, strict=True)) for other in kept)
    )


@lru_cache(maxsize=1 << 14)
def _suit_parts(counts: tuple[int, ...]) -> frozenset[_Parts]:
    lowest = next((rank for rank, count in enumerate(counts) if count), None)
    if lowest is None:
        return frozenset({(0, 0, 0)})
    # What the lowest tile may take along: itself only, a pair, a triplet, a run or two tiles of one.
    layouts: set[_Parts] = set()
    for ranks, (sets, partial, heads) in _USES:
        rest = list(counts)
        for step in ranks:
            if lowest + step > 8 or rest[lowest + step] == 0:
                break
            rest[lowest + step] -= 1
        else:
            layouts.update((sets + a, partial + b, heads + c) for a, b, c in _suit_parts(tuple(rest)) if heads + c <= 1)
    return _best(layouts)


_USES: tuple[tuple[tuple[int, ...], _Parts], ...] = (
    ((0,), (0, 0, 0)),
    ((0, 0), (0, 0, 1)),
    ((0, 0), (0, 1, 0)),
    ((0, 1), (0, 1, 0)),
    ((0, 2), (0, 1, 0)),
    ((0, 0, 0), (1, 0, 0)),
    ((0, 1, 2), (1, 0, 0)),
)


@lru_cache(maxsize=1 << 12)
def _honour_parts(counts: tuple[int, ...]) -> frozenset[_Parts]:
    layouts: Iterable[_Parts] = {(0, 0, 0)}
    for count in counts:
        uses: list[_Parts] = [(0, 0, 0)]
        if count >= 2:
            uses += [(0, 0, 1), (0, 1, 0)]
        if count >= 3:
            uses.append((1, 0, 0))
        layouts = _best((a[0] + b[0], a[1] + b[1], a[2] + b[2]) for a, b in product(layouts, uses) if a[2] + b[2] <= 1)
    return frozenset(layouts)
