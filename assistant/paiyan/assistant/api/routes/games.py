"""Games: begun, played, taken back, scored again, taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from paiyan.assistant.api.context import Use
from paiyan.assistant.api.documentation import problems
from paiyan.assistant.api.game_schemas import (
    GameAnswer,
    GameEventRequest,
    GameExport,
    GameRequest,
    Games,
    GameSummary,
    RescoredAnswer,
    RescoreRequest,
    StepRequest,
)
from paiyan.assistant.api.handlers import input_problem
from paiyan.assistant.api.json_body import require_json
from paiyan.assistant.api.problems import Problem, request_language
from paiyan.assistant.games import (
    ClientIdUsedError,
    GameBook,
    GameExistsError,
    GameRunningError,
    GameWentOnError,
    HandAheadError,
    HandEnteredError,
    KeptGame,
    game_csv,
    game_export,
)
from paiyan.assistant.i18n import Lang, has_text, text
from paiyan.engine.errors import InputError
from paiyan.engine.ledger import EntryKind, PlayedHand, rescore, rescored_json

router = APIRouter(tags=["games"])

_T = TypeVar("_T")
_Id = Annotated[str, Path(max_length=100)]
_CSV: Final = "text/csv"
_CONFLICTS: Final = ("nothing_to_undo", "nothing_to_redo", "game_over")
"""Not malformed, but not possible as the game stands."""


@router.post(
    "/games",
    status_code=201,
    responses=problems(400, 409, 413, 415, 422, 503, 507),
    dependencies=[Depends(require_json)],
)
def begin_game(body: GameRequest, response: Response, use: Use) -> GameAnswer:
    """Begin a game. Sent again with the same `client_id` it gives the game that it began the first time."""
    data = body.model_dump(exclude={"id", "client_id", "apart_from"}, exclude_none=True)
    kept = _done(lambda: GameBook(use.store).begin(data, body.id, body.client_id, body.apart_from), "")
    response.headers["Location"] = f"/api/v1/games/{kept.id}"
    return _answer(kept)


@router.get("/games", responses=problems(422))
def list_games(use: Use, limit: Annotated[int, Query(ge=1, le=100)] = 100) -> Games:
    """The games begun last, newest first."""
    return Games(games=[GameSummary.model_validate(kept.summary()) for kept in GameBook(use.store).games(limit)])


@router.get("/games/{id}", responses=problems(404, 409, 422))
def get_game(id: _Id, use: Use) -> GameAnswer:
    """Where a game stands, with its history."""
    return _answer(GameBook(use.store).game(id))


@router.post(
    "/games/{id}/events",
    status_code=201,
    responses=problems(400, 404, 409, 413, 415, 422, 503, 507),
    dependencies=[Depends(require_json)],
)
def append_game_event(id: _Id, body: GameEventRequest, use: Use) -> GameAnswer:
    """Enter what happened. A hand is ruled on and settled, and kept with its whole case."""
    kind = EntryKind(body.type)
    return _appended(lambda: GameBook(use.store).append(id, kind, body.payload, body.client_id, hand=body.hand))


@router.post(
    "/games/{id}/undo",
    status_code=201,
    responses=problems(400, 404, 409, 413, 415, 422, 503, 507),
    dependencies=[Depends(require_json)],
)
def undo(id: _Id, body: StepRequest, use: Use) -> GameAnswer:
    """Take back what was entered last; the log keeps it, with the undo after it."""
    return _appended(lambda: GameBook(use.store).append(id, EntryKind.UNDO, {}, body.client_id, after=body.after))


@router.post(
    "/games/{id}/redo",
    status_code=201,
    responses=problems(400, 404, 409, 413, 415, 422, 503, 507),
    dependencies=[Depends(require_json)],
)
def redo(id: _Id, body: StepRequest, use: Use) -> GameAnswer:
    """Bring back what was taken back last."""
    return _appended(lambda: GameBook(use.store).append(id, EntryKind.REDO, {}, body.client_id, after=body.after))


@router.post(
    "/games/{id}/rescore", responses=problems(400, 404, 409, 413, 415, 422), dependencies=[Depends(require_json)]
)
def rescore_game(id: _Id, body: RescoreRequest, request: Request, use: Use) -> RescoredAnswer:
    """The game as it would stand under changed house rules, hand by hand. Nothing is kept."""
    kept = GameBook(use.store).game(id)
    document = rescored_json(_done(lambda: rescore(kept.game, body.options), ""))
    for hand in document["hands"]:
        _put_in_words(hand["error"], request_language(request.scope))
    return RescoredAnswer.model_validate(document)


@router.get(
    "/games/{id}/export.csv",
    response_class=Response,
    responses={200: {"content": {_CSV: {"schema": {"type": "string"}}}}, **problems(404, 409, 422)},
)
def export_csv(id: _Id, request: Request, use: Use) -> Response:
    """The game as a table for a spreadsheet, headed in the language asked for."""
    kept = GameBook(use.store).game(id)
    table = game_csv(kept, request_language(request.scope))
    return Response(table.encode(), media_type=_CSV, headers=_attachment(kept, "csv"))


@router.get("/games/{id}/export.json", responses=problems(404, 409, 422))
def export_json(id: _Id, response: Response, use: Use) -> GameExport:
    """The game with its whole log."""
    kept = GameBook(use.store).game(id)
    response.headers.update(_attachment(kept, "json"))
    return GameExport.model_validate(game_export(kept))


def _answer(kept: KeptGame) -> GameAnswer:
    return GameAnswer.model_validate(kept.to_json())


def _appended(append: Callable[[], KeptGame]) -> GameAnswer:
    return _answer(_done(append, "payload"))


def _done(work: Callable[[], _T], within: str) -> _T:
    """The result of `work`, what it refuses as a problem; `within` is the part of the body at fault."""
    try:
        return work()
    except InputError as error:
        if error.code in _CONFLICTS:
            raise Problem(409, error.code, error.params, detail_key=f"error.{error.code}") from error
        raise input_problem(error, within) from error
    except GameExistsError as error:
        raise Problem(409, "game_exists", {"id": error.id}) from error
    except ClientIdUsedError as error:
        raise Problem(409, "client_id_used", {"client_id": error.client_id}) from error
    except GameRunningError as error:
        raise Problem(409, "game_running", {"games": [kept.summary() for kept in error.games]}) from error
    except HandEnteredError as error:
        raise Problem(409, "hand_entered", _entered(error.hand)) from error
    except HandAheadError as error:
        raise Problem(409, "hand_ahead", {"hand": error.number, "number": error.under_way}) from error
    except GameWentOnError as error:
        raise Problem(409, "game_went_on") from error


def _entered(hand: PlayedHand) -> dict[str, Any]:
    winner = next(iter(hand.result.winners), None)
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "winner": winner.seat if winner else None,
        "label": winner.label if winner else None,
        "settlement": hand.result.settlement.total,
    }


def _put_in_words(error: dict[str, Any] | None, language: Lang) -> None:
    if error is not None:
        key = f"error.{error['code']}"
        error["detail"] = text(key, language, **error["params"]) if has_text(key) else error["code"]


def _attachment(kept: KeptGame, kind: str) -> dict[str, str]:
    day = kept.game.log[0].at[:10]
    return {"Content-Disposition": f'attachment; filename="paiyan-{day}.{kind}"', "Cache-Control": "no-store"}
