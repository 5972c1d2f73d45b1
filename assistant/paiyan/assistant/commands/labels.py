"""`paiyan labels`: the photos corrected by hand as labelled folders, to train on and to measure on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from paiyan.assistant.commands.common import (
    chosen,
    helps,
    json_option,
    lang_option,
    load_settings,
    open_store,
    print_json,
    refuse,
    say,
)
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from paiyan.assistant.store import Store
    from paiyan.datasets.labels import ImageLabels
    from paiyan.datasets.pictures import Picture

_WHOLE: Final = "whole"
_PARTS: Final = "parts"
_LOST: Final = "lost"
_SOURCE: Final = "corrected"


def labels(
    out: Annotated[Path, typer.Argument(metavar="DIR", help=helps("cli.labels.out"))],
    data: Annotated[Path | None, typer.Option(metavar="DIR", help=helps("cli.serve.data"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Writes `whole/`, photos of which every tile is labelled, and `parts/`, the others, each in YOLO format."""
    from paiyan.assistant.commands.html_page import check_no_repository
    from paiyan.datasets.errors import ToldError

    language = chosen(lang)
    check_no_repository(out, language)
    try:
        with open_store(load_settings(data, language), language) as store:
            counts = _written(store, out, language)
    except (ToldError, OSError) as error:
        refuse(text("cli.labels.refused", language, reason=error))
    known = {name: counts[name] for name in (_WHOLE, _PARTS, "tiles", _LOST)}
    if as_json:
        print_json({"folder": str(out), **known})
    else:
        say(text("cli.labels.done", language, folder=out, tiles=known["tiles"]))
        for name in (_WHOLE, _PARTS, _LOST):
            if known[name]:
                say(text(f"cli.labels.{name}", language, count=known[name]))


def _written(store: Store, out: Path, language: Lang) -> Counter[str]:
    """How many photos and tiles were written into the new folder, and how many photos are lost."""
    from paiyan.datasets.formats.yolo import write_picture
    from paiyan.datasets.new_folder import new_folder

    labelled = [one for one in store.latest_labels() if one.labels]
    if not labelled:
        refuse(text("cli.labels.none", language))
    counts: Counter[str] = Counter()
    with new_folder(out) as folder:
        for part, picture in _pictures(store, labelled, counts):
            write_picture(folder / part, picture)
            counts[part] += 1
            counts["tiles"] += len(picture)
    return counts


def _pictures(store: Store, labelled: list[ImageLabels], counts: Counter[str]) -> Iterator[tuple[str, Picture]]:
    """Every photo that is there still with what a person vouches for on it, and the folder it belongs into."""
    import numpy as np

    from paiyan.datasets.labels import LabelKind
    from paiyan.datasets.pictures import BACK, CLASS_NAMES, Picture
    from paiyan.vision.images import PhotoError, load_photo

    for one in labelled:
        try:
            photo = load_photo(store.photos.path(one.image_sha256))
        except PhotoError:
            counts[_LOST] += 1
            continue
        kept = [label for label in one.labels if label.kind is not LabelKind.IGNORE]
        corners = np.array([label.corners for label in kept], dtype=np.float32).reshape(-1, 4, 2)
        classes = np.array([CLASS_NAMES.index(label.tile) if label.tile else BACK for label in kept], dtype=np.int64)
        scale = np.array(photo.scale, dtype=np.float32)
        name = one.image_sha256[:16]
        yield (
            _WHOLE if one.exhaustive else _PARTS,
            Picture(name, _SOURCE, photo.pixels, corners * scale, classes, one.image_sha256),
        )
