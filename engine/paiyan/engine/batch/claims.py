"""Single claims of a win put together to arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from paiyan.engine.batch.arrays import METHODS, Facts, Hands
from paiyan.engine.facts import WinContext
from paiyan.engine.hand import Hand, MeldKind

_NO_SEAT: Final = -1


def arrays_of(claims: Sequence[tuple[Hand, WinContext]]) -> tuple[Hands, Facts]:
    """The hands and facts of ``claims``; the table must know who is 开门."""
    count = len(claims)
    wins = [win for _, win in claims]
    concealed = np.array([hand.counts for hand, _ in claims], np.uint8).reshape(count, -1)
    total = np.array([hand.total for hand, _ in claims], np.uint8).reshape(count, -1)
    kinds = [[meld.kind for meld in hand.melds] for hand, _ in claims]
    melds = np.array([len(row) for row in kinds], np.uint8)
    chi, hidden = (np.array([row.count(kind) for row in kinds], np.uint8) for kind in (MeldKind.CHI, MeldKind.AN))
    tiles = np.array([win.win_tile.index for win in wins], np.uint8)
    return (
        Hands(concealed, total - concealed, chi, melds - chi - hidden, hidden, tiles),
        Facts(
            winner=np.array([win.winner for win in wins], np.int8),
            dealer=np.array([win.table.dealer for win in wins], np.int8),
            discarder=np.array([_NO_SEAT if win.discarder is None else win.discarder for win in wins], np.int8),
            method=np.array([METHODS.index(win.method) for win in wins], np.int8),
            red_kong=np.array([win.red_kong for win in wins], np.bool_),
            open=np.array([win.table.open for win in wins], np.bool_).reshape(count, 4),
        ),
    )
