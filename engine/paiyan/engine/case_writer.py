"""Writing a ruling and settlement as the JSON line of ``paiyan rule``, with everything that explains it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from paiyan.engine.case_checks import unlisted_kongs
from paiyan.engine.case_reader import Case, Claim
from paiyan.engine.ruling import (
    Alternative,
    Condition,
    Fault,
    Fix,
    Line,
    Note,
    Rejection,
    Ruling,
    ScoreSheet,
    WildUse,
)
from paiyan.engine.settlement import Account, Settlement, Transfer

Json = dict[str, object]
_NO_RULING: Final = Rejection(())


def write_case(
    case: Case, rulings: Sequence[tuple[Claim, Ruling]], paid: Sequence[int], settlement: Settlement
) -> Json:
    """The line for a case: one winner's sheet if one is paid, else what the claims have in common."""
    shown = _shown(rulings, paid)
    sheet = shown if isinstance(shown, ScoreSheet) else None
    valid = None if not rulings else (sheet is not None or (len(paid) > 1 and len(paid) == len(rulings)))
    reasons = {reason for _, ruling in rulings if isinstance(ruling, Rejection) for reason in ruling.reasons}
    lottery = case.rules.lottery(settlement, case.options)
    wild = case.table.wild
    explanation = _explanation(case, rulings, paid, shown, settlement)
    return {
        "id": case.id,
        "valid": valid,
        "reasons": [] if valid else sorted(reasons),
        "hu_class": sheet.hu_class if sheet else None,
        "hu_label": sheet.label.term if sheet and sheet.label else None,
        "class_points": sheet.class_points if sheet else None,
        "waits": [tile.code for tile in sheet.waits]
        if sheet and sheet.waits is not None
        else ([] if not sheet else None),
        "shares": {str(seat): share for seat, share in sheet.shares.items()} if sheet else {},
        "settlement_hu": settlement.of(Account.HU),
        "settlement_kong": settlement.of(Account.KONG),
        "settlement_other": settlement.of(Account.OTHER),
        "settlement": settlement.total,
        "lines": explanation["lines"],
        "fans": _fans(shown) if shown else None,
        "tags": _tags(shown) if shown else None,
        "units": sheet.units if sheet else None,
        "points": shown.points if shown else None,
        "hui": wild.hui.code if wild else None,
        "copies_left": {tile.code: wild.copies(tile) for tile in (wild.ming, wild.hui)} if wild else None,
        "lottery": lottery,
        "explanation": explanation,
    }


def _shown(rulings: Sequence[tuple[Claim, Ruling]], paid: Sequence[int]) -> Ruling | None:
    """The ruling the line is about: the only winner paid, or a single rejected claim."""
    if len(paid) == 1:
        return next(ruling for claim, ruling in rulings if claim.win.winner == paid[0])
    return rulings[0][1] if len(rulings) == 1 else None


def _explanation(
    case: Case,
    rulings: Sequence[tuple[Claim, Ruling]],
    paid: Sequence[int],
    shown: Ruling | None,
    settlement: Settlement,
) -> Json:
    explained = _ruling(shown if shown is not None else _NO_RULING)
    explained["payments"] = [_payment(transfer) for transfer in settlement.transfers]
    explained["notes"] = [
        _note(note) for claim, ruling in rulings for note in (*_kong_notes(case, claim), *ruling.notes)
    ]
    if len(rulings) > 1:
        explained["claims"] = [
            {"winner": claim.win.winner, "paid": claim.win.winner in paid, **_worth(ruling), **_ruling(ruling)}
            for claim, ruling in rulings
        ]
    return explained


def _worth(ruling: Ruling) -> Json:
    """Whether one of several claims is valid and what it is worth, as the line says it of a single one."""
    sheet = ruling if isinstance(ruling, ScoreSheet) else None
    return {
        "valid": sheet is not None,
        "hu_class": sheet.hu_class if sheet else None,
        "shares": {str(seat): share for seat, share in sheet.shares.items()} if sheet else {},
        "fans": _fans(ruling),
        "tags": _tags(ruling),
        "units": sheet.units if sheet else None,
        "points": ruling.points,
    }


def _kong_notes(case: Case, claim: Claim) -> list[Note]:
    if not case.rules.pays_kongs:
        return []
    seat = claim.win.winner
    return [
        Note("kong_not_listed", {"seat": seat, "tile": meld.first.code, "type": str(meld.kind)})
        for meld in unlisted_kongs(case.table.kongs, seat, claim.hand)
    ]


def _note(one: Note) -> Json:
    return {"id": one.id, "params": dict(one.params), "key": one.key}


def _ruling(ruling: Ruling) -> Json:
    sheet = ruling if isinstance(ruling, ScoreSheet) else None
    rejection = ruling if isinstance(ruling, Rejection) else None
    label = sheet.label if sheet else None
    return {
        "label": {"id": label.id, "term": label.term, "key": f"hu.{label.id}"} if label else None,
        "conditions": [_condition(one) for one in ruling.conditions],
        "lines": [_line(one) for one in ruling.lines],
        "faults": [_fault(one) for one in rejection.faults] if rejection else [],
        "nearest": [_fault(one) for one in rejection.nearest] if rejection else [],
        "wilds": [_wild_use(one) for one in ruling.wilds],
        "alternatives": [_alternative(one) for one in ruling.alternatives],
    }


def _condition(one: Condition) -> Json:
    return {
        "id": one.id,
        "holds": one.holds,
        "by": one.by,
        "tiles": [tile.code for tile in one.tiles],
        "params": dict(one.params),
        "key": one.key,
    }


def _line(one: Line) -> Json:
    value: Json = {"points": one.points} if one.points is not None else {"factor": one.factor}
    seats = None if one.seats is None else list(one.seats)
    return {"id": one.id, **value, "seats": seats, "params": dict(one.params), "key": one.key}


def _fault(one: Fault | Fix) -> Json:
    return {"id": one.id, "detail": one.detail, "params": dict(one.params), "key": one.key}


def _alternative(one: Alternative) -> Json:
    return {
        "label": one.label,
        "points": one.points,
        "reading": one.reading,
        "why": one.why,
        "wilds": [_wild_use(use) for use in one.wilds],
        "params": dict(one.params),
        "key": one.key,
    }


def _wild_use(one: WildUse) -> Json:
    params: Json = {"tile": one.tile.code, "stands_for": one.stands_for.code, "where": one.where}
    return {**params, "drawn": one.drawn, "params": params, "key": one.key}


def _payment(one: Transfer) -> Json:
    return {
        "payer": one.payer,
        "payee": one.payee,
        "amount": one.amount,
        "account": str(one.account),
        "reason": one.reason,
        "params": dict(one.params),
        "key": f"payment.{one.reason}",
    }


def _fans(ruling: Ruling) -> object:
    if ruling.fans is None:
        return None
    return list(ruling.fans) if isinstance(ruling.fans, tuple) else dict(ruling.fans)


def _tags(ruling: Ruling) -> list[str] | None:
    return None if ruling.tags is None else list(ruling.tags)
