"""What the systems without classes share: fans, reasons to refuse, winds, who pays a share, who deals next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS, KongKind, Method, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.laid import WINDS, LaidHand, Shape, texts, tiles_missing, winning_kinds
from paiyan.engine.ruling import Condition, Fault, Fix, Label, Rejection
from paiyan.engine.settlement import Account, Transfer
from paiyan.engine.tiles import Tile, format_tiles

DealerRepeat = Literal["dealer_win_or_draw", "dealer_win_only", "never"]
"""When the dealer stays."""
_NO_SHAPE: Final = {
    frozenset({Shape.SETS}): "no_sets",
    frozenset({Shape.SETS, Shape.PAIRS}): "fails",
    frozenset({Shape.SETS, Shape.ORPHANS}): "no_sets_orphans",
}
"""Names of the texts that say which shapes there might have been."""


@dataclass(frozen=True, slots=True)
class Fan:
    """Something a hand is worth 番 for: its name, how many, and the groups of tiles that make it."""

    label: Label
    value: int
    groups: tuple[tuple[Tile, ...], ...]

    @classmethod
    def of(cls, label: Label, value: int, groups: Iterable[Sequence[Tile]]) -> Fan:
        """The fan with ``groups`` of any kind behind it."""
        return cls(label, value, tuple(map(tuple, groups)))


def complete(laid: LaidHand) -> Condition:
    """The condition that the tiles form a hand."""
    return Condition("complete", True, laid.shape, params={"reading": laid.text})


def behind(groups: Iterable[Sequence[Tile]]) -> dict[str, object]:
    """Params that show the tiles behind a line."""
    listed = list(groups)
    return {"reading": texts(listed), "tiles": [tile.code for group in listed for tile in group]}


def waits(hand: Hand, win: WinContext, shapes: frozenset[Shape]) -> tuple[Tile, ...]:
    """Every tile the thirteen could have won on; those held four times are none."""
    return tuple(map(Tile.from_index, winning_kinds(hand, win.win_tile.index, shapes)))


def not_complete(
    hand: Hand, win: WinContext, shapes: frozenset[Shape], instead: Sequence[Tile] | None = None
) -> Rejection:
    """The rejection of tiles without a winning shape: ``not_complete`` alone. ``instead``: tiles that would win."""
    away = tiles_missing(hand, win.win_tile.index, shapes)
    return Rejection(
        faults=(Fault("not_complete", params={"count": away}),),
        nearest=(
            *_wins_on(waits(hand, win, shapes) if instead is None else instead),
            Fix("tiles_away", params={"count": away}),
        ),
        conditions=(Condition("complete", False, _NO_SHAPE[shapes]),),
    )


def _wins_on(tiles: Sequence[Tile]) -> tuple[Fix, ...]:
    """The fix of having been given another tile."""
    return (Fix("wins_on", params={"tiles": format_tiles(tiles)}),) if tiles else ()


def refused(laid: LaidHand, faults: Sequence[Fault], further: Sequence[Condition] = ()) -> Rejection:
    """The rejection of complete tiles that may not win; each fault has a fix of the same name.

    ``further``: conditions beside the shape.
    """
    return Rejection(
        faults=tuple(faults),
        nearest=tuple(Fix(fault.id, fault.detail, fault.params) for fault in faults),
        conditions=(complete(laid), *further),
    )


def kongs_not_robbable(win: WinContext, robbable: Collection[KongKind]) -> list[Fault]:
    """A robbed kong of a kind that cannot be robbed; one that is not listed was added to a triplet."""
    return [
        Fault("kong_not_robbable", _ROBBED[kong.kind], {"tile": kong.tile.code})
        for kong in win.table.kongs
        if kong.void and kong.kind not in robbable
    ]


_ROBBED: Final = {KongKind.DA: "da", KongKind.AN: "an_here"}


def check_kong_open(hand: Hand, win: WinContext) -> None:
    """杠上开花 needs a kong."""
    if win.method is Method.KONG_OPEN and not any(meld.kind.is_kong for meld in hand.melds):
        raise InputError("kong_open_without_kong", "win_method", winner=win.winner)


def check_round(hand: Hand, win: WinContext) -> None:
    """The round must be known where a triplet of winds may be the 圈风."""
    for kind in WINDS:
        if win.table.round_wind is None and hand.total[kind] + (win.win_tile.index == kind) >= 3:
            raise InputError("missing_field", "round", name="round")


def seat_wind(win: WinContext) -> int:
    """门风 of the winner as a tile kind: as given, else by the distance from the dealer."""
    wind = (win.winner - win.table.dealer) % 4 if win.seat_wind is None else win.seat_wind
    return WINDS[wind]


def round_wind(win: WinContext) -> int | None:
    """圈风 as a tile kind, if known."""
    return None if win.table.round_wind is None else WINDS[win.table.round_wind]


def pay_shares(win: WinContext, shares: Mapping[int, int], payer: int | None, reason: str) -> list[Transfer]:
    """Each share is paid by ``payer`` where there is one, else by who owes it; ``reason``: why for another."""
    paid: list[Transfer] = []
    for seat, share in shares.items():
        giver = seat if payer is None else payer
        why = "own_share" if giver == seat else reason
        paid.append(Transfer(Account.HU, giver, win.winner, share, why, {"method": str(win.method), "seat": seat}))
    return paid


def next_dealer(dealer: int, winners: tuple[int, ...], repeat: DealerRepeat) -> int:
    """The dealer stays after an own win, also as one of several, and after a drawn hand, as ``repeat`` says."""
    won = dealer in winners and repeat != "never"
    stays = won or (not winners and repeat == "dealer_win_or_draw")
    return dealer if stays else (dealer + 1) % len(SEATS)
