"""From raw folders to a training set: which sources, how each is cleaned, how many generated scenes.

A recipe is a TOML file::

    seed = 7
    scenes = 900                      # faces pasted into flat scenes
    rendered = 400                    # tables rendered in three dimensions
    crops = "crops/single-tiles.csv"  # face textures, relative to the raw folder
    art = ["../art/hongkong-cc0"]     # folders of vector faces
    held_out = ["dev/hk-tw-sets"]     # no picture that looks like one of these is trained on
    keep_out = 0.05                   # share of the photos, by session, that goes to `held-out/` instead
    patches = ["backs.jsonl"]         # label corrections, relative to the recipe file

    [[source]]
    folder = "train/hk-tw-sets"
    clean = ["strips", "orient", "mask"]
    copies = 1                        # how often each picture stands in the training list
    one_per_original = false          # keep one augmentation of each photo, and all that have a patch
    faces = false                     # its tiles also are faces of the rendered tables
    format = "yolo"                   # how it is labelled: yolo (upright or oriented), coco or voc
    classes = { "dice" = "ignore" }   # what class names mean that are not known

Steps run in the order of `STEPS`, whatever their order in the file.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from paiyan.datasets.cleaning.adoption import adopt
from paiyan.datasets.cleaning.boxes import enlarge_strips, orient_boxes
from paiyan.datasets.cleaning.duplicates import fingerprint, near, original_name
from paiyan.datasets.cleaning.geometry import distorted, unmirror, unstretch
from paiyan.datasets.cleaning.masking import mask_behind, mask_unlabelled
from paiyan.datasets.cleaning.patches import (
    Patch,
    add_labels,
    cover_ignored,
    held_out_originals,
    load_patches,
    within_ignored,
    write_held_out,
)
from paiyan.datasets.cleaning.proposals import Proposer
from paiyan.datasets.formats import READERS, read_labelled
from paiyan.datasets.formats.yolo import read_folder, write_data_file, write_picture
from paiyan.datasets.generated import FaceSources, composed, rendered
from paiyan.datasets.pictures import CLASS_NAMES, LabelError, Picture
from paiyan.datasets.split import split_pictures

STEPS: Final = ("unstretch", "unmirror", "strips", "orient", "adopt", "mask", "mask-behind")
"""Cleaning steps in the order they run."""

_SAME_PHOTO_BITS = 6


@dataclass(frozen=True, slots=True)
class SourceRecipe:
    """How one raw folder is used; see the module's example."""

    folder: str
    clean: tuple[str, ...] = ()
    copies: int = 1
    one_per_original: bool = False
    faces: bool = False
    format: str = "yolo"
    classes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DatasetRecipe:
    """What a training set is made of; see the module's example."""

    sources: tuple[SourceRecipe, ...]
    seed: int = 0
    scenes: int = 0
    rendered: int = 0
    crops: str = ""
    art: tuple[str, ...] = ()
    held_out: tuple[str, ...] = ()
    keep_out: float = 0.0
    patches: tuple[str, ...] = ()


