"""`paiyan train`: from raw photos and a recipe to a trained checkpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiyan.assistant.commands.common import chosen, helps, json_option, lang_option, print_json, refuse, say
from paiyan.assistant.i18n import Lang, text


def train(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE.toml", help=helps("cli.train.recipe"))],
    photos: Annotated[Path, typer.Option(metavar="DIR", help=helps("cli.train.photos"))],
    out: Annotated[Path, typer.Option(metavar="DIR", help=helps("cli.train.out"))],
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Builds the training set once, then trains, or goes on with a run that was broken off."""
    from paiyan.datasets.pictures import LabelError
    from paiyan.models.training.recipe import RecipeError
    from paiyan.models.training.run import require_packages, train_detector

    language = chosen(lang)
    try:
        require_packages()
        data = _training_set(recipe, photos, out / "set", language)
        say(text("cli.train.started", language, folder=out / "run"))
        checkpoint = train_detector(recipe, data, out / "run")
    except (LabelError, RecipeError, OSError) as error:
        refuse(text("cli.train.refused", language, reason=error))
    if as_json:
        print_json({"checkpoint": str(checkpoint), "data": str(data)})
    else:
        say(text("cli.train.done", language, checkpoint=checkpoint))


def _training_set(recipe: Path, photos: Path, folder: Path, language: Lang) -> Path:
    """The `data.yaml` of the recipe's training set, built if it is not there yet."""
    from paiyan.datasets.cleaning.proposals import agreeing_proposer
    from paiyan.datasets.recipe import build, load_recipe
    from paiyan.models.registry import default_detector

    data = folder / "data.yaml"
    if not data.is_file():
        propose = agreeing_proposer(default_detector())
        build(load_recipe(recipe), photos, folder, propose, progress=lambda step: _report(step, language))
    return data


def _report(step: str, language: Lang) -> None:
    say(text("cli.train.step", language, step=step))
