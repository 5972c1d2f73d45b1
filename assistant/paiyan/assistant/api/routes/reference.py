"""What does not depend on a photo: health, tile faces, rule systems with their house rules."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

from fastapi import APIRouter, Path

from paiyan.assistant.api.context import Use
from paiyan.assistant.api.documentation import problems
from paiyan.assistant.api.problems import Problem
from paiyan.assistant.api.schemas import Health, OptionInfo, Ruleset, Rulesets, TileInfo, Tiles
from paiyan.assistant.i18n import Lang, has_text, text
from paiyan.engine.notation import to_unicode
from paiyan.engine.options import OptionSpec
from paiyan.engine.rules import RULESETS, find_ruleset
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
    """All rule systems with their house rules."""
    return Rulesets(rulesets=[_ruleset(id) for id in RULESETS])


@router.get("/rulesets/{id}", responses=problems(404, 422))
def get_ruleset(id: Annotated[str, Path(max_length=100)]) -> Ruleset:
    """One rule system with its house rules."""
    if id not in RULESETS:
        raise Problem(404, "ruleset_not_found", {"id": id})
    return _ruleset(id)


def _ruleset(id: str) -> Ruleset:
    return Ruleset(
        id=id,
        zh=_name(f"ruleset.{id}", id, "zh"),
        en=_name(f"ruleset.{id}", id, "en"),
        options=[_option(id, spec) for spec in find_ruleset(id).options_type.specs()],
    )


def _option(ruleset: str, spec: OptionSpec) -> OptionInfo:
    keys = (f"option.{id}.{spec.name}" for id in (ruleset, find_ruleset(ruleset).inherits))
    key = next((key for key in keys if has_text(key)), f"option.{spec.name}")
    return OptionInfo(
        id=spec.name,
        default=spec.default,
        values=[spec.values] if isinstance(spec.values, str) else list(spec.values),
        zh=_name(key, spec.name, "zh"),
        en=_name(key, spec.name, "en"),
        why=spec.why,
    )


def _name(key: str, id: str, lang: Lang) -> str:
    return text(key, lang) if has_text(key) else id
