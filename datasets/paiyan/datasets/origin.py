"""What a training set was made from, kept in it, so that it is never taken for that of another recipe or other photos.

Where the photos lie does not count, what is in their folders does: names and sizes of pictures, the content of labels.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from paiyan.datasets.pictures import LabelError, read_json, sha256_of
from paiyan.datasets.recipe import DatasetRecipe, SourceRecipe

_FILE: Final = "made-from.json"
_PACKED: Final = "--packed"
_PHOTOS: Final = "--photos"
_TEXTS: Final = frozenset({".txt", ".json", ".xml", ".yaml", ".csv"})
_PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".svg"})

Origin = Mapping[str, Any]
"""What a set is made from: keys and sources of the recipe with their values, folders and files with a digest each."""


def origin_of_photos(recipe: DatasetRecipe, raw: Path) -> Origin:
    """What the set of `recipe` is made from with the photos in `raw`. What has its default is left out."""
    given = _given(recipe, DatasetRecipe())
    values = {key: value for key, value in given.items() if key not in ("source", "patches")}
    sources = {f"source {one.folder}": _given(one, SourceRecipe(one.folder)) for one in recipe.source}
    folders = [*(source.folder for source in recipe.source), *recipe.held_out, *recipe.art]
    files = {f"{_PHOTOS} {folder}": _digest(raw / folder) for folder in folders}
    if recipe.crops:
        files[f"{_PHOTOS} {recipe.crops}"] = _digest(raw / recipe.crops) + _digest((raw / recipe.crops).with_suffix(""))
    patches: dict[str, str] = {}
    for file in map(Path, recipe.patches):
        patches[file.name] = patches.get(file.name, "") + sha256_of(file)
    order = {"source": [source.folder for source in recipe.source]} if recipe.source else {}
    return _plain(values | order | sources | files | patches)


def origin_of_pack(file: Path) -> Origin:
    """What the set unpacked from `file` is made from."""
    return {_PACKED: sha256_of(file)}


def write_origin(folder: Path, origin: Origin) -> None:
    """Keep in the set `folder` what it is made from."""
    text = json.dumps(origin, ensure_ascii=False, indent=2) + "\n"
    (folder / _FILE).write_text(text, encoding="utf-8")


def sources_of_set(folder: Path) -> tuple[str, ...]:
    """What the set `folder` calls the folders of photos that it was made from; none where it does not tell."""
    if not (folder / _FILE).is_file():
        return ()
    kept = read_json(folder / _FILE)
    named = kept.get("source", ()) if isinstance(kept, dict) else ()
    if not isinstance(named, list):
        return ()
    return DatasetRecipe(source=tuple(SourceRecipe(str(one)) for one in named)).names


def check_origin(folder: Path, origin: Origin) -> bool:
    """Whether it is known that the set `folder` is made from `origin`: not of sets that do not tell.

    Raises `LabelError` naming what has changed where it is made from something else.
    """
    if not (folder / _FILE).is_file():
        return False
    kept = read_json(folder / _FILE)
    if not isinstance(kept, dict) or (_PACKED in kept) != (_PACKED in origin):
        raise LabelError("set_made_otherwise", folder=folder, changed=f"{_PHOTOS}, {_PACKED}")
    changed = [key for key in {**kept, **origin} if kept.get(key) != origin.get(key)]
    if changed:
        raise LabelError("set_made_otherwise", folder=folder, changed=", ".join(changed))
    return True


def _given(recipe: Any, plain: Any) -> dict[str, Any]:
    """The values that are not the default ones of `plain`, so that a further key of recipes changes nothing."""
    default = asdict(plain)
    return {key: value for key, value in asdict(recipe).items() if value != default[key]}


def _digest(place: Path) -> str:
    """Of a file, or of the pictures and texts below a folder."""
    found = [place] if place.is_file() else sorted(place.rglob("*")) if place.is_dir() else []
    return sha256("".join(_lines(place, found)).encode()).hexdigest()


def _lines(place: Path, files: Iterable[Path]) -> Iterable[str]:
    for path in files:
        suffix = path.suffix.lower()
        if suffix in _TEXTS | _PICTURES and path.is_file():
            content = sha256_of(path) if suffix in _TEXTS else path.stat().st_size
            yield f"{path.relative_to(place).as_posix()} {content}\n"


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """The values as they are read again from JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(values))
    return plain
