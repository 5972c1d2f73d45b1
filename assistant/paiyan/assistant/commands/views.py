"""Readings as tables for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from paiyan.assistant.commands.question_views import questions_view
from paiyan.assistant.i18n import Lang, text
from paiyan.assistant.reading.model import BACK, Question, Status, TableReading, Zone
from paiyan.vision.coach import Advice, Severity

_SUIT_STYLES: Final = {"m": "red", "p": "blue", "s": "green", "z": "magenta", "f": "yellow", "g": "yellow"}
_MARKS: Final = {Status.SURE: "", Status.INFERRED: "*", Status.DOUBTFUL: "?"}


def tile_text(code: str, status: Status = Status.SURE) -> Text:
    """A tile in the colour of its suit; doubt shows as a mark too, not by colour alone."""
    style = _SUIT_STYLES.get(code.strip("123456789"), "dim")
    return Text(code + _MARKS[status], style=style if status is Status.SURE else f"{style} reverse")


def tiles_text(reading: TableReading, indices: tuple[int, ...]) -> Text:
    """These tiles in a line."""
    tiles = (reading.tiles[index] for index in indices)
    return Text(" ").join(tile_text(tile.tile, tile.status) for tile in tiles)


def reading_view(
    reading: TableReading,
    photo: str,
    language: Lang,
    *,
    with_questions: bool = True,
    at_sight: TableReading | None = None,
) -> RenderableType:
    """A reading: hand, melds, winning tile, the rest, and what has to be confirmed. `at_sight` is what it was before
    anything was said of its tiles: places count as in it."""
    title = text("reading.title", language, photo=photo, width=reading.width, height=reading.height)
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    nothing = Text(text("reading.nothing", language), style="dim")
    table.add_row(text("reading.hand", language), tiles_text(reading, reading.hand) if reading.hand else nothing)
    for meld in reading.melds:
        line = tiles_text(reading, meld.tiles)
        if meld.source:
            line.append(f"  {text(f'reading.from.{meld.source}', language)}", style="dim")
        table.add_row(text(f"reading.meld.{meld.type}", language), line)
    none = Text(text("reading.win.none", language), style="dim")
    win = tiles_text(reading, (reading.win_tile,)) if reading.win_tile is not None else none
    table.add_row(text("reading.win", language), win)
    _add_rest(table, reading, language)
    parts: list[RenderableType] = [Text(title, style="bold"), table]
    if any(reading.tiles[index].status is not Status.SURE for index in _with_marks(reading)):
        parts.append(Text(text("reading.legend", language), style="dim"))
    if used := reading.tile_set:
        key = "page.tile_sets.used" if used.weight > 0 else "tile_sets.left_alone"
        parts.append(Text(text(key, language, name=used.name), style="dim"))
    if reading.coach:
        parts.append(coach_view(reading.coach, language))
    if with_questions and reading.questions:
        parts.append(questions_view(at_sight or reading, reading.questions, language, now=reading))
    return Group(*parts, Text())


def _with_marks(reading: TableReading) -> list[int]:
    """The tiles shown one by one, with their marks: of those laid aside face down only the number is told."""
    own = {*reading.hand, *(index for meld in reading.melds for index in meld.tiles), reading.win_tile}
    return [index for index, tile in enumerate(reading.tiles) if index in own or tile.tile != BACK]


def with_asked_marked(reading: TableReading, questions: Iterable[Question]) -> TableReading:
    """The reading to be shown: tiles read clearly that are asked about all the same are marked as those in doubt."""
    asked = {int(question.params["index"]) for question in questions if question.id == "tile_doubt"}
    tiles = [
        replace(tile, status=Status.DOUBTFUL) if index in asked and tile.status is Status.SURE else tile
        for index, tile in enumerate(reading.tiles)
    ]
    return replace(reading, tiles=tuple(tiles))


def _add_rest(table: Table, reading: TableReading, language: Lang) -> None:
    for zone, key in ((Zone.DISCARD, "reading.discards"), (Zone.OTHER, "reading.others")):
        rest = tuple(index for index, tile in enumerate(reading.tiles) if tile.group == zone and tile.tile != BACK)
        if rest:
            table.add_row(text(key, language), tiles_text(reading, rest))
    if reading.backs:
        table.add_row(text("reading.backs", language), text("reading.backs.count", language, count=reading.backs))


def coach_view(coach: tuple[Advice, ...], language: Lang) -> RenderableType:
    """What is wrong with the photo, and what to do about it."""
    lines = [Text(text("coach.title", language), style="bold yellow")]
    for advice in coach:
        mark = "!" if advice.severity is Severity.SEVERE else "•"
        said = text(f"coach.{advice.id}", language, **advice.params)
        lines.append(Text(f"  {mark} {said} {text(f'coach.{advice.id}.do', language)}"))
    return Group(*lines)
