"""Many hands split into suits and red dragons, before and after the winning tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.engine.batch.arrays import Hands
from paiyan.engine.batch.tables import PAIR, PLAIN, POWERS, TRIPLET, TRIPLETS_ONLY, suit_tables
from paiyan.engine.rules.jinzhou.conditions import RED, TERMINALS

Bits = NDArray[np.bool_]

RED_READ: Final = np.array(
    [
        PLAIN | TRIPLETS_ONLY,
        0,
        TRIPLET | TRIPLETS_ONLY | PAIR,
        TRIPLET | TRIPLETS_ONLY,
        0,
        TRIPLET | TRIPLETS_ONLY | PAIR,
    ],
    np.uint8,
)
"""Flags of 0–5 red dragons; a pair of them counts as 横 (rules/spec.md J10)."""


def _weights() -> NDArray[np.float32]:
    """Sums over the 27 kinds of the suits: the number of each suit, the tiles of each, terminals.

    Floats, because their product is quick; all sums are exact in them.
    """
    weights = np.zeros((RED + 1, 7), np.float32)
    for suit in range(3):
        weights[9 * suit : 9 * suit + 9, suit] = POWERS
        weights[9 * suit : 9 * suit + 9, 3 + suit] = 1
    weights[list(TERMINALS), 6] = 1
    return weights


_WEIGHTS: Final = _weights()


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of N hands, concealed tiles unless said otherwise.

    ``numbers`` and ``numbers_after`` (N, 3): numbers of the suits, before and after the winning tile; ``before`` and
    ``after`` (N, 4): flags of their readings, the red dragons last. ``suits`` (N, 3): which suits are in the whole hand
    before the winning tile; ``yaojiu`` (N,): whether that has a terminal or red dragon. ``one_odd``: nothing set apart,
    and one kind is held an odd number of times.
    """

    numbers: NDArray[np.int32]
    numbers_after: NDArray[np.int32]
    reds: NDArray[np.uint8]
    reds_after: NDArray[np.uint8]
    before: NDArray[np.uint8]
    after: NDArray[np.uint8]
    suits: Bits
    yaojiu: Bits
    three_suits_after: Bits
    yaojiu_after: Bits
    melded_triplet: Bits
    one_odd: Bits


def parts_of(hands: Hands) -> Parts:
    """Split ``hands``."""
    every = np.arange(len(hands))
    win = hands.win_tile
    suit, rank = np.divmod(win, 9)
    of_suit = win != RED
    concealed = hands.concealed.astype(np.float32) @ _WEIGHTS
    melded = hands.melded.astype(np.float32) @ _WEIGHTS
    numbers = np.zeros((len(hands), 4), np.int32)
    numbers[:, :3] = concealed[:, :3]
    numbers_after = numbers.copy()
    # The red dragons' column is only there to take what is not of a suit.
    numbers_after[every, suit] += np.where(of_suit, POWERS[rank], 0)
    reds = hands.concealed[:, RED]
    reds_after = reds + ~of_suit
    suits = concealed[:, 3:6] + melded[:, 3:6] > 0
    suits_after = np.ones((len(hands), 4), np.bool_)
    suits_after[:, :3] = suits
    suits_after[every, suit] = True
    yaojiu = (concealed[:, 6] + melded[:, 6] > 0) | (reds + hands.melded[:, RED] > 0)
    three_suits_after: Bits = np.all(suits_after, axis=1)
    return Parts(
        numbers=numbers[:, :3],
        numbers_after=numbers_after[:, :3],
        reds=reds,
        reds_after=reds_after,
        before=_read(numbers, reds),
        after=_read(numbers_after, reds_after),
        suits=suits,
        yaojiu=yaojiu,
        three_suits_after=three_suits_after,
        yaojiu_after=yaojiu | _ENDS[win],
        melded_triplet=hands.triplets + hands.concealed_kongs > 0,
        one_odd=((hands.concealed & 1).sum(axis=1) == 1) & (hands.melds == 0),
    )


_ENDS: Final = np.isin(np.arange(RED + 1), (*TERMINALS, RED))


def _read(numbers: NDArray[np.int32], reds: NDArray[np.uint8]) -> NDArray[np.uint8]:
    read = suit_tables().read[numbers]
    read[:, 3] = RED_READ[reds]
    return read
