"""The use case: rule and settle where everything is known; otherwise rule on every answer that is possible and ask
only what changes the settlement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from paiyan.assistant.reading.focus import own_tiles, shown
from paiyan.assistant.reading.model import BROKEN_MELD, WHICH_HAND, Question, Status, TableReading, Zone
from paiyan.assistant.reading.serial import reading_to_json
from paiyan.assistant.scoring.agreed import as_far_as_agreed
from paiyan.assistant.scoring.case import build_case
from paiyan.assistant.scoring.costs import deciding, with_costs
from paiyan.assistant.scoring.facts import Facts
from paiyan.assistant.scoring.flags import taken_for_granted
from paiyan.assistant.scoring.gaps import closed_as_seen, first_gap, open_questions, settled
from paiyan.assistant.scoring.likely import Variant, variants
from paiyan.assistant.scoring.nearest import Nearest, nearest_win
from paiyan.assistant.scoring.outcomes import Answers, Outcome, Outcomes, key_of, with_choices_of
from paiyan.assistant.scoring.set_sizes import may_be_kongs, set_questions, sizes, with_told_kongs
from paiyan.assistant.scoring.sets import as_laid
from paiyan.assistant.scoring.unlike_photo import unlike_photo
from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.rules import find_ruleset

_ABOUT_HAND: Final = (WHICH_HAND, BROKEN_MELD)
"""Questions of a reading that leave open what the hand is: only the person can answer them."""
_MOST_RULINGS: Final = 1500
"""Answers are combined up to this many rulings; where there would be more, too little is known to say anything."""
_TOO_MANY: Final = frozenset({"too_many_copies", "too_many_of_ming"})
_COPIES: Final = 4
_MOST_SHOWN: Final = 24
_PAYMENTS: Final = ("settlement_hu", "settlement_kong", "settlement_other", "settlement")


@dataclass(frozen=True, slots=True)
class Scoring:
    """What can be said about a hand.

    `certain`: the settlement holds whatever the answers to anything still unknown. Otherwise `questions` tells what to
    ask, `ruling` is that of the first of the possible settlements in `conditional` without the waits and reasons that
    depend on what is unknown, and `low`/`high` are the least and the most each seat can gain in any of them, `left_out`
    how many of these are more than `conditional` has room for. `ruling` is None where the hand cannot be ruled on yet;
    `case` is the case that was ruled on, `concealed` whether sets that lie apart count as tiles of the hand in it.
    `doubt` is how probable it is that misread tiles settle otherwise, `nearest` what a hand lacks that does not win as
    read, `closed_as_seen` whether the winner counts as closed only because no claimed meld was seen, though three equal
    tiles of the hand could be one; `photo` the reading that the tiles of a case come from.
    """

    reading: TableReading | None
    ruling: Mapping[str, Any] | None
    questions: tuple[Question, ...] = ()
    conditional: tuple[Outcome, ...] = ()
    low: tuple[int, ...] | None = None
    high: tuple[int, ...] | None = None
    left_out: int = 0
    case: Mapping[str, Any] | None = None
    concealed: bool = False
    doubt: float = 0.0
    nearest: Nearest | None = None
    closed_as_seen: bool = False
    photo: TableReading | None = None

    @property
    def certain(self) -> bool:
        """Whether nothing that is unknown can change the settlement."""
        return self.ruling is not None and not self.questions

    @property
    def certain_either_way(self) -> bool:
        """Whether it is certain although a tile of the hand is in doubt: every likely reading settles the same."""
        if not self.certain or self.reading is None:
            return False
        return any(self.reading.tiles[index].status is not Status.SURE for index in own_tiles(self.reading))

    @property
    def pays(self) -> bool:
        """Whether the rules say who pays what: fragments only say which hands win, and settle nothing."""
        return self.case is None or find_ruleset(str(self.case["ruleset"])).pays_wins

    @property
    def settlement(self) -> list[int] | None:
        """Gain of each seat; where not `certain`, under the first of `conditional`. None where nothing is paid for."""
        return list(self.ruling["settlement"]) if self.ruling is not None and self.pays else None

    @property
    def assumed(self) -> tuple[str, ...]:
        """Ids of what was taken for granted, or is to be looked at.

        - `sets_concealed`: sets apart were taken as part of the hand, because the winner is said not to have opened;
        - `winner_closed`: it counts as closed as no claimed meld was seen, and some tiles of the hand could be one;
        - `no_genzhuang` and the like: nothing was said of an event that the rules pay;
        - `not_barred`: nothing was said of what keeps a player from winning;
        - `no_hidden_fourth`: a 碰 was seen from straight above, so that a fourth tile under one of it need not show;
        - `kong_discarded`: a tile of a kong was seen among the discards;
        - what is said of kongs that the photo shows otherwise, see `unlike_photo`.
        """
        case = self.case
        if case is None:
            return ()
        concealed = ("sets_concealed",) if self.concealed else ()
        closed = ("winner_closed",) if self.closed_as_seen else ()
        unseen = ("no_hidden_fourth",) if self.may_be_kongs else ()
        lying = ("kong_discarded",) if self._kong_lies_among_discards(case) else ()
        photo = self.photo or self.reading
        unlike = () if photo is None else unlike_photo(photo, case)
        return (*concealed, *closed, *taken_for_granted(case), *unseen, *lying, *unlike)

    def _kong_lies_among_discards(self, case: Mapping[str, Any]) -> bool:
        """Whether a tile that is surely among the discards is one of which all four are said to be a kong."""
        tiles = () if self.reading is None else self.reading.tiles
        discarded = {one.tile for one in tiles if one.group == Zone.DISCARD and one.status is Status.SURE}
        return any(str(kong.get("tile")) in discarded for kong in case.get("kongs") or ())

    @property
    def may_be_kongs(self) -> tuple[str, ...]:
        """The tiles of the 碰 that `no_hidden_fourth` is said of."""
        case = self.case
        if self.reading is None or case is None or case.get("kind") != "win":
            return ()
        told = {str(kong.get("tile")) for kong in case.get("kongs") or ()}
        return may_be_kongs(self.reading, str(case["ruleset"]), told)

    def to_json(self, photo: str | None = None) -> dict[str, Any]:
        """The contract of `paiyan score`. Settlements are null where the rules say nothing of payments."""
        nearest = self.nearest.to_json() if self.nearest else None
        conditional = [one.to_json() for one in self.conditional]
        ruling = dict(self.ruling) if self.ruling is not None else None
        if not self.pays:
            ruling = None if ruling is None else ruling | dict.fromkeys(_PAYMENTS)
            conditional = [one | {"settlement": None} for one in conditional]
            if nearest and nearest["tile"]:
                nearest["tile"]["settlement"] = None
        spans = self.low and self.high and self.pays
        return {
            "reading": reading_to_json(self.reading, photo) if self.reading is not None else None,
            "ruling": ruling,
            "settlement": self.settlement,
            "certain": self.certain,
            "certain_either_way": self.certain_either_way,
            "assumed": list(self.assumed),
            "may_be_kongs": list(self.may_be_kongs),
            "questions": [question.to_json() for question in self.questions],
            "decides": deciding(self.questions),
            "nearest": nearest,
            "conditional": conditional,
            "conditional_left_out": self.left_out,
            "range": {"low": list(self.low or ()), "high": list(self.high or ())} if spans else None,
        }


def score(reading: TableReading, facts: Facts) -> Scoring:
    """Rules on a reading under facts that may have gaps. :class:`InputError` where the facts contradict themselves or
    the reading."""
    rules = find_ruleset(facts.ruleset)
    rules.options(facts.options)
    likely = [Variant({}, 1.0)] if facts.nobody_won else variants(reading, facts.ruleset, rules.kinds, facts.win_tile)
    sets = [] if facts.nobody_won else set_questions(reading, facts)
    hands = [*(one for one in reading.questions if one.id in _ABOUT_HAND and not facts.nobody_won), *sets]
    laid = with_told_kongs(reading, facts)
    try:
        explored = _explore(laid, facts, likely, sets)
    except InputError:
        if not hands:
            raise
        # What was said may fit the other hand.
        explored = Outcomes()
    if not explored.found:
        return Scoring(reading, None, shown(reading, (*hands, *_asked_at_once(laid, facts, sets))))
    facts_asked = explored.fact_questions()
    now = [one for one in facts_asked if key_of(one) not in explored.later]
    doubts = {key_of(one): one for one in (*explored.tile_questions(reading, rules.kinds), *now)}
    main = explored.main
    as_read = [one.ruling for one in explored.as_read()]
    told = Scoring(
        reading,
        as_far_as_agreed(main.ruling, as_read),
        case=main.case,
        concealed=main.concealed,
        doubt=explored.doubt,
        nearest=nearest_win(explored),
        closed_as_seen=closed_as_seen(laid, facts),
    )
    if not hands and not doubts:
        return told
    questions = shown(reading, with_costs((*hands, *doubts.values()), explored.found, facts))
    conditional = explored.conditional((*questions, *facts_asked))
    columns = list(zip(*(one.settlement for one in conditional), strict=True))
    return replace(
        told,
        ruling=as_far_as_agreed(conditional[0].ruling, [*as_read, *(one.ruling for one in conditional)]),
        questions=questions,
        conditional=tuple(conditional[:_MOST_SHOWN]),
        low=tuple(min(column) for column in columns),
        high=tuple(max(column) for column in columns),
        left_out=max(0, len(conditional) - _MOST_SHOWN),
        case=conditional[0].case,
        concealed=conditional[0].concealed,
    )


def _asked_at_once(reading: TableReading, facts: Facts, sets: Sequence[Question]) -> list[Question]:
    """What is missing whatever the answers, with every choice that any size of the sets leaves. What follows from other
    answers is asked after them: not all of its choices are known before."""
    as_read, *others = sizes(reading, facts, sets)
    asked = {key_of(question): question for question in open_questions(as_read.reading, as_read.facts)}
    for sized in others:
        for question in open_questions(sized.reading, sized.facts):
            if known := asked.get(key_of(question)):
                asked[key_of(question)] = with_choices_of(known, question)
    return list(asked.values())


def score_case(case: Mapping[str, Any]) -> Scoring:
    """Rules on a full case as `paiyan rule` takes it; nothing is left to ask. Raises :class:`InputError`."""
    return Scoring(None, rule_case(case), case=case)


def _explore(reading: TableReading, facts: Facts, likely: Sequence[Variant], sets: Sequence[Question]) -> Outcomes:
    """Rules on every likely reading under every answer to every gap, and on the tiles as read with every other answer
    to the questions about `sets`. Combinations that contradict themselves are no possibilities; where there is nothing
    else the contradiction is raised."""
    explored = Outcomes()
    contradiction: InputError | None = None
    rulings = 0
    as_read, *others = sizes(reading, facts, sets)
    for sized, variant in (*((as_read, one) for one in likely), *((one, likely[0]) for one in others)):
        laid = sized.reading
        known = replace(sized.facts, tiles=MappingProxyType({**facts.tiles, **variant.changed}))
        for answers, complete in _branches(laid, known, sized.answers, explored, later=sized is not as_read):
            rulings += 1
            if rulings > _MOST_RULINGS:
                return Outcomes(questions=explored.questions, free=set(explored.questions))
            try:
                whole = settled(laid, complete)
                case = build_case(laid, whole)
                ruling = rule_case(case)
            except InputError as error:
                contradiction = contradiction or error
            else:
                concealed = as_laid(laid, whole) is not laid and not whole.nobody_won
                explored.found.append(Outcome(answers, variant, ruling, case, concealed))
        if contradiction is not None and not explored.found and _said_too_many(reading, facts, contradiction):
            break
    if contradiction is not None and not explored.found:
        raise contradiction
    return explored


def _said_too_many(reading: TableReading, facts: Facts, contradiction: InputError) -> bool:
    """Whether what was said makes too many of a tile, while the photo alone shows no more of it than there are and
    none of them is in doubt: then what was said is wrong, not a tile misread."""
    if contradiction.code not in _TOO_MANY:
        return False
    tile = contradiction.params["tile"]
    shown = [index for index in own_tiles(reading) if facts.tiles.get(index, reading.tiles[index].tile) == tile]
    sure = all(reading.tiles[index].status is Status.SURE for index in shown)
    return sure and len(shown) <= _COPIES


def _branches(
    reading: TableReading, facts: Facts, answers: Answers, explored: Outcomes, *, later: bool
) -> Iterator[tuple[Answers, Facts]]:
    """Every combination of answers to what is not known, with the facts it makes; `later`: of a set that is another
    than it was read."""
    gap = first_gap(reading, facts)
    if gap is None:
        yield answers, facts
        return
    explored.note(gap, later)
    for answer, answered in gap.answers:
        yield from _branches(reading, answered, (*answers, (gap.question, answer)), explored, later=later)
