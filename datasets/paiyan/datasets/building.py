"""From raw folders to a training set: every source cleaned, photos kept out, scenes generated."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from paiyan.datasets.cleaning.adoption import adopt
from paiyan.datasets.cleaning.boxes import enlarge_strips, orient_boxes
from paiyan.datasets.cleaning.duplicates import HeldOut, original_name
from paiyan.datasets.cleaning.geometry import distorted, unmirror, unstretch
from paiyan.datasets.cleaning.grey import grey_copy
from paiyan.datasets.cleaning.masking import mask_behind, mask_unlabelled
from paiyan.datasets.cleaning.patches import (
    Patch,
    add_labels,
    check_photos,
    check_size,
    cover_ignored,
    held_out_originals,
    load_patches,
    within_ignored,
)
from paiyan.datasets.cleaning.proposals import Proposer
from paiyan.datasets.formats import read_labelled
from paiyan.datasets.formats.yolo import read_folder, write_data_file, write_picture
from paiyan.datasets.generated import FaceSources, composed, loose, rendered
from paiyan.datasets.held_out import held_out_pictures, write_held_out
from paiyan.datasets.new_folder import new_folder
from paiyan.datasets.origin import origin_of_photos, write_origin
from paiyan.datasets.pictures import CLASS_NAMES, LabelError, Picture
from paiyan.datasets.recipe import DatasetRecipe, SourceRecipe
from paiyan.datasets.split import split_pictures

_SAME_PHOTO_BITS = 6
_DRAWS_ART = "resvg_py"

Progress = Callable[[str, object], None]
"""Is told each step: `cleaning` a folder, generating a number of `scenes`, `tables` or `loose` tiles; and a number of
patches that are `unmatched` by any picture."""


@dataclass(slots=True)
class BuildReport:
    """What came of a build: pictures kept and dropped by reason, labels by class and source.

    `unmatched`: where the images of those patches were that no picture of the sources has.
    """

    kept: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    classes: Counter[str] = field(default_factory=Counter)
    unmatched: list[str] = field(default_factory=list)

    def add(self, picture: Picture) -> None:
        """Count a picture of the training set."""
        self.kept[picture.source] += 1
        self.classes.update(CLASS_NAMES[index] for index in picture.classes)

    def main_loss(self) -> str:
        """Why most of the pictures that are not kept were dropped."""
        reasons: Counter[str] = Counter()
        for dropped, count in self.dropped.items():
            reasons[dropped.partition(": ")[2]] += count
        return reasons.most_common(1)[0][0] if reasons else "there are no photos"

    def as_json(self) -> str:
        """The report as JSON text."""
        classes = {name: self.classes[name] for name in CLASS_NAMES}
        content = {
            "kept": dict(self.kept),
            "dropped": dict(self.dropped),
            "classes": classes,
            "patches_without_picture": self.unmatched,
        }
        return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def build(
    recipe: DatasetRecipe,
    raw: Path,
    target: Path,
    propose: Proposer,
    *,
    val: Path | None = None,
    progress: Progress = lambda *_: None,
) -> BuildReport:
    """Write the training set of `recipe` from the raw photos in `raw` into the empty or new folder `target`.

    `propose` is a detector that helps cleaning. `val`: a labelled folder that serves for validation. The folder gets
    `images/`, `labels/`, `data.yaml`, `report.json`, what it is made from (see `paiyan.datasets.origin`), `held-out/`
    where the recipe keeps photos out, and `held-out-backs/` of the photos in `raw` that its patches hold out; the same
    inputs give the same files. It is there only once it is whole: after a run that was broken off the set is built
    anew. Raises `LabelError`.
    """
    _check_places(recipe, raw)
    origin = origin_of_photos(recipe, raw)
    with new_folder(target) as part:
        report, listed = _written(recipe, raw, part, propose, progress)
        held = [write_picture(part / "val", picture) for picture in read_folder(val)] if val else []
        write_data_file(part, listed, held or listed[:8], becomes=target)
        write_origin(part, origin)
        (part / "report.json").write_text(report.as_json(), encoding="utf-8")
    return report


def _check_places(recipe: DatasetRecipe, raw: Path) -> None:
    """`LabelError` for what the recipe names and is not there, before an hour of cleaning."""
    if not (any(source.copies for source in recipe.source) or recipe.scenes or recipe.rendered):
        raise LabelError("nothing_to_train_on")
    seen: set[Path] = set()
    for source in recipe.source:
        place = (raw / source.folder).resolve()
        if not place.is_dir():
            raise LabelError("no_source_folder", folder=source.folder, photos=raw)
        if place in seen:
            raise LabelError("source_twice", folder=source.folder)
        seen.add(place)
    for folder in recipe.held_out:
        if not (raw / folder).is_dir():
            raise LabelError("no_held_out_folder", folder=folder, photos=raw)
    for folder in recipe.art:
        if not (raw / folder).is_dir():
            raise LabelError("no_art_folder", folder=folder, photos=raw)
    if recipe.art and find_spec(_DRAWS_ART) is None:
        raise LabelError("missing_packages", packages="resvg-py")
    if recipe.crops and not (raw / recipe.crops).is_file():
        raise LabelError("no_crops_file", file=recipe.crops, photos=raw)


def _written(
    recipe: DatasetRecipe, raw: Path, target: Path, propose: Proposer, progress: Progress
) -> tuple[BuildReport, list[Path]]:
    """What came of the pictures written below `target`, and those to train on, each as often as it counts."""
    report = BuildReport()
    listed: list[Path] = []
    patches = load_patches(*map(Path, recipe.patches))
    check_photos(patches, raw)
    held_backs = {sha256: patch for sha256, patch in patches.items() if (raw / patch.file).is_file()}
    known = _Known(HeldOut.of(_held_out(recipe, raw, held_backs)), patches)
    kept_out = _kept_out(recipe, raw)
    faces = FaceSources(raw / recipe.crops if recipe.crops else None, tuple(raw / folder for folder in recipe.art))
    for source, pictures in _photos(recipe, raw):
        progress("cleaning", source.folder)
        rng = np.random.default_rng(recipe.seed)
        for picture in _cleaned(pictures, source, propose, known, recipe.seed, report):
            if (picture.source, picture.name) in kept_out:
                write_picture(target / "held-out", picture)
                report.dropped[f"{picture.source}: kept out to measure on"] += 1
                continue
            grey = grey_copy(picture, source.grey_copies, rng)
            for one in (picture,) if grey is None else (picture, grey):
                listed += [write_picture(target, one)] * source.copies
                report.add(one)
            if source.faces:
                faces.add(picture)
    report.unmatched = [patch.file for sha256, patch in known.patches.items() if sha256 not in known.met]
    if report.unmatched:
        progress("unmatched", len(report.unmatched))
    generated = (
        (recipe.scenes, "scenes", composed),
        (recipe.rendered, "tables", rendered),
        (recipe.loose, "loose", loose),
    )
    for count, what, make in generated:
        if count:
            progress(what, count)
        for picture in make(count, faces, recipe.seed) if count else ():
            listed.append(write_picture(target, picture))
            report.add(picture)
    if not listed:
        raise LabelError("every_picture_left_out", reason=report.main_loss())
    if held_out_originals(held_backs):
        write_held_out(held_backs, raw, target / "held-out-backs")
    return report, listed


def clean(
    picture: Picture, steps: tuple[str, ...], propose: Proposer, rng: np.random.Generator, patch: Patch | None = None
) -> Picture | None:
    """The picture after the named cleaning steps; None if it has to be dropped (mirrored or not: cannot tell).

    A picture with a `patch` was looked at by a person, so it is not mirrored; if it is labelled exhaustively, nothing
    but what the patch ignores is masked.
    """
    if "unstretch" in steps:
        picture = unstretch(picture)
    if "unmirror" in steps and patch is None:
        turned = unmirror(picture, propose)
        if turned is None:
            return None
        picture = turned
    proposals = propose(picture.pixels)
    if "strips" in steps:
        picture = enlarge_strips(picture, proposals)
    if "orient" in steps:
        picture = orient_boxes(picture, proposals)
    labelled = picture
    if patch:
        picture = add_labels(picture, patch)
        proposals = within_ignored(picture, patch, proposals)
    if "adopt" in steps:
        picture = adopt(picture, proposals)
    if patch and patch.exhaustive:
        return cover_ignored(picture, patch, rng)
    if "mask" in steps:
        picture = mask_unlabelled(picture, proposals, rng)
    return mask_behind(picture, labelled, proposals, rng) if "mask-behind" in steps else picture


def _held_out(recipe: DatasetRecipe, raw: Path, patches: Mapping[str, Patch]) -> Iterator[Picture]:
    """The photos that the recipe and these patches hold out."""
    for folder in recipe.held_out:
        yield from read_folder(raw / folder)
    yield from (picture for picture, _ in held_out_pictures(patches, raw))


def _photos(recipe: DatasetRecipe, raw: Path) -> Iterator[tuple[SourceRecipe, Iterable[Picture]]]:
    """Each source with its labelled photos as they are."""
    for source, name in zip(recipe.source, recipe.names, strict=True):
        yield source, read_labelled(raw / source.folder, source.format, source=name, classes=source.classes)


def _kept_out(recipe: DatasetRecipe, raw: Path) -> set[tuple[str, str]]:
    """Source and name of the photos kept out of training: whole sessions, and whatever looks like one of theirs."""
    if not recipe.keep_out:
        return set()

    def session(name: str) -> str:
        return original_name(name.partition("/")[2])

    # No folder and no file has this sign in its own name.
    named = (
        replace(picture, name=f"{picture.source}/{picture.name}")
        for _, pictures in _photos(recipe, raw)
        for picture in pictures
    )
    split = split_pictures(named, share=recipe.keep_out, session=session, salt=str(recipe.seed))
    if not split.held_out:
        raise LabelError("nothing_kept_out", share=recipe.keep_out, photos=len(split.train))
    return {(source, name) for source, _, name in (full.partition("/") for full in split.held_out)}


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known before any picture is read: what the held-out pictures are, and patches by sha256.

    `met`: the sha256 of the pictures read so far that have a patch.
    """

    held_out: HeldOut
    patches: Mapping[str, Patch]
    met: set[str] = field(default_factory=set)


