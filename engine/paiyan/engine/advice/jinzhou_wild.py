"""What advice needs to know of 锦州带会: the way to a legal win with 会 and the worth of each wait."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from paiyan.engine.advice.advisor import Grades
from paiyan.engine.advice.jinzhou import JinzhouFamilyAdvisor
from paiyan.engine.advice.position import Position
from paiyan.engine.advice.reach import Distances, Goal, distances
from paiyan.engine.advice.special import Counts
from paiyan.engine.advice.wild_reach import WildGoal, wild_distances
from paiyan.engine.hand import Hand, MeldKind
from paiyan.engine.rules.jinzhou.classes import PAIRS_LABELS, class_points
from paiyan.engine.rules.jinzhou.conditions import RED, TERMINALS
from paiyan.engine.rules.jinzhou_wild.naturals import Naturals, stand_ins
from paiyan.engine.rules.jinzhou_wild.piao import piao_class
from paiyan.engine.rules.jinzhou_wild.ruleset import wild_in
from paiyan.engine.rules.jinzhou_wild.waits import Completions
from paiyan.engine.ruling import ScoreSheet
from paiyan.engine.shapes import NUMBER_SUITS
from paiyan.engine.tiles import ALL_TILES, Tile

if TYPE_CHECKING:
    from paiyan.engine.rules.jinzhou_wild.options import JinzhouWildOptions

_MOST_OF_A_KIND: Final = 6
"""With 会 a triplet, a pair and a run of one kind can be laid."""


class _Worth(NamedTuple):
    """Class points, whether seven pairs, and whether 素胡; everything else that multiplies is a fact."""

    points: int
    seven_pairs: bool
    pure: bool


class JinzhouWildAdvisor(JinzhouFamilyAdvisor):
    """门齐, 幺九, 横 and the number of melds are part of the distance; 开门, where required, is a risk only.

    Seven pairs by house rule may take a 会 for any tile there.
    """

    grades_hands = True

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        wild = wild_in(position.template.table)
        self.hui = wild.hui.index
        self._ming = wild.ming.index

    @property
    def options(self) -> JinzhouWildOptions:
        """The house rules."""
        return self.position.options  # type: ignore[return-value]

    def distances(self, hands: Counts, caps: Counts) -> Distances:
        """Distances in which a 会 is what it may be; of the mere shape any tile that is missing."""
        natural, most = hands.copy(), caps.copy()
        natural[:, self.hui] = most[:, self.hui] = 0
        wilds, all_wilds = hands[:, self.hui], caps[:, self.hui]
        goals = () if self.sets_barred else self._wild_goals()
        found = wild_distances(natural, most, wilds, all_wilds, 4 - len(self.position.melds), goals)
        if not self.seven_pairs:
            return found
        played = np.zeros_like(most)
        played[:, sorted(self.position.rules.kinds)] = all_wilds[:, None]
        pairs = distances(natural, np.minimum(most + played, _MOST_OF_A_KIND), self.goal())
        return Distances(np.minimum(found.shape, pairs.shape - wilds), np.minimum(found.win, pairs.win - wilds))

    def goal(self) -> Goal:
        """Any sets and a pair; seven pairs that win, where the house has them."""
        melds, options = self.position.melds, self.options
        suits = frozenset(range(3)) if options.qidui_requires_three_suits else frozenset[int]()
        return Goal(
            4 - len(melds),
            self.seven_pairs and not melds,
            stand_in=RED,
            pair_suits=suits,
            pair_terminal=options.qidui_requires_yaojiu,
            barred=True,
        )

    def _wild_goals(self) -> Sequence[WildGoal]:
        """What sets and a pair need beside the melds (J8–J10, W2, W3); by house rule the face of a 会 helps."""
        melds, options, hui = self.position.melds, self.options, ALL_TILES[self.hui]
        laid = [tile.index for meld in melds for tile in meld.tiles if tile != hui or not stand_ins(meld, hui)]
        counting = [(laid, 0)]
        if options.wild_face_counts_as_natural:
            melded = any(stand_ins(meld, hui) for meld in melds)
            counting.append(([*laid, self.hui], 0 if melded else 1))
        return [
            WildGoal(
                sets=4 - len(melds),
                suits=frozenset(
                    suit for suit, base in enumerate(NUMBER_SUITS) if not any(base <= kind < base + 9 for kind in there)
                ),
                terminal=not any(kind in TERMINALS for kind in there),
                triplet=all(meld.kind is MeldKind.CHI for meld in melds),
                reds=laid.count(RED) if self.hui != RED else 0,
                reds_count=self.hui != RED,
                pair_brings_suits=options.wild_red_pair_waives_three_suits,
                pair_is_triplet=options.wild_red_pair_waives_triplet,
                least_wilds=wilds,
            )
            for there, wilds in counting
        ]

    def given_alike(self, tile: Tile) -> bool:
        """A 会 that another discards is what it shows."""
        return tile.index != self.hui

    def grade(self, sheet: ScoreSheet) -> Hashable:
        """See :class:`_Worth`."""
        pure = any(line.id == "suhu" for line in sheet.lines)
        return _Worth(sheet.class_points or 0, sheet.label in PAIRS_LABELS, pure)

    @property
    def values_further(self) -> bool:
        """By house rules that look at every reading of every wait there is too much to look at."""
        options = self.options
        return not (options.allow_qidui or options.nobetan_is_danzhan or options.wait_class_basis == "shape")

    def grades(self, hand: Hand) -> Mapping[int, Grades]:
        """The grades by the best class of each wait, where hands are valued further; 飘 and the rest counted only."""
        options = self.options
        if self.sets_barred or (options.require_open and not hand.is_open):
            return {}
        naturals = Naturals.of(hand, ALL_TILES[self.hui], faces_count=options.wild_face_counts_as_natural)
        search = Completions(hand, naturals, options)
        kinds = list(search.kinds())
        waits = [kind for kind in kinds if kind != self.hui and self._may_come(hand, kind)]
        number = 2 if len(waits) <= 1 else 1
        pure = options.suhu_multiplier > 1 and not hand.total[self.hui]
        found = dict.fromkeys(kinds, Grades(*[_Worth(class_points(number, options), False, pure)] * 2))
        if (wins := search.drawn_wild()) or self.hui in found:
            worth = _Worth(class_points(number, options), False, False)
            found[self.hui] = Grades(worth if wins else None, worth if self.hui in found else None)
        if not hand.has_chi and piao_class(naturals.counts, naturals.wilds + 1, None):
            found.update(self._with_piao(hand, naturals, found))
        return found

    def _with_piao(self, hand: Hand, naturals: Naturals, found: Mapping[int, Grades]) -> Iterator[tuple[int, Grades]]:
        """Those of ``found`` that can be 飘; by ruling on them where not every reading meets the conditions."""
        for kind, grades in found.items():
            natural = naturals.plus(kind)
            drawn = naturals.plus_wild() if kind == self.hui else natural
            given_class = piao_class(natural.counts, natural.wilds, kind)
            drawn_class = given_class if drawn is natural else piao_class(drawn.counts, drawn.wilds, None)
            if not (natural.complete and drawn.complete) and (given_class or drawn_class):
                yield from self._ruled(hand, {kind}).items()
            else:
                yield kind, Grades(self._raised(grades.drawn, drawn_class), self._raised(grades.given, given_class))

    def _raised(self, worth: Hashable, number: int | None) -> Hashable:
        """``worth`` of a win that is also of class ``number``, if that is more."""
        if number is None or not isinstance(worth, _Worth):
            return worth
        return worth._replace(points=max(worth.points, class_points(number, self.options)))

    def _ruled(self, hand: Hand, kinds: Collection[int]) -> dict[int, Grades]:
        """The grades of the wins on ``kinds`` by ruling on them."""
        rule, options = self.position.rules.rule, self.options
        giver = (self.position.template.winner + 1) % 4
        found: dict[int, Grades] = {}
        for tile in (ALL_TILES[kind] for kind in sorted(kinds) if self.position.left[kind]):
            sheets = (rule(hand, self.position.win(tile, way), options) for way in (None, giver))
            drawn, given = (self.grade(sheet) if isinstance(sheet, ScoreSheet) else None for sheet in sheets)
            if drawn or given:
                found[tile.index] = Grades(drawn, given)
        return found

    def _may_come(self, hand: Hand, kind: int) -> bool:
        """Of the 明牌 three make all there are."""
        gone = kind == self._ming and hand.total[kind] >= 3
        structural = self.options.wait_count_dead_tiles == "structural"
        return structural or (super()._may_come(hand, kind) and not gone)
