"""Reading a case (the JSON of ``paiyan rule``) into a hand, facts and house rules.

Everything that makes a case impossible whatever the rules is refused here; what only one system
finds contradictory is refused by its :meth:`~paiyan.engine.rules.base.RuleSet.check`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from paiyan.engine.case_checks import check_copies, check_kongs, check_source
from paiyan.engine.case_table import in_ruleset, read_table
from paiyan.engine.errors import InputError, listed
from paiyan.engine.facts import EventKind, Method, NumberSuit, TableContext, WinContext, left_of
from paiyan.engine.fields import Fields, wrong_type
from paiyan.engine.hand import Hand, Meld, MeldKind
from paiyan.engine.options import Options
from paiyan.engine.rules import find_ruleset
from paiyan.engine.rules.base import RuleSet
from paiyan.engine.tiles import Tile

_DESCRIPTIVE: Final = frozenset({"title", "derivation", "cites", "expect"})
_WIN_FACTS: Final = ("winner", "winners", "hand", "win_tile", "win_method", "discarder", "flowers", "void_suit")
_TABLE_FACTS: Final = ("kongs", "events", "flags", "visible")
_WINDS: Final = ("round", "round_wind", "seat_wind")
CASE_FIELDS: Final = (
    _DESCRIPTIVE
    | {"id", "ruleset", "kind", "options", "dealer", "melds", "red_kong", "open", "kongs", "events", "flags"}
    | {"wild", "visible", *_WIN_FACTS, *_WINDS}
)
"""Every field a case may have. ``visible`` (tiles seen on the table besides hands and kongs) and ``flowers`` (those the
winner laid out) are optional."""

MEANT_FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "from": "discarder",
        "loser": "discarder",
        "payer": "discarder",
        "method": "win_method",
        "tiles": "hand",
        "tile": "win_tile",
        "win": "win_tile",
        "ming": "wild",
        "banker": "dealer",
        "who_is_open": "open",
    }
)
"""What is meant by names that are none of a case but of its parts, of the command line or of other programs."""


class CaseKind(StrEnum):
    """What a case asks for."""

    WIN = "win"
    EVENTS_ONLY = "events_only"
    WILD_DETERMINATION = "wild_determination"
    """Only which 会牌 the 明牌 makes."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One player claiming the win."""

    hand: Hand
    win: WinContext


@dataclass(frozen=True, slots=True)
class Case:
    """A case read and found consistent; no claims if only events and kongs are to be settled."""

    id: str | int | None
    rules: RuleSet[Any]
    options: Options
    table: TableContext
    claims: tuple[Claim, ...]


def read_case(data: object) -> Case:
    """The case in ``data``; :class:`InputError` names the first field that is wrong."""
    case = Fields.of(data)
    case.only(CASE_FIELDS, MEANT_FIELDS)
    rules = find_ruleset(case.text("ruleset"))
    options: Options = rules.options(case.object("options").data)
    kind = case.choice("kind", CaseKind, "unknown_kind") if case.has("kind") else CaseKind.WIN
    _check_foreign_fields(case, rules)
    if kind is CaseKind.WILD_DETERMINATION:
        _refuse_all_but_wild(case, rules)
    table = read_table(case, rules)
    rules.check_table(table, options)
    if kind is CaseKind.WIN:
        claims = _claims(case, rules, table, options)
    else:
        _refuse_win_facts(case)
        claims = ()
        check_kongs(table, None, ())
        check_copies(table, None, ())
    return Case(case_id(case.data), rules, options, table, claims)


def case_id(data: Mapping[str, object]) -> str | int | None:
    """The id of a case; :class:`InputError` if it is neither text nor a number."""
    value = data.get("id")
    if value is None or type(value) is int or isinstance(value, str):
        return value
    raise wrong_type("id", "text", value)


def foreign_fields(rules: RuleSet[Any]) -> list[str]:
    """Fields of a case that ``rules`` know nothing of."""
    known = {
        "wild": rules.uses_wild,
        "flowers": rules.uses_flowers,
        "void_suit": rules.uses_void_suit,
        **dict.fromkeys(_WINDS, rules.uses_winds),
    }
    return [name for name, used in known.items() if not used]


def _check_foreign_fields(case: Fields, rules: RuleSet[Any]) -> None:
    for name in foreign_fields(rules):
        if case.has(name):
            raise InputError("field_not_in_ruleset", name, name=name, ruleset=rules.id)


def _refuse_win_facts(case: Fields) -> None:
    for name in _WIN_FACTS:
        if case.has(name):
            raise InputError("win_fact_in_events_only", name, name=name)
    if case.values("melds"):
        raise InputError("win_fact_in_events_only", "melds", name="melds")