def _cleaned(
    pictures: Iterable[Picture],
    source: SourceRecipe,
    propose: Proposer,
    known: _Known,
    seed: int,
    report: BuildReport,
) -> Iterator[Picture]:
    seen: set[str] = set()
    withheld = held_out_originals(known.patches)
    for number, picture in enumerate(pictures):
        original = original_name(picture.name)
        patch = known.patches.get(picture.sha256)
        if patch:
            check_size(patch, picture.pixels.shape)
            known.met.add(picture.sha256)
        if original in withheld:
            report.dropped[f"{picture.source}: held out by a patch"] += 1
            continue
        if source.one_per_original and original in seen and not patch:
            report.dropped[f"{picture.source}: another augmentation of a kept photo"] += 1
            continue
        if known.held_out.shows(picture, within=_SAME_PHOTO_BITS):
            report.dropped[f"{picture.source}: looks like a held-out picture"] += 1
            continue
        if distorted(picture):
            report.dropped[f"{picture.source}: stretched beyond mending"] += 1
            continue
        cleaned = clean(picture, source.clean, propose, np.random.default_rng((seed, number)), patch)
        if cleaned is None:
            report.dropped[f"{picture.source}: mirrored or not cannot be told"] += 1
            continue
        seen.add(original)
        yield cleaned
