"""The same hand under every rule system side by side; what a system does not know is left out and told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from paiyan.engine.case_reader import foreign_fields
from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.facts import Method
from paiyan.engine.fields import Fields
from paiyan.engine.rules import RULESETS, find_ruleset
from paiyan.engine.rules.base import RuleSet
from paiyan.engine.ruling import Note
from paiyan.engine.tiles import Tile

Json = Mapping[str, object]

_NEAREST_METHODS: Final[Mapping[Method, tuple[Method, ...]]] = MappingProxyType(
    {
        Method.KONG_OPEN: (Method.GANGKAI, Method.ZIMO),
        Method.GANGKAI: (Method.KONG_OPEN, Method.ZIMO),
        Method.ROB_KONG: (Method.RON,),
        Method.KONG_LEAK: (Method.RON,),
        Method.HAIDILAO: (Method.HAIDI, Method.ZIMO),
        Method.HAIDI: (Method.HAIDILAO, Method.ZIMO),
        Method.HAIDI_RON: (Method.RON,),
        Method.TIANHU: (Method.TIANHE, Method.ZIMO),
        Method.TIANHE: (Method.TIANHU, Method.ZIMO),
        Method.DIHU: (Method.RON,),
    }
)
"""What a way of winning counts as where a system does not know it, the nearest first."""


class Status(StrEnum):
    """How far a system can tell about a hand."""

    RULED = "ruled"
    NO_SUCH_TILES = "no_such_tiles"
    """Tiles of the hand are not in the system's set."""
    FACT_MISSING = "fact_missing"
    """The system needs a fact that the case does not have."""
    IMPOSSIBLE = "impossible"
    """The facts contradict the system."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What one system says. ``case`` is what was ruled on, ``notes`` tell what was left out of the case given."""

    ruleset: str
    status: Status
    notes: tuple[Note, ...] = ()
    case: Json | None = None
    line: Json | None = None
    error: InputError | None = None
    tiles: tuple[Tile, ...] = field(default=())

    def to_json(self) -> dict[str, object]:
        """As JSON, with the whole line of ``paiyan rule`` as ``ruling``."""
        error = self.error
        return {
            "ruleset": self.ruleset,
            "status": str(self.status),
            "tiles": [tile.code for tile in self.tiles],
            "notes": [{"id": note.id, "params": dict(note.params), "key": note.key} for note in self.notes],
            "ruling": dict(self.line) if self.line is not None else None,
            "error": {"code": error.code, "field": error.field, "params": error.params} if error else None,
        }


def compare(data: object, systems: Iterable[str] = RULESETS) -> tuple[Compared, ...]:
    """The case ``data`` under each of ``systems``, its own as it is. :class:`InputError` if it is no case."""
    case = Fields.of(data)
    own = find_ruleset(case.text("ruleset"))
    line = rule_case(data)
    return tuple(
        Compared(name, Status.RULED, case=case.data, line=line) if name == own.id else _under(find_ruleset(name), case)
        for name in systems
    )


def _under(rules: RuleSet[Any], case: Fields) -> Compared:
    strange = _strange_tiles(case, rules)
    if strange:
        return Compared(rules.id, Status.NO_SUCH_TILES, tiles=strange)
    adapted, notes = adapt(case, rules)
    try:
        return Compared(rules.id, Status.RULED, notes, adapted, rule_case(adapted))
    except InputError as error:
        status = Status.FACT_MISSING if error.code == "missing_field" else Status.IMPOSSIBLE
        return Compared(rules.id, status, notes, adapted, error=error)


def _strange_tiles(case: Fields, rules: RuleSet[Any]) -> tuple[Tile, ...]:
    """Tiles of the hands that ``rules`` are not played with."""
    hands = [*case.objects("winners")] or [case]
    laid = [tile for hand in hands if hand.has("hand") for tile in hand.tiles("hand")]
    laid += [tile for hand in hands for meld in hand.objects("melds") for tile in meld.tiles("tiles")]
    laid += case.tiles("win_tile") if case.has("win_tile") else ()
    return tuple(sorted({tile for tile in laid if tile.index not in rules.kinds}))


def adapt(case: Fields, rules: RuleSet[Any]) -> tuple[dict[str, object], tuple[Note, ...]]:
    """``case`` as a case of ``rules``: what they do not know left out, each with a note."""
    found: dict[str, object] = {**case.data, "ruleset": rules.id}
    notes: list[Note] = []
    if found.pop("options", None):
        notes.append(Note("compare_options"))
    for name in foreign_fields(rules):
        if found.pop(name, None) not in (None, "", []):
            notes.append(Note("compare_field", {"name": name}))
    _adapt_method(found, case, rules, notes)
    _adapt_events(found, case, rules, notes)
    _adapt_flags(found, case, rules, notes)
    _adapt_visible(found, case, rules, notes)
    return found, tuple(notes)


def _adapt_method(found: dict[str, object], case: Fields, rules: RuleSet[Any], notes: list[Note]) -> None:
    method = next((one for one in Method if one == found.get("win_method")), None)
    if method is None or method in rules.methods or method in rules.same_methods:
        return
    nearest = next((one for one in _NEAREST_METHODS.get(method, ()) if one in rules.methods), None)
    if nearest is not None:
        found["win_method"] = str(nearest)
        notes.append(Note("compare_method", {"method": str(method), "as_method": str(nearest)}))
    if nearest is not None and method is Method.ROB_KONG:
        # A tile discarded was never laid as a kong: the kong robbed of it is none.
        found["kongs"] = [dict(one.data) for one in case.objects("kongs") if not one.flag("void")]


def _adapt_events(found: dict[str, object], case: Fields, rules: RuleSet[Any], notes: list[Note]) -> None:
    kept = [one for one in case.objects("events") if one.data.get("type") in rules.events]
    notes += [
        Note("compare_event", {"event": one.data.get("type")})
        for one in case.objects("events")
        if one.data.get("type") not in rules.events
    ]
    found["events"] = [dict(one.data) for one in kept]


def _adapt_flags(found: dict[str, object], case: Fields, rules: RuleSet[Any], notes: list[Note]) -> None:
    flags = case.object("flags").data
    found["flags"] = {name: value for name, value in flags.items() if name in rules.flags}
    notes += [
        Note("compare_field", {"name": name})
        for name, value in flags.items()
        if name not in rules.flags and value not in (None, False)
    ]


def _adapt_visible(found: dict[str, object], case: Fields, rules: RuleSet[Any], notes: list[Note]) -> None:
    if not case.has("visible"):
        return
    tiles = case.tiles("visible")
    kept = [tile.code for tile in tiles if tile.index in rules.kinds]
    found["visible"] = "".join(kept)
    if len(kept) < len(tiles):
        notes.append(Note("compare_field", {"name": "visible"}))
