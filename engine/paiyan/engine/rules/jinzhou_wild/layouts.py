"""Laying natural tiles out in sets and a pair with 会 filling the gaps.

Every set holds at least one natural tile here; 会 that are left over form sets of their own, which is for the caller.
The work is done per suit and remembered by its counts, twice: as a set of bits that tells what is possible at all, and
as layouts in full. Of layouts alike in everything that conditions and classes look at, one is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from paiyan.engine.shapes import WaitShape, run_shape
from paiyan.engine.suits import NO_PAIR

MOST_WILDS: Final = 4
"""会 a hand can have."""
_TERMINALS: Final = (0, 8)


class Use(NamedTuple):
    """A 会 standing for ``kind`` in the ``group`` (``chow``, ``triplet`` or ``pair``) that begins with ``first``."""

    kind: int
    group: str
    first: int


class Layout(NamedTuple):
    """Lowest tiles of runs, triplets and the pair (or :data:`NO_PAIR`), with what the 会 among them stand for."""

    chows: tuple[int, ...] = ()
    triplets: tuple[int, ...] = ()
    pair: int = NO_PAIR
    uses: tuple[Use, ...] = ()

    def shifted(self, base: int) -> Layout:
        """The same with kinds counted from ``base``."""
        return Layout(
            tuple([base + rank for rank in self.chows]),
            tuple([base + rank for rank in self.triplets]),
            self.pair if self.pair == NO_PAIR else base + self.pair,
            tuple([Use(base + use.kind, use.group, base + use.first) for use in self.uses]),
        )

    def beside(self, other: Layout) -> Layout:
        """Both together; at most one has a pair."""
        return Layout(
            self.chows + other.chows,
            self.triplets + other.triplets,
            max(self.pair, other.pair),
            self.uses + other.uses,
        )


class Traits(NamedTuple):
    """What conditions and classes look at: 会 used, pair, runs, triplets, and what the winning tile may complete."""

    wilds: int = 0
    paired: bool = False
    chows: bool = False
    triplets: bool = False
    shapes: frozenset[WaitShape] = frozenset()

    def beside(self, other: Traits) -> Traits:
        """Of two layouts together."""
        return Traits(
            self.wilds + other.wilds,
            self.paired or other.paired,
            self.chows or other.chows,
            self.triplets or other.triplets,
            self.shapes | other.shapes,
        )


class _Group(NamedTuple):
    """A set or pair that takes the lowest natural tile along: ranks ``taken`` and ranks filled with 会."""

    name: str
    first: int
    taken: tuple[int, ...]
    filled: tuple[int, ...]

    def fits(self, counts: Sequence[int], budget: int) -> bool:
        """Whether there are the tiles and the 会 for it."""
        return len(self.filled) <= budget and all(counts[rank] >= self.taken.count(rank) for rank in self.taken)

    def shape(self, win: int) -> frozenset[WaitShape]:
        """What the tile ``win`` would complete in it, if it is in it."""
        if self.name == "chow":
            place = win - self.first
            return frozenset({run_shape(self.first, place)}) if 0 <= place <= 2 else frozenset()
        return frozenset({WaitShape.PAIR if self.name == "pair" else WaitShape.TRIPLET} if win == self.first else ())


def _equal_groups(rank: int) -> Iterator[_Group]:
    for name, size in (("triplet", 3), ("pair", 2)):
        for filled in range(size):
            yield _Group(name, rank, (rank,) * (size - filled), (rank,) * filled)


def _runs(rank: int) -> Iterator[_Group]:
    """Runs in which ``rank`` is the lowest natural tile."""
    for first in range(max(0, rank - 2), min(rank, 6) + 1):
        above = [other for other in range(first, first + 3) if other > rank]
        below = tuple(range(first, rank))
        for choice in range(1 << len(above)):
            filled = tuple(other for place, other in enumerate(above) if choice >> place & 1)
            yield _Group("chow", first, (rank, *(other for other in above if other not in filled)), below + filled)


def _least_wilds_first(groups: Iterator[_Group]) -> tuple[_Group, ...]:
    return tuple(sorted(groups, key=lambda group: len(group.filled)))


_SUIT_GROUPS: Final = tuple(_least_wilds_first(iter([*_equal_groups(rank), *_runs(rank)])) for rank in range(9))
_HONOUR_GROUPS: Final = (_least_wilds_first(_equal_groups(0)),)


def groups(counts: tuple[int, ...], budget: int) -> Iterator[tuple[_Group, tuple[int, ...]]]:
    """Every group the lowest tile can be in, with the counts that leaves. A single count is that of an honour."""
    lowest = next(rank for rank, count in enumerate(counts) if count)
    for group in (_SUIT_GROUPS if len(counts) == 9 else _HONOUR_GROUPS)[lowest]:
        if group.fits(counts, budget):
            rest = list(counts)
            for rank in group.taken:
                rest[rank] -= 1
            yield group, tuple(rest)


@lru_cache(maxsize=1 << 16)
def layouts(counts: tuple[int, ...], budget: int, terminals: bool, win: int) -> tuple[tuple[Traits, Layout], ...]:
    """All layouts of one suit with at most ``budget`` 会, one for each of the traits they can have.

    ``terminals``: whether a 会 may stand for a one or nine. ``win``: rank of the winning tile, -1 if of another suit.
    """
    if not any(counts):
        return ((Traits(), Layout()),)
    found: dict[Traits, Layout] = {}
    for group, rest in groups(counts, budget):
        if not terminals and any(rank in _TERMINALS for rank in group.filled):
            continue
        paired, chow = group.name == "pair", group.name == "chow"
        own = Traits(len(group.filled), paired, chow, group.name == "triplet", group.shape(win))
        for traits, layout in layouts(rest, budget - own.wilds, terminals, win):
            if not (paired and traits.paired) and (joined := own.beside(traits)) not in found:
                found[joined] = _with_group(group, layout)
    return tuple(found.items())


def _with_group(group: _Group, layout: Layout) -> Layout:
    uses = tuple([Use(rank, group.name, group.first) for rank in group.filled])
    one = (group.first,)
    return Layout(
        (one if group.name == "chow" else ()) + layout.chows,
        (one if group.name == "triplet" else ()) + layout.triplets,
        group.first if group.name == "pair" else layout.pair,
        uses + layout.uses,
    )
