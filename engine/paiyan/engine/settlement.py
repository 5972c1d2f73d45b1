"""Who pays whom: transfers between seats, each with its reason. Sums to zero by construction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from paiyan.engine.facts import SEATS, Kong, KongKind


class Account(StrEnum):
    """What a transfer is for: the win, kongs, or anything else."""

    HU = "hu"
    KONG = "kong"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Transfer:
    """``payer`` gives ``payee`` a positive ``amount`` of points for ``reason`` (a stable id)."""

    account: Account
    payer: int
    payee: int
    amount: int
    reason: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.payer == self.payee or self.amount <= 0:
            raise ValueError(f"not a transfer: {self.payer} pays {self.payee} {self.amount}")


@dataclass(frozen=True, slots=True)
class Settlement:
    """All transfers of one hand of play."""

    transfers: tuple[Transfer, ...]

    def of(self, account: Account) -> list[int]:
        """Gain or loss of each seat in one account."""
        return _balance(transfer for transfer in self.transfers if transfer.account is account)

    @property
    def total(self) -> list[int]:
        """Gain or loss of each seat; sums to zero."""
        return _balance(self.transfers)


def _balance(transfers: Iterable[Transfer]) -> list[int]:
    seats = [0] * len(SEATS)
    for transfer in transfers:
        seats[transfer.payer] -= transfer.amount
        seats[transfer.payee] += transfer.amount
    return seats


def pay_each(
    account: Account, payer: int, amount: int, reason: str, params: Mapping[str, object] | None = None
) -> list[Transfer]:
    """``payer`` gives every other seat ``amount``; nothing if that is 0."""
    return [Transfer(account, payer, seat, amount, reason, params or {}) for seat in SEATS if seat != payer and amount]


def collect_each(
    account: Account, payee: int, amount: int, reason: str, params: Mapping[str, object] | None = None
) -> list[Transfer]:
    """Every other seat gives ``payee`` ``amount``; nothing if that is 0."""
    return [Transfer(account, seat, payee, amount, reason, params or {}) for seat in SEATS if seat != payee and amount]


@dataclass(frozen=True, slots=True)
class KongRates:
    """Points of the three kinds of kong; ``factor`` gives the multiple for special tiles by code."""

    da_total: int
    zhua_each: int
    an_each: int
    factor: Mapping[str, int] = field(default_factory=dict)

    def transfers(self, kongs: Iterable[Kong]) -> list[Transfer]:
        """Payments for ``kongs``: 打明杠 by the one who gave the tile, the others by all; a void kong nothing."""
        paid: list[Transfer] = []
        for kong in kongs:
            if kong.void:
                continue
            factor = self.factor.get(kong.tile.code, 1)
            params: dict[str, object] = {"tile": kong.tile.code, "factor": factor}
            if kong.kind is KongKind.DA and kong.payer is not None:
                paid.append(Transfer(Account.KONG, kong.payer, kong.seat, self.da_total * factor, "kong_da", params))
            elif kong.kind is KongKind.ZHUA:
                paid += collect_each(Account.KONG, kong.seat, self.zhua_each * factor, "kong_zhua", params)
            elif kong.kind is KongKind.AN:
                paid += collect_each(Account.KONG, kong.seat, self.an_each * factor, "kong_an", params)
        return paid
