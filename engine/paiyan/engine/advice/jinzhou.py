"""What advice needs to know of 锦州麻将: its conditions as a goal, the worth of a wait, conditions at risk."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from paiyan.engine.advice.advisor import Advisor, Grades
from paiyan.engine.advice.reach import Goal
from paiyan.engine.hand import Hand, MeldKind
from paiyan.engine.rules.jinzhou.classes import PAIRS_LABELS, candidates
from paiyan.engine.rules.jinzhou.conditions import (
    CONDITIONS,
    OPENED,
    RED,
    TERMINALS,
    Interpretation,
    interpretations,
)
from paiyan.engine.rules.jinzhou.waits import Waits, completes_pair
from paiyan.engine.ruling import Note, ScoreSheet
from paiyan.engine.shapes import NUMBER_SUITS, completing_kinds
from paiyan.engine.tiles import Tile

if TYPE_CHECKING:
    from paiyan.engine.rules.jinzhou.options import JinzhouOptions

_ALL_SUITS = frozenset(range(3))


class JinzhouFamilyAdvisor(Advisor):
    """Names the conditions at risk, by natural tiles where there is a 会牌 (W2)."""

    @property
    def options(self) -> JinzhouOptions:
        """The house rules."""
        return self.position.options  # type: ignore[return-value]

    def barred(self, discard: Tile | None) -> bool:
        """Whoever discards a 会, or claimed a discarded one, cannot win this hand (W4)."""
        table = self.position.template.table
        discarded = table.wild is not None and discard == table.wild.hui
        return discarded or table.flags.wild_discarded or table.flags.wild_claimed

    @property
    def sets_barred(self) -> bool:
        """Whether the melds rule out a win in sets (J7)."""
        options, melds = self.options, self.position.melds
        used = sum(meld.kind is not MeldKind.AN or options.angang_counts_for_min_hand for meld in melds)
        return options.min_hand_rule and used >= 4 and any(meld.kind is MeldKind.CHI for meld in melds)

    def _may_come(self, hand: Hand, kind: int) -> bool:
        """Whether ``kind`` counts as a wait (``wait_count_dead_tiles``)."""
        if self.options.wait_count_dead_tiles == "structural":
            return True
        if self.options.wait_count_dead_tiles == "visible_excluded":
            return self.position.left[kind] > 0
        return hand.total[kind] < 4

    def risks(self, hand: Hand, discard: Tile | None) -> tuple[Note, ...]:
        """缺门, 缺幺九, 缺横, 没开门: not met by the tiles held, or hanging on a single tile; a 会 given away."""
        wild = self.position.template.table.wild
        hui = wild.hui.index if wild else None
        total = [0 if kind == hui else count for kind, count in enumerate(hand.total)]
        risks: list[Note] = [Note("wild_gone")] if self.barred(discard) else []
        for letter, base in zip("mps", NUMBER_SUITS, strict=True):
            held = sum(total[base : base + 9])
            if held <= 1:
                risks.append(Note(f"suit_{'thin' if held else 'missing'}.{letter}"))
        ends = sum(total[kind] for kind in TERMINALS)
        if total[RED] < 2 and ends <= 1:
            risks.append(Note("yaojiu_thin" if ends or total[RED] else "yaojiu_missing"))
        wilds = hand.counts[hui] if hui is not None else 0
        if self.seven_pairs and _awaits_pair(hand, total, wilds):
            # Seven pairs need neither 横 nor 开门 (J10, J11).
            return tuple(risks)
        if not _has_triplet(hand) and not wilds:
            pairs = sum(count >= 2 for count in hand.counts)
            risks.append(Note("triplet_missing" if pairs < 2 else "triplet_open"))
        if self.options.require_open and not hand.is_open:
            risks.append(Note("not_open"))
        return tuple(risks)


def _awaits_pair(hand: Hand, natural: list[int], wilds: int) -> bool:
    """Whether only the last of seven pairs is missing; a 会 makes a pair of any tile."""
    return not hand.melds and sum(count // 2 for count in natural) + wilds >= 6


def _has_triplet(hand: Hand) -> bool:
    """横 is there already: a triplet, a kong, or red dragons for the pair."""
    melded = any(meld.kind is not MeldKind.CHI for meld in hand.melds)
    return melded or hand.counts[RED] >= 2 or any(count >= 3 for count in hand.counts)


class JinzhouAdvisor(JinzhouFamilyAdvisor):
    """门齐, 幺九, 横 and the number of melds are part of the distance; 开门, where required, is a risk only."""

    grades_hands = True

    def goal(self) -> Goal:
        """Four sets and a pair that meet what the melds do not meet already (J7–J10), or seven pairs (J12)."""
        options, melds = self.options, self.position.melds
        laid = [tile.index for meld in melds for tile in meld.tiles]
        return Goal(
            sets=4 - len(melds),
            seven_pairs=not melds,
            suits=frozenset(
                suit for suit, base in enumerate(NUMBER_SUITS) if not any(base <= kind < base + 9 for kind in laid)
            ),
            terminal=not any(kind in TERMINALS or kind == RED for kind in laid),
            triplet=all(meld.kind is MeldKind.CHI for meld in melds),
            stand_in=RED,
            pair_suits=_ALL_SUITS if options.qidui_requires_three_suits else frozenset(),
            pair_terminal=options.qidui_requires_yaojiu,
            barred=self.sets_barred,
        )

    def grade(self, sheet: ScoreSheet) -> Hashable:
        """Class points and whether seven pairs: everything else that multiplies is a fact of the table."""
        return sheet.class_points, sheet.label in PAIRS_LABELS

    def grades(self, hand: Hand) -> Mapping[int, Grades]:
        """The grades by the best class of each wait, without working out the rest of the sheet."""
        options = self.options
        rules = [*CONDITIONS, OPENED] if options.require_open else [*CONDITIONS]
        valid: dict[int, list[Interpretation]] = {}
        for kind in sorted(completing_kinds(hand.counts)):
            if not self._may_come(hand, kind):
                continue
            ways = [
                one for one in interpretations(hand, kind) if all(rule.way(one, options) is not None for rule in rules)
            ]
            if ways:
                valid[kind] = ways
        pairs_only = bool(valid) and all(any(map(completes_pair, ways)) for ways in valid.values())
        waits = Waits(tuple(valid), pairs_only)
        best = {kind: candidates(ways, waits, options)[0] for kind, ways in valid.items()}
        found = {kind: (one.points, one.interpretation.seven_pairs) for kind, one in best.items()}
        return {kind: Grades(grade, grade) for kind, grade in found.items()}
