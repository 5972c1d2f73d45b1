"""Gaps: what is not known, in the order it is asked, with every answer it can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any, Final

from paiyan.assistant.reading.model import Question, TableReading
from paiyan.assistant.scoring.case import AFTER_KONG, build_case, kongs_before_win
from paiyan.assistant.scoring.facts import NOBODY, Facts
from paiyan.assistant.scoring.flags import ASKED as ASKED_FLAGS
from paiyan.assistant.scoring.flags import SEAT_FLAGS, possible_partners, possible_payers
from paiyan.assistant.scoring.gap import Finder, Gap, gap_of
from paiyan.assistant.scoring.sets import as_laid, may_be_concealed
from paiyan.assistant.scoring.tile_gaps import foreign_faces, hand_count, hidden_face, meld_kind, win_tile
from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS, KongKind, Method
from paiyan.engine.rules import find_ruleset
from paiyan.engine.tiles import format_tiles

RED: Final = "7z"
_OF_A_PENG: Final = 3
_FIRST_TILES: Final = frozenset({Method.TIANHU, Method.TIANHE, Method.DIHU, Method.DIHE, Method.RENHE})


def first_gap(reading: TableReading, facts: Facts) -> Gap | None:
    """The first thing that has to be known next, None where everything is known."""
    finders = _TABLE_GAPS if facts.nobody_won else _WIN_GAPS
    return next((gap for finder in finders if (gap := finder(reading, facts)) is not None), None)


def open_questions(reading: TableReading, facts: Facts) -> Iterator[Question]:
    """Everything that can be seen to be missing at once, whether or not more will follow from the answers."""
    for finder in _TABLE_GAPS if facts.nobody_won else _WIN_GAPS:
        try:
            gap = finder(reading, facts)
        except InputError:
            # It looks at a face that is not known yet; that is asked by another.
            continue
        if gap is not None:
            yield from (gap.question, *gap.beside)


def _winner(reading: TableReading, facts: Facts) -> Gap | None:
    if facts.winner is not None:
        return None
    return gap_of("winner", ((seat, replace(facts, winner=seat)) for seat in SEATS if seat != facts.discarder))


def _dealer(reading: TableReading, facts: Facts) -> Gap | None:
    if facts.dealer is not None:
        return None
    return gap_of("dealer", ((seat, replace(facts, dealer=seat)) for seat in SEATS))


def _ming(reading: TableReading, facts: Facts) -> Gap | None:
    """The 明牌 decides what every 会 in the hand is; there is nothing to work out without it."""
    if facts.ming is not None or not find_ruleset(facts.ruleset).uses_wild:
        return None
    return Gap(Question("ming"))


def _round(reading: TableReading, facts: Facts) -> Gap | None:
    if facts.round is not None or not find_ruleset(facts.ruleset).uses_winds:
        return None
    return gap_of("round", ((wind, replace(facts, round=wind)) for wind in range(4)))


def _void_suit(reading: TableReading, facts: Facts) -> Gap | None:
    if facts.void_suit is not None or not find_ruleset(facts.ruleset).uses_void_suit:
        return None
    return gap_of("void_suit", ((suit, replace(facts, void_suit=suit)) for suit in "mps"))


def _flowers(reading: TableReading, facts: Facts) -> Gap | None:
    """Flowers in the photo may be anybody's; what is worked out meanwhile is the hand with all of them."""
    if facts.flowers is not None or not find_ruleset(facts.ruleset).uses_flowers:
        return None
    seen = {face for tile in reading.tiles if (face := tile.face) is not None and face.suit in "fg"}
    return Gap(Question("flowers"), ((shown := format_tiles(sorted(seen)), replace(facts, flowers=shown)),))


def _method(reading: TableReading, facts: Facts) -> Gap | None:
    if facts.method is not None:
        return None
    known = find_ruleset(facts.ruleset).methods
    likely = [method for method in Method if method in known and _may_be(method, reading, facts)]
    return gap_of("method", ((str(method), replace(facts, method=str(method))) for method in likely))


def _may_be(method: Method, reading: TableReading, facts: Facts) -> bool:
    if method in _FIRST_TILES:
        return _may_be_first_tiles(method, reading, facts)
    if method is Method.KONG_OPEN:
        return any(meld.type in ("minggang", "angang") for meld in as_laid(reading, facts).melds)
    return method.from_other or facts.discarder is None


def _may_be_first_tiles(method: Method, reading: TableReading, facts: Facts) -> bool:
    """A win before anybody claimed a tile: 天胡 is the dealer's, 地胡点炮 on the dealer's discard, 地和 another's."""
    unsaid = facts.winner is None or facts.open[facts.winner] is None
    if as_laid(reading, facts).melds and not (unsaid and may_be_concealed(reading)):
        return False
    if method is Method.DIHU:
        given = facts.discarder in (None, facts.dealer) or facts.dealer is None
    else:
        given = not facts.kongs and (method.from_other or facts.discarder is None)
    if not given or method is Method.RENHE or facts.winner is None or facts.dealer is None:
        return given
    return (facts.winner == facts.dealer) == (method in (Method.TIANHU, Method.TIANHE))


def _discarder(reading: TableReading, facts: Facts) -> Gap | None:
    # 地胡点炮 is on the dealer's first discard; nobody need be asked.
    asked = [method for method in Method if method.from_other and method is not Method.DIHU]
    if facts.discarder is not None or facts.method not in asked:
        return None
    others = (seat for seat in SEATS if seat != facts.winner)
    return gap_of("discarder", ((seat, replace(facts, discarder=seat)) for seat in others))


