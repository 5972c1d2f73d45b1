"""What the person says about a win. Everything may be left unsaid; nothing unsaid has a default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Self

from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS, EventKind
from paiyan.engine.fields import Fields, wrong_type
from paiyan.engine.tiles import format_tiles

Json = Mapping[str, Any]

NOBODY: Final = "none"
"""The value of a flag that names a seat where it was said that it is none."""
_FIELDS: Final = (
    "ruleset",
    "options",
    "winner",
    "dealer",
    "method",
    "discarder",
    "open",
    "kongs",
    "red_kong",
    "events",
    "win_tile",
    "win_tile_sure",
    "ming",
    "round",
    "flowers",
    "void_suit",
    "flags",
)


@dataclass(frozen=True, slots=True)
class MeldKong:
    """How an open kong among the winner's melds came about: 打明杠 paid by seat `payer`, or 抓明杠 (no payer)."""

    payer: int | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a hand as far as they are known; None is "not said".

    - `open`: per seat; the winner's follows from the melds where it is not said;
    - `kongs`: all kongs of the hand as in a case, the empty tuple for "there were none besides those in the photo";
    - `win_tile_sure`: that `win_tile` is to be taken whatever the photo shows: a further tile where the hand has 13,
      not the tile apart where that is another;
    - `round`: 圈风 0–3, `flowers`: those the winner laid out, `void_suit`: the suit the winner does without; each only
      where the rules look at it;
    - `flags`: as in a case, one that is missing or None was not said; `NOBODY` where it names a seat and there is none;
    - `meld_kongs`: by index of the winner's meld, how an open kong was made;
    - `tiles`: by index of the reading's tile, what a doubtful tile is.
    """

    ruleset: str
    options: Json = field(default_factory=lambda: MappingProxyType({}))
    winner: int | None = None
    dealer: int | None = None
    method: str | None = None
    discarder: int | None = None
    open: tuple[bool | None, ...] = (None, None, None, None)
    kongs: tuple[Json, ...] | None = None
    red_kong: bool | None = None
    events: tuple[Json, ...] = ()
    win_tile: str | None = None
    win_tile_sure: bool = False
    ming: str | None = None
    round: int | None = None
    flowers: str | None = None
    void_suit: str | None = None
    flags: Json = field(default_factory=lambda: MappingProxyType({}))
    meld_kongs: Mapping[int, MeldKong] = field(default_factory=lambda: MappingProxyType({}))
    tiles: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def of(cls, value: object) -> Self:
        """Facts from JSON as `POST /rulings` takes them; :class:`InputError` names the field that is wrong."""
        fields = Fields.of(value)
        fields.only(_FIELDS)
        return cls(
            ruleset=fields.text("ruleset"),
            options=MappingProxyType(dict(fields.object("options").data)),
            winner=fields.seat_or_none("winner"),
            dealer=fields.seat_or_none("dealer"),
            method=_text_or_none(fields, "method"),
            discarder=fields.seat_or_none("discarder"),
            open=_open(fields),
            kongs=tuple(dict(one.data) for one in fields.objects("kongs")) if fields.has("kongs") else None,
            red_kong=fields.flag("red_kong") if fields.has("red_kong") else None,
            events=tuple(dict(one.data) for one in fields.objects("events")),
            win_tile=fields.tile("win_tile").code if fields.has("win_tile") else None,
            win_tile_sure=fields.flag("win_tile_sure"),
            ming=fields.tile("ming").code if fields.has("ming") else None,
            round=fields.number("round", 0, 3) if fields.has("round") else None,
            flowers=format_tiles(fields.tiles("flowers")) if fields.has("flowers") else None,
            void_suit=_text_or_none(fields, "void_suit"),
            flags=MappingProxyType(dict(fields.object("flags").data)),
        )

    @property
    def nobody_won(self) -> bool:
        """Whether the hand ended in 黄庄: there is no win to rule on."""
        return self.winner is None and any(event.get("type") == EventKind.HUANGZHUANG for event in self.events)


def _text_or_none(fields: Fields, name: str) -> str | None:
    return fields.text(name) if fields.has(name) else None


def _open(fields: Fields) -> tuple[bool | None, ...]:
    values = fields.values("open")
    if not values:
        return (None,) * len(SEATS)
    if len(values) != len(SEATS):
        raise InputError("wrong_length", fields.at("open"), name="open", expected=len(SEATS), count=len(values))
    for seat, value in enumerate(values):
        if value is not None and not isinstance(value, bool):
            raise wrong_type(f"{fields.at('open')}[{seat}]", "true/false", value)
    return tuple(value if isinstance(value, bool) else None for value in values)
