"""What came out for every likely reading under every answer, and which questions that makes worth asking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from paiyan.assistant.reading.focus import own_tiles
from paiyan.assistant.reading.model import BACK, SAID, Question, Status, TableReading
from paiyan.assistant.scoring.gap import Gap
from paiyan.assistant.scoring.likely import Variant
from paiyan.engine.tiles import Tile

Answers: TypeAlias = tuple[tuple[Question, Any], ...]

_ODDS_OF_A_WIN: Final = 30.0
_ODDS_OF_A_COMPLETE_HAND: Final = 500.0
"""Somebody says the hand wins. People are wrong about that now and then, mostly about a condition, hardly ever about
the hand being complete at all; a misread tile nearly always makes an incomplete hand of a complete one. So a reading
that wins is so many times likelier than its tiles alone tell, against one that fails a condition or is incomplete."""


_TO_CHECK: Final = 3


def key_of(question: Question) -> str:
    """Tells questions apart: several tiles may be doubtful, several kongs of unknown kind."""
    return f"{question.id}:{question.params.get('index', question.params.get('meld', ''))}"


def with_choices_of(question: Question, other: Question) -> Question:
    """A question with those choices too that the same one has under other answers."""
    if question.params != other.params:
        return question
    more = (choice for choice in other.choices if choice not in question.choices)
    return replace(question, choices=(*question.choices, *more))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The ruling on one likely reading under one combination of answers; ``case`` is what was ruled on. `concealed`:
    sets that lie apart count as tiles of the hand."""

    answers: Answers
    variant: Variant
    ruling: Mapping[str, Any]
    case: Mapping[str, Any]
    concealed: bool = False

    @property
    def settlement(self) -> tuple[int, ...]:
        """Gain of each seat."""
        return tuple(self.ruling["settlement"])

    @property
    def result(self) -> tuple[object, ...]:
        """What must not differ for a question not to matter."""
        return self.ruling["valid"], self.ruling["hu_class"], self.settlement

    @property
    def weight(self) -> float:
        """How likely this is to be what lies on the table, given that somebody claims the win."""
        if self.ruling["valid"]:
            return self.variant.probability
        incomplete = "not_complete" in self.ruling["reasons"]
        return self.variant.probability / (_ODDS_OF_A_COMPLETE_HAND if incomplete else _ODDS_OF_A_WIN)

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


