"""A fan (番种): its name, value, when it is there and what it keeps from being counted.

Where a fan lies in a hand is written as a bit mask of parts, so that finding, excluding and adding up stay cheap;
:mod:`~paiyan.engine.rules.mcr.evidence` turns masks into tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from paiyan.engine.rules.mcr.reading import Reading

SETS: Final = 0b1111
"""Bits 0–3: the sets of a reading, runs first."""
PAIR: Final = 1 << 4
WINNING: Final = 1 << 5
"""The winning tile."""
DRAGON: Final = 1 << 6
"""The nine tiles of 组合龙."""
ALL: Final = 1 << 7
"""All fourteen tiles."""
FLOWERS: Final = 1 << 8
KINDS_FROM: Final = 9
"""Bit 9 + k: all four tiles of kind k."""

Places = tuple[int, ...]
"""Where a fan is found, one mask each time it is; empty if it is not there."""
NOWHERE: Final[Places] = ()
EVERYWHERE: Final[Places] = (ALL,)
AT_THE_WIN: Final[Places] = (WINNING,)


@dataclass(frozen=True, slots=True)
class Fan:
    """One of the 81 fan (rules/sources/000.txt, values and exclusions of the official rules of 1998).

    ``excludes``: ids of fans not counted beside it (不计, 不重复原则). ``covers``: ids of fans not counted where they
    lie within its tiles. ``absorbs``: ids of fans of which one is not counted.
    """

    id: str
    name: str
    points: int
    excludes: tuple[str, ...] = field(default=(), kw_only=True)
    covers: tuple[str, ...] = field(default=(), kw_only=True)
    absorbs: tuple[str, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class Feature(Fan):
    """A fan found by looking at a reading: ``find`` tells where, once for each time it is there."""

    find: Callable[[Reading], Places]


@dataclass(frozen=True, slots=True)
class OfKinds(Fan):
    """A fan of hands that have no tile outside the mask ``kinds``."""

    kinds: int


@dataclass(frozen=True, slots=True)
class Combination(Fan):
    """A fan of ``size`` runs, or triplets and kongs; ``holds`` looks at their lowest tiles, ascending."""

    size: int
    holds: Callable[[tuple[int, ...]], bool]
