"""`paiyan train`: from raw photos and a recipe to a trained checkpoint, a packed training set, or an audit of it."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paiyan.assistant.commands.common import chosen, helps, json_option, lang_option, misused, print_json, refuse, say
from paiyan.assistant.commands.html_page import check_place
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from paiyan.datasets.origin import Origin
    from paiyan.datasets.packing import Packed


def train(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE.toml", help=helps("cli.train.recipe"))],
    out: Annotated[Path, typer.Option(metavar="DIR", help=helps("cli.train.out"))],
    photos: Annotated[Path | None, typer.Option(metavar="DIR", help=helps("cli.train.photos"))] = None,
    pack: Annotated[Path | None, typer.Option(metavar="FILE.zip", help=helps("cli.train.pack"))] = None,
    packed: Annotated[Path | None, typer.Option(metavar="FILE.zip", help=helps("cli.train.packed"))] = None,
    closeups: Annotated[bool, typer.Option("--closeups", help=helps("cli.train.closeups"))] = False,
    audit: Annotated[Path | None, typer.Option(metavar="DIR", help=helps("cli.train.audit"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Builds or unpacks the training set once, then audits it, packs it, trains, or goes on with a broken-off run."""
    from paiyan.datasets.errors import ToldError
    from paiyan.models.training.run import is_finished, require_packages, train_detector

    language = chosen(lang)
    job = "audit" if audit else "pack" if pack else "train"
    if (photos is None) == (packed is None) or (pack and packed):
        misused(text(f"cli.train.which_photos.{job}", language))
    together = [name for name, given in (("--audit", audit), ("--pack", pack), ("--closeups", closeups)) if given]
    if len(together) > 1:
        misused(text("cli.train.one_job", language, options=" ".join(together)))
    check_place(audit, language)
    _check_given(recipe, photos, packed, language)
    try:
        if pack is None and audit is None:
            require_packages()
            _check_recipe(recipe, out, closeups=closeups)
        data = _unpacked(packed, out / "set", language) if packed else _built(recipe, photos, out / "set", language)
        if audit is not None:
            _audited(data.parent, audit, as_json, language)
            return
        if pack is not None:
            _tell_packed(pack, _packed(data.parent, pack, language), as_json, language)
            return
        if closeups:
            _train_close_ups(recipe, data.parent, photos, out / "closeup", language, as_json=as_json)
            return
        started = "cli.train.finished_before" if is_finished(recipe, out / "run") else "cli.train.started"
        say(text(started, language, folder=out / "run"))
        # Whatever the trainer prints is progress; stdout is kept for what the command gives.
        with redirect_stdout(sys.stderr):
            checkpoint = train_detector(recipe, data, out / "run")
    except (ToldError, OSError) as error:
        refuse(text(f"cli.train.refused.{job}", language, reason=error))
    if as_json:
        print_json({"checkpoint": str(checkpoint), "data": str(data)})
    else:
        say(text("cli.train.done", language, checkpoint=checkpoint))


def _check_recipe(recipe: Path, out: Path, *, closeups: bool) -> None:
    """Raises `ToldError` for what would be wrong only once the training set is built, an hour later."""
    from paiyan.models.closeup.run import check_close_ups
    from paiyan.models.training.run import check_training

    if closeups:
        check_close_ups(recipe, out / "closeup")
    else:
        check_training(recipe, out / "run")


def _built(recipe: Path, photos: Path | None, folder: Path, language: Lang) -> Path:
    """The `data.yaml` of the recipe's training set, built if it is not there yet.

    Raises `LabelError` where one is there that is made from something else.
    """
    from paiyan.datasets.building import build
    from paiyan.datasets.cleaning.proposals import agreeing_proposer
    from paiyan.datasets.origin import origin_of_photos
    from paiyan.datasets.recipe import load_recipe
    from paiyan.models.registry import default_detector

    data = folder / "data.yaml"
    if photos is not None and data.is_file():
        _kept(folder, origin_of_photos(load_recipe(recipe), photos), language)
    elif photos is not None:
        propose = agreeing_proposer(default_detector())
        build(load_recipe(recipe), photos, folder, propose, progress=lambda step, what: _report(step, what, language))
    return data


def _train_close_ups(
    recipe: Path, training_set: Path, photos: Path | None, out: Path, language: Lang, *, as_json: bool
) -> None:
    """Trains the network that reads single tiles, with the photographed single tiles where the raw photos are given."""
    from paiyan.datasets.recipe import load_recipe
    from paiyan.models.closeup.run import train_on_set
    from paiyan.models.registry import default_detector

    crops = load_recipe(recipe).crops
    singles = photos / crops if photos is not None and crops else None
    say(text("cli.train.started", language, folder=out))
    manifest = train_on_set(
        recipe,
        training_set,
        out,
        default_detector(),
        single_tiles=singles,
        progress=lambda step: say(text("cli.train.close_ups", language, step=step)),
    )
    if as_json:
        print_json({"manifest": str(manifest)})
    else:
        say(text("cli.evaluate.written", language, path=manifest))


def _unpacked(file: Path, folder: Path, language: Lang) -> Path:
    """The `data.yaml` of a packed training set, unpacked if that is not done yet.

    Raises `LabelError` where a set is there that is made from something else.
    """
    from paiyan.datasets.origin import origin_of_pack
    from paiyan.datasets.packing import unpack

    data = folder / "data.yaml"
    if data.is_file():
        _kept(folder, origin_of_pack(file), language)
        return data
    _report("unpacking", file, language)
    return unpack(file, folder)


def _kept(folder: Path, origin: Origin, language: Lang) -> None:
    from paiyan.datasets.origin import check_origin

    known = check_origin(folder, origin)
    say(text("cli.train.set_kept" if known else "cli.train.set_kept.unknown", language, folder=folder))


def _packed(folder: Path, target: Path, language: Lang) -> Packed:
    from paiyan.datasets.packing import pack

    _report("packing", target, language)
    return pack(folder, target)


def _check_given(recipe: Path, photos: Path | None, packed: Path | None, language: Lang) -> None:
    """Ends the command before anything is built where a file or folder named does not exist."""
    if not recipe.is_file():
        refuse(text("cli.train.no_recipe", language, path=recipe))
    if photos is not None and not photos.is_dir():
        refuse(text("cli.train.no_photos", language, path=photos))
    if packed is not None and not packed.is_file():
        refuse(text("cli.train.no_packed", language, path=packed))


def _audited(training_set: Path, folder: Path, as_json: bool, language: Lang) -> None:
    from paiyan.assistant.commands.audit_page import write_audit

    _report("looking", folder, language)
    page, result = write_audit(training_set, folder, language)
    if as_json:
        print_json(
            {
                "page": str(page),
                "pictures": dict(result.pictures),
                "findings": dict(result.by_kind()),
                "classes": dict(result.classes),
                "unseen": list(result.unseen_classes()),
            }
        )
    else:
        say(text("cli.evaluate.written", language, path=page))


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


def _report(step: str, what: object, language: Lang) -> None:
    say(text(f"cli.train.step.{step}", language, what=what))
