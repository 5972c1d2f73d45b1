"""What does not depend on a photo: health, tile faces, rule systems with their house rules."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

from fastapi import APIRouter, Path

from paiyan.assistant.api.context import Use
from paiyan.assistant.api.documentation import problems
from paiyan.assistant.api.problems import Problem
from paiyan.assistant.api.rule_schemas import Ruleset, Rulesets
from paiyan.assistant.api.schemas import Health, TileInfo, Tiles
from paiyan.assistant.house_rules.describe import describe_all, describe_ruleset
from paiyan.assistant.i18n import text
from paiyan.engine.notation import to_unicode
from paiyan.engine.rules import RULESETS
from paiyan.engine.tiles import ALL_TILES

router = APIRouter(tags=["reference"])


@router.get("/health", responses=problems())
def get_health(use: Use) -> Health:
    """That the server works, its version and its model."""
    return Health(status="ok", version=version("paiyan"), model=use.reader.model)


@router.get("/tiles", responses=problems())
def list_tiles() -> Tiles:
    """All 42 faces in class order, with their names."""
    return Tiles(
        tiles=[
            TileInfo(
                tile=tile.code,
                index=tile.index,
                zh=text(f"tile.{tile.code}", "zh"),
                en=text(f"tile.{tile.code}", "en"),
                unicode=to_unicode([tile]),
            )
            for tile in ALL_TILES
        ]
    )


@router.get("/rulesets", responses=problems())
def list_rulesets() -> Rulesets:
    """All rule systems with their house rules and presets."""
    return Rulesets.model_validate({"rulesets": describe_all()})


@router.get("/rulesets/{id}", responses=problems(404, 422))
def get_ruleset(id: Annotated[str, Path(max_length=100)]) -> Ruleset:
    """One rule system with its house rules and presets."""
    if id not in RULESETS:
        raise Problem(404, "ruleset_not_found", {"id": id})
    return Ruleset.model_validate(describe_ruleset(id))
