"""All fans in one table, dearest first, with their exclusions by number."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, Literal

from paiyan.engine.rules.mcr.fan import Fan, Feature, Places
from paiyan.engine.rules.mcr.fans.combinations import PUNG_COMBINATIONS, RUN_COMBINATIONS
from paiyan.engine.rules.mcr.fans.honours import HONOUR_FANS, TERMINAL_FAN
from paiyan.engine.rules.mcr.fans.kongs import CONCEALED_FANS, KONG_FANS
from paiyan.engine.rules.mcr.fans.sets import CHOWS_ONLY, OUTSIDE_FANS, PUNGS_ONLY
from paiyan.engine.rules.mcr.fans.special import (
    KNITTED_FAN,
    NINE_GATES_FAN,
    ORPHANS_FANS,
    PAIRS_FANS,
    SCATTERED_FANS,
)
from paiyan.engine.rules.mcr.fans.tiles import (
    HOG_FAN,
    KIND_FANS,
    NO_HONOURS_FAN,
    ONE_SUIT_FANS,
    THREE_SUITS_FAN,
    TWO_SUITS_FAN,
)
from paiyan.engine.rules.mcr.fans.winning import (
    CLAIMED_FANS,
    DRAWN_FANS,
    FLOWER,
    LAST_FANS,
    LUCKY_FANS,
    NOTHING,
    WAIT_FANS,
)
from paiyan.engine.rules.mcr.reading import Reading

FANS: Final[tuple[Fan, ...]] = tuple(
    sorted(
        (
            *KIND_FANS,
            *ONE_SUIT_FANS,
            TWO_SUITS_FAN,
            THREE_SUITS_FAN,
            NO_HONOURS_FAN,
            HOG_FAN,
            *OUTSIDE_FANS,
            *PUNGS_ONLY,
            *CHOWS_ONLY,
            *HONOUR_FANS,
            TERMINAL_FAN,
            *KONG_FANS,
            *CONCEALED_FANS,
            *RUN_COMBINATIONS,
            *PUNG_COMBINATIONS,
            *PAIRS_FANS,
            *ORPHANS_FANS,
            *SCATTERED_FANS,
            NINE_GATES_FAN,
            KNITTED_FAN,
            *LUCKY_FANS,
            *DRAWN_FANS,
            *CLAIMED_FANS,
            *LAST_FANS,
            *WAIT_FANS.values(),
            NOTHING,
            FLOWER,
        ),
        key=lambda fan: -fan.points,
    )
)
"""The 81 fan of the official rules and 明暗杠. A fan stands before every fan it excludes."""

RANK: Final = {fan.id: rank for rank, fan in enumerate(FANS)}
"""Place of each fan in the table."""
FLOWER_RANK: Final = RANK[FLOWER.id]
NOTHING_RANK: Final = RANK[NOTHING.id]


def _bits(ids: tuple[str, ...]) -> int:
    return sum(1 << RANK[name] for name in ids)


EXCLUDES: Final = tuple(_bits(fan.excludes) for fan in FANS)
COVERS: Final = tuple(_bits(fan.covers) for fan in FANS)
ABSORBS: Final = tuple(_bits(fan.absorbs) for fan in FANS)

Values = Literal["official_1998", "source_literal"]
_AS_WRITTEN: Final = {"shisanyao": 36, "sansesanbugao": 8, "sansesantongshun": 6}
"""Where the list of rules/sources/000.txt has another value than the official rules (rules/spec.md §5)."""


@cache
def points_of(values: Values) -> tuple[int, ...]:
    """Points of each fan of the table."""
    changed = _AS_WRITTEN if values == "source_literal" else {}
    return tuple(changed.get(fan.id, fan.points) for fan in FANS)


Finders = tuple[tuple[int, Callable[[Reading], Places]], ...]


def finders(*fans: Feature) -> Finders:
    """What finds each of the fans, with its place in the table."""
    return tuple((RANK[fan.id], fan.find) for fan in fans)
