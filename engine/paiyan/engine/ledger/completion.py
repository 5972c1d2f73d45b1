"""Makes an entry complete before it is written: what the ledger knows is filled in, a hand is settled.

After that nothing but the entry itself is needed to read it, or to score it again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from paiyan.engine.case_reader import CASE_FIELDS, MEANT_FIELDS, CaseKind, read_case
from paiyan.engine.errors import InputError, listed, shown
from paiyan.engine.facts import SEATS, EventKind
from paiyan.engine.fields import Fields
from paiyan.engine.ledger.entries import EntryKind
from paiyan.engine.ledger.position import Position
from paiyan.engine.ledger.results import HandResult, result_by_hand, result_of
from paiyan.engine.ledger.setup import Setup, read_names
from paiyan.engine.rules import find_ruleset
from paiyan.engine.rules.base import RuleSet

_BY_HAND: Final = ("settlement", "dealer", "winner", "label", "ruling_id")
_PLACE_IN_CASE: Final = re.compile(r"^(kongs|events)\[\d+\]\.?|^wild\.?")
_IN_HAND: Final = (EntryKind.MING, EntryKind.KONG, EntryKind.EVENT, EntryKind.HAND)


def complete(kind: EntryKind, data: Mapping[str, object], position: Position, setup: Setup) -> dict[str, object]:
    """``data`` as it is written for an entry of that kind; :class:`InputError` if it does not fit the game."""
    if kind in _IN_HAND and is_over(position, setup):
        raise InputError("game_over", "", rounds=setup.rounds)
    given = Fields.of(data)
    if kind is EntryKind.NAMED:
        given.only(("names",))
        return {"names": list(read_names(given))}
    if kind is EntryKind.POINTS:
        given.only(("payer", "payee", "amount", "note"))
        return {**data}
    if kind is EntryKind.HAND:
        return _hand(given, position, setup)
    if kind is EntryKind.MING:
        given.only(("tile",))
        _check_under_way({"wild": {"ming": given.text("tile")}}, position, setup)
        return {**data}
    field = "kongs" if kind is EntryKind.KONG else "events"
    _check_under_way({field: [data]}, position, setup)
    return {**data}


def is_over(position: Position, setup: Setup) -> bool:
    """Whether all 圈 of a game with an end have been played."""
    return setup.rounds is not None and position.round >= setup.rounds


def under_way(position: Position, setup: Setup) -> HandResult | None:
    """What the kongs and events of the hand under way come to if it ended now; None where the rules cannot tell yet."""
    if position.dealer is None:
        return None
    try:
        return result_of(completed_case({"kind": str(CaseKind.EVENTS_ONLY)}, position, setup))
    except InputError:
        return None


def completed_case(case: Mapping[str, object], position: Position, setup: Setup) -> dict[str, object]:
    """``case`` with what the ledger knows: rules, dealer, winds, 明牌, kongs and events seen as they happened.

    What the case says itself counts; of a kong or event named in both, the case's is taken.
    """
    full: dict[str, object] = {name: value for name, value in case.items() if value is not None}
    if "ruleset" not in full:
        full["ruleset"] = setup.ruleset
    if "options" not in full:
        full["options"] = dict(setup.options) if full["ruleset"] == setup.ruleset else {}
    full.setdefault("kind", str(CaseKind.WIN))
    if "dealer" not in full and position.dealer is not None:
        full["dealer"] = position.dealer
    fields = Fields.of(full)
    dealer = fields.seat("dealer")
    rules = find_ruleset(fields.text("ruleset"))
    if rules.uses_wild and "wild" not in full and position.ming is not None:
        full["wild"] = {"ming": position.ming}
    full["kongs"] = _with_kongs(fields.values("kongs"), position.kongs)
    full["events"] = _with_events(fields.values("events"), position.events)
    if rules.uses_winds:
        _fill_winds(full, dealer, position.turn_of(dealer), setup)
    return full


def _hand(given: Fields, position: Position, setup: Setup) -> dict[str, object]:
    written: dict[str, object] = {}
    if given.has("ruling_id"):
        written["ruling_id"] = given.text("ruling_id")
    if not given.has("case"):
        given.only(_BY_HAND)
        if not given.has("dealer") and position.dealer is None:
            raise InputError("missing_field", "dealer", name="dealer")
        dealer = given.seat("dealer") if given.has("dealer") else position.dealer
        return {**written, "dealer": dealer, "case": None, "result": result_by_hand(given).data()}
    given.only(("case", "ruling_id"))
    said = given.object("case")
    said.only(CASE_FIELDS, MEANT_FIELDS)
    try:
        case = completed_case(said.data, position, setup)
        kind = Fields.of(case).choice("kind", CaseKind, "unknown_kind")
        if kind is CaseKind.WILD_DETERMINATION:
            allowed = listed([CaseKind.WIN, CaseKind.EVENTS_ONLY])
            raise InputError("unknown_kind", "kind", value=shown(str(kind)), allowed=allowed)
        result = result_of(case)
    except InputError as error:
        raise error.under("case") from None
    if kind is CaseKind.WIN and not result.winners:
        raise InputError("hand_goes_on", "case", reasons=listed(fault.id for fault in result.faults))
    return {**written, "dealer": case["dealer"], "case": case, "result": result.data()}


def _check_under_way(more: Mapping[str, object], position: Position, setup: Setup) -> None:
    """Whether ``more`` can have happened in the hand under way, next to what did."""
    # Kongs and events may be told before anyone said who deals.
    dealer = position.dealer if position.dealer is not None else 0
    field = next(iter(more))
    recorded = {"kongs": position.kongs, "events": position.events}.get(field, ())
    listed_more: Any = more[field]
    case: dict[str, object] = {"kind": str(CaseKind.EVENTS_ONLY), "dealer": dealer}
    case[field] = _join_followed([*recorded, *listed_more]) if isinstance(listed_more, list) else listed_more
    try:
        read_case(completed_case(case, position, setup))
    except InputError as error:
        # Told by itself, so its fields are named without their place in a case.
        raise InputError(error.code, _PLACE_IN_CASE.sub("", error.field), **error.params) from None


def _with_kongs(said: list[object], seen: tuple[Mapping[str, object], ...]) -> list[object]:
    # A list, because what is said may be anything yet.
    known = [(kong.get("seat"), kong.get("tile")) for kong in said if isinstance(kong, Mapping)]
    return [*(dict(kong) for kong in seen if (kong.get("seat"), kong.get("tile")) not in known), *said]


def _with_events(said: list[object], seen: tuple[Mapping[str, object], ...]) -> list[object]:
    known = [event.get("type") for event in said if isinstance(event, Mapping)]
    return [*_join_followed([event for event in seen if event.get("type") not in known]), *said]


def _join_followed(events: list[Any]) -> list[object]:
    """Rounds of 跟庄 told one after the other are one event."""
    joined: list[object] = []
    followed: dict[str, object] | None = None
    for event in events:
        tiles = event.get("tiles") if isinstance(event, Mapping) else None
        if isinstance(tiles, list) and event.get("type") == EventKind.GENZHUANG:
            if followed is None:
                followed = {**event, "tiles": []}
                joined.append(followed)
            followed["tiles"] = [*followed["tiles"], *tiles]  # type: ignore[misc]
        else:
            joined.append(event)
    return joined


def _fill_winds(case: dict[str, object], dealer: int, turn: int, setup: Setup) -> None:
    """圈风 by the 圈, 门风 by the distance to the dealer, wherever the case does not say them."""
    if "round" not in case and "round_wind" not in case:
        case["round_wind"] = turn // len(SEATS) % len(SEATS)
    if case["kind"] != CaseKind.WIN:
        return
    for claim in _claims(case):
        winner = claim.get("winner")
        if claim.get("seat_wind") is None and type(winner) is int and winner in SEATS:
            claim["seat_wind"] = (winner - dealer) % len(SEATS)


def _claims(case: dict[str, object]) -> list[dict[str, object]]:
    winners = case.get("winners")
    if not isinstance(winners, list) or not winners:
        return [case]
    copies = [dict(one) if isinstance(one, Mapping) else one for one in winners]
    case["winners"] = copies
    return [one for one in copies if isinstance(one, dict)]


def rules_of(case: Mapping[str, object]) -> RuleSet[Any]:
    """The rule system of a complete case."""
    return find_ruleset(Fields.of(case).text("ruleset"))
