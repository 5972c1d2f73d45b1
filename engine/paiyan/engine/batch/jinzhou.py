"""锦州麻将 on many hands at once (rules/spec.md §1): the same conditions, classes and shares as hand by hand."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiyan.engine.batch.arrays import METHODS, Facts, Hands, Rulings
from paiyan.engine.batch.parts import RED_READ, Parts, parts_of
from paiyan.engine.batch.shares import ShareTable, share_table
from paiyan.engine.batch.tables import (
    AS_EDGE,
    AS_MIDDLE,
    AS_PAIR,
    PAIR,
    READABLE,
    TRIPLET,
    TRIPLETS_ONLY,
    suit_tables,
)
from paiyan.engine.batch.waits import Waits, find_waits
from paiyan.engine.facts import Method
from paiyan.engine.rules.jinzhou.classes import class_points
from paiyan.engine.rules.jinzhou.conditions import RED, TERMINALS
from paiyan.engine.rules.jinzhou.options import JinzhouOptions

Bits = NDArray[np.bool_]
_ROWS: Final = 1 << 14
"""Hands worked on at a time, so that what is between stays near."""
_TIANHU: Final = METHODS.index(Method.TIANHU)
_TERMINAL: Final = np.isin(np.arange(RED + 1), TERMINALS)


def rule_hands(hands: Hands, facts: Facts, options: JinzhouOptions | None = None) -> Rulings:
    """Which of the claimed wins are valid, their classes and what each seat owes.

    Looks at the tiles and conditions of winning; 漏胡 and kongs that cannot be robbed are not among the facts.
    ``options``: the house rules, as they are by default if None. ValueError if there are not as many facts as hands.
    """
    if len(hands) != len(facts):
        raise ValueError(f"{len(hands)} hands and {len(facts)} facts")
    options = options or JinzhouOptions()
    table = share_table(options)
    found = [
        _rule(hands[start : start + _ROWS], facts[start : start + _ROWS], options, table)
        for start in range(0, max(1, len(hands)), _ROWS)
    ]
    columns = ([getattr(one, name) for one in found] for name in Rulings.__slots__)
    return Rulings(*map(np.concatenate, columns))


def _rule(hands: Hands, facts: Facts, options: JinzhouOptions, table: ShareTable) -> Rulings:
    parts = parts_of(hands)
    may_close = (facts.method == _TIANHU) if options.require_open else np.ones(len(hands), np.bool_)
    is_open = hands.chi + hands.triplets > 0
    pairs = _seven_pairs(hands, parts, options)
    sets = _sets(hands, parts, options) & (is_open | may_close)
    piao = sets & (parts.after & TRIPLETS_ONLY > 0).all(axis=1) & (hands.chi == 0)
    held = hands.concealed[np.arange(len(hands)), hands.win_tile] + 1

    hu_class = np.zeros(len(hands), np.uint8)
    ordinary = np.flatnonzero(sets & ~piao & ~pairs)
    if len(ordinary):
        waits = find_waits(hands, parts, ordinary, is_open | may_close, options)
        hu_class[ordinary] = 1 + _is_second_class(hands, parts, ordinary, waits, options)
    hu_class[piao] = np.where(held[piao] == 2, 4, 3)
    quads = (hands.concealed == 4).sum(axis=1) + (held == 4)
    hu_class[pairs] = np.where(quads[pairs] > 0, 5, 4)

    worth = np.array([0, *(class_points(number, options) for number in range(1, 6))], np.int32)
    points = worth[hu_class]
    if options.luxury_pairs_scaling == "double_per_quad":
        points <<= np.where(pairs, np.maximum(quads - 1, 0), 0)
    return Rulings(pairs | sets, hu_class, points, table.shares(facts, pairs, points))


def _sets(hands: Hands, parts: Parts, options: JinzhouOptions) -> Bits:
    """Four sets and a pair with 门齐, 幺九, 横 and enough tiles in hand; 开门 is left to the caller."""
    complete = ((parts.after & READABLE) > 0).all(axis=1) & ((parts.after & PAIR > 0).sum(axis=1) == 1)
    triplet = (parts.after & TRIPLET > 0).any(axis=1) | parts.melded_triplet
    enough = np.ones(len(hands), np.bool_)
    if options.min_hand_rule:
        used = hands.melds if options.angang_counts_for_min_hand else hands.chi + hands.triplets
        enough = (used < 4) | (hands.chi == 0)
    found: Bits = complete & triplet & enough & parts.three_suits_after & parts.yaojiu_after
    return found


def _seven_pairs(hands: Hands, parts: Parts, options: JinzhouOptions) -> Bits:
    """Seven pairs with 门齐 and 幺九 as far as the house asks for them."""
    found = parts.one_odd & (hands.concealed[np.arange(len(hands)), hands.win_tile] & 1 > 0)
    if options.qidui_requires_three_suits:
        found = found & parts.three_suits_after
    return found & parts.yaojiu_after if options.qidui_requires_yaojiu else found


def _is_second_class(hands: Hands, parts: Parts, rows: NDArray[np.intp], waits: Waits, options: JinzhouOptions) -> Bits:
    """二类: a single valid wait, or by house rule the shape completed or a 2345 wait."""
    win = hands.win_tile[rows]
    shapes = _shapes(parts, rows, win)
    by_shape = options.wait_class_basis == "shape"
    as_pair = shapes & AS_PAIR > 0
    named = shapes & (AS_MIDDLE | AS_EDGE | AS_PAIR) > 0
    alone = (named | _TERMINAL[win]) if by_shape else np.ones(len(rows), np.bool_)
    pure = as_pair & waits.pairs_only & options.nobetan_is_danzhan
    if not by_shape:
        return np.where(waits.single, alone, pure)
    unlike = (shapes & (AS_MIDDLE | AS_EDGE) > 0) | (as_pair & ~waits.pairs_only)
    return np.where(waits.single, alone, pure | unlike)


def _shapes(parts: Parts, rows: NDArray[np.intp], win: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What the winning tile may have completed in the readings with 横."""
    tables = suit_tables()
    suit, rank = np.divmod(win, 9)
    read = parts.after[rows]
    is_red = win == RED
    place = np.where(is_red, 0, suit)
    both = tables.shapes[tables.complete[parts.numbers_after[rows, place]], np.where(is_red, 0, rank)]
    elsewhere = (read & TRIPLET > 0) & (np.arange(4) != suit[:, None])
    free = elsewhere.any(axis=1) | parts.melded_triplet[rows]
    of_red = np.where(RED_READ[parts.reds_after[rows]] & PAIR > 0, AS_PAIR, 0)
    return np.where(is_red, of_red, (both >> 4) | np.where(free, both & 15, 0)).astype(np.uint8)
