"""Questions and their answers in words, with the option that answers each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

from paiyan.assistant.commands.common import program
from paiyan.assistant.i18n import Lang, has_text, text
from paiyan.assistant.reading.model import Question, TableReading

_AFTER_METHOD: Final = ("discarder", "red_kong")
"""Asked only once the method is known: most methods need neither."""
_OPEN_ANSWERS: Final = ("who_is_open", "kongs", "flowers")
"""Lists of seats, kongs or tiles: the option says how to write them, better than every list there is."""


def questions_view(
    reading: TableReading | None, questions: Sequence[Question], language: Lang, *, with_options: bool = False
) -> RenderableType:
    """The questions as a list; `with_options` under each the option of `paiyan score` that answers it."""
    lines = [Text(text("reading.questions", language), style="bold yellow")]
    method_unknown = any(question.id == "method" for question in questions)
    for question in questions:
        if method_unknown and question.id in _AFTER_METHOD:
            continue
        lines.append(Text(f"  • {question_text(reading, question, language)}"))
        hint = f"question.option.{question.id}"
        if question.id == "hand_count":
            lines.append(Text(f"    → {text('question.hand_count.do', language, program=program())}"))
        elif with_options and has_text(hint):
            lines.append(Text(f"    → {text(hint, language, program=program(), **question.params)}"))
    return Group(*lines)


def question_text(reading: TableReading | None, question: Question, language: Lang) -> str:
    """A question in words, with its choices where there are any."""
    params = dict(question.params)
    if question.id == "tile_doubt" and reading is not None:
        params["place"] = _place(reading, int(params["index"]), language)
    if "seats" in params:
        params["seats"] = ", ".join(str(seat) for seat in params["seats"])
    sentence = text(f"question.{question.id}", language, **params)
    if question.id in _OPEN_ANSWERS or not question.choices:
        return sentence
    choices = " / ".join(_choice(question, choice, language) for choice in question.choices)
    return sentence + text("question.choices", language, choices=choices)


def answer_text(question: Question, answer: Any, language: Lang) -> str:
    """An answer to a question in a few words."""
    words = answer_words(answer, language)
    return text(f"score.answer.{question.id}", language, **{**question.params, "answer": words})


def answer_words(answer: Any, language: Lang) -> str:
    """The answer alone: yes, the name of a method, seats."""
    if isinstance(answer, bool):
        return text("score.answer.yes" if answer else "score.answer.no", language)
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) or text("score.answer.none", language)
    if isinstance(answer, dict):
        return text(f"score.kind.{answer['kind']}", language, seat=answer.get("from"))
    key = f"score.method.{answer}"
    return text(key, language) if has_text(key) else str(answer)


def _choice(question: Question, choice: object, language: Lang) -> str:
    """A choice in words; for a method with what the option takes."""
    words = answer_words(choice, language)
    return f"{words} {choice}" if question.id == "method" else words


def _place(reading: TableReading, index: int, language: Lang) -> str:
    key = "question.tile_doubt.place"
    if index in reading.hand:
        return text(f"{key}.hand", language, number=reading.hand.index(index) + 1)
    for number, meld in enumerate(reading.melds):
        if index in meld.tiles:
            return text(f"{key}.meld", language, number=number + 1)
    return text(f"{key}.win" if index == reading.win_tile else f"{key}.other", language)
