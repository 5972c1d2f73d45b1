"""Facts that contradict each other under the rules of 北京麻将."""

from __future__ import annotations

from typing import Final

from paiyan.engine.errors import InputError
from paiyan.engine.facts import EventKind, TableContext, WinContext

MOST_ROUNDS: Final = 34
"""Every round of 烧庄 uses up all four tiles of a kind."""


def check_shaozhuang(table: TableContext) -> None:
    """More rounds than kinds of tiles cannot be copied."""
    event = table.event(EventKind.SHAOZHUANG)
    if event is not None and event.rounds > MOST_ROUNDS:
        raise InputError("number_out_of_range", "events", name="rounds", value=event.rounds, least=1, most=MOST_ROUNDS)


def check_won(win: WinContext) -> None:
    """A hand that somebody won was not drawn."""
    event = win.table.event(EventKind.SHAOZHUANG)
    if event is not None and event.drawn:
        raise InputError("shaozhuang_drawn_with_win", "events")


def check_partner(win: WinContext) -> None:
    """The 互包 partner is another seat than the winner."""
    if win.liable == win.winner:
        field = "winners" if win.table.flags.hubao_partner is None else "flags.hubao_partner"
        raise InputError("partner_is_winner", field, seat=win.winner)
