"""Conditions of winning in 锦州麻将, one small rule each (rules/spec.md J7–J12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Final, Generic, TypeVar

from paiyan.engine.hand import RUN_TEXTS, TRIPLET_TEXTS, Hand, MeldKind, one_more
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.ruling import Condition, Fault, WildUse
from paiyan.engine.shapes import (
    NUMBER_SUITS,
    PairsReading,
    Reading,
    SetsReading,
    WaitShape,
    pairs_reading,
    readings_of,
    with_tile,
)
from paiyan.engine.tiles import ALL_TILES, Tile

RED: Final = Tile.parse("7z").index
"""红中."""
KINDS: Final = (*range(27), RED)
"""The 28 faces played with: three suits and 红中 (rules/spec.md J1)."""
TERMINALS: Final = tuple(base + rank for base in NUMBER_SUITS for rank in (0, 8))
"""幺九: the ones and nines."""
_TERMINALS_OF: Final = itemgetter(*TERMINALS)
PAIR_TEXTS: Final = tuple(f"{tile.rank}{tile.rank}{tile.suit}" for tile in ALL_TILES)


@dataclass(frozen=True, slots=True)
class Interpretation:
    """The 14 tiles read one way. ``total`` counts all of them, melds and winning tile included."""

    hand: Hand
    win: int
    total: tuple[int, ...]
    reading: Reading

    @property
    def seven_pairs(self) -> bool:
        """Whether this reads the hand as seven pairs."""
        return isinstance(self.reading, PairsReading)

    @property
    def all_triplets(self) -> bool:
        """飘: every set is a triplet or kong, melds included."""
        return isinstance(self.reading, SetsReading) and not self.reading.chows and not self.hand.has_chi

    @property
    def text(self) -> str:
        """The sets and pair in notation, for example ``123m 678s 555p 456m 99s``."""
        melds = [meld.text for meld in self.hand.melds]
        if isinstance(self.reading, PairsReading):
            return " ".join(PAIR_TEXTS[kind] for kind in self.reading.pairs)
        chows = [RUN_TEXTS[kind] for kind in self.reading.chows]
        triplets = [TRIPLET_TEXTS[kind] for kind in self.reading.triplets]
        return " ".join([*melds, *chows, *triplets, PAIR_TEXTS[self.reading.pair]])

    def evidence(self, condition: str, way: str | None) -> list[int]:
        """Kinds of the tiles by which ``condition`` is met in the way named."""
        if condition == "three_suits":
            return _first_of_each_suit(self.total)
        if condition == "yaojiu":
            return [kind for kind in TERMINALS if self.total[kind]] if way == "terminal" else [RED] * self.total[RED]
        if condition == "triplet" and way == "red_pair":
            return [RED] * 2
        if condition == "triplet" and not isinstance(self.reading, PairsReading):
            melded = [tile.index for meld in self.hand.melds if meld.kind is not MeldKind.CHI for tile in meld.tiles]
            return melded + [kind for kind in self.reading.triplets for _ in range(3)]
        return []

    def detail(self, fault: str) -> str:
        """What picks the narrower text of a ``fault``: the suits missing."""
        return missing_suits(self.total) if fault == "missing_suit" else ""

    def wilds(self, shape: WaitShape | None) -> tuple[WildUse, ...]:
        """What each 会 stands for where the winning tile completes ``shape``; none without 会牌."""
        return ()


def _first_of_each_suit(total: Sequence[int]) -> list[int]:
    found: list[int] = []
    for base in NUMBER_SUITS:
        for kind in range(base, base + 9):
            if total[kind]:
                found.append(kind)
                break
    return found


def interpretations(hand: Hand, win: int) -> list[Interpretation]:
    """Every way to read ``hand`` with the tile ``win`` as a winning shape (rules/spec.md J12)."""
    counts = one_more(hand.counts, win)
    total = one_more(hand.total, win) if hand.melds else counts
    readings: list[Reading] = [*readings_of(with_tile(hand.parts, win))]
    if not hand.melds and (pairs := pairs_reading(counts)):
        readings.append(pairs)
    return [Interpretation(hand, win, total, reading) for reading in readings]


def three_suits(hand: Interpretation, options: JinzhouOptions) -> str | None:
    """门齐: 万, 饼 and 条 all present; 红中 never repairs this (J8)."""
    if not options.qidui_requires_three_suits and hand.seven_pairs:
        return "exempt"
    total = hand.total
    return "all" if any(total[:9]) and any(total[9:18]) and any(total[18:27]) else None


def yaojiu(hand: Interpretation, options: JinzhouOptions) -> str | None:
    """幺九: a one or nine anywhere, or 红中 as pair, triplet or kong (J9)."""
    if not options.qidui_requires_yaojiu and hand.seven_pairs:
        return "exempt"
    if has_terminal(hand.total):
        return "terminal"
    return "red" if hand.total[RED] else None


def has_terminal(total: Sequence[int]) -> bool:
    """Whether there is a one or nine among the tiles counted."""
    return any(_TERMINALS_OF(total))


def triplet(hand: Interpretation, options: JinzhouOptions) -> str | None:
    """横: a triplet or kong, or 红中 as the pair; seven pairs are exempt by their nature (J10)."""
    if isinstance(hand.reading, PairsReading):
        return "qidui"
    if hand.reading.triplets or hand.hand.has_triplet:
        return "set"
    return "red_pair" if hand.reading.pair == RED else None


def min_hand(hand: Interpretation, options: JinzhouOptions) -> str | None:
    """手里不能少于4张: a single tile before the win is enough only for 单粘飘 (J7)."""
    melds = hand.hand.melds
    # Only four sets set apart leave fewer than four tiles.
    if len(melds) < 4 or not options.min_hand_rule:
        return "enough"
    if not options.angang_counts_for_min_hand and any(meld.kind is MeldKind.AN for meld in melds):
        return "enough"
    return "piao" if hand.all_triplets else None


def opened(hand: Interpretation, options: JinzhouOptions) -> str | None:
    """已开门, where the house requires it (J11); seven pairs cannot open and are exempt."""
    if hand.seven_pairs:
        return "qidui"
    return "open" if hand.hand.is_open else None


I = TypeVar("I", bound=Interpretation, contravariant=True)  # noqa: E741
J = TypeVar("J", bound=JinzhouOptions, contravariant=True)


@dataclass(frozen=True, slots=True)
class ConditionRule(Generic[I, J]):
    """A condition: ``way`` names how an interpretation meets it, or is None; ``fault`` is the reason if it fails."""

    id: str
    fault: str
    way: Callable[[I, J], str | None]

    def explain(self, hand: I, way: str | None) -> Condition:
        """The condition, met in this ``way``, with the tiles that do."""
        kinds = tuple(hand.evidence(self.id, way))
        return (_condition if way == "set" else _same_condition)(self.id, way, kinds)

    def complain(self, hand: I) -> Fault:
        """The fault of an interpretation that fails it."""
        return Fault(self.fault, hand.detail(self.fault))


def _condition(id: str, way: str | None, kinds: tuple[int, ...]) -> Condition:
    return Condition(id, way is not None, way or "fails", tuple([ALL_TILES[kind] for kind in kinds]))


_same_condition: Final = cache(_condition)
"""The same condition each time. All but those of sets are few: the first tile of each suit, some ones and nines."""


Rule = ConditionRule[Interpretation, JinzhouOptions]

CONDITIONS: Final[tuple[Rule, ...]] = (
    ConditionRule("three_suits", "missing_suit", three_suits),
    ConditionRule("yaojiu", "no_yaojiu", yaojiu),
    ConditionRule("triplet", "no_triplet", triplet),
    ConditionRule("min_hand", "min_hand", min_hand),
)
OPENED: Final[Rule] = ConditionRule("opened", "not_open", opened)


Ways = Sequence[str | None]
"""How a reading meets each of the rules, None where it fails one."""


def judge(
    readings: Iterable[I], rules: Sequence[ConditionRule[I, J]], options: J
) -> tuple[list[tuple[I, Ways]], list[I]]:
    """How each of the ``readings`` meets the ``rules``, and those that meet all."""
    judged: list[tuple[I, Ways]] = [(one, [rule.way(one, options) for rule in rules]) for one in readings]
    return judged, [one for one, ways in judged if None not in ways]


def explain(one: I, rules: Iterable[ConditionRule[I, J]], ways: Ways) -> tuple[Condition, ...]:
    """The shape of a complete hand and all ``rules``, each with the tiles that meet it."""
    complete = Condition("complete", True, "qidui" if one.seven_pairs else "sets", params={"reading": one.text})
    return (complete, *[rule.explain(one, way) for rule, way in zip(rules, ways, strict=True)])


def explain_best(
    best: I, judged: Iterable[tuple[I, Ways]], rules: Iterable[ConditionRule[I, J]]
) -> tuple[Condition, ...]:
    """The conditions of the reading chosen."""
    (ways,) = [ways for one, ways in judged if one is best]
    return explain(best, rules, ways)


def missing_suits(total: Iterable[int]) -> str:
    """Letters of the number suits without a tile, in the order m, p, s."""
    counts = tuple(total)
    return "".join(letter for letter, base in zip("mps", NUMBER_SUITS, strict=True) if not any(counts[base : base + 9]))
