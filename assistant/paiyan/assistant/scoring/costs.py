"""What each answer to a question would cost, and which question decides most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from paiyan.assistant.reading.model import Cost, Question
from paiyan.assistant.scoring.facts import Facts
from paiyan.assistant.scoring.outcomes import Outcome, key_of
from paiyan.assistant.scoring.set_sizes import ABOUT_SETS


def with_costs(questions: Sequence[Question], found: Sequence[Outcome], facts: Facts) -> tuple[Question, ...]:
    """The questions with what each of their choices would make of the hand, as far as `found` tells, and which of them
    ask for another openness of the winner than the `facts` say."""
    closed = facts.winner if facts.winner is not None and facts.open[facts.winner] is False else None
    return tuple(_with_costs(question, found, closed) for question in questions)


def _with_costs(question: Question, found: Sequence[Outcome], closed: int | None) -> Question:
    about_tile = question.id == "tile_doubt"
    costs = [
        _cost_of_face(question, str(choice), found) if about_tile else _cost_of_fact(question, choice, found, closed)
        for choice in question.choices
    ]
    if not any(costs):
        return question
    seats = zip(*(cost.high for cost in costs if cost is not None), strict=True)
    return replace(question, costs=tuple(costs), stake=max(max(gains) - min(gains) for gains in seats))


def _cost_of_face(question: Question, face: str, found: Sequence[Outcome]) -> Cost | None:
    index = question.params["index"]
    read = str(question.params["tile"])
    fitting = [one for one in found if one.variant.changed.get(index, read) == face]
    if not fitting:
        return None
    fewest = min(len(one.variant.changed) for one in fitting)
    nearest = [one for one in fitting if len(one.variant.changed) == fewest]
    best = max(nearest, key=lambda one: one.weight)
    total = sum(one.weight for one in found)
    likely = sum(one.weight for one in fitting) / total if total else None
    same = [one for one in nearest if one.variant.changed == best.variant.changed and one is not best]
    return _cost(face, [best, *same], likely)


def _cost_of_fact(question: Question, choice: object, found: Sequence[Outcome], closed: int | None) -> Cost | None:
    fitting = [
        one
        for one in found
        if not one.variant.changed
        and any(key_of(asked) == key_of(question) and given == choice for asked, given in one.answers)
    ]
    if not fitting:
        return None
    seats = fitting[0].case.get("open")
    opens = closed if closed is not None and seats and seats[closed] else None
    return replace(_cost(choice, fitting, None), opens=opens)


def _cost(answer: Any, outcomes: Sequence[Outcome], likely: float | None) -> Cost:
    first = outcomes[0].ruling
    columns = list(zip(*(one.settlement for one in outcomes), strict=True))
    return Cost(
        answer,
        bool(first["valid"]),
        first["hu_class"],
        first["hu_label"],
        tuple(min(column) for column in columns),
        tuple(max(column) for column in columns),
        likely,
    )


def deciding(questions: Sequence[Question]) -> int | None:
    """Place of the question to answer first, None where there is none: one about a set if its answers settle
    otherwise, for what else is open follows from it; then the one whose answer is expected to move most money. The
    first one where that is not known of any."""
    if not questions:
        return None
    moved = [(question.id in ABOUT_SETS and _differ(question), _moved(question)) for question in questions]
    return moved.index(max(moved))


def _differ(question: Question) -> bool:
    """Whether the answers to a question settle otherwise."""
    return len({(cost.valid, cost.low, cost.high) for cost in question.costs if cost is not None}) > 1


def _moved(question: Question) -> float:
    costs = [cost for cost in question.costs if cost is not None]
    if len(costs) < 2:
        return 0.0
    odds = [1 / len(costs) if cost.likely is None else cost.likely for cost in costs]
    return sum(
        share * sum(abs(one - other) for one, other in zip(cost.high, costs[0].high, strict=True)) / 2
        for share, cost in zip(odds, costs, strict=True)
    )
