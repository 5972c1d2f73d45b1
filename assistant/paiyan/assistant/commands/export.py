"""`paiyan export`: from a training checkpoint to a weight file with its manifest and card."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiyan.assistant.commands.common import chosen, helps, json_option, lang_option, print_json, refuse, say
from paiyan.assistant.i18n import text


def export(
    checkpoint: Annotated[Path, typer.Argument(metavar="CHECKPOINT.pt", help=helps("cli.export.checkpoint"))],
    name: Annotated[str, typer.Option(metavar="NAME", help=helps("cli.export.name"))],
    out: Annotated[Path, typer.Option(metavar="DIR", help=helps("cli.export.out"))],
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """The file gets the operating point of the promoted model; figures are added once they are measured."""
    from paiyan.models.cards import write_card
    from paiyan.models.export import ExportError, ModelFacts, export_checkpoint
    from paiyan.models.provenance import SOURCES
    from paiyan.models.registry import load_manifest
    from paiyan.models.training.recipe import RecipeError
    from paiyan.models.training.run import require_packages

    language = chosen(lang)
    facts = ModelFacts(
        name=name,
        thresholds=load_manifest().thresholds,
        source_folders=tuple(source.folder for source in SOURCES),
        training={"summary": text("export.summary", "en", checkpoint=checkpoint.name), "weak_sides": []},
        figures={},
    )
    try:
        require_packages()
        if not checkpoint.is_file():
            raise ExportError(text("cli.export.no_checkpoint", language, checkpoint=checkpoint))
        manifest = export_checkpoint(checkpoint, out, facts)
        card = write_card(load_manifest(name, folder=out), out)
    except (ExportError, RecipeError, OSError) as error:
        refuse(text("cli.export.refused", language, reason=error))
    if as_json:
        print_json({"manifest": str(manifest), "card": str(card)})
    else:
        say(text("cli.export.done", language, manifest=manifest))
