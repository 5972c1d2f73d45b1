"""A hand in play, as advice is asked for: JSON in, checked by the same reader as a case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from paiyan.engine.case_reader import Case, read_case
from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS, Method, WinContext
from paiyan.engine.fields import Fields
from paiyan.engine.hand import Hand, Meld, MeldKind, count_tiles
from paiyan.engine.options import Options
from paiyan.engine.rules import find_ruleset
from paiyan.engine.rules.base import RuleSet
from paiyan.engine.tiles import ALL_TILES, Tile, format_tiles

_PASSED_ON: Final = ("ruleset", "options", "melds", "wild", "round", "round_wind", "seat_wind", "void_suit", "flags")
FIELDS: Final = frozenset({*_PASSED_ON, "hand", "seen", "seat", "dealer", "open", "rounds"})
"""Every field a request for advice may have; ``ruleset`` and ``hand`` are needed."""
_OTHERS_HOLD: Final = 39
"""Tiles that the other three hold and nobody sees."""
_CALLED_HERE: Final = {"visible": "seen", "win_tile": "hand", "winner": "seat"}
"""Fields of a case by their names here."""


@dataclass(frozen=True, slots=True)
class Position:
    """Tiles in hand, melds and what is known of the table. ``left`` counts per face the copies nobody has seen.

    ``rounds``: go-rounds still expected; ``assumed`` names the facts that were not said.
    """

    rules: RuleSet[Any]
    options: Options
    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    template: WinContext
    left: tuple[int, ...]
    rounds: int
    assumed: Mapping[str, object]

    @property
    def unseen(self) -> int:
        """How many tiles nobody has seen."""
        return sum(self.left)

    @property
    def to_discard(self) -> bool:
        """Whether a tile was drawn that must be followed by a discard."""
        return len(self.tiles) % 3 == 2

    def hand_without(self, discard: Tile | None) -> Hand:
        """The hand after ``discard``."""
        rest = list(self.tiles)
        if discard is not None:
            rest.remove(discard)
        return Hand(tuple(rest), self.melds)

    def win(self, tile: Tile, giver: int | None, discard: Tile | None = None) -> WinContext:
        """The facts of winning on ``tile`` drawn, or discarded by ``giver``, after discarding ``discard``."""
        table = self.template.table
        if discard is not None:
            table = replace(table, visible=(*table.visible, discard))
            if table.wild is not None and discard == table.wild.hui:
                table = replace(table, flags=replace(table.flags, wild_discarded=True))
        method = Method.ZIMO if giver is None else Method.RON
        return replace(self.template, table=table, win_tile=tile, method=method, discarder=giver)


def read_position(data: object) -> Position:
    """The position in ``data``; :class:`InputError` names the field or tile that is wrong."""
    given = Fields.of(data)
    given.only(FIELDS)
    rules = find_ruleset(given.text("ruleset"))
    tiles = given.tiles("hand")
    size = 13 - 3 * len(given.values("melds"))
    if len(tiles) not in (size, size + 1) or size < 1:
        expected = f"{size}/{size + 1}" if size >= 1 else "–"
        melds = len(given.values("melds"))
        raise InputError("advice_hand_size", "hand", expected=expected, count=len(tiles), melds=melds)
    assumed: dict[str, object] = {}
    case = _as_case(given, rules, tiles, assumed)
    try:
        read = read_case(case)
    except InputError as error:
        name, dot, rest = error.field.partition(".")
        raise InputError(error.code, _CALLED_HERE.get(name, name) + dot + rest, **error.params) from None
    left = _left(read, tiles)
    claim = read.claims[0]
    rounds = _rounds(given, sum(left), read.options, assumed)
    return Position(rules, read.options, tiles, claim.hand.melds, claim.win, left, rounds, assumed)


def _as_case(given: Fields, rules: RuleSet[Any], tiles: tuple[Tile, ...], assumed: dict[str, object]) -> dict[str, Any]:
    """A case that wins on the last tile, or on any that is left where none was drawn; facts not said are assumed."""
    case: dict[str, Any] = {name: given.data[name] for name in _PASSED_ON if name in given.data}
    case["winner"] = _said(given, "seat", 1, assumed)
    case["dealer"] = _said(given, "dealer", 0, assumed)
    if rules.uses_winds and not any(given.has(name) for name in ("round", "round_wind")):
        case["round"] = assumed["round"] = 0
    if rules.needs_open:
        case["open"] = _open(given, case["winner"], assumed)
    if given.has("seen"):
        given.tiles("seen")
        case["visible"] = given.text("seen")
    drawn = len(tiles) % 3 == 2
    case["hand"] = format_tiles(tiles[:-1] if drawn else tiles)
    case["win_tile"] = tiles[-1].code if drawn else _any_left(given, rules, tiles).code
    case["win_method"] = str(Method.ZIMO)
    return case


def _said(given: Fields, name: str, otherwise: int, assumed: dict[str, object]) -> int:
    if given.has(name):
        return given.seat(name)
    assumed[name] = otherwise
    return otherwise


def _open(given: Fields, seat: int, assumed: dict[str, object]) -> list[bool]:
    """Who is open: the own melds tell of the own seat; the others are taken to be open unless said."""
    own = any(one.data.get("type") != MeldKind.AN for one in given.objects("melds"))
    if not given.has("open"):
        assumed["open"] = True
        return [own if each == seat else True for each in SEATS]
    values = given.values("open")
    if len(values) != len(SEATS):
        raise InputError("wrong_length", "open", name="open", expected=len(SEATS), count=len(values))
    if values[seat] is None:
        values = [own if each == seat else value for each, value in enumerate(values)]
    return values  # type: ignore[return-value]  # Whoever reads the case checks the type of each.


def _any_left(given: Fields, rules: RuleSet[Any], tiles: tuple[Tile, ...]) -> Tile:
    """A tile of which a copy may be left, so that thirteen tiles can be read as a case."""
    known = [*tiles, *(tile for meld in given.objects("melds") if meld.has("tiles") for tile in meld.tiles("tiles"))]
    known += given.tiles("seen") if given.has("seen") else ()
    counts = [known.count(ALL_TILES[kind]) for kind in sorted(rules.kinds)]
    fewest = min(range(len(counts)), key=counts.__getitem__)
    return ALL_TILES[sorted(rules.kinds)[fewest]]


def _left(case: Case, tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    """Copies of each face that nobody has seen."""
    own = count_tiles(tiles)
    claim = case.claims[0]
    for meld in claim.hand.melds:
        for tile in meld.tiles:
            own[tile.index] += 1
    wild = case.table.wild
    left = [0] * len(own)
    for kind in case.rules.kinds:
        copies = wild.copies(ALL_TILES[kind]) if wild else 4
        seen = sum(tile.index == kind for tile in case.table.visible)
        left[kind] = max(0, copies - own[kind] - seen)
    return tuple(left)


def _rounds(given: Fields, unseen: int, options: Options, assumed: dict[str, object]) -> int:
    """Go-rounds to come: as said, or as long as the tiles neither others nor the dead wall hold last."""
    if given.has("rounds"):
        return given.number("rounds", 1, 100)
    dead = getattr(options, "dead_wall_tiles", 0)
    assumed["rounds"] = rounds = max(1, (unseen - _OTHERS_HOLD - dead) // len(SEATS))
    return rounds
