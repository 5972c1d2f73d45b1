"""How a hand was settled: who won with what, and who pays whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from paiyan.engine.case_reader import read_case
from paiyan.engine.cases import decide
from paiyan.engine.errors import InputError
from paiyan.engine.facts import SEATS
from paiyan.engine.fields import Fields, wrong_type
from paiyan.engine.ruling import Fault, Rejection, ScoreSheet
from paiyan.engine.settlement import Account, Settlement, Transfer

_MOST_POINTS: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class Winner:
    """A seat that is paid as winner. ``label`` is the Chinese term of the hand; None where a system has none."""

    seat: int
    label: str | None = None
    hu_class: int | None = None
    points: int | None = None

    def data(self) -> dict[str, object]:
        """As an entry holds it."""
        return {"seat": self.seat, "label": self.label, "hu_class": self.hu_class, "points": self.points}


@dataclass(frozen=True, slots=True)
class HandResult:
    """The outcome of a hand. ``faults``: why the tiles that were claimed do not win, if they do not."""

    winners: tuple[Winner, ...]
    settlement: Settlement
    faults: tuple[Fault, ...] = ()

    def data(self) -> dict[str, object]:
        """As an entry holds it; :func:`read_result` reads it back."""
        return {
            "winners": [winner.data() for winner in self.winners],
            "payments": [payment_data(transfer) for transfer in self.settlement.transfers],
            "settlement": self.settlement.total,
            "faults": [
                {"id": fault.id, "detail": fault.detail, "params": dict(fault.params), "key": fault.key}
                for fault in self.faults
            ],
        }


def result_of(case: Mapping[str, object]) -> HandResult:
    """Rules on a complete case; :class:`InputError` if it cannot be ruled on."""
    outcome = decide(read_case(case))
    winners = tuple(
        Winner(
            claim.win.winner,
            ruling.label.term if ruling.label else None,
            ruling.hu_class,
            ruling.points if ruling.points is not None else ruling.class_points,
        )
        for claim, ruling in outcome.rulings
        if isinstance(ruling, ScoreSheet) and claim.win.winner in outcome.paid
    )
    faults = [fault for _, ruling in outcome.rulings if isinstance(ruling, Rejection) for fault in ruling.faults]
    return HandResult(winners, outcome.settlement, () if winners else tuple(faults))


def result_by_hand(given: Fields) -> HandResult:
    """The outcome that people worked out themselves: ``settlement`` of the four seats, ``winner`` and ``label``."""
    points = _settlement(given)
    winner = given.seat_or_none("winner")
    label = given.text("label", "")[:60] or None
    return HandResult(
        () if winner is None else (Winner(winner, label),), Settlement(tuple(_payments_for(points, Account.HU)))
    )


def read_result(data: Mapping[str, object]) -> HandResult:
    """The outcome that an entry holds. Its hand was won or drawn: one that did not win was never entered."""
    given = Fields.of(data)
    winners = tuple(
        Winner(
            one.seat("seat"),
            one.text("label") if one.has("label") else None,
            one.number("hu_class", 0) if one.has("hu_class") else None,
            one.number("points", 0) if one.has("points") else None,
        )
        for one in given.objects("winners")
    )
    payments = tuple(
        Transfer(
            one.choice("account", Account, "unknown_account"),
            one.seat("payer"),
            one.seat("payee"),
            one.number("amount", 1),
            one.text("reason"),
            one.object("params").data,
        )
        for one in given.objects("payments")
    )
    return HandResult(winners, Settlement(payments))


def payment_data(one: Transfer) -> dict[str, object]:
    """A transfer as an entry holds it, with the key of its text."""
    return {
        "payer": one.payer,
        "payee": one.payee,
        "amount": one.amount,
        "account": str(one.account),
        "reason": one.reason,
        "params": dict(one.params),
        "key": f"payment.{one.reason}",
    }


def _settlement(given: Fields) -> list[int]:
    if not given.has("settlement"):
        raise InputError("missing_field", given.at("settlement"), name="settlement")
    values = given.values("settlement")
    if len(values) != len(SEATS):
        raise InputError(
            "wrong_length", given.at("settlement"), name="settlement", expected=len(SEATS), count=len(values)
        )
    points: list[int] = []
    for seat, value in enumerate(values):
        if type(value) is not int:
            raise wrong_type(f"{given.at('settlement')}[{seat}]", "integer", value)
        if abs(value) > _MOST_POINTS:
            raise InputError("points_out_of_range", f"{given.at('settlement')}[{seat}]", most=_MOST_POINTS)
        points.append(value)
    if sum(points):
        raise InputError("settlement_not_zero", given.at("settlement"), sum=sum(points))
    return points


def _payments_for(points: Sequence[int], account: Account) -> list[Transfer]:
    """Transfers that lead to the gains ``points``, as few as possible from seat to seat."""
    owed = {seat: -points[seat] for seat in SEATS if points[seat] < 0}
    due = {seat: points[seat] for seat in SEATS if points[seat] > 0}
    paid: list[Transfer] = []
    for payer in owed:
        for payee in due:
            amount = min(owed[payer], due[payee])
            if amount:
                paid.append(Transfer(account, payer, payee, amount, "by_hand"))
                owed[payer] -= amount
                due[payee] -= amount
    return paid
