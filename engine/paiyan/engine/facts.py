"""The facts a ruling needs: who sits where, how the win came about, which kongs and events are to be paid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from paiyan.engine.tiles import Tile

SEATS: Final = range(4)
"""Seats in playing order (逆时针)."""


_OTHERS: Final = tuple(tuple(other for other in SEATS if other != seat) for seat in SEATS)


def left_of(seat: int) -> int:
    """上家: the seat that plays before ``seat``."""
    return (seat + 3) % 4


def seats_after(seat: int) -> Iterator[int]:
    """The other three seats in playing order."""
    return ((seat + step) % 4 for step in (1, 2, 3))


class Method(StrEnum):
    """How the winning tile came; the values are the names used in cases."""

    RON = "ron"
    ZIMO = "zimo"
    KONG_OPEN = "kong_open"
    GANGKAI = "gangkai"
    ROB_KONG = "rob_kong"
    KONG_LEAK = "kong_leak"
    HAIDILAO = "haidilao"
    HAIDI = "haidi"
    HAIDI_RON = "haidi_ron"
    TIANHU = "tianhu"
    DIHU = "dihu"
    TIANHE = "tianhe"
    DIHE = "dihe"
    RENHE = "renhe"

    @property
    def from_other(self) -> bool:
        """Whether another seat gave the tile, by discard or by a robbed kong."""
        return self in _FROM_OTHER


_FROM_OTHER: Final = frozenset(
    {Method.RON, Method.ROB_KONG, Method.KONG_LEAK, Method.HAIDI_RON, Method.DIHU, Method.RENHE}
)


class KongKind(StrEnum):
    """打明杠 on a discard, 抓明杠 onto an own triplet, 暗杠 (rules/spec.md J5)."""

    DA = "da"
    ZHUA = "zhua"
    AN = "an"


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong declared in this hand. ``payer`` gave the tile of a 打明杠; ``void``: it was robbed."""

    seat: int
    kind: KongKind
    tile: Tile
    payer: int | None = None
    void: bool = False


class EventKind(StrEnum):
    """Happenings paid besides win and kongs."""

    GENZHUANG = "genzhuang"
    HUANGZHUANG = "huangzhuang"
    XUEHUI = "xuehui"
    SHAOZHUANG = "shaozhuang"
    EARLY_DRAW = "early_draw"


class NumberSuit(StrEnum):
    """The three suits: 万, 饼 and 条."""

    CHARACTERS = "m"
    DOTS = "p"
    BAMBOO = "s"


@dataclass(frozen=True, slots=True)
class Event:
    """One event. Its kind says which fields count: ``tiles`` of the followed rounds of 跟庄, ``seat`` of 血会 and
    of whoever drew before the turn, ``rounds`` and ``drawn`` (nobody won) of 烧庄."""

    kind: EventKind
    tiles: tuple[Tile, ...] = ()
    seat: int | None = None
    rounds: int = 0
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Flags:
    """Facts of play that no picture shows; most systems use few of them.

    ``last_tile``: the winning tile was the last of the wall or the last discard. ``last_of_kind``: the other three lay
    open on the table (和绝张).
    """

    wild_discarded: bool = False
    wild_claimed: bool = False
    louhu_blocked: bool = False
    louhe_blocked: bool = False
    hubao_partner: int | None = None
    bao_seat: int | None = None
    last_tile: bool = False
    last_of_kind: bool = False


@dataclass(frozen=True, slots=True)
class Wild:
    """带会: the 明牌, of which one copy is out of play, and the 会牌 it determines."""

    ming: Tile
    hui: Tile

    def copies(self, tile: Tile) -> int:
        """How many copies of ``tile`` are played with."""
        return 3 if tile == self.ming else 4


@dataclass(frozen=True, slots=True)
class TableContext:
    """What holds for the whole table, won or not.

    ``open`` tells per seat who is 开门 (None where the system does not ask); ``visible`` are further tiles seen
    on the table, needed only where a house rule looks at them.
    """

    dealer: int
    open: tuple[bool, bool, bool, bool] | None = None
    kongs: tuple[Kong, ...] = ()
    events: tuple[Event, ...] = ()
    flags: Flags = field(default_factory=Flags)
    wild: Wild | None = None
    round_wind: int | None = None
    visible: tuple[Tile, ...] = ()

    def event(self, kind: EventKind) -> Event | None:
        """The event of that kind, if it happened."""
        return next((event for event in self.events if event.kind is kind), None)


@dataclass(frozen=True, slots=True)
class WinContext:
    """One player's win on a table. ``discarder`` discarded the tile or declared the robbed kong, else None.

    ``red_kong``: the kong before 杠开 or 杠流泪 was 红中. ``flowers``: the flowers and seasons the winner laid out.
    ``void_suit``: the suit the winner chose to do without (定缺). ``liable``: the seat that pays in place of all others
    (包), as stated or as it follows from the melds.
    """

    table: TableContext
    winner: int
    method: Method
    win_tile: Tile
    discarder: int | None = None
    red_kong: bool = False
    seat_wind: int | None = None
    flowers: tuple[Tile, ...] = ()
    void_suit: NumberSuit | None = None
    liable: int | None = None

    @property
    def losers(self) -> tuple[int, ...]:
        """The other seats, ascending."""
        return _OTHERS[self.winner]
