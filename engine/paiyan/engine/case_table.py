"""The part of a case that holds for the whole table, won or not: 会牌, kongs, events, flags."""

from __future__ import annotations

from typing import Any

from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS, Event, EventKind, Flags, Kong, KongKind, TableContext, Wild
from paiyan.engine.fields import Fields, flags_of, one_tile
from paiyan.engine.rules.base import RuleSet
from paiyan.engine.tiles import Tile


def read_table(case: Fields, rules: RuleSet[Any]) -> TableContext:
    """Seats, kongs, events and flags of a case; :class:`InputError` names the field that is wrong."""
    is_open = flags_of(case, "open", len(SEATS))
    return TableContext(
        dealer=case.seat("dealer"),
        open=(is_open[0], is_open[1], is_open[2], is_open[3]) if is_open else None,
        kongs=tuple(_kong(one, rules) for one in case.objects("kongs")),
        events=_events(case, rules),
        flags=_flags(case.object("flags"), rules),
        wild=_wild(case, rules),
        round_wind=next((case.number(name, 0, 3) for name in ("round", "round_wind") if case.has(name)), None),
        visible=in_ruleset(case.tiles("visible"), rules, "visible") if case.has("visible") else (),
    )


def in_ruleset(tiles: tuple[Tile, ...], rules: RuleSet[Any], path: str) -> tuple[Tile, ...]:
    """The tiles; :class:`InputError` if the system is not played with one of them."""
    for tile in tiles:
        if tile.index not in rules.kinds:
            raise InputError("tile_not_in_ruleset", path, tile=tile.code, ruleset=rules.id)
    return tiles


def _wild(case: Fields, rules: RuleSet[Any]) -> Wild | None:
    """明牌 and 会牌; the 会牌 follows from the 明牌 and need not be given."""
    if not rules.uses_wild:
        return None
    if not case.has("wild"):
        raise InputError("missing_field", "wild", name="wild")
    wild = case.object("wild")
    wild.only(("ming", "hui"))
    (ming,) = in_ruleset((wild.tile("ming"),), rules, wild.at("ming"))
    hui = rules.wild_of(ming)
    if wild.has("hui") and wild.tile("hui") != hui:
        given = wild.tile("hui").code
        raise InputError("hui_not_from_ming", wild.at("hui"), ming=ming.code, hui=given, expected=hui.code)
    return Wild(ming, hui)


def _kong(one: Fields, rules: RuleSet[Any]) -> Kong:
    one.only(("seat", "kind", "tile", "from", "void"))
    kind = one.choice("kind", KongKind, "unknown_kong_kind")
    seat = one.seat("seat")
    payer = one.seat_or_none("from")
    (tile,) = in_ruleset((one.tile("tile"),), rules, one.at("tile"))
    if kind is KongKind.DA and payer is None:
        raise InputError("missing_field", one.at("from"), name="from")
    if payer == seat or (kind is KongKind.AN and payer is not None):
        raise InputError("kong_from_self" if payer == seat else "concealed_kong_has_source", one.at("from"), seat=seat)
    return Kong(seat, kind, tile, payer if kind is KongKind.DA else None, one.flag("void"))


def _events(case: Fields, rules: RuleSet[Any]) -> tuple[Event, ...]:
    events: list[Event] = []
    for one in case.objects("events"):
        kind = one.choice("type", EventKind, "unknown_event", rules.events)
        if kind not in rules.events:
            raise InputError("event_not_in_ruleset", one.at("type"), value=str(kind), ruleset=rules.id)
        # Whoever draws before the turn pays every time.
        if kind is not EventKind.EARLY_DRAW and any(event.kind is kind for event in events):
            raise InputError("duplicate_event", one.at("type"), value=str(kind))
        events.append(_event(one, kind, rules))
    return tuple(events)


def _event(one: Fields, kind: EventKind, rules: RuleSet[Any]) -> Event:
    if kind is EventKind.GENZHUANG:
        one.only(("type", "tiles"))
        path = one.at("tiles")
        tiles = tuple(one_tile(value, f"{path}[{number}]") for number, value in enumerate(one.values("tiles")))
        if not tiles:
            raise InputError("missing_field", path, name="tiles")
        return Event(kind, tiles=in_ruleset(tiles, rules, path))
    if kind in (EventKind.XUEHUI, EventKind.EARLY_DRAW):
        one.only(("type", "seat"))
        return Event(kind, seat=one.seat("seat"))
    if kind is EventKind.SHAOZHUANG:
        one.only(("type", "rounds", "drawn"))
        return Event(kind, rounds=one.number("rounds", 1), drawn=one.flag("drawn"))
    one.only(("type",))
    return Event(kind)


def _flags(flags: Fields, rules: RuleSet[Any]) -> Flags:
    flags.only(Flags.__slots__)
    for name in flags.data:
        if flags.has(name) and flags.data[name] is not False and name not in rules.flags:
            raise InputError("flag_not_in_ruleset", flags.at(name), name=name, ruleset=rules.id)
    return Flags(
        wild_discarded=flags.flag("wild_discarded"),
        wild_claimed=flags.flag("wild_claimed"),
        louhu_blocked=flags.flag("louhu_blocked"),
        louhe_blocked=flags.flag("louhe_blocked"),
        hubao_partner=flags.seat_or_none("hubao_partner"),
        bao_seat=flags.seat_or_none("bao_seat"),
        last_tile=flags.flag("last_tile"),
        last_of_kind=flags.flag("last_of_kind"),
    )
