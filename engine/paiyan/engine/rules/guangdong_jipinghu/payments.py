"""Who pays in 广东鸡平和: the discarder, all three, or the one who is liable (004 §七)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from paiyan.engine.facts import Method, WinContext
from paiyan.engine.hand import Hand, MeldKind
from paiyan.engine.laid import DRAGONS, WINDS
from paiyan.engine.rules.guangdong_jipinghu.options import JipinghuOptions
from paiyan.engine.rules.plain import pay_shares
from paiyan.engine.ruling import Note
from paiyan.engine.settlement import Transfer

BAO: Final = frozenset({Method.ZIMO, Method.KONG_OPEN, Method.HAIDI})
"""Ways of winning that another may be liable for (包自摸)."""


def shares(win: WinContext, points: int, options: JipinghuOptions) -> dict[int, int]:
    """What each seat owes: all three for a drawn tile and for a robbed kong, else only the discarder."""
    if win.discarder is None or win.method is Method.ROB_KONG or options.discard_payer == "discarder_pays_three":
        return dict.fromkeys(win.losers, points)
    return {win.discarder: points}


def win_transfers(win: WinContext, owed: Mapping[int, int]) -> list[Transfer]:
    """Whoever is liable pays for all three, so does who gave the tile; else each the own share."""
    if win.liable is not None:
        return pay_shares(win, owed, win.liable, "bao_for_seat")
    return pay_shares(win, owed, win.discarder, "share_for_seat")


def liable(hand: Hand, win: WinContext) -> int | None:
    """Who pays for a drawn win alone: as stated, or who gave the tile of the only kong (点杠者包三家)."""
    if win.method not in BAO:
        return None
    stated = win.table.flags.bao_seat
    if stated is not None or win.method is not Method.KONG_OPEN:
        return stated
    kongs = [meld for meld in hand.melds if meld.kind.is_kong]
    return kongs[0].source if len(kongs) == 1 and kongs[0].kind is MeldKind.DA else None


def bao_notes(hand: Hand, win: WinContext) -> tuple[Note, ...]:
    """Hands for which somebody is liable if the last set was claimed from them: the table must say who it was."""
    if win.method not in BAO:
        stated = win.table.flags.bao_seat
        return () if stated is None else (Note("bao_not_for_discards", {"seat": stated}),)
    if win.liable is not None:
        return ()
    claimed = [meld for meld in hand.melds if meld.kind.opens]
    kinds = {meld.first.index for meld in claimed if meld.kind is not MeldKind.CHI}
    if kinds.issuperset(DRAGONS):
        return (Note("bao_likely_dragons"),)
    if kinds.issuperset(WINDS):
        return (Note("bao_likely_winds"),)
    if len(claimed) == 4:
        return (Note("bao_likely_twelve"),)
    if win.method is Method.KONG_OPEN and any(meld.kind is MeldKind.DA for meld in claimed):
        return (Note("bao_likely_kong"),)
    return ()
