"""Advice on a hand in play. Nothing of it is kept."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from paiyan.assistant.api.advice_schemas import AdviceAnswer, AdviceRequest
from paiyan.assistant.api.documentation import problems
from paiyan.assistant.api.handlers import input_problem
from paiyan.assistant.api.json_body import require_json
from paiyan.assistant.house_rules import with_house_rules
from paiyan.engine.advice import advise_case
from paiyan.engine.errors import InputError

router = APIRouter(tags=["advice"], dependencies=[Depends(require_json)])


@router.post("/advice", responses=problems(400, 413, 415, 422))
def advise(body: AdviceRequest) -> AdviceAnswer:
    """What a hand lacks, what each discard leaves, and what that is worth, the best first.

    Facts that are not given are assumed and named in `assumed`. `ruleset` may be the id of a preset.
    """
    try:
        return AdviceAnswer.model_validate(advise_case(with_house_rules(body.model_dump(exclude_unset=True))))
    except InputError as error:
        raise input_problem(error, "") from error
