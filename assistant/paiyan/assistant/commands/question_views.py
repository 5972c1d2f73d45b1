"""Questions and their answers in words, with the option that answers each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

from paiyan.assistant.commands.examples import examples_of
from paiyan.assistant.commands.tile_options import place_of, place_text
from paiyan.assistant.i18n import Lang, has_text, text
from paiyan.assistant.reading.model import BACK, BROKEN_MELD, FOREIGN_TILES, SAID, SHORT_KONG, Question, TableReading
from paiyan.assistant.scoring.facts import NOBODY, Facts
from paiyan.engine.rules import find_ruleset

_AFTER_METHOD: Final = ("discarder", "red_kong")
"""Asked only once the method is known: most methods need neither."""
_ALSO_IN_READ: Final = ("tile_doubt", BROKEN_MELD)
"""Answered by an option that `paiyan read` has as well."""
_OPEN_ANSWERS: Final = ("who_is_open", "kongs", "flowers")
"""Lists of seats, kongs or tiles: the option says how to write them, better than every list there is."""


def questions_view(
    reading: TableReading | None,
    questions: Sequence[Question],
    language: Lang,
    *,
    with_options: bool = False,
    now: TableReading | None = None,
    facts: Facts | None = None,
) -> RenderableType:
    """The questions as a list; `with_options` under each the option of `paiyan score` that answers it. Places count as
    in `reading`, which is the photo before anything was said of it: so `--tile` counts them. `now` is what it is by
    what was said, `facts` what was said beside: examples fit both."""
    lines = [Text(text("reading.questions", language), style="bold yellow")]
    asked = {question.id for question in questions}
    winner_known = "winner" not in asked
    for question in questions:
        if "method" in asked and question.id in _AFTER_METHOD:
            continue
        sentence = question_text(reading, question, language, winner_known=winner_known)
        lines.append(Text(f"  • {sentence}"))
        hint = _hint(reading, question, language, with_options=with_options, now=now, facts=facts)
        lines += [Text(f"    → {hint}")] if hint else []
    if (
        reading is not None
        and now is not None
        and asked & {"tile_doubt", BROKEN_MELD}
        and _laid_otherwise(reading, now)
    ):
        lines.append(Text(f"  {_as_first_read(reading, language)}", style="dim"))
    return Group(*lines)


def _laid_otherwise(reading: TableReading, now: TableReading) -> bool:
    return (reading.hand, [one.tiles for one in reading.melds]) != (now.hand, [one.tiles for one in now.melds])


def _as_first_read(reading: TableReading, language: Lang) -> str:
    """Hand and melds by which places count, where they are others by now."""
    groups = [("hand", reading.hand), *((f"meld:{at}", meld.tiles) for at, meld in enumerate(reading.melds, 1))]
    listed = ("{} {}".format(name, " ".join(reading.tiles[at].tile for at in tiles)) for name, tiles in groups)
    return text("question.places", language, places="; ".join(listed))


def _hint(
    reading: TableReading | None,
    question: Question,
    language: Lang,
    *,
    with_options: bool,
    now: TableReading | None,
    facts: Facts | None,
) -> str | None:
    """What to do to answer a question: an option of `paiyan score`, of which `paiyan read` has some."""
    examples = examples_of(question, now or reading, facts)
    params = dict(question.params) | examples
    if question.id == "hand_count":
        return text("question.hand_count.do", language, **params)
    if question.id == "tile_doubt" and reading is not None:
        params["place"] = place_of(reading, int(params["index"]))
    elif question.id == FOREIGN_TILES and reading is not None:
        return _other_rules(reading, question, language)
    elif question.id == BROKEN_MELD and reading is not None:
        unsaid = [index for index in question.tiles if now is None or now.tiles[index].confidence < SAID]
        params["options"] = " ".join(f"--tile {place_of(reading, at)}={reading.tiles[at].tile}" for at in unsaid)
    hint = f"question.option.{question.id}{examples.get('form', '')}"
    if question.id == SHORT_KONG and question.choices:
        params["options"] = " / ".join(f"--set {params['tile']}={choice}" for choice in question.choices)
    if not has_text(hint):
        return None
    option = text(hint, language, **params)
    here = with_options or question.id in _ALSO_IN_READ
    return option if here else text("question.in_score", language, option=option)


def _other_rules(reading: TableReading, question: Question, language: Lang) -> str:
    """What to do about tiles that are not played with: other rules, or another face for one that was misread."""
    place = next((place for index in question.tiles if (place := place_of(reading, index))), "hand:1")
    rulesets = " / ".join(question.params["rulesets"])
    key = "question.option.foreign_tiles" + ("" if rulesets else ".no_rules")
    return text(key, language, rulesets=rulesets, place=place)


def question_text(
    reading: TableReading | None, question: Question, language: Lang, *, winner_known: bool = True
) -> str:
    """A question in words, with its choices where there are any. While it is not known who won, nobody's melds are in
    the photo: anybody may be open."""
    params = dict(question.params)
    key = f"question.{question.id}"
    if question.id == "who_is_open" and not winner_known:
        key = f"{key}.anybody"
    if question.id == "tile_doubt":
        params["place"] = "" if reading is None else place_text(reading, int(params["index"]), language)
        key = f"{key}.back" if params["tile"] == BACK else key
    if question.id == FOREIGN_TILES:
        key = f"{key}.flowers" if _are_flowers(question) else key
        params = {"rules": text(f"ruleset.{params['ruleset']}", language), "tiles": _counted_tiles(question, language)}
    if "seats" in params:
        params["seats"] = ", ".join(str(seat) for seat in params["seats"])
    sentence = text(key, language, **params)
    nothing_else = question.id == "tile_doubt" and question.choices == (question.params["tile"],)
    if question.id in _OPEN_ANSWERS or not question.choices or nothing_else:
        return sentence
    choices = " / ".join(_choice(question, choice, language) for choice in question.choices)
    return sentence + text("question.choices", language, choices=choices)


def _are_flowers(question: Question) -> bool:
    """Whether the tiles that are no part of a hand are flowers, which are laid out by these rules."""
    flowers = all(one["tile"][0] in "fg" for one in question.params["tiles"])
    return flowers and find_ruleset(question.params["ruleset"]).uses_flowers


def _counted_tiles(question: Question, language: Lang) -> str:
    """Each tile by name and code, and how many there are of it."""
    named = ({**one, "name": text(f"tile.{one['tile']}", language)} for one in question.params["tiles"])
    return text("question.and", language).join(
        text("question.foreign_tiles.tile", language, name=one["name"], tile=one["tile"], count=one["count"])
        for one in named
    )


def answer_text(reading: TableReading | None, question: Question, answer: Any, language: Lang) -> str:
    """An answer to a question in a few words."""
    params = {**question.params, "answer": answer_words(answer, language)}
    if question.id == "tile_doubt":
        params["place"] = "" if reading is None else place_text(reading, int(params["index"]), language)
    return text(f"score.answer.{question.id}", language, **params)


def answer_words(answer: Any, language: Lang) -> str:
    """The answer alone: yes, the name of a method or of a set, seats, tiles; that there are none."""
    if isinstance(answer, bool):
        return text("score.answer.yes" if answer else "score.answer.no", language)
    if answer == "":
        return text("score.answer.no_tiles", language)
    if answer == NOBODY:
        return text("score.answer.none", language)
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) or text("score.answer.none", language)
    if isinstance(answer, dict):
        return text(f"score.kind.{answer['kind']}", language, seat=answer.get("from"))
    key = next((key for key in (f"score.method.{answer}", f"score.shape.{answer}") if has_text(key)), None)
    return str(answer) if key is None else text(key, language)


def _choice(question: Question, choice: object, language: Lang) -> str:
    """A choice in words; for a method with what the option takes."""
    words = answer_words(choice, language)
    return f"{words} {choice}" if question.id == "method" else words
