"""The options of `paiyan score` as facts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from paiyan.assistant.commands.common import case_problem, misused
from paiyan.assistant.commands.tile_names import face_named
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from paiyan.assistant.scoring import Facts

NONE: Final = "none"
"""Says that there was none, as opposed to not saying anything."""
SURELY: Final = "+"
"""After the winning tile: it is that one whatever the photo shows."""
_ON_DISCARD: Final = "da"
"""The only kind of kong that has a discarder, who pays for it (rules/spec.md J13)."""
_KONG_KINDS: Final = (_ON_DISCARD, "zhua", "an")
_NUMBERED: Final = {"xuehui": ("seat", 0, 4), "early_draw": ("seat", 0, 4), "shaozhuang": ("rounds", 1, 35)}
"""Events written with one number: what it says, the least and the first too large."""
_SEAT_VALUES: Final[dict[str, Any]] = {"0": 0, "1": 1, "2": 2, "3": 3, NONE: NONE}
_PLAIN: Final = str.maketrans("，、：", ",,:")
_YES_NO: Final[dict[str, Any]] = {"": True, "yes": True, "no": False}


def facts_from_options(
    values: Mapping[str, Any],
    *,
    open_seats: str | None,
    closed_seats: str | None,
    kongs: Sequence[str] | None,
    events: Sequence[str] | None,
    flags: Sequence[str] | None,
    house: Mapping[str, Any],
    options: Sequence[str] | None,
    language: Lang,
) -> Facts:
    """The facts the options say; ends the command where one of them can't be understood.

    `house` are the house rules of a preset; single `options` win over them.
    """
    from paiyan.assistant.scoring import Facts
    from paiyan.engine.errors import InputError

    ruleset = str(values["ruleset"])
    _check_method(ruleset, values.get("method"), language)
    win_tile = values.get("win_tile")
    known = {
        **values,
        "win_tile": _tile(win_tile.removesuffix(SURELY)) if isinstance(win_tile, str) else None,
        "win_tile_sure": isinstance(win_tile, str) and win_tile.endswith(SURELY),
        "open": _open(open_seats, closed_seats, values.get("winner"), language),
        "kongs": _kongs(kongs, language),
        "events": [_event(ruleset, event, language) for event in events or ()],
        "flags": _flags(ruleset, flags or (), language),
        "options": {**house, **house_rules(ruleset, options or (), language)},
    }
    try:
        return Facts.of(known)
    except InputError as error:
        misused(case_problem(error, language))


def typed(value: str) -> str:
    """What was typed, with the commas and colons of a Chinese keyboard as plain ones."""
    return value.translate(_PLAIN)


def _check_method(ruleset: str, method: str | None, language: Lang) -> None:
    from paiyan.engine.facts import Method
    from paiyan.engine.rules import find_ruleset

    rules = find_ruleset(ruleset)
    known = [str(one) for one in Method if one in rules.methods]
    if method is not None and method not in {*known, *map(str, rules.same_methods)}:
        named = ", ".join(f"{one} ({text(f'score.method.{one}', language)})" for one in known)
        misused(text("cli.score.bad_method", language, value=method, methods=named))


def _open(opened: str | None, closed: str | None, winner: int | None, language: Lang) -> list[bool | None] | None:
    """Seats listed as open are, those listed as closed and all others are not.

    A winner named in neither list is left to the melds of the photo, and asked about where these do not tell:
    some name only the other three.
    """
    if opened is None and closed is None:
        return None
    open_seats, closed_seats = _seats(opened, language), _seats(closed, language)
    if open_seats & closed_seats:
        misused(text("cli.score.open_and_closed", language))
    known: list[bool | None] = [seat in open_seats for seat in range(4)]
    for seat in range(4):
        left_open = opened is None or (seat == winner and opened.strip() != NONE)
        if left_open and seat not in open_seats | closed_seats:
            known[seat] = None
    return known


def _seats(value: str | None, language: Lang) -> set[int]:
    if value is None or value.strip() in ("", NONE):
        return set()
    seats = [part.strip() for part in typed(value).split(",")]
    if any(seat not in ("0", "1", "2", "3") for seat in seats):
        misused(text("cli.score.bad_open", language, value=value))
    return {int(seat) for seat in seats}


def _kongs(values: Sequence[str] | None, language: Lang) -> list[dict[str, Any]] | None:
    if not values:
        return None
    if NONE in values and len(set(values)) > 1:
        misused(text("cli.score.kong_and_none", language))
    return [_kong(value, language) for value in values if value != NONE]


def _tile(name: str) -> str:
    """The code of the tile called so; the name itself, for the rules to refuse, where there is none."""
    return face_named(name) or name


def _kong(value: str, language: Lang) -> dict[str, Any]:
    parts = typed(value).split(":")
    seats = [parts[0], *parts[3:]]
    if (
        len(parts) not in (3, 4)
        or parts[1] not in _KONG_KINDS
        or face_named(parts[2]) is None
        or any(seat not in ("0", "1", "2", "3") for seat in seats)
    ):
        misused(text("cli.score.bad_kong", language, value=value))
    if len(parts) == 4 and parts[1] != _ON_DISCARD:
        misused(text(f"cli.score.kong_from.{parts[1]}", language, value=value, right=":".join(parts[:3])))
    kong: dict[str, Any] = {"seat": int(parts[0]), "kind": parts[1], "tile": face_named(parts[2])}
    return kong | {"from": int(parts[3])} if len(parts) == 4 else kong


def _event(ruleset: str, value: str, language: Lang) -> dict[str, Any]:
    """``huangzhuang``, ``genzhuang:3m,7z``, ``shaozhuang:2`` (rounds), ``xuehui:1`` and ``early_draw:1`` (seat), or any
    event as the JSON of a case."""
    from paiyan.engine.facts import EventKind
    from paiyan.engine.rules import find_ruleset
    from paiyan.engine.tiles import TILE_CODES

    if value.lstrip().startswith("{"):
        try:
            event = json.loads(value)
        except (ValueError, RecursionError):
            misused(text("cli.score.bad_event", language, value=value))
        return dict(event)
    kind, _, rest = typed(value).partition(":")
    rules = find_ruleset(ruleset)
    known = [str(one) for one in EventKind if one in rules.events]
    if kind not in known:
        misused(text("cli.score.unknown_event", language, value=value, events=", ".join(known) or "-"))
    if kind in _NUMBERED:
        if rest not in map(str, range(_NUMBERED[kind][1], _NUMBERED[kind][2])):
            misused(text("cli.score.bad_event", language, value=value))
        return {"type": kind, _NUMBERED[kind][0]: int(rest)}
    tiles = [part.strip() for part in rest.split(",") if part.strip()]
    if kind == EventKind.GENZHUANG and not tiles:
        misused(text("cli.score.event_tiles", language))
    if any(tile not in TILE_CODES for tile in tiles):
        misused(text("cli.score.bad_event", language, value=value))
    return {"type": kind, "tiles": tiles} if tiles else {"type": kind}


def _flags(ruleset: str, values: Sequence[str], language: Lang) -> dict[str, Any]:
    """``last_of_kind`` or ``last_of_kind=no``; ``bao_seat=2`` or ``bao_seat=none`` where a flag names a seat."""
    from paiyan.assistant.scoring.flags import SEAT_FLAGS
    from paiyan.engine.rules import find_ruleset

    known = sorted(find_ruleset(ruleset).flags)
    said: dict[str, Any] = {}
    for value in values:
        name, _, setting = value.partition("=")
        if name not in known:
            misused(text("cli.score.unknown_flag", language, value=name, flags=", ".join(known) or "-"))
        allowed = _SEAT_VALUES if name in SEAT_FLAGS else _YES_NO
        if setting not in allowed:
            listed = ", ".join(filter(None, allowed))
            misused(text("cli.score.bad_flag", language, value=value, name=name, allowed=listed))
        said[name] = allowed[setting]
    return said


def house_rules(ruleset: str, values: Sequence[str], language: Lang) -> dict[str, Any]:
    """The values of `--option NAME=VALUE`; ends the command where one is not allowed."""
    from paiyan.engine.errors import InputError
    from paiyan.engine.rules import find_ruleset

    chosen: dict[str, Any] = {}
    for value in values:
        name, equals, setting = value.partition("=")
        if not equals:
            misused(text("cli.score.bad_option", language, value=value))
        try:
            chosen[name.strip()] = find_ruleset(ruleset).options_type.spec(name.strip()).read(setting.strip())
        except InputError as error:
            misused(case_problem(error, language))
    return chosen
