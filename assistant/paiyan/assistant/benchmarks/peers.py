"""Other programs that value hands, on the same hands as ours: PyPI `mahjong` (riichi) and `PyMahjongGB` (国标)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from paiyan.assistant.benchmarks.hands import Claim
from paiyan.engine.hand import Meld, MeldKind
from paiyan.engine.notation import to_gb

Valuation = Callable[[], object]
"""Values one hand; what it is given is made beforehand."""


def installed(package: str) -> str | None:
    """Version of a package, None if it isn't there."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def riichi_valuation(claim: Claim) -> Valuation | None:
    """`mahjong` on a claim: riichi if nothing is open. None where its rules give the hand no value."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

    hand, win = claim
    used: dict[int, int] = {}
    last, *concealed = _numbered([win.win_tile.index, *(tile.index for tile in hand.concealed)], used)
    melds = [_riichi_meld(meld, used) for meld in hand.melds]
    tiles = [last, *concealed, *(tile for meld in melds for tile in meld.tiles)]
    config = HandConfig(
        is_tsumo=win.discarder is None,
        is_riichi=not hand.is_open,
        options=OptionalRules(has_open_tanyao=True),
    )

    def value() -> object:
        return HandCalculator.estimate_hand_value(tiles, last, melds=melds, config=config)

    return value if HandCalculator.estimate_hand_value(tiles, last, melds=melds, config=config).error is None else None


def _riichi_meld(meld: Meld, used: dict[int, int]) -> Any:
    from mahjong.meld import Meld as RiichiMeld

    kind = RiichiMeld.CHI if meld.kind is MeldKind.CHI else RiichiMeld.KAN if meld.kind.is_kong else RiichiMeld.PON
    return RiichiMeld(kind, _numbered([tile.index for tile in meld.tiles], used), opened=meld.kind.opens)


def _numbered(kinds: Iterable[int], used: dict[int, int]) -> list[int]:
    """Tiles as `mahjong` numbers them, four to a kind."""
    numbers: list[int] = []
    for kind in kinds:
        numbers.append(4 * kind + used.get(kind, 0))
        used[kind] = used.get(kind, 0) + 1
    return numbers


def gb_valuation(claim: Claim) -> Valuation:
    """`PyMahjongGB` on a claim that is a winning shape; every meld claimed from the seat before."""
    from MahjongGB import MahjongFanCalculator

    hand, win = claim
    pack = tuple(_gb_pack(meld) for meld in hand.melds)
    tiles = tuple(map(to_gb, hand.concealed))
    last = to_gb(win.win_tile)
    seat = (win.winner - win.table.dealer) % 4

    def value() -> object:
        return MahjongFanCalculator(
            pack, tiles, last, 0, win.discarder is None, False, False, False, seat, win.table.round_wind
        )

    return value


def _gb_pack(meld: Meld) -> tuple[str, str, int]:
    if meld.kind is MeldKind.CHI:
        return "CHI", to_gb(meld.tiles[1]), 1
    return "GANG" if meld.kind.is_kong else "PENG", to_gb(meld.first), int(meld.kind.opens)