def _open(reading: TableReading, facts: Facts) -> Gap | None:
    known = known_open(reading, facts)
    # Where the rules don't look at who opened, the winner's sets may still count otherwise when concealed.
    seats = SEATS if find_ruleset(facts.ruleset).needs_open else (facts.winner,)
    asked = [seat for seat in seats if seat is not None and known[seat] is None]
    if not asked:
        return None

    def answers() -> Iterator[tuple[Any, Facts]]:
        for values in product((True, False), repeat=len(asked)):
            said = dict(zip(asked, values, strict=True))
            seats = tuple(said.get(seat, known[seat]) for seat in SEATS)
            yield [seat for seat in asked if said[seat]], replace(facts, open=seats)

    gap = gap_of("who_is_open", answers(), {"seats": asked})
    if facts.winner not in asked:
        return gap
    # Whether the winner is open is a question about the sets that lie apart.
    sets = tuple(index for meld in reading.melds for index in meld.tiles)
    return replace(gap, question=replace(gap.question, tiles=sets))


def known_open(reading: TableReading, facts: Facts) -> list[bool | None]:
    """Who is 开门 as far as it follows: the winner by the melds unless none of them shows a claimed tile, whoever made
    an open kong, nobody at 天胡 and 地胡点炮."""
    known = list(facts.open)
    for kong in facts.kongs or ():
        seat = kong.get("seat")
        opens = kong.get("kind") in (KongKind.DA, KongKind.ZHUA)
        if opens and isinstance(seat, int) and seat in SEATS and known[seat] is None:
            known[seat] = True
    if facts.winner is not None and known[facts.winner] is None and not may_be_concealed(reading):
        known[facts.winner] = any(meld.type != "angang" for meld in reading.melds)
    if facts.method in (Method.TIANHU, Method.DIHU):
        known = [bool(one) for one in known]
    return known


def closed_as_seen(reading: TableReading, facts: Facts) -> bool:
    """Whether the winner counts as 门清 only because no claimed meld was seen, though three equal tiles of the hand may
    be a 碰 that lies close to it."""
    if facts.winner is None or facts.open[facts.winner] is not None or not find_ruleset(facts.ruleset).needs_open:
        return False
    if facts.method in (Method.TIANHU, Method.DIHU) or known_open(reading, facts)[facts.winner] is not False:
        return False
    return any(count >= _OF_A_PENG for count in Counter(reading.faces(reading.hand)).values())


def _settled_open(reading: TableReading, facts: Facts) -> Facts:
    return replace(facts, open=tuple(known_open(reading, facts)))


def _red_kong(reading: TableReading, facts: Facts) -> Gap | None:
    if facts.method not in AFTER_KONG or facts.red_kong is not None:
        return None
    tiles = kongs_before_win(reading, facts)
    if tiles and (RED not in tiles or tiles == {RED}):
        return None
    return gap_of("red_kong", ((red, replace(facts, red_kong=red)) for red in (False, True)))


def settled(reading: TableReading, facts: Facts) -> Facts:
    """Facts without gaps, with what follows from others filled in."""
    facts = _settled_open(reading, facts)
    if facts.method == Method.DIHU and facts.discarder is None:
        facts = replace(facts, discarder=facts.dealer)
    if facts.method in AFTER_KONG and facts.red_kong is None:
        return replace(facts, red_kong=kongs_before_win(reading, facts) == {RED})
    return facts


def _kongs(reading: TableReading, facts: Facts) -> Gap | None:
    """Other kongs of the hand can't be listed; what is worked out meanwhile is the hand without any."""
    if facts.kongs is not None or not find_ruleset(facts.ruleset).pays_kongs:
        return None
    if facts.method == Method.KONG_LEAK:
        # There was a kong, so the hand without any is no answer.
        return Gap(Question("kongs"))
    return Gap(Question("kongs"), (([], replace(facts, kongs=())),))


def _flags(reading: TableReading, facts: Facts) -> Gap | None:
    """What adds to the hand and no photo shows: the last tile of the wall, the last of its kind."""
    for name, may_be in ASKED_FLAGS.items():
        if may_be(reading, facts):
            return gap_of(name, ((held, replace(facts, flags={**facts.flags, name: held})) for held in (False, True)))
    return None


def _liable(reading: TableReading, facts: Facts) -> Gap | None:
    """Who pays in place of others, 互包 or 包, where the winner's sets allow it."""
    rules = find_ruleset(facts.ruleset)
    flag = next((name for name in SEAT_FLAGS if name in rules.flags and facts.flags.get(name) is None), None)
    if flag is None:
        return None
    if flag == "hubao_partner":
        seats = possible_partners(reading, facts)
    else:
        try:
            ruling = rule_case(build_case(reading, settled(reading, facts)))
        except InputError:
            # These answers contradict each other; that is found where they are ruled on.
            return None
        seats = possible_payers(reading, facts, ruling)
    if not seats:
        return None
    return gap_of(flag, ((who, replace(facts, flags={**facts.flags, flag: who})) for who in (NOBODY, *seats)))


_TABLE_GAPS: Final[tuple[Finder, ...]] = (_dealer, _ming, _kongs)
_WIN_GAPS: Final[tuple[Finder, ...]] = (
    foreign_faces,
    hand_count,
    hidden_face,
    _winner,
    _dealer,
    _ming,
    _round,
    _void_suit,
    _flowers,
    _method,
    _discarder,
    win_tile,
    meld_kind,
    _kongs,
    _open,
    _red_kong,
    _flags,
    _liable,
)
