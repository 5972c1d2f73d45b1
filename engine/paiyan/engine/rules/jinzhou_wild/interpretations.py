"""Every way to read a hand with 会 that makes a difference to conditions and classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paiyan.engine.hand import RUN_TEXTS, TRIPLET_TEXTS, Hand
from paiyan.engine.rules.jinzhou.conditions import (
    KINDS,
    PAIR_TEXTS,
    RED,
    TERMINALS,
    Interpretation,
)
from paiyan.engine.rules.jinzhou_wild.layouts import Layout, Traits, Use, layouts
from paiyan.engine.rules.jinzhou_wild.naturals import Naturals, stand_ins
from paiyan.engine.ruling import WildUse
from paiyan.engine.shapes import (
    NUMBER_SUITS,
    PairsReading,
    SetsReading,
    WaitShape,
    readings_of,
    sets_readings,
    split,
    wait_shapes,
    with_tile,
)
from paiyan.engine.suits import NO_PAIR
from paiyan.engine.tiles import Tile, format_tiles

_TEXTS = {"chow": RUN_TEXTS, "triplet": TRIPLET_TEXTS, "pair": PAIR_TEXTS}
_SHAPE_GROUPS = {WaitShape.PAIR: "pair", WaitShape.TRIPLET: "triplet"}


@dataclass(frozen=True, slots=True)
class WildInterpretation(Interpretation):
    """One way to read 14 tiles with 会. ``total`` counts the natural ones (W2).

    ``uses``: what the 会 in hand stand for, without a drawn one; that one is read as ``win`` if ``drawn`` (W7).
    """

    naturals: Naturals
    uses: tuple[Use, ...]
    drawn: bool

    @property
    def natural_red_pair(self) -> bool:
        """Whether the pair is of two real 红中, and these count."""
        return self._has_red_pair and self.naturals.concealed_reds >= 2

    @property
    def wild_red_pair(self) -> bool:
        """Whether a 会 and one real 红中 are a pair, and 红中 counts."""
        as_red = sum(use.kind == RED for use in self.uses) + (self.drawn and self.win == RED)
        return self._has_red_pair and self.naturals.concealed_reds >= 1 and as_red >= 1

    @property
    def _has_red_pair(self) -> bool:
        reading = self.reading
        return RED in reading.pairs if isinstance(reading, PairsReading) else reading.pair == RED

    def evidence(self, condition: str, way: str | None) -> list[int]:
        """Kinds of the tiles by which ``condition`` is met; of a 红中 with a 会 these two."""
        if way == "wild_red_pair":
            return [RED, self.naturals.hui]
        return Interpretation.evidence(self, condition, way)

    def detail(self, fault: str) -> str:
        """What picks the narrower text of a ``fault``: the suits missing, what a 会 or a 红中 that is one cannot do."""
        plain = Interpretation.detail(self, fault)
        if self.naturals.hui == RED and fault in ("no_yaojiu", "no_triplet"):
            return "red_is_wild"
        if self.naturals.wilds and fault in ("missing_suit", "no_yaojiu"):
            return f"{plain}.wild" if plain else "wild"
        return plain

    def wilds(self, shape: WaitShape | None) -> tuple[WildUse, ...]:
        """What each 会 stands for, in hand, melded and drawn; a drawn one completes ``shape``."""
        hui = Tile.from_index(self.naturals.hui)
        found = [WildUse(hui, Tile.from_index(use.kind), _TEXTS[use.group][use.first]) for use in self.uses]
        for meld in self.hand.melds:
            where = format_tiles(meld.counts_as)
            found += [WildUse(hui, tile, where) for tile in stand_ins(meld, hui)]
        if self.drawn:
            found.append(WildUse(hui, Tile.from_index(self.win), self._group_of_win(shape), drawn=True))
        return tuple(found)

    def _group_of_win(self, shape: WaitShape | None) -> str:
        reading = self.reading
        if isinstance(reading, PairsReading):
            return PAIR_TEXTS[self.win]
        wanted = shape or wait_shapes(reading, self.win)[0]
        if group := _SHAPE_GROUPS.get(wanted):
            return _TEXTS[group][self.win]
        runs = (SetsReading((chow,), (), NO_PAIR) for chow in reading.chows)
        return next(RUN_TEXTS[run.chows[0]] for run in runs if wanted in wait_shapes(run, self.win))


def interpretations(hand: Hand, naturals: Naturals, win: int, *, drawn: bool) -> list[WildInterpretation]:
    """Every reading in sets and a pair; ``naturals`` are the 14 tiles.

    ``win`` is the winning tile, among the natural ones; if the winning tile is a ``drawn`` 会 it may be read as
    any tile that a 会 may stand for. Of readings that differ in nothing that matters one is kept.
    """
    if not drawn:
        return [
            WildInterpretation(hand, win, naturals.total, reading, naturals, uses, drawn=False)
            for reading, uses in _readings(naturals.counts, naturals, naturals.wilds, win)
        ]
    found: dict[tuple[object, ...], WildInterpretation] = {}
    for kind in KINDS:
        if naturals.may_be(kind):
            counts = naturals.plus(kind).counts
            for reading, uses in _readings(counts, naturals, naturals.wilds - 1, kind):
                one = WildInterpretation(hand, kind, naturals.total, reading, naturals, uses, drawn=True)
                found.setdefault(_what_matters(one, reading), one)
    return list(found.values())


def _what_matters(one: WildInterpretation, reading: SetsReading) -> tuple[object, ...]:
    shapes = frozenset(wait_shapes(reading, one.win))
    red = (one.natural_red_pair, one.wild_red_pair)
    return (bool(reading.chows), bool(reading.triplets), shapes, red, one.win in TERMINALS)


def _readings(
    counts: tuple[int, ...], naturals: Naturals, wilds: int, win: int
) -> Iterator[tuple[SetsReading, tuple[Use, ...]]]:
    """Readings of ``counts`` with ``wilds`` 会, ``win`` being among the counts; without 会 all there are."""
    if wilds == 0:
        for reading in sets_readings(counts):
            yield reading, ()
        return
    terminals = naturals.has_terminal
    found: dict[Traits, Layout] = {Traits(): Layout()}
    for base in NUMBER_SUITS:
        found = _beside(found, _part(counts, base, 9, wilds, terminals, win), wilds)
    reds = _part(counts, RED, 1, wilds, True, win)
    free = naturals.free_kind()
    for traits, layout in found.items():
        for red_traits, red in reds:
            if traits.paired and red_traits.paired:
                continue
            left = wilds - traits.wilds - red_traits.wilds
            if left in ((0, 3) if traits.paired or red_traits.paired else (2,)):
                yield _completed(layout.beside(red), left, free)


def _part(
    counts: tuple[int, ...], base: int, size: int, wilds: int, terminals: bool, win: int
) -> list[tuple[Traits, Layout]]:
    place = win - base if 0 <= win - base < size else -1
    found = layouts(counts[base : base + size], wilds, terminals, place)
    return [(traits, layout.shifted(base)) for traits, layout in found]


def _beside(found: dict[Traits, Layout], part: Iterable[tuple[Traits, Layout]], wilds: int) -> dict[Traits, Layout]:
    both: dict[Traits, Layout] = {}
    for more, further in part:
        for traits, layout in found.items():
            joined = traits.beside(more)
            if joined.wilds <= wilds and not (traits.paired and more.paired) and joined not in both:
                both[joined] = layout.beside(further)
    return both


def _completed(layout: Layout, left: int, free: int) -> tuple[SetsReading, tuple[Use, ...]]:
    """The reading with the 会 left over as a pair or a triplet of their own."""
    triplets, pair, uses = layout.triplets, layout.pair, layout.uses
    if left == 3:
        triplets += (free,)
        uses += (Use(free, "triplet", free),) * 3
    elif left == 2:
        pair = free
        uses += (Use(free, "pair", free),) * 2
    return SetsReading(layout.chows, triplets, pair), uses


def read_otherwise(one: WildInterpretation) -> Iterator[WildInterpretation]:
    """Other ways to read the sets of ``one`` in which one 会 of the hand, or else the drawn one, is another tile."""
    naturals, stands = one.naturals, [use.kind for use in one.uses]
    held = list(naturals.counts)
    if one.drawn and stands:
        held[one.win] += 1
    for stand in dict.fromkeys(stands or ([one.win] if one.drawn else [])):
        counts = list(held)
        for kind in stands:
            counts[kind] += 1
        counts[stand] -= bool(stands)
        parts = split(counts)
        for kind in KINDS:
            if kind == stand or not naturals.may_be(kind):
                continue
            for reading in readings_of(with_tile(parts, kind)):
                if stands:
                    uses, win = tuple(_stand_ins(reading, list(held))), one.win
                else:
                    uses, win = (), kind
                yield WildInterpretation(one.hand, win, one.total, reading, naturals, uses, one.drawn)


def _stand_ins(reading: SetsReading, held: list[int]) -> Iterator[Use]:
    """The tiles of ``reading`` that are not ``held``, set by set."""
    groups = [("triplet", kind, (kind,) * 3) for kind in reading.triplets]
    groups += [("chow", kind, (kind, kind + 1, kind + 2)) for kind in reading.chows]
    for name, first, kinds in [*groups, ("pair", reading.pair, (reading.pair,) * 2)]:
        for kind in kinds:
            if held[kind]:
                held[kind] -= 1
            else:
                yield Use(kind, name, first)


def pairs_interpretation(hand: Hand, naturals: Naturals, win: int, *, drawn: bool) -> WildInterpretation | None:
    """The 14 tiles as seven pairs, if they are: every single tile takes a 会, two 会 left over make a second pair of
    one there is (豪华), if possible of 红中, even a third one: a 会 beside a 红中 may waive conditions (W3)."""
    if hand.melds:
        return None
    single = [kind for kind in KINDS if naturals.counts[kind] % 2]
    left = naturals.wilds - len(single)
    if left < 0:
        return None
    pairs = [kind for kind in KINDS for _ in range((naturals.counts[kind] + 1) // 2)]
    stands = list(single)
    for _ in range(left // 2):
        alone = (kind for kind in reversed(pairs) if pairs.count(kind) == 1)
        kind = RED if RED in pairs and naturals.hui != RED else next(alone, naturals.free_kind())
        pairs.append(kind)
        stands += [kind, kind]
    if drawn:
        win = stands.pop()
    uses = tuple(Use(kind, "pair", kind) for kind in stands)
    return WildInterpretation(hand, win, naturals.total, PairsReading(tuple(sorted(pairs))), naturals, uses, drawn)