def _refuse_all_but_wild(case: Fields, rules: RuleSet[Any]) -> None:
    if not rules.uses_wild:
        raise InputError("kind_not_in_ruleset", "kind", value=str(CaseKind.WILD_DETERMINATION), ruleset=rules.id)
    for name in _TABLE_FACTS:
        if case.data.get(name):
            raise InputError("fact_in_wild_determination", name, name=name)


def _claims(case: Fields, rules: RuleSet[Any], table: TableContext, options: Options) -> tuple[Claim, ...]:
    method = case.choice("win_method", Method, "unknown_method", rules.methods)
    method = rules.same_methods.get(method, method)
    if method not in rules.methods:
        raise InputError(
            "method_not_in_ruleset",
            "win_method",
            value=str(method),
            ruleset=rules.id,
            allowed=listed(sorted(map(str, rules.methods))),
        )
    (win_tile,) = in_ruleset((case.tile("win_tile"),), rules, "win_tile")
    discarder = case.seat_or_none("discarder")
    if table.event(EventKind.HUANGZHUANG):
        raise InputError("huangzhuang_with_win", "events")
    if rules.needs_open and table.open is None:
        raise InputError("missing_field", "open", name="open")
    claimants = [*case.objects("winners")] or [case]
    if claimants[0] is not case and case.has("winner"):
        raise InputError("winner_and_winners", "winner")
    claims: list[Claim] = []
    for one in claimants:
        winner = one.seat("winner")
        check_source(method, winner, discarder)
        hand = _hand(one, rules, winner, table, options)
        win = WinContext(
            table,
            winner,
            method,
            win_tile,
            discarder,
            case.flag("red_kong"),
            one.number("seat_wind", 0, 3) if one.has("seat_wind") else None,
            _flowers(one),
            one.choice("void_suit", NumberSuit, "bad_void_suit") if rules.uses_void_suit else None,
            _own_partner(one, rules),
        )
        win = replace(win, liable=rules.liable(hand, win))
        claims.append(Claim(hand, win))
    _check_claims(claims, rules, table, options)
    return tuple(claims)


def _own_partner(one: Fields, rules: RuleSet[Any]) -> int | None:
    """互包: of several winners each may have an own partner; that of a single one is named among the flags."""
    if one.has("hubao_partner") and "hubao_partner" not in rules.flags:
        raise InputError("flag_not_in_ruleset", one.at("hubao_partner"), name="hubao_partner", ruleset=rules.id)
    return one.seat_or_none("hubao_partner")


def _check_claims(claims: list[Claim], rules: RuleSet[Any], table: TableContext, options: Options) -> None:
    first = claims[0].win
    if len(claims) > 1 and (not first.method.from_other or len({one.win.winner for one in claims}) < len(claims)):
        raise InputError("winners_contradict", "winners", method=str(first.method))
    if len(claims) > 1 and table.flags.hubao_partner is not None:
        raise InputError("hubao_partner_of_whom", "flags.hubao_partner", seat=table.flags.hubao_partner)
    winners = [(one.win.winner, one.hand) for one in claims]
    check_kongs(table, first, winners)
    check_copies(table, first, winners)
    for one in claims:
        rules.check(one.hand, one.win, options)


def _hand(one: Fields, rules: RuleSet[Any], winner: int, table: TableContext, options: Options) -> Hand:
    concealed = in_ruleset(one.tiles("hand"), rules, one.at("hand"))
    melds = tuple(_meld(meld, rules, winner, table, options) for meld in one.objects("melds"))
    try:
        return Hand(concealed, melds)
    except InputError as error:
        raise (error.under(one.path) if one.path else error) from None


def _flowers(one: Fields) -> tuple[Tile, ...]:
    """Flowers and seasons, each of which there is once."""
    flowers = one.tiles("flowers") if one.has("flowers") else ()
    for number, tile in enumerate(flowers):
        if tile.suit not in "fg":
            raise InputError("not_a_flower", one.at("flowers"), tile=tile.code)
        if tile in flowers[:number]:
            raise InputError("flower_twice", one.at("flowers"), tile=tile.code)
    return flowers


def _meld(one: Fields, rules: RuleSet[Any], owner: int, table: TableContext, options: Options) -> Meld:
    one.only(("type", "tiles", "from"))
    kind = one.choice("type", MeldKind, "bad_meld_type")
    tiles = in_ruleset(one.tiles("tiles"), rules, one.at("tiles"))
    source = one.seat_or_none("from")
    if source == owner:
        raise InputError("meld_from_self", one.at("from"), seat=owner)
    if kind is MeldKind.AN and source is not None:
        raise InputError("concealed_kong_has_source", one.at("from"), seat=source)
    if kind is MeldKind.CHI and source is not None and source != left_of(owner):
        raise InputError("chi_not_from_left", one.at("from"), seat=source, left=left_of(owner))
    try:
        return rules.meld(kind, tiles, source, table, options)
    except InputError as error:
        raise error.under(one.path) from None
