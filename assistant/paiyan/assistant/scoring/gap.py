"""A gap: something unknown, as the question to ask and what the facts are with each answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from paiyan.assistant.reading.model import Question, TableReading
from paiyan.assistant.scoring.facts import Facts


@dataclass(frozen=True, slots=True)
class Gap:
    """Something unknown: the question to ask and, for each answer it can have, the facts with that answer in place.

    Without answers the question is free and nothing can be worked out before it is answered. `beside` are questions
    that are asked together with it.
    """

    question: Question
    answers: tuple[tuple[Any, Facts], ...] = ()
    beside: tuple[Question, ...] = ()


Finder = Callable[[TableReading, Facts], Gap | None]


def gap_of(name: str, answers: Iterator[tuple[Any, Facts]], params: Mapping[str, Any] | None = None) -> Gap:
    """The gap of the question `name`, whose choices are these answers."""
    found = tuple(answers)
    choices = tuple(choice for choice, _ in found)
    return Gap(Question(name, MappingProxyType(dict(params or {})), choices), found)
