"""What many hands wait for: whether it is a single tile, and whether all are waits for the pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.engine.batch.arrays import Hands
from paiyan.engine.batch.parts import RED_READ, Parts
from paiyan.engine.batch.tables import PAIR, READABLE, TRIPLET, suit_tables
from paiyan.engine.rules.jinzhou.conditions import RED
from paiyan.engine.rules.jinzhou.options import JinzhouOptions

Bits = NDArray[np.bool_]
Rows = NDArray[np.intp]
Masks = NDArray[np.uint16]
_ENDS: Final = np.uint16(0b100000001)
_ALL: Final = np.uint16(0b111111111)
_NONE: Final = np.uint16(0)
_OTHER_SUITS: Final = ((1, 2), (0, 2), (0, 1))


@dataclass(frozen=True, slots=True)
class Waits:
    """``single``: no more than one kind. ``pairs_only``: every kind can complete the pair (2345 type)."""

    single: Bits
    pairs_only: Bits


def find_waits(hands: Hands, parts: Parts, rows: Rows, may_win: Bits, options: JinzhouOptions) -> Waits:
    """The waits of the hands at ``rows``, which have won; ``may_win``: 开门 does not keep a hand from winning."""
    masks, paired = _of_sets(parts, rows)
    open_enough = may_win[rows]
    masks[~open_enough] = 0
    reds = _on_red(parts, rows) & open_enough
    as_red_pair = RED_READ[parts.reds[rows] + 1] & PAIR > 0
    odd = np.flatnonzero(parts.one_odd[rows])
    if len(odd):
        _add_pairs(hands, parts, rows, odd, masks, reds, options)
    _take_dead(hands, rows, masks, reds, options)
    count = np.bitwise_count(masks).sum(axis=1) + reds
    pure = ((masks & ~paired) == 0).all(axis=1) & (~reds | as_red_pair)
    return Waits(count <= 1, pure & (count > 0))


def _of_sets(parts: Parts, rows: Rows) -> tuple[Masks, Masks]:
    """(n, 3) masks of the ranks of each suit that give sets and a pair with all conditions; those for the pair."""
    tables = suit_tables()
    before = parts.before[rows]
    readable = before & READABLE > 0
    pair = (before & PAIR > 0).astype(np.uint8)
    triplet = before & TRIPLET > 0
    suits = parts.suits[rows]
    ends = np.where(parts.yaojiu[rows], _ALL, _ENDS)
    masks = np.empty((len(rows), 3), np.uint16)
    paired = np.empty((len(rows), 3), np.uint16)
    for suit, (one, two) in enumerate(_OTHER_SUITS):
        fits = readable[:, one] & readable[:, two] & readable[:, 3] & suits[:, one] & suits[:, two]
        fits &= pair[:, one] + pair[:, two] + pair[:, 3] <= 1
        free = triplet[:, one] | triplet[:, two] | triplet[:, 3] | parts.melded_triplet[rows]
        ranks = tables.waits[tables.waiting[parts.numbers[rows, suit]]]
        allowed = np.where(fits, ends, _NONE)
        masks[:, suit] = (ranks[:, 1] | np.where(free, ranks[:, 0], _NONE)) & allowed
        paired[:, suit] = (ranks[:, 3] | np.where(free, ranks[:, 2], _NONE)) & allowed
    return masks, paired


def _on_red(parts: Parts, rows: Rows) -> Bits:
    """Whether another red dragon gives sets and a pair with all conditions; it brings 幺九 and 横 itself."""
    before = parts.before[rows][:, :3]
    readable = (before & READABLE > 0).all(axis=1) & (RED_READ[parts.reds[rows] + 1] > 0)
    found: Bits = readable & ((before & PAIR > 0).sum(axis=1) <= 1) & parts.suits[rows].all(axis=1)
    return found


def _add_pairs(
    hands: Hands, parts: Parts, rows: Rows, odd: Rows, masks: Masks, reds: Bits, options: JinzhouOptions
) -> None:
    """The tile that makes seven pairs, where the conditions hold; ``odd``: places among ``rows``."""
    kind = (hands.concealed[rows[odd]] & 1).argmax(axis=1)
    suit, rank = np.divmod(kind, 9)
    valid = np.ones(len(odd), np.bool_)
    if options.qidui_requires_three_suits:
        suits = np.ones((len(odd), 4), np.bool_)
        suits[:, :3] = parts.suits[rows[odd]]
        suits[np.arange(len(odd)), suit] = True
        valid &= suits.all(axis=1)
    if options.qidui_requires_yaojiu:
        valid &= parts.yaojiu[rows[odd]] | (kind == RED) | (rank == 0) | (rank == 8)
    of_suit = valid & (kind != RED)
    masks[odd[of_suit], suit[of_suit]] |= (1 << rank[of_suit]).astype(np.uint16)
    reds[odd[valid & (kind == RED)]] = True


def _take_dead(hands: Hands, rows: Rows, masks: Masks, reds: Bits, options: JinzhouOptions) -> None:
    """Take out kinds that cannot come any more, other than the claimed tile (``wait_count_dead_tiles``)."""
    if options.wait_count_dead_tiles == "structural":
        return
    seen = hands.concealed[rows] + hands.melded[rows]
    if options.wait_count_dead_tiles == "visible_excluded" and hands.visible is not None:
        seen += hands.visible[rows]
    dead = seen >= 4
    dead[np.arange(len(rows)), hands.win_tile[rows]] = False
    some = np.flatnonzero(dead.any(axis=1))
    bits = dead[some, :27].reshape(-1, 3, 9) @ (1 << np.arange(9))
    masks[some] &= ~bits.astype(np.uint16)
    reds[some] &= ~dead[some, RED]
