"""Expected value of a hand in play. The method, the same for every rule system:

* Every unseen tile is equally likely to be drawn or discarded next. One go-round is an own draw and a discard by
  each of the other three.
* A waiting hand keeps its waits until it wins or ``rounds`` go-rounds are over. In each go-round it wins with the
  chance that one of the four tiles is a wait, by self-draw or from that seat, and gains what the ruling settles.
* A hand one tile from waiting draws until a useful tile comes, then makes the discard of the highest expected value
  and waits for the go-rounds that are left.
* After each go-round somebody else has ended the hand with the chance :data:`ENDED`.
* Not modelled: claims on the way, changing waits, payments to others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

METHOD: Final = "go_rounds"
"""Name of this method (texts ``advice.method.go_rounds``)."""
ENDED: Final = 0.1
"""Chance that another player ends the hand within a go-round; hands last about ten."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A waiting hand: chance of winning and mean gain in one go-round."""

    chance: float
    gain: float

    def over(self, rounds: int) -> float:
        """Expected gain in so many go-rounds: it wins once at most."""
        going_on = (1 - self.chance) * (1 - ENDED)
        return self.gain * (1 - going_on ** max(0, rounds)) / (1 - going_on)


def outlook(waits: Iterable[tuple[int, Iterable[int]]], unseen: int) -> Outlook:
    """The outlook on waits: for each the copies left and the gain of every way it may come, by draw or from a seat."""
    chance = gain = 0.0
    for left, gains in waits:
        ways = list(gains)
        chance += left / unseen * len(ways)
        gain += left / unseen * sum(ways)
    # The four tiles of a go-round cannot hold a wait more than surely.
    return Outlook(1.0, gain / chance) if chance > 1 else Outlook(chance, gain)


def before_waiting(steps: Iterable[tuple[int, Outlook]], unseen: int, rounds: int) -> float:
    """Expected gain of a hand one tile from waiting: copies left of each useful tile and the best outlook after it."""
    known = list(steps)
    useful = sum(left for left, _ in known) / unseen
    total = 0.0
    still = 1.0
    for passed in range(1, rounds + 1):
        total += still * sum(left / unseen * after.over(rounds - passed) for left, after in known)
        still *= (1 - useful) * (1 - ENDED)
    return total
