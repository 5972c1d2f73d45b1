"""Readings and what people correct in them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path
from starlette.responses import Response

from paiyan.assistant.api.answers import reading_answer
from paiyan.assistant.api.context import Use
from paiyan.assistant.api.documentation import problems
from paiyan.assistant.api.handlers import correction_problem
from paiyan.assistant.api.json_body import require_json
from paiyan.assistant.api.labels import labels_of_correction
from paiyan.assistant.api.reading_schemas import Correction, Reading
from paiyan.assistant.reading import CorrectionError, apply_correction, reading_from_json, reading_to_json

router = APIRouter(tags=["readings"])

ReadingId = Annotated[str, Path(max_length=100)]


@router.get("/readings/{id}", responses=problems(404, 422))
def get_reading(id: ReadingId, use: Use) -> Reading:
    """One revision of a reading."""
    return reading_answer(use.store.reading(id))


@router.post(
    "/readings/{id}/corrections",
    status_code=201,
    responses=problems(400, 404, 413, 415, 422, 503, 507),
    dependencies=[Depends(require_json)],
)
def correct_reading(id: ReadingId, correction: Correction, response: Response, use: Use) -> Reading:
    """Keep a person's correction: a new revision of the reading, and labels for training."""
    parent = use.store.reading(id)
    body: dict[str, Any] = correction.model_dump(by_alias=True, exclude_unset=True)
    try:
        corrected = apply_correction(reading_from_json(parent.document), body)
    except CorrectionError as error:
        raise correction_problem(error) from error
    document = reading_to_json(corrected)
    labels = labels_of_correction(parent, correction, document)
    child = use.store.add_correction(parent, document, body, correction.author, labels)
    use.tile_sets.learn_correction(parent, child)
    response.headers["Location"] = f"/api/v1/readings/{child.id}"
    return reading_answer(child)