@dataclass(slots=True)
class Outcomes:
    """Collects outcomes, the questions met on the way by key, the keys of those whose answers can't be listed, and of
    those that come `later`: only where a set is another than it was read."""

    found: list[Outcome] = field(default_factory=list)
    questions: dict[str, Question] = field(default_factory=dict)
    free: set[str] = field(default_factory=set)
    later: set[str] = field(default_factory=set)

    def note(self, gap: Gap, later: bool) -> None:
        """Keep the question of a gap. Under other answers the same question may have further choices: 天胡 is one only
        where the dealer won."""
        key = key_of(gap.question)
        if later and key not in self.questions:
            self.later.add(key)
        known = self.questions.setdefault(key, gap.question)
        self.questions[key] = with_choices_of(known, gap.question)
        if len(gap.answers) < 2:
            self.free.add(key)
        for question in gap.beside:
            self.questions.setdefault(key_of(question), question)
            self.free.add(key_of(question))

    @property
    def main(self) -> Outcome:
        """The outcome of the first answers, with the tiles as read where that can be ruled on."""
        return self.as_read()[0]

    def fact_questions(self) -> tuple[Question, ...]:
        """The facts that can change the result, and those whose answers can't be listed."""
        as_read = self.as_read()
        return tuple(
            question
            for key, question in self.questions.items()
            if key in self.free or _matters(key, as_read) or _narrowed(question, as_read)
        )

    @property
    def doubt(self) -> float:
        """How probable it is that the tiles are others than read and settle otherwise, under the worst answers."""
        doubts = [0.0]
        for group in self._by_answers().values():
            total = sum(one.weight for one in group)
            other = sum(one.weight for one in group if one.result != group[0].result or group[0].variant.changed)
            doubts.append(other / total if total else 1.0)
        return max(doubts)

    def tile_questions(self, reading: TableReading, kinds: frozenset[int]) -> tuple[Question, ...]:
        """The doubtful tiles that leave more than a trifle of doubt in the result, the most doubtful first.

        The hand as read counts, even where another reading is likelier: that one is never taken without asking. The
        answers to choose from lie within the faces `kinds`.
        """
        suspicion: dict[int, float] = {}
        for group in self._by_answers().values():
            base = group[0]
            total = sum(one.weight for one in group)
            other = [one for one in group if one.result != base.result]
            if not base.variant.changed and sum(one.weight for one in other) <= (1 - reading.trust.certain) * total:
                continue
            for one in other if not base.variant.changed else group:
                for index in one.variant.changed:
                    suspicion[index] = suspicion.get(index, 0.0) + one.weight / total
        if not suspicion:
            return tuple(self._tile_question(reading, index, kinds) for index in self._unlikely_as_read(reading))
        worst = max(suspicion.values())
        asked = sorted((index for index in suspicion if suspicion[index] > 0.1 * worst), key=lambda i: -suspicion[i])
        return tuple(self._tile_question(reading, index, kinds) for index in asked)

    def _unlikely_as_read(self, reading: TableReading) -> list[int]:
        """The least sure tiles of a hand that was claimed and does not win as read.

        Where it is not even complete, one tile or another was more likely misread than such a hand claimed, however
        sure the tiles look; where a condition fails, those that are not sure count. What a person said is not asked.
        """
        reasons = {reason for one in self.as_read() for reason in one.ruling["reasons"]}
        if not reasons:
            return []
        tiles = ((index, reading.tiles[index]) for index in own_tiles(reading))
        unsaid = [(tile.confidence, index) for index, tile in tiles if tile.confidence < SAID]
        if "not_complete" not in reasons:
            unsaid = [entry for entry in unsaid if reading.tiles[entry[1]].status is not Status.SURE]
        return [index for _, index in sorted(unsaid)[:_TO_CHECK]]

    def _tile_question(self, reading: TableReading, index: int, kinds: frozenset[int]) -> Question:
        code = reading.tiles[index].tile
        changed = [one for one in self.found if index in one.variant.changed]
        others = [one.variant.changed[index] for one in sorted(changed, key=lambda one: -one.weight)]
        scored = (face for face, _ in reading.tiles[index].alternatives if face != BACK)
        seen = (face for face in scored if Tile.parse(face).index in kinds)
        choices = tuple(dict.fromkeys((code, *others, *seen)))
        return Question("tile_doubt", MappingProxyType({"index": index, "tile": code}), choices)

    def winning_tile(self) -> Outcome | None:
        """The likeliest win with one tile, or all of one face, read otherwise where the tiles as read do not win."""
        if any(one.ruling["valid"] for one in self.as_read()):
            return None
        wins = (one for one in self.found if one.ruling["valid"] and len(set(one.variant.changed.values())) == 1)
        return max(wins, key=lambda one: one.weight, default=None)

    def conditional(self, questions: Sequence[Question]) -> list[Outcome]:
        """One outcome for each combination of the answers that matter, the likeliest reading for each."""
        facts = {key_of(question) for question in questions}
        tiles = {question.params["index"]: question for question in questions if question.id == "tile_doubt"}
        found: dict[str, Outcome] = {}
        for one in sorted(self.found, key=lambda one: (len(one.variant.changed), -one.variant.probability)):
            if len(set(one.variant.changed.values())) > 1 or not set(one.variant.changed) <= set(tiles):
                continue
            said = tuple((question, answer) for question, answer in one.answers if key_of(question) in facts)
            read = tuple((tiles[index], code) for index, code in one.variant.changed.items())
            found.setdefault(
                str([(key_of(q), answer) for q, answer in (*read, *said)]), replace(one, answers=(*read, *said))
            )
        return list(found.values()) or [self.main]

    def _by_answers(self) -> dict[str, list[Outcome]]:
        """Outcomes of all likely readings under the same answers; the tiles as read first."""
        groups: dict[str, list[Outcome]] = {}
        for one in self.found:
            groups.setdefault(str([(key_of(q), answer) for q, answer in one.answers]), []).append(one)
        return groups

    def as_read(self) -> list[Outcome]:
        """For each combination of answers the outcome with the tiles as read, else the likeliest that has a ruling."""
        return [group[0] for group in self._by_answers().values()]


def _narrowed(question: Question, outcomes: Sequence[Outcome]) -> bool:
    """Whether some answers to a question contradict what was said: who won is not concluded from that but asked.

    Ways of winning are left out: some of them never fit.
    """
    given = {str(answer) for one in outcomes for asked, answer in one.answers if key_of(asked) == key_of(question)}
    return question.id != "method" and 0 < len(given) < len(question.choices)


def _matters(key: str, outcomes: Sequence[Outcome]) -> bool:
    """Whether the results differ between the answers to a question, the other answers being equal."""
    by_answer: dict[str, set[tuple[str, tuple[object, ...]]]] = {}
    for outcome in outcomes:
        mine = [str(answer) for question, answer in outcome.answers if key_of(question) == key]
        others = str([answer for question, answer in outcome.answers if key_of(question) != key])
        by_answer.setdefault(str(mine), set()).add((others, outcome.result))
    return len({frozenset(results) for results in by_answer.values()}) > 1
