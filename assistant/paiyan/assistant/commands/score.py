"""`paiyan score`: a photo and the facts it can't show → ruling and settlement, or what has to be known first."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from paiyan.assistant.commands.common import (
    REFUSED,
    chosen,
    helps,
    json_option,
    lang_option,
    option_problem,
    print_json,
    refuse,
    stdout_console,
)
from paiyan.assistant.commands.preset_options import chosen_rules, preset_option
from paiyan.assistant.commands.set_options import check_kongs, set_option, sets_said, with_sets
from paiyan.assistant.commands.tile_options import RefusedError, faces_said, tile_option, with_faces
from paiyan.assistant.commands.tile_sets import chosen_tile_set, tile_set_option
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from paiyan.assistant.reading import EnrolledSet, Reader, TableReading
    from paiyan.assistant.scoring import Facts, Scoring

_SEATS = {"min": 0, "max": 3}
_UNASKED = "cli.score.this_hand_unasked"


def score(
    photo: Annotated[str, typer.Argument(metavar="PHOTO", help=helps("cli.score.photo"))],
    rules: Annotated[str | None, typer.Option(metavar="NAME", help=helps("cli.score.rules"))] = None,
    preset: Annotated[str | None, preset_option()] = None,
    winner: Annotated[int | None, typer.Option(metavar="SEAT", **_SEATS, help=helps("cli.score.winner"))] = None,
    dealer: Annotated[int | None, typer.Option(metavar="SEAT", **_SEATS, help=helps("cli.score.dealer"))] = None,
    method: Annotated[str | None, typer.Option(metavar="METHOD", help=helps("cli.score.method"))] = None,
    discarder: Annotated[
        int | None, typer.Option("--from", metavar="SEAT", **_SEATS, help=helps("cli.score.from"))
    ] = None,
    win_tile: Annotated[str | None, typer.Option(metavar="TILE", help=helps("cli.score.win_tile"))] = None,
    open_seats: Annotated[str | None, typer.Option("--open", metavar="SEATS", help=helps("cli.score.open"))] = None,
    closed_seats: Annotated[
        str | None, typer.Option("--closed", metavar="SEATS", help=helps("cli.score.closed"))
    ] = None,
    kongs: Annotated[list[str] | None, typer.Option("--kong", metavar="KONG", help=helps("cli.score.kong"))] = None,
    red_kong: Annotated[bool | None, typer.Option("--red-kong/--no-red-kong", help=helps("cli.score.red_kong"))] = None,
    ming: Annotated[str | None, typer.Option(metavar="TILE", help=helps("cli.score.ming"))] = None,
    round_wind: Annotated[
        int | None, typer.Option("--round", metavar="0-3", **_SEATS, help=helps("cli.score.round"))
    ] = None,
    flowers: Annotated[str | None, typer.Option(metavar="TILES", help=helps("cli.score.flowers"))] = None,
    void_suit: Annotated[str | None, typer.Option(metavar="m|p|s", help=helps("cli.score.void_suit"))] = None,
    events: Annotated[list[str] | None, typer.Option("--event", metavar="EVENT", help=helps("cli.score.event"))] = None,
    flags: Annotated[list[str] | None, typer.Option("--flag", metavar="FLAG", help=helps("cli.score.flag"))] = None,
    options: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help=helps("cli.score.option"))
    ] = None,
    variants: Annotated[bool, typer.Option("--variants", help=helps("cli.variants"))] = False,
    tiles: Annotated[list[str] | None, tile_option()] = None,
    sets: Annotated[list[str] | None, set_option()] = None,
    this_hand: Annotated[bool, typer.Option("--this-hand", help=helps("cli.score.this_hand"))] = False,
    tile_set: Annotated[str | None, tile_set_option()] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help=helps("cli.serve.data"))] = None,
    annotate: Annotated[Path | None, typer.Option(metavar="OUT.png", help=helps("cli.read.annotate"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Reads the photo and scores it under the facts given; facts that are missing become questions."""
    from paiyan.assistant.commands.facts_options import NONE, facts_from_options
    from paiyan.assistant.commands.read import check_rules, load_reader, save_annotated
    from paiyan.assistant.reading.model import WHICH_HAND
    from paiyan.assistant.reading.unanswered import Answered, misnamed, without

    language = chosen(lang)
    ruleset, house = chosen_rules(rules, preset, language)
    check_rules(ruleset, language)
    facts = facts_from_options(
        {
            "ruleset": ruleset,
            "winner": winner,
            "dealer": dealer,
            "method": method,
            "discarder": discarder,
            "win_tile": win_tile,
            "red_kong": red_kong,
            "ming": ming,
            "round": round_wind,
            "flowers": "" if flowers == NONE else flowers,
            "void_suit": void_suit,
        },
        open_seats=open_seats,
        closed_seats=closed_seats,
        kongs=kongs,
        events=events,
        flags=flags,
        house=house,
        options=options,
        language=language,
    )
    faces, shapes = faces_said(tiles or (), language), sets_said(sets or (), language)
    check_kongs(shapes, facts.kongs or (), facts.winner, language)
    enrolled = chosen_tile_set(tile_set, data, language)
    seen = read_or_refuse(load_reader(language), photo, ruleset, as_json, language, enrolled)
    reading = _corrected(seen, faces, shapes, photo, as_json, language)
    if this_hand:
        if misnamed(seen, (Answered(WHICH_HAND),)) is not None:
            _refuse_reading(seen, RefusedError(_UNASKED, text(_UNASKED, language)), photo, as_json)
        reading = without(reading, (Answered(WHICH_HAND),))
    if annotate is not None:
        save_annotated(photo, reading, annotate, language)
    scoring = score_or_refuse(reading, facts, photo, as_json, language)
    show_scoring(scoring, photo, as_json, language, variants=variants, at_sight=seen, facts=facts)


