"""`paiyan train`: from raw photos and a recipe to a trained checkpoint, or to a packed training set."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paiyan.assistant.commands.common import chosen, helps, json_option, lang_option, misused, print_json, refuse, say
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from paiyan.datasets.packing import Packed


def train(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE.toml", help=helps("cli.train.recipe"))],
    out: Annotated[Path, typer.Option(metavar="DIR", help=helps("cli.train.out"))],
    photos: Annotated[Path | None, typer.Option(metavar="DIR", help=helps("cli.train.photos"))] = None,
    pack: Annotated[Path | None, typer.Option(metavar="FILE.zip", help=helps("cli.train.pack"))] = None,
    packed: Annotated[Path | None, typer.Option(metavar="FILE.zip", help=helps("cli.train.packed"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Builds or unpacks the training set once, then packs it, trains, or goes on with a run that was broken off."""
    from paiyan.datasets.pictures import LabelError
    from paiyan.models.training.recipe import RecipeError
    from paiyan.models.training.run import require_packages, train_detector

    language = chosen(lang)
    if (photos is None) == (packed is None) or (pack and packed):
        misused(text("cli.train.which_photos", language))
    try:
        if pack is None:
            require_packages()
        data = _unpacked(packed, out / "set", language) if packed else _built(recipe, photos, out / "set", language)
        if pack is not None:
            _tell_packed(pack, _packed(data.parent, pack, language), as_json, language)
            return
        say(text("cli.train.started", language, folder=out / "run"))
        # Whatever the trainer prints is progress; stdout is kept for what the command gives.
        with redirect_stdout(sys.stderr):
            checkpoint = train_detector(recipe, data, out / "run")
    except (LabelError, RecipeError, OSError) as error:
        refuse(text("cli.train.refused", language, reason=error))
    if as_json:
        print_json({"checkpoint": str(checkpoint), "data": str(data)})
    else:
        say(text("cli.train.done", language, checkpoint=checkpoint))


def _built(recipe: Path, photos: Path | None, folder: Path, language: Lang) -> Path:
    """The `data.yaml` of the recipe's training set, built if it is not there yet."""
    from paiyan.datasets.cleaning.proposals import agreeing_proposer
    from paiyan.datasets.recipe import build, load_recipe
    from paiyan.models.registry import default_detector

    data = folder / "data.yaml"
    if not data.is_file() and photos is not None:
        propose = agreeing_proposer(default_detector())
        build(load_recipe(recipe), photos, folder, propose, progress=lambda step: _report(step, language))
    return data


def _unpacked(file: Path, folder: Path, language: Lang) -> Path:
    """The `data.yaml` of a packed training set, unpacked if that is not done yet."""
    from paiyan.datasets.packing import unpack

    data = folder / "data.yaml"
    if data.is_file():
        return data
    _report(f"{file}", language)
    return unpack(file, folder)


def _packed(folder: Path, target: Path, language: Lang) -> Packed:
    from paiyan.datasets.packing import pack

    _report(f"{target}", language)
    return pack(folder, target)


def _tell_packed(file: Path, packed: Packed, as_json: bool, language: Lang) -> None:
    facts: dict[str, Any] = {
        "packed": str(file),
        "pictures": packed.pictures,
        "longest_side": packed.longest_side,
        "quality": packed.quality,
        "bytes": packed.bytes,
    }
    if as_json:
        print_json(facts)
    else:
        say(text("cli.train.packed_done", language, size=f"{packed.bytes / 2**20:.1f} MiB", **facts))


def _report(step: str, language: Lang) -> None:
    say(text("cli.train.step", language, step=step))
