"""Facts that contradict each other under the rules of 国标."""

from __future__ import annotations

from paiyan.engine.errors import InputError
from paiyan.engine.facts import Method, WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.shapes import HONOURS


def check_kong(hand: Hand, win: WinContext) -> None:
    """杠上开花 needs a kong; which tiles it was of does not matter here."""
    if win.method is Method.KONG_OPEN and not any(meld.kind.is_kong for meld in hand.melds):
        raise InputError("kong_open_without_kong", "win_method", winner=win.winner)
    if win.red_kong:
        raise InputError("red_kong_without_kong_win", "red_kong", method=str(win.method))


def check_last_tile(hand: Hand, win: WinContext) -> None:
    """After the last tile nothing can be konged, and the last of its kind cannot lie in the hand as well."""
    flags = win.table.flags
    if flags.last_tile and win.method is Method.ROB_KONG:
        raise InputError("kong_after_last_tile", "flags.last_tile")
    if flags.last_of_kind and hand.counts[win.win_tile.index]:
        raise InputError("last_of_kind_held", "flags.last_of_kind", tile=win.win_tile.code)


def check_winds(hand: Hand, win: WinContext) -> None:
    """The round must be known where a triplet of winds may be 圈风刻."""
    for kind in range(HONOURS, HONOURS + 4):
        if win.table.round_wind is None and hand.total[kind] + (win.win_tile.index == kind) >= 3:
            raise InputError("missing_field", "round_wind", name="round_wind")
