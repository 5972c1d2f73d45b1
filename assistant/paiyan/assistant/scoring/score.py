"""The use case: rule and settle where everything is known; otherwise rule on every answer that is possible and ask
only what changes the settlement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from paiyan.assistant.reading.model import Question, TableReading
from paiyan.assistant.reading.serial import reading_to_json
from paiyan.assistant.scoring.case import build_case
from paiyan.assistant.scoring.facts import Facts
from paiyan.assistant.scoring.gaps import Gap, first_gap, open_questions, settled
from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.rules import find_ruleset

_MOST_RULINGS: Final = 1500
"""Answers are combined up to this many rulings; where there would be more, too little is known to say anything."""
_MOST_SHOWN: Final = 24


@dataclass(frozen=True, slots=True)
class Condition:
    """One settlement that is possible, and the answers (question id, params, answer) under which it holds."""

    answers: tuple[tuple[Question, Any], ...]
    ruling: Mapping[str, Any]

    @property
    def settlement(self) -> tuple[int, ...]:
        """Gain of each seat."""
        return tuple(self.ruling["settlement"])

    @property
    def result(self) -> tuple[object, ...]:
        """What must not differ for the answers not to matter."""
        return self.ruling["valid"], self.ruling["hu_class"], self.settlement

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        answers = [{"id": one.id, "params": dict(one.params), "answer": answer} for one, answer in self.answers]
        return {
            "answers": answers,
            "valid": self.ruling["valid"],
            "hu_class": self.ruling["hu_class"],
            "hu_label": self.ruling["hu_label"],
            "settlement": list(self.settlement),
        }


@dataclass(frozen=True, slots=True)
class Scoring:
    """What can be said about a hand.

    `certain`: the settlement holds whatever the answers to anything still unknown. Otherwise `questions` tells what to
    ask, `ruling` is that of the first of the possible settlements in `conditional`, and `low`/`high` are the least and
    the most each seat can gain in any of them. `ruling` is None where the hand cannot be ruled on yet.
    """

    reading: TableReading | None
    ruling: Mapping[str, Any] | None
    questions: tuple[Question, ...] = ()
    conditional: tuple[Condition, ...] = ()
    low: tuple[int, ...] | None = None
    high: tuple[int, ...] | None = None

    @property
    def certain(self) -> bool:
        """Whether nothing that is unknown can change the settlement."""
        return self.ruling is not None and not self.questions

    @property
    def settlement(self) -> list[int] | None:
        """Gain of each seat; where not `certain`, under the first of `conditional`."""
        return None if self.ruling is None else list(self.ruling["settlement"])

    def to_json(self, photo: str | None = None) -> dict[str, Any]:
        """The contract of `paiyan score`."""
        return {
            "reading": reading_to_json(self.reading, photo) if self.reading is not None else None,
            "ruling": dict(self.ruling) if self.ruling is not None else None,
            "settlement": self.settlement,
            "certain": self.certain,
            "questions": [question.to_json() for question in self.questions],
            "conditional": [one.to_json() for one in self.conditional],
            "range": {"low": list(self.low), "high": list(self.high)} if self.low and self.high else None,
        }


def score(reading: TableReading, facts: Facts) -> Scoring:
    """Rules on a reading under facts that may have gaps. :class:`InputError` where the facts contradict themselves or
    the reading."""
    find_ruleset(facts.ruleset).options(facts.options)
    explored = _explore(reading, facts)
    if not explored.outcomes:
        seen = {_key(question): question for question in open_questions(reading, facts)}
        return Scoring(reading, None, tuple({**seen, **explored.questions}.values()))
    questions = _relevant(explored)
    if not questions:
        return Scoring(reading, explored.outcomes[0].ruling)
    asked = {_key(question) for question in questions}
    conditional = _distinct(explored.outcomes, asked)
    columns = list(zip(*(one.settlement for one in conditional), strict=True))
    return Scoring(
        reading,
        conditional[0].ruling,
        questions,
        tuple(conditional[:_MOST_SHOWN]),
        tuple(min(column) for column in columns),
        tuple(max(column) for column in columns),
    )


def score_case(case: Mapping[str, Any]) -> Scoring:
    """Rules on a full case as `paiyan rule` takes it; nothing is left to ask. Raises :class:`InputError`."""
    return Scoring(None, rule_case(case))


@dataclass(slots=True)
class _Explored:
    """Every combination of answers ruled on, the questions met on the way, and those without listed answers."""

    outcomes: list[Condition]
    questions: dict[str, Question]
    free: set[str]


def _key(question: Question) -> str:
    return f"{question.id}:{question.params.get('index', question.params.get('meld', ''))}"


def _explore(reading: TableReading, facts: Facts) -> _Explored:
    """Follows every answer to every gap. Combinations that contradict themselves are no possibilities, unless there is
    nothing else."""
    explored = _Explored([], {}, set())
    contradiction: InputError | None = None
    for budget, (answers, known) in enumerate(_branches(reading, facts, (), explored)):
        if budget >= _MOST_RULINGS:
            return _Explored([], explored.questions, set(explored.questions))
        try:
            explored.outcomes.append(Condition(answers, rule_case(build_case(reading, settled(reading, known)))))
        except InputError as error:
            contradiction = contradiction or error
    if contradiction is not None and not explored.outcomes and not explored.free - {"kongs:"}:
        raise contradiction
    return explored


def _branches(
    reading: TableReading, facts: Facts, answers: tuple[tuple[Question, Any], ...], explored: _Explored
) -> Iterator[tuple[tuple[tuple[Question, Any], ...], Facts]]:
    gap = first_gap(reading, facts)
    if gap is None:
        yield answers, facts
        return
    _note(gap, explored)
    for answer, answered in gap.answers:
        yield from _branches(reading, answered, (*answers, (gap.question, answer)), explored)


def _note(gap: Gap, explored: _Explored) -> None:
    key = _key(gap.question)
    explored.questions.setdefault(key, gap.question)
    if len(gap.answers) < 2:
        explored.free.add(key)


def _relevant(explored: _Explored) -> tuple[Question, ...]:
    """The questions that can change the result, and those whose answers can't be listed."""
    return tuple(
        question
        for key, question in explored.questions.items()
        if key in explored.free or _matters(key, explored.outcomes)
    )


def _matters(key: str, outcomes: Sequence[Condition]) -> bool:
    """Whether the results differ between the answers to a question, the other answers being equal."""
    by_answer: dict[str, set[tuple[str, tuple[object, ...]]]] = {}
    for outcome in outcomes:
        mine = [str(answer) for question, answer in outcome.answers if _key(question) == key]
        others = str([answer for question, answer in outcome.answers if _key(question) != key])
        by_answer.setdefault(str(mine), set()).add((others, outcome.result))
    return len({frozenset(results) for results in by_answer.values()}) > 1


def _distinct(outcomes: Sequence[Condition], asked: set[str]) -> list[Condition]:
    """One outcome for each combination of the answers that matter."""
    found: dict[str, Condition] = {}
    for outcome in outcomes:
        answers = tuple((question, answer) for question, answer in outcome.answers if _key(question) in asked)
        found.setdefault(str([(_key(q), answer) for q, answer in answers]), Condition(answers, outcome.ruling))
    return list(found.values())