@dataclass(slots=True)
class BuildReport:
    """What came of a build: pictures kept and dropped by reason, labels by class and source."""

    kept: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    classes: Counter[str] = field(default_factory=Counter)

    def add(self, picture: Picture) -> None:
        """Count a picture of the training set."""
        self.kept[picture.source] += 1
        self.classes.update(CLASS_NAMES[index] for index in picture.classes)

    def as_json(self) -> str:
        """The report as JSON text."""
        classes = {name: self.classes[name] for name in CLASS_NAMES}
        content = {"kept": dict(self.kept), "dropped": dict(self.dropped), "classes": classes}
        return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def load_recipe(path: Path) -> DatasetRecipe:
    """Read the `[dataset]` table of a recipe file, or the whole file; `LabelError` says what is wrong with it."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LabelError(f"{path.name} is not valid TOML: {error}") from error
    raw = raw.get("dataset", raw)
    sources = tuple(_source(entry, path.name) for entry in raw.get("source", ()))
    known = {item.name for item in fields(DatasetRecipe)} - {"sources"}
    extra = sorted(set(raw) - known - {"source"})
    if extra:
        raise LabelError(f"{path.name}: unknown key {extra[0]!r}; known: {', '.join(sorted(known | {'source'}))}")
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in raw.items() if key != "source"
    }
    if not 0 <= values.get("keep_out", 0) < 1:
        raise LabelError(f"{path.name}: keep_out is a share of the photos, from 0 to less than 1")
    values["patches"] = tuple(str(path.parent / name) for name in values.get("patches", ()))
    return DatasetRecipe(sources=sources, **values)


def build(
    recipe: DatasetRecipe,
    raw: Path,
    target: Path,
    propose: Proposer,
    *,
    val: Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> BuildReport:
    """Write the training set of `recipe` from the raw photos in `raw` into the empty or new folder `target`.

    `propose` is a detector that helps cleaning. `val`: a labelled folder that serves for validation. The folder gets
    `images/`, `labels/`, `data.yaml` and `report.json`, `held-out/` where the recipe keeps photos out, and
    `held-out-backs/` of the photos in `raw` that its patches hold out; the same inputs give the same files.
    """
    if target.exists() and any(target.iterdir()):
        raise LabelError(f"{target} is not empty; choose a new folder, so that no old labels mix in")
    report = BuildReport()
    listed: list[Path] = []
    held_out = [fingerprint(picture.pixels) for folder in recipe.held_out for picture in read_folder(raw / folder)]
    known = _Known(held_out, load_patches(*map(Path, recipe.patches)))
    kept_out = _kept_out(recipe, raw)
    faces = FaceSources(raw / recipe.crops if recipe.crops else None, tuple(raw / folder for folder in recipe.art))
    for source in recipe.sources:
        progress(f"cleaning {source.folder}")
        for picture in _cleaned(source, raw, propose, known, recipe.seed, report):
            if (picture.source, picture.name) in kept_out:
                write_picture(target / "held-out", picture)
                report.dropped[f"{picture.source}: kept out to measure on"] += 1
                continue
            listed += [write_picture(target, picture)] * source.copies
            report.add(picture)
            if source.faces:
                faces.add(picture)
    for count, what, make in ((recipe.scenes, "scenes", composed), (recipe.rendered, "tables", rendered)):
        progress(f"generating {count} {what}")
        for picture in make(count, faces, recipe.seed) if count else ():
            listed.append(write_picture(target, picture))
            report.add(picture)
    held_backs = {sha256: patch for sha256, patch in known.patches.items() if (raw / patch.file).is_file()}
    if held_out_originals(held_backs):
        write_held_out(held_backs, raw, target / "held-out-backs")
    held = [write_picture(target / "val", picture) for picture in read_folder(val)] if val else []
    write_data_file(target, listed, held or listed[:8])
    (target / "report.json").write_text(report.as_json(), encoding="utf-8")
    return report


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


def _kept_out(recipe: DatasetRecipe, raw: Path) -> set[tuple[str, str]]:
    """Source and name of the photos kept out of training: whole sessions, and whatever looks like one of theirs."""
    if not recipe.keep_out:
        return set()

    def photos() -> Iterator[Picture]:
        for source in recipe.sources:
            for picture in read_labelled(raw / source.folder, source.format, classes=source.classes):
                yield replace(picture, name=f"{picture.source}--{picture.name}")

    def session(name: str) -> str:
        return original_name(name.partition("--")[2])

    split = split_pictures(photos(), share=recipe.keep_out, session=session, salt=str(recipe.seed))
    return {(source, name) for source, _, name in (full.partition("--") for full in split.held_out)}


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known before any picture is read: fingerprints of held-out pictures, and patches by sha256."""

    fingerprints: list[int]
    patches: Mapping[str, Patch]


def _cleaned(
    source: SourceRecipe,
    raw: Path,
    propose: Proposer,
    known: _Known,
    seed: int,
    report: BuildReport,
) -> Iterator[Picture]:
    seen: set[str] = set()
    withheld = held_out_originals(known.patches)
    for number, picture in enumerate(read_labelled(raw / source.folder, source.format, classes=source.classes)):
        original = original_name(picture.name)
        patch = known.patches.get(picture.sha256)
        if original in withheld:
            report.dropped[f"{picture.source}: held out by a patch"] += 1
            continue
        if source.one_per_original and original in seen and not patch:
            report.dropped[f"{picture.source}: another augmentation of a kept photo"] += 1
            continue
        if near({picture.name: fingerprint(picture.pixels)}, known.fingerprints, within=_SAME_PHOTO_BITS):
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


def _source(entry: dict[str, Any], file: str) -> SourceRecipe:
    known = {item.name for item in fields(SourceRecipe)}
    extra = sorted(set(entry) - known)
    if extra or "folder" not in entry:
        raise LabelError(f"{file}: a source needs 'folder' and may have {', '.join(sorted(known - {'folder'}))}")
    steps = tuple(entry.get("clean", ()))
    unknown = sorted(set(steps) - set(STEPS))
    if unknown:
        raise LabelError(f"{file}: no cleaning step {unknown[0]!r}; there are: {', '.join(STEPS)}")
    if entry.get("format", "yolo") not in READERS:
        raise LabelError(f"{file}: no label format {entry['format']!r}; there are: {', '.join(sorted(READERS))}")
    return SourceRecipe(**{**entry, "clean": steps})
