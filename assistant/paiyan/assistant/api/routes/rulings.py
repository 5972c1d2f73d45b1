"""Rulings: does the hand win, and who pays whom."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from starlette.responses import Response

from paiyan.assistant.api.answers import ruling_answer
from paiyan.assistant.api.cases import rule_or_ask
from paiyan.assistant.api.context import Use
from paiyan.assistant.api.documentation import problems
from paiyan.assistant.api.handlers import input_problem
from paiyan.assistant.api.json_body import require_json
from paiyan.assistant.api.problems import FieldFault, Problem
from paiyan.assistant.api.schemas import RulingAnswer, RulingRequest
from paiyan.assistant.reading import reading_from_json
from paiyan.assistant.scoring import score
from paiyan.engine.errors import InputError

router = APIRouter(tags=["rulings"])


@router.post(
    "/rulings",
    status_code=201,
    responses=problems(400, 404, 413, 415, 422, 503, 507),
    dependencies=[Depends(require_json)],
)
def rule(body: RulingRequest, response: Response, use: Use) -> RulingAnswer:
    """Rule on a reading with its facts, or on a full case. A hand that does not win is a ruling with its faults."""
    if body.reading_id is None and body.case is None:
        fault = FieldFault("body", "reading_id", "missing", "field.reading_or_case")
        raise Problem(422, "invalid_request", {"count": 1}, faults=[fault])
    document = None if body.reading_id is None else use.store.reading(body.reading_id).document
    try:
        answer = rule_or_ask(body.case) if body.case is not None else score(reading_from_json(document), body.facts)
    except InputError as error:
        raise input_problem(error, "facts" if body.case is None else "case") from error
    ruling = use.store.add_ruling(body.reading_id, body.model_dump(), answer)
    response.headers["Location"] = f"/api/v1/rulings/{ruling.id}"
    return ruling_answer(ruling)


@router.get("/rulings/{id}", responses=problems(404))
def get_ruling(id: Annotated[str, Path(max_length=100)], use: Use) -> RulingAnswer:
    """A ruling given before."""
    return ruling_answer(use.store.ruling(id))
