"""The five classes of 锦州麻将 (rules/spec.md §1.4): what a valid hand is called and worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from paiyan.engine.rules.jinzhou.conditions import TERMINALS, Interpretation
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.waits import WaitCount, Waits
from paiyan.engine.ruling import Alternative, Label
from paiyan.engine.shapes import PairsReading, WaitShape, wait_shapes
from paiyan.engine.tiles import Tile, format_tiles

TWO_WAITS: Final = Label("liangjiao", "两叫")
MANY_WAITS: Final = Label("duojiao", "多叫")
TWO_PAIRS: Final = Label("duidao", "对倒")
MIDDLE: Final = Label("jia", "夹")
EDGE: Final = Label("bian", "边")
SINGLE: Final = Label("danzhan", "单粘")
DOUBLE_SINGLE: Final = Label("danzhan_nobetan", "单粘(两头单吊)")
ONLY_TERMINAL: Final = Label("danhuyao", "单胡幺")
ONLY_TILE: Final = Label("danhu", "单胡")
PIAO_TWO_PAIRS: Final = Label("duidaopiao", "对倒飘")
PIAO_SINGLE: Final = Label("danzhanpiao", "单粘飘")
SEVEN_PAIRS: Final = Label("qidui", "七对")
LUXURY_PAIRS: Final = Label("haohuaqidui", "豪华七对")
PAIRS_LABELS: Final = (SEVEN_PAIRS, LUXURY_PAIRS)
HEAVENLY: Final = Label("tianhu", "天胡")

SHAPE_LABELS: Final = {WaitShape.MIDDLE: MIDDLE, WaitShape.EDGE: EDGE, WaitShape.PAIR: SINGLE}
"""The shapes of 二类, in the order in which one is named when several fit."""
_ORDER: Final = tuple(SHAPE_LABELS)


I = TypeVar("I", bound=Interpretation)  # noqa: E741
I_co = TypeVar("I_co", bound=Interpretation, covariant=True)


@dataclass(frozen=True, slots=True)
class Candidate(Generic[I_co]):
    """One class a hand may be given, by one way to read it."""

    interpretation: I_co
    shape: WaitShape | None
    hu_class: int
    points: int
    label: Label


def candidates(valid: Sequence[I], waits: Waits, options: JinzhouOptions) -> list[Candidate[I]]:
    """Every class the ``valid`` interpretations of one win allow, best first."""
    found = [candidate for one in valid for candidate in _of_interpretation(one, waits, options)]
    if len(found) == 1:
        return found
    return sorted(found, key=lambda one: (-one.points, _ORDER.index(one.shape) if one.shape in SHAPE_LABELS else 3))


def _of_interpretation(one: I, waits: Waits, options: JinzhouOptions) -> list[Candidate[I]]:
    if isinstance(one.reading, PairsReading):
        return [_pairs_class(one, one.reading, options)]
    named = _piao_class if one.all_triplets else _sets_class
    return [named(one, shape, waits, options) for shape in wait_shapes(one.reading, one.win)]


def class_points(hu_class: int, options: JinzhouOptions) -> int:
    """Points of a class: 1:2:4:8:16 of the base unit."""
    return options.base_unit << (hu_class - 1)


def _pairs_class(one: I, reading: PairsReading, options: JinzhouOptions) -> Candidate[I]:
    """七对 (四类), with four equal tiles 豪华七对 (五类)."""
    number, points = pairs_worth(reading.quads, options)
    return Candidate(one, None, number, points, SEVEN_PAIRS if number == 4 else LUXURY_PAIRS)


def pairs_worth(quads: int, options: JinzhouOptions) -> tuple[int, int]:
    """Class and points of seven pairs with so many kinds held four times."""
    if not quads:
        return 4, class_points(4, options)
    doublings = quads - 1 if options.luxury_pairs_scaling == "double_per_quad" else 0
    return 5, class_points(5, options) << doublings


def _piao_class(one: I, shape: WaitShape, waits: Waits, options: JinzhouOptions) -> Candidate[I]:
    """单粘飘 (四类) and 对倒飘 (三类)."""
    number, label = (4, PIAO_SINGLE) if shape is WaitShape.PAIR else (3, PIAO_TWO_PAIRS)
    return Candidate(one, shape, number, class_points(number, options), label)


def _sets_class(one: I, shape: WaitShape, waits: Waits, options: JinzhouOptions) -> Candidate[I]:
    """二类 and 一类."""
    if is_second_class(shape, one.win, waits, options):
        return Candidate(one, shape, 2, class_points(2, options), _second_class_label(one, shape, waits))
    return Candidate(one, shape, 1, class_points(1, options), _first_class_label(one, shape, waits))


def is_second_class(shape: WaitShape, win: int, waits: WaitCount, options: JinzhouOptions) -> bool:
    """二类: a single valid wait, or by house rule the shape completed or a 2345 wait.

    There may be none where the 会牌 itself, which never counts as a wait, or a fifth copy that only a 会 can be wins.
    """
    if waits.single:
        return options.wait_class_basis == "unique_wait" or shape in SHAPE_LABELS or win in TERMINALS
    if shape is WaitShape.PAIR and waits.pairs_only:
        return options.nobetan_is_danzhan
    return options.wait_class_basis == "shape" and shape in SHAPE_LABELS


def _second_class_label(one: Interpretation, shape: WaitShape, waits: Waits) -> Label:
    if waits.pairs_only and shape is WaitShape.PAIR and len(waits.kinds) > 1:
        return DOUBLE_SINGLE
    if shape in SHAPE_LABELS:
        return SHAPE_LABELS[shape]
    return ONLY_TERMINAL if one.win in TERMINALS else ONLY_TILE


def _first_class_label(one: Interpretation, shape: WaitShape, waits: Waits) -> Label:
    if len(waits.kinds) > 2:
        return MANY_WAITS
    pair = None if isinstance(one.reading, PairsReading) else one.reading.pair
    if shape is WaitShape.TRIPLET and {*waits.kinds} <= {one.win, pair}:
        return TWO_PAIRS
    return TWO_WAITS


def alternatives(
    ranked: Sequence[Candidate[Interpretation]], waits: Waits, options: JinzhouOptions
) -> tuple[Alternative, ...]:
    """Other classes than the first of ``ranked`` that were considered, each reading and name once."""
    found: list[Alternative] = []
    seen = [(ranked[0].label, ranked[0].interpretation.reading)]
    for other in ranked[1:]:
        name = (other.label, other.interpretation.reading)
        if name not in seen:
            seen.append(name)
            reading = other.interpretation.text
            params = {"label": other.label.term, "points": other.points, "reading": reading}
            wilds = other.interpretation.wilds(other.shape)
            found.append(Alternative(other.label.id, other.points, reading, "lower", params, wilds))
    if ranked[0].hu_class == 1:
        found += _shapes_not_alone(ranked, waits, options)
    return tuple(found)


def _shapes_not_alone(
    ranked: Sequence[Candidate[Interpretation]], waits: Waits, options: JinzhouOptions
) -> list[Alternative]:
    """夹, 边 and 单粘 shapes that are worth no more because the hand waits for several tiles."""
    shapes = [(one, SHAPE_LABELS[one.shape]) for one in ranked if one.shape in SHAPE_LABELS]
    if not shapes:
        return []
    points = class_points(2, options)
    tiles = format_tiles(map(Tile.from_index, waits.kinds))
    found: list[Alternative] = []
    for one, label in shapes:
        reading = one.interpretation.text
        params = {"label": label.term, "points": points, "reading": reading, "tiles": tiles}
        wilds = one.interpretation.wilds(one.shape)
        found.append(Alternative(label.id, points, reading, "several_waits", params, wilds))
    return found
