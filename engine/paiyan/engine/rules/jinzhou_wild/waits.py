"""W with 会: every tile on which 13 tiles would be a valid win (rules/spec.md §1.4, §2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paiyan.engine.facts import WinContext
from paiyan.engine.hand import Hand, MeldKind
from paiyan.engine.rules.jinzhou.conditions import KINDS, RED
from paiyan.engine.rules.jinzhou.standing import sets_can_win
from paiyan.engine.rules.jinzhou.waits import Waits, completes_pair, copies_gone, must_open
from paiyan.engine.rules.jinzhou_wild.conditions import Rule
from paiyan.engine.rules.jinzhou_wild.interpretations import interpretations, pairs_interpretation
from paiyan.engine.rules.jinzhou_wild.layouts import MOST_WILDS, layouts
from paiyan.engine.rules.jinzhou_wild.naturals import Naturals
from paiyan.engine.rules.jinzhou_wild.options import JinzhouWildOptions
from paiyan.engine.rules.jinzhou_wild.states import enough, joined, states, states_with_tile
from paiyan.engine.shapes import NUMBER_SUITS


def wild_waits(
    hand: Hand, naturals: Naturals, win: WinContext, rules: Sequence[Rule], options: JinzhouWildOptions
) -> Waits:
    """The waits of ``hand`` under all ``rules``; ``naturals`` are its 13 tiles. The 会 itself is never one."""
    gone = copies_gone(hand, win, options)
    possible = (
        set(Completions(hand, naturals, options).kinds())
        if sets_can_win(hand, options, must_open=must_open(win, options))
        else set()
    )
    if options.allow_qidui:
        possible.update(kind for kind in KINDS if _pairs_win(hand, naturals.plus(kind), kind, rules, options))
    kinds = tuple(kind for kind in KINDS if kind in possible and gone[kind] < 4 and kind != naturals.hui)
    # Only house rules look at whether every one completes the pair.
    asked = len(kinds) > 1 and (options.nobetan_is_danzhan or options.wait_class_basis == "shape")
    return Waits(kinds, asked and all(_wins_as_pair(hand, naturals, kind, rules, options) for kind in kinds))


@dataclass(frozen=True, slots=True)
class _Reds:
    """One way to lay out the 红中 in hand with 会: how many 会, whether as the pair, and what that is good for."""

    wilds: int
    paired: bool
    triplet: bool
    natural_pair: bool
    wild_pair: bool


class Completions:
    """What turns 13 tiles with 会 into sets and a pair meeting J8–J10; what is possible in the suits is looked up."""

    def __init__(self, hand: Hand, naturals: Naturals, options: JinzhouWildOptions) -> None:
        """``naturals``: the tiles of ``hand``."""
        self._naturals = naturals
        self._options = options
        self._has_triplet = any(meld.kind is not MeldKind.CHI for meld in hand.melds)
        self._missing = [base for base in NUMBER_SUITS if not any(naturals.total[base : base + 9])]

    def kinds(self) -> Iterator[int]:
        """Kinds, ascending, that do so as natural tiles."""
        naturals = self._naturals
        parts = [naturals.counts[base : base + 9] for base in NUMBER_SUITS]
        alone = [states(part, naturals.wilds) for part in parts]
        ways = tuple(_red_ways(naturals, naturals.counts[RED]))
        yaojiu = naturals.has_terminal or naturals.reds >= 2
        missing: bool | None = None
        for number, base in enumerate(NUMBER_SUITS):
            others = joined(alone[number - 1], alone[number - 2])
            if missing is not (missing := len(self._missing) > (base in self._missing)):
                end = self._accepted(naturals, ways, missing, True)
                inner = end if yaojiu else self._accepted(naturals, ways, missing, False)
            for rank, with_tile in enumerate(states_with_tile(parts[number], naturals.wilds)):
                if with_tile and joined(with_tile, others) & (end if rank in (0, 8) else inner):
                    yield base + rank
        if self._complete(naturals.plus(RED)):
            yield RED

    def drawn_wild(self) -> bool:
        """Whether a drawn 会 does so (W7)."""
        return self._naturals.wilds < MOST_WILDS and self._complete(self._naturals.plus_wild())

    def _complete(self, naturals: Naturals) -> bool:
        first, second, third = (states(naturals.counts[base : base + 9], naturals.wilds) for base in NUMBER_SUITS)
        yaojiu = naturals.has_terminal or naturals.reds >= 2
        missing = any(not any(naturals.total[base : base + 9]) for base in NUMBER_SUITS)
        accepted = self._accepted(naturals, tuple(_red_ways(naturals, naturals.counts[RED])), missing, yaojiu)
        return bool(joined(joined(first, second), third) & accepted)

    def _accepted(self, naturals: Naturals, ways: Sequence[_Reds], missing: bool, yaojiu: bool) -> int:
        """States of the three suits together that win."""
        options = self._options
        found = 0
        for way in ways:
            if missing and not (way.wild_pair and options.wild_red_pair_waives_three_suits):
                continue
            if not (yaojiu or way.wild_pair):
                continue
            waived = way.natural_pair or (way.wild_pair and options.wild_red_pair_waives_triplet)
            needs_triplet = not (self._has_triplet or way.triplet or waived)
            found |= enough(naturals.wilds - way.wilds, way.paired, needs_triplet)
        return found


def _red_ways(naturals: Naturals, reds: int) -> Iterator[_Reds]:
    counts = naturals.hui != RED
    for traits, _ in layouts((reds,), naturals.wilds, True, -1):
        pair = traits.paired and counts
        yield _Reds(traits.wilds, traits.paired, traits.triplets, pair and reds >= 2, pair and traits.wilds > 0)


def _pairs_win(hand: Hand, naturals: Naturals, kind: int, rules: Sequence[Rule], options: JinzhouWildOptions) -> bool:
    one = pairs_interpretation(hand, naturals, kind, drawn=False)
    return one is not None and all(rule.way(one, options) is not None for rule in rules)


def _wins_as_pair(
    hand: Hand, naturals: Naturals, kind: int, rules: Sequence[Rule], options: JinzhouWildOptions
) -> bool:
    readings = interpretations(hand, naturals.plus(kind), kind, drawn=False)
    return any(completes_pair(one) and all(rule.way(one, options) is not None for rule in rules) for one in readings)
