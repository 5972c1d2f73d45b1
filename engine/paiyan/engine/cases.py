"""The case format: JSON in, JSON out. Command line, API and page talk to the engine through it.

A case is described by ``rules/examples.json``; :func:`rule_case` returns the line of ``paiyan rule``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from paiyan.engine.case_reader import Case, Claim, case_id, read_case
from paiyan.engine.case_writer import write_case
from paiyan.engine.errors import InputError
from paiyan.engine.ruling import Rejection, Ruling, ScoreSheet
from paiyan.engine.settlement import Settlement, Transfer


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case ruled on: a ruling per claim, the seats that are paid as winners, and who pays whom."""

    case: Case
    rulings: tuple[tuple[Claim, Ruling], ...]
    paid: tuple[int, ...]
    settlement: Settlement


def decide(case: Case) -> Outcome:
    """Rule on every claim of ``case`` and settle."""
    rules, options = case.rules, case.options
    rulings = tuple((claim, rules.rule(claim.hand, claim.win, options)) for claim in case.claims)
    valid = [claim.win.winner for claim, ruling in rulings if isinstance(ruling, ScoreSheet)]
    paid = tuple(valid)
    if len(valid) > 1 and (giver := case.claims[0].win.discarder) is not None:
        paid = rules.paid_winners(valid, giver, options)
    if len(paid) > 1:
        rulings = tuple(
            (claim, rules.shared(claim.win, ruling, len(paid), options))
            if isinstance(ruling, ScoreSheet) and claim.win.winner in paid
            else (claim, ruling)
            for claim, ruling in rulings
        )
    transfers: list[Transfer] = []
    for claim, ruling in rulings:
        if isinstance(ruling, ScoreSheet) and claim.win.winner in paid:
            transfers += rules.settle_win(claim.win, ruling.shares, options)
    transfers += rules.settle_table(case.table, options)
    return Outcome(case, rulings, paid, Settlement(tuple(transfers)))


def rule_case(data: object) -> dict[str, object]:
    """The line for one case; :class:`~paiyan.engine.errors.InputError` if it is malformed or contradicts itself."""
    outcome = decide(read_case(data))
    return write_case(outcome.case, outcome.rulings, outcome.paid, outcome.settlement)


def rule_lines(
    lines: Iterable[str],
    describe: Callable[[InputError], str] = str,
    answer: Callable[[object], Mapping[str, object]] = rule_case,
) -> Iterator[str]:
    """One JSON line for each non-blank line of cases, in order; ``answer`` makes it of the case.

    A line that cannot be ruled on gives ``{"id", "error": {"code", "field", "params", "message"}}`` and the
    rest go on; ``describe`` turns the error into its message.
    """
    for line in lines:
        if not line.strip():
            continue
        name: str | int | None = None
        try:
            data = _load(line)
            name = case_id(data) if isinstance(data, Mapping) else None
            yield _dump(answer(data))
        except InputError as error:
            report = {"code": error.code, "field": error.field, "params": error.params, "message": describe(error)}
            yield _dump({"id": name, "error": report})


def _load(line: str) -> object:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError("malformed_json", "", at=error.pos + 1) from None
    except (ValueError, RecursionError):
        raise InputError("json_beyond_reading", "") from None


def _dump(value: Mapping[str, object]) -> str:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        # Half a surrogate pair in the input cannot be written as it is.
        return json.dumps(value)
    return text


__all__ = ["InputError", "Outcome", "Rejection", "ScoreSheet", "decide", "rule_case", "rule_lines"]
