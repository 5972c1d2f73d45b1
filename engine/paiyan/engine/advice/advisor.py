"""What advice asks of a rule system. The defaults hold for any; a system that knows better is in the registry."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from paiyan.engine.advice.position import Position
from paiyan.engine.advice.reach import Goal
from paiyan.engine.hand import Hand
from paiyan.engine.ruling import Note, ScoreSheet

_ADVISORS: Final = {
    "jinzhou": "paiyan.engine.advice.jinzhou:JinzhouAdvisor",
    "jinzhou_wild": "paiyan.engine.advice.jinzhou:JinzhouFamilyAdvisor",
}
_NO_SEVEN_PAIRS: Final = frozenset({"guangdong_jipinghu", "dingque", "hukou"})
"""Systems whose texts know no seven pairs."""
_MANY_KINDS: Final = 9
"""Hands of so many different kinds may be near a shape other than sets and pairs."""


class Advisor:
    """Advice for a rule system known only by its rulings: it tries what completes four sets and a pair or seven
    pairs, and every tile where the tiles are of so many kinds that another shape may be near."""

    grades_hands: bool = False
    """Whether :meth:`grades` tells what wins are worth, so that hands one tile from waiting can be valued."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def goal(self) -> Goal:
        """What the concealed tiles are to become."""
        return Goal(4 - len(self.position.melds), not self.position.melds and self.seven_pairs)

    @property
    def seven_pairs(self) -> bool:
        """Whether seven pairs are a shape."""
        known = self.position.rules.id not in _NO_SEVEN_PAIRS
        return known and bool(getattr(self.position.options, "allow_qidui", True))

    def tries_all(self, hand: Hand) -> bool:
        """Whether any tile may complete ``hand``, by a shape that is neither sets and a pair nor seven pairs."""
        different = sum(count > 0 for count in hand.counts)
        return len(self.position.rules.kinds) == len(hand.counts) and different >= _MANY_KINDS

    def grade(self, sheet: ScoreSheet) -> Hashable:
        """What tells the worth of a win: equal grades are paid alike under equal facts; None if nothing does."""
        return None

    def grades(self, hand: Hand) -> Mapping[int, Hashable]:
        """For each kind that wins ``hand`` the :meth:`grade` of that win."""
        raise NotImplementedError

    def risks(self, hand: Hand) -> tuple[Note, ...]:
        """Conditions of winning that ``hand`` does not meet, or that hang on a single tile."""
        return ()


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
