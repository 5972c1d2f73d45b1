"""The same hand at tables with another house rule, and under every rule system. Nothing of it is kept."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from paiyan.assistant.api.context import Use
from paiyan.assistant.api.documentation import problems
from paiyan.assistant.api.handlers import input_problem
from paiyan.assistant.api.json_body import require_json
from paiyan.assistant.api.routes.rulings import score_request
from paiyan.assistant.api.rule_schemas import Comparison, Variants
from paiyan.assistant.api.ruling_schemas import RulingRequest
from paiyan.engine.comparison import compare
from paiyan.engine.errors import InputError
from paiyan.engine.variants import variants

router = APIRouter(tags=["rulings"], dependencies=[Depends(require_json)])

_PROBLEMS = problems(400, 404, 413, 415, 422, 503)


@router.post("/rulings/variants", responses=_PROBLEMS)
def list_variants(body: RulingRequest, use: Use) -> Variants:
    """Which house rules, changed one at a time, would change the money, and the settlement there."""
    scoring = score_request(body, use)
    found = () if scoring.case is None else variants(scoring.case, scoring.ruling)
    return Variants.model_validate(
        {
            "ruleset": None if scoring.case is None else scoring.case["ruleset"],
            "settlement": scoring.settlement,
            "certain": scoring.certain,
            "questions": [question.to_json() for question in scoring.questions],
            "variants": [one.to_json() for one in found],
        }
    )


@router.post("/rulings/comparison", responses=_PROBLEMS)
def compare_systems(body: RulingRequest, use: Use) -> Comparison:
    """The same hand under every rule system, with notes on the facts that a system does not know."""
    scoring = score_request(body, use)
    try:
        systems = () if scoring.case is None else compare(scoring.case)
    except InputError as error:
        raise input_problem(error, "case") from error
    return Comparison.model_validate(
        {
            "certain": scoring.certain,
            "questions": [question.to_json() for question in scoring.questions],
            "systems": [one.to_json() for one in systems],
        }
    )
