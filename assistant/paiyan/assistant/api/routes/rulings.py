"""Rulings: does the hand win, and who pays whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Path
from starlette.responses import Response

from paiyan.assistant.api.answers import ruling_answer
from paiyan.assistant.api.cases import score_any_case
from paiyan.assistant.api.context import Use
from paiyan.assistant.api.documentation import problems
from paiyan.assistant.api.handlers import correction_problem, input_problem
from paiyan.assistant.api.json_body import require_json
from paiyan.assistant.api.problems import FieldFault, Problem
from paiyan.assistant.api.ruling_schemas import RulingAnswer, RulingRequest
from paiyan.assistant.api.schemas import JsonObject
from paiyan.assistant.house_rules import with_house_rules
from paiyan.assistant.reading import CorrectionError, TableReading, reading_from_json
from paiyan.assistant.reading.correct import answered_in
from paiyan.assistant.reading.unanswered import Answered, without
from paiyan.assistant.scoring import Facts, Scoring, score
from paiyan.engine.errors import InputError

router = APIRouter(tags=["rulings"])


@router.post(
    "/rulings",
    status_code=201,
    responses=problems(400, 404, 413, 415, 422, 503, 507),
    dependencies=[Depends(require_json)],
)
def rule(body: RulingRequest, response: Response, use: Use) -> RulingAnswer:
    """Rule on a reading with its facts, or on a full case. A hand that does not win is a ruling with its faults.

    `ruleset` of facts or case may be the id of a preset. With a case, the case is what is ruled on; the reading is
    where it came from: a tile of the case that is in doubt there is asked about if it makes a difference, and so is
    what the reading itself asks, unless the case answers it or it is named in `answered`. Facts that are null are asked
    for; the settlement is then that of the first possibility in `conditional`, and not certain.
    """
    scoring = score_request(body, use)
    answer = {name: value for name, value in scoring.to_json().items() if name != "reading"}
    ruling = use.store.add_ruling(body.reading_id, body.model_dump(), answer)
    response.headers["Location"] = f"/api/v1/rulings/{ruling.id}"
    return ruling_answer(ruling)


@router.get("/rulings/{id}", responses=problems(404, 422))
def get_ruling(id: Annotated[str, Path(max_length=100)], use: Use) -> RulingAnswer:
    """A ruling given before."""
    return ruling_answer(use.store.ruling(id))


def score_request(body: RulingRequest, use: Use) -> Scoring:
    """The scoring of what was sent; a `ruleset` may be the name of a preset. A `Problem` where it can't be ruled on."""
    reading = None if body.reading_id is None else use.store.reading(body.reading_id)
    seen = None if reading is None else reading_from_json(reading.document)
    answered = () if seen is None else _answered(seen, body)
    if body.case is not None and (seen is not None or not body.answered):
        return _score_case(body.case, seen, answered)
    if seen is not None:
        return _score_reading(without(seen, answered), body.facts)
    needed = "field.reading_or_case" if body.case is None else "field.answered_of_reading"
    fault = FieldFault("body", "reading_id", "missing", needed)
    raise Problem(422, "invalid_request", {"count": 1}, faults=[fault])


def _answered(seen: TableReading, body: RulingRequest) -> tuple[Answered, ...]:
    try:
        return answered_in(seen, [one.model_dump() for one in body.answered])
    except CorrectionError as error:
        raise correction_problem(error) from error


def _score_case(case: JsonObject, seen: TableReading | None, answered: Sequence[Answered]) -> Scoring:
    try:
        return score_any_case(with_house_rules(case), seen, answered)
    except InputError as error:
        raise input_problem(error, "case") from error


def _score_reading(reading: TableReading, said: JsonObject) -> Scoring:
    try:
        facts = Facts.of(with_house_rules(said))
    except InputError as error:
        raise input_problem(error, "facts") from error
    try:
        return score(reading, facts)
    except InputError as error:
        # Named as in the case made of reading and facts, which is what contradicts itself.
        raise input_problem(error, "case") from error