def read_or_refuse(
    reader: Reader, photo: str, rules: str, as_json: bool, language: Lang, enrolled: EnrolledSet | None = None
) -> TableReading:
    """The reading of the photo; ends the command where it can't be read."""
    from paiyan.vision.images import PhotoError

    try:
        return reader.read(photo, rules, enrolled)
    except PhotoError as error:
        problem = text(error.code, language, **error.params)
        if as_json:
            print_json(
                _refused({"photo": photo, "error": problem, "code": error.code, "tiles": []}, problem, error.code)
            )
            raise typer.Exit(REFUSED) from error
        refuse(f"{photo}: {problem}")


def _corrected(
    reading: TableReading,
    faces: Mapping[str, str],
    shapes: Mapping[str, str],
    photo: str,
    as_json: bool,
    language: Lang,
) -> TableReading:
    """The reading with the tiles and sets that were said; ends the command where they can't be."""
    try:
        return with_sets(with_faces(reading, faces, language), shapes, language)
    except RefusedError as error:
        _refuse_reading(reading, error, photo, as_json)


def _refuse_reading(reading: TableReading, error: RefusedError, photo: str, as_json: bool) -> NoReturn:
    """Ends the command: what was said does not fit what was read."""
    from paiyan.assistant.reading import reading_to_json

    if as_json:
        print_json(_refused(reading_to_json(reading, photo), str(error), error.code))
        raise typer.Exit(REFUSED) from error
    refuse(str(error))


def _refused(reading: dict[str, Any] | None, problem: str, code: str) -> dict[str, Any]:
    return {
        "reading": reading,
        "ruling": None,
        "settlement": None,
        "certain": False,
        "questions": [],
        "error": problem,
        "code": code,
    }


def score_or_refuse(reading: TableReading, facts: Facts, photo: str, as_json: bool, language: Lang) -> Scoring:
    """The scoring; ends the command where the facts contradict themselves or the photo."""
    from paiyan.assistant.reading import reading_to_json
    from paiyan.assistant.scoring import score as score_reading
    from paiyan.engine.errors import InputError

    try:
        return score_reading(reading, facts)
    except InputError as error:
        problem = option_problem(error, language)
        if as_json:
            print_json(_refused(reading_to_json(reading, photo), problem, error.code))
            raise typer.Exit(REFUSED) from error
        refuse(text("score.contradiction", language, problem=problem))


def show_scoring(
    scoring: Scoring,
    photo: str,
    as_json: bool,
    language: Lang,
    *,
    variants: bool = False,
    at_sight: TableReading | None = None,
    facts: Facts | None = None,
) -> None:
    """Prints a scoring as JSON or as tables, with what it would be at other tables if `variants`. `at_sight` is the
    reading before anything was said of its tiles; examples of options fit the `facts`."""
    from paiyan.engine.variants import variants as other_tables

    others = None
    if variants and scoring.case is not None:
        others = [one.to_json() for one in other_tables(scoring.case, scoring.ruling)]
    if as_json:
        print_json(scoring.to_json(photo) | ({"variants": others} if variants else {}))
        return
    from paiyan.assistant.commands.ruling_views import scoring_view
    from paiyan.assistant.commands.views import reading_view, with_asked_marked

    console = stdout_console()
    if scoring.reading is not None:
        shown = with_asked_marked(scoring.reading, scoring.questions)
        console.print(reading_view(shown, photo, language, with_questions=False))
    console.print(scoring_view(scoring, language, at_sight, facts))
    if others is not None and scoring.case is not None:
        from paiyan.assistant.commands.variant_views import variants_view

        console.print(variants_view(others, str(scoring.case["ruleset"]), language))
