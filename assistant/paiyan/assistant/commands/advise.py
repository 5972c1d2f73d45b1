"""`paiyan advise`: what a hand lacks, what each discard leaves, and what that is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paiyan.assistant.commands.common import (
    REFUSED,
    case_problem,
    chosen,
    helps,
    json_option,
    lang_option,
    misused,
    print_json,
    refuse,
    stdout_console,
)
from paiyan.assistant.commands.facts_options import NONE, house_rules, typed
from paiyan.assistant.commands.preset_options import chosen_rules, preset_option
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from paiyan.engine.tiles import Tile

_OPTIONS: Final = {"wild": "--ming", "void_suit": "--void-suit"}
"""The options that give a field of another name."""
_BY_RULES: Final = frozenset({"tile_not_in_ruleset", "meld_not_in_ruleset"})
"""Faults that are none under other rules."""
_USUAL_RULES: Final = "jinzhou"
"""What is played where nobody says; the answer tells that it was assumed."""
_SEATS: Final = {"min": 0, "max": 3}


def advise(
    hand: Annotated[str, typer.Argument(metavar="HAND", help=helps("cli.advise.hand"))],
    melds: Annotated[str | None, typer.Option(metavar="MELDS", help=helps("cli.advise.melds"))] = None,
    seen: Annotated[str | None, typer.Option(metavar="TILES", help=helps("cli.advise.seen"))] = None,
    rules: Annotated[str | None, typer.Option(metavar="NAME", help=helps("cli.advise.rules"))] = None,
    preset: Annotated[str | None, preset_option()] = None,
    options: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help=helps("cli.score.option"))
    ] = None,
    seat: Annotated[int | None, typer.Option(metavar="SEAT", **_SEATS, help=helps("cli.advise.seat"))] = None,
    dealer: Annotated[int | None, typer.Option(metavar="SEAT", **_SEATS, help=helps("cli.advise.dealer"))] = None,
    open_seats: Annotated[str | None, typer.Option("--open", metavar="SEATS", help=helps("cli.advise.open"))] = None,
    ming: Annotated[str | None, typer.Option(metavar="TILE", help=helps("cli.score.ming"))] = None,
    void_suit: Annotated[str | None, typer.Option(metavar="SUIT", help=helps("cli.advise.void_suit"))] = None,
    rounds: Annotated[int | None, typer.Option(metavar="N", help=helps("cli.advise.rounds"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Advises on 13 tiles, or on which of 14 to discard."""
    from paiyan.assistant.commands.advice_views import advice_view, assumptions
    from paiyan.engine.advice import advise_case
    from paiyan.engine.errors import InputError

    language = chosen(lang)
    unsaid = rules is None and preset is None
    ruleset, house = chosen_rules(_USUAL_RULES if unsaid else rules, preset, language)
    own_seat = 1 if seat is None else seat
    said: dict[str, Any] = {
        "seen": seen,
        "seat": seat,
        "dealer": dealer,
        "open": _open(open_seats, own_seat, language),
        "wild": None if ming is None else {"ming": ming},
        "void_suit": void_suit,
        "rounds": rounds,
    }
    position: dict[str, Any] = {
        "ruleset": ruleset,
        "options": {**house, **house_rules(ruleset, options or (), language)},
        "hand": hand,
        "melds": [_meld(one, language) for one in typed(melds or "").split(",") if one.strip()],
        **{name: value for name, value in said.items() if value is not None},
    }
    assumed: dict[str, Any] = {"ruleset": ruleset} if unsaid else {}
    try:
        advice: dict[str, Any] = advise_case(position)
    except InputError as error:
        problem = case_problem(error, language)
        if as_json:
            print_json({"error": problem, "code": error.code, "field": error.field, "assumed": assumed})
            raise typer.Exit(REFUSED) from error
        field = error.field.partition(".")[0]
        # Which rules were assumed matters only where others would have taken it.
        told = assumptions(assumed, language) if error.code in _BY_RULES else []
        refuse("\n".join([f"{_OPTIONS.get(field, error.field)}: {problem}", *told]))
    advice["assumed"] = {**assumed, **advice["assumed"]}
    if as_json:
        print_json(advice)
        return
    stdout_console().print(advice_view(advice, language))


def _open(value: str | None, seat: int, language: Lang) -> list[bool | None] | None:
    """Seats listed are open, all others are not; the own melds speak for themselves unless listed."""
    if value is None:
        return None
    seats = [part.strip() for part in typed(value).split(",")] if value.strip() not in ("", NONE) else []
    if any(each not in ("0", "1", "2", "3") for each in seats):
        misused(text("cli.advise.bad_open", language, value=value))
    said: list[bool | None] = [str(each) in seats for each in range(4)]
    if not said[seat]:
        said[seat] = None
    return said


def _meld(value: str, language: Lang) -> dict[str, Any]:
    """``KIND:TILES``, or tiles alone where they tell the kind."""
    from paiyan.engine.tiles import NotationError, parse_tiles

    kind, colon, tiles = value.strip().rpartition(":")
    if colon:
        return {"type": kind, "tiles": tiles}
    try:
        laid = parse_tiles(tiles)
    except NotationError:
        misused(text("cli.advise.bad_meld", language, value=value.strip()))
    if len(laid) != 3:
        misused(text("cli.advise.bad_meld", language, value=value.strip()))
    return {"type": "chi" if _differ(laid) else "peng", "tiles": tiles}


def _differ(tiles: tuple[Tile, ...]) -> bool:
    return len(set(tiles)) > 1
