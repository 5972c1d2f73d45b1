"""What each seat owes for many wins, by the multipliers of the single ruling (rules/spec.md §1.5)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.engine.batch.arrays import METHODS, Facts
from paiyan.engine.facts import TableContext, WinContext
from paiyan.engine.rules.jinzhou.multipliers import Situation, multiplier_lines, shares
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.sheets import heavenly
from paiyan.engine.tiles import ALL_TILES

Integers = NDArray[np.int32]
_SIZES: Final = (4, 4, 5, len(METHODS), 2, 2, 2, 2, 2, 2)
"""Winner, dealer, discarder + 1, method, red kong, who of the seats is open, seven pairs."""
_SITUATIONS: Final = int(np.prod(_SIZES))


class ShareTable:
    """Factor on the class points and fixed sum of each seat for every situation met so far."""

    def __init__(self, options: JinzhouOptions) -> None:
        """``options``: the house rules."""
        self._options = options
        self._known = np.zeros(_SITUATIONS, np.bool_)
        self._factors = np.zeros((_SITUATIONS, 4), np.int32)
        self._fixed = np.zeros((_SITUATIONS, 4), np.int32)

    def shares(self, facts: Facts, seven_pairs: NDArray[np.bool_], points: Integers) -> Integers:
        """(N, 4): shares of wins worth ``points``, none where these are 0."""
        columns = (facts.winner, facts.dealer, facts.discarder + 1, facts.method, facts.red_kong, *facts.open.T)
        numbers = np.zeros(len(facts), np.int32)
        for column, size in zip((*columns, seven_pairs), _SIZES, strict=True):
            numbers *= size
            numbers += column
        won = points > 0
        met = np.zeros(_SITUATIONS, np.bool_)
        met[numbers[won]] = True
        for number in np.flatnonzero(met & ~self._known):
            self._learn(int(number))
        full = self._factors[numbers] * points[:, None] + self._fixed[numbers] * won[:, None]
        cap = self._options.score_cap
        return full if cap is None else np.minimum(full, cap)

    def _learn(self, number: int) -> None:
        winner, dealer, giver, method, red_kong, *is_open, seven_pairs = map(int, np.unravel_index(number, _SIZES))
        table = TableContext(dealer, (bool(is_open[0]), bool(is_open[1]), bool(is_open[2]), bool(is_open[3])))
        discarder = giver - 1 if giver else None
        win = WinContext(table, winner, METHODS[method], ALL_TILES[0], discarder, bool(red_kong))
        lines = multiplier_lines(
            Situation(win, tuple([not seat for seat in is_open]), bool(seven_pairs), self._options)
        )
        fixed = heavenly(win, self._options)
        if fixed is None:
            for seat, factor in shares(1, lines, win.losers).items():
                self._factors[number, seat] = factor
        else:
            for seat, share in shares(fixed.points, lines if fixed.multiplied else (), fixed.payers).items():
                self._fixed[number, seat] = share
        self._known[number] = True


@lru_cache(maxsize=16)
def share_table(options: JinzhouOptions) -> ShareTable:
    """The table for these house rules."""
    return ShareTable(options)
