"""What advice asks of a rule system. The defaults hold for any; a system that knows better is in the registry."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

import numpy as np

from paiyan.engine.advice.position import Position
from paiyan.engine.advice.reach import Distances, Goal, distances
from paiyan.engine.advice.special import Counts
from paiyan.engine.hand import KINDS, Hand
from paiyan.engine.ruling import Note, ScoreSheet
from paiyan.engine.tiles import ALL_TILES, Tile

_ADVISORS: Final = {
    "jinzhou": "paiyan.engine.advice.jinzhou:JinzhouAdvisor",
    "jinzhou_wild": "paiyan.engine.advice.jinzhou_wild:JinzhouWildAdvisor",
}
_NO_SEVEN_PAIRS: Final = frozenset({"guangdong_jipinghu", "hukou"})
"""Systems whose texts know no seven pairs; whether others do may be a house rule."""
_PAIRS_OPTIONS: Final = {"jinzhou_wild": "allow_qidui", "dingque": "seven_pairs"}
_ORPHANS: Final = frozenset({"mcr", "guangdong_jipinghu", "hukou"})
"""Systems whose texts know 十三幺."""


class Grades(NamedTuple):
    """The grade of the win on a tile that is drawn, and on one that another gives; None where that is no win."""

    drawn: Hashable
    given: Hashable


class Advisor:
    """Advice for a rule system known only by its shapes and its rulings."""

    grades_hands: bool = False
    """Whether :meth:`grades` tells what wins are worth without ruling on each."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def goal(self) -> Goal:
        """What the concealed tiles are to become."""
        rules, melds = self.position.rules.id, len(self.position.melds)
        official = rules == "mcr" and getattr(self.position.options, "values", None) == "official_1998"
        return Goal(
            4 - melds,
            not melds and self.seven_pairs,
            orphans=not melds and rules in _ORPHANS,
            unrelated=not melds and rules == "mcr",
            knitted=melds <= 1 and official,
        )

    def distances(self, hands: Counts, caps: Counts) -> Distances:
        """Distances of ``hands``, which may come to hold ``caps``. 定缺: no tile wins with one of the void suit."""
        void, goal = self.position.template.void_suit, self.goal()
        found = distances(hands, caps, goal)
        if void is None:
            return found
        allowed = np.array([tile.suit != void for tile in ALL_TILES[:KINDS]], dtype=np.int16)
        return Distances(found.shape, distances(hands * allowed, caps * allowed, goal).win)

    @property
    def seven_pairs(self) -> bool:
        """Whether seven pairs are a shape."""
        rules = self.position.rules.id
        if rules in _PAIRS_OPTIONS:
            return bool(getattr(self.position.options, _PAIRS_OPTIONS[rules]))
        return rules not in _NO_SEVEN_PAIRS

    def barred(self, discard: Tile | None) -> bool:
        """Whether no tile can make the hand win after ``discard``: here where a meld is of the suit to do without."""
        void = self.position.template.void_suit
        return void is not None and any(tile.suit == void for meld in self.position.melds for tile in meld.tiles)

    def grade(self, sheet: ScoreSheet) -> Hashable:
        """What tells the worth of a win: equal grades are paid alike under equal facts; None if nothing does."""
        return None

    @property
    def values_further(self) -> bool:
        """Whether hands one tile from waiting are valued."""
        return True

    def given_alike(self, tile: Tile) -> bool:
        """Whether a win on ``tile`` is of the same grade however it comes."""
        return True

    def grades(self, hand: Hand) -> Mapping[int, Grades]:
        """For each kind that wins ``hand`` the :meth:`grade` of that win."""
        raise NotImplementedError

    def risks(self, hand: Hand, discard: Tile | None) -> tuple[Note, ...]:
        """Conditions of winning that ``hand`` after ``discard`` does not meet, or that hang on a single tile."""
        void = self.position.template.void_suit
        held = any(tile.suit == void for tile in (*hand.concealed, *(tile for one in hand.melds for tile in one.tiles)))
        return (Note("void_held"),) if held else ()


def find_advisor(position: Position) -> Advisor:
    """The advisor of the rule system of ``position``."""
    return _advisor_type(position.rules.id)(position)


@cache
def _advisor_type(ruleset: str) -> type[Advisor]:
    if ruleset not in _ADVISORS:
        return Advisor
    module, name = _ADVISORS[ruleset].split(":")
    found: Any = getattr(import_module(module), name)
    return found  # type: ignore[no-any-return]
