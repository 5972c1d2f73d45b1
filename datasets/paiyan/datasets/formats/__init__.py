"""Label formats, one module each, and the one place that picks a reader; a further format is one more row here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from paiyan.datasets.formats import coco, voc, yolo
from paiyan.datasets.formats.coco import read_coco
from paiyan.datasets.formats.voc import read_voc
from paiyan.datasets.formats.yolo import read_folder
from paiyan.datasets.pictures import LabelError, Picture

READERS: Final[Mapping[str, Callable[..., Iterator[Picture]]]] = MappingProxyType(
    {"yolo": read_folder, "coco": read_coco, "voc": read_voc}
)
"""Reader of each format: `yolo` takes upright and oriented text labels, also mixed."""

_LACKING: Final[Mapping[str, Callable[[Path], str | None]]] = MappingProxyType(
    {"yolo": yolo.lacking, "coco": coco.lacking, "voc": voc.lacking}
)


def lacking(folder: Path, format_name: str = "yolo") -> str | None:
    """The id of what a folder lacks to be a labelled set, `folder` where it is not there; None where it is whole.

    Raises `LabelError` for an unknown format.
    """
    _check_known(format_name)
    return _LACKING[format_name](folder) if folder.is_dir() else "folder"


def read_labelled(
    folder: Path, format_name: str = "yolo", *, source: str | None = None, classes: Mapping[str, str] | None = None
) -> Iterator[Picture]:
    """Pictures of a labelled folder. `classes`: what foreign class names mean, see `paiyan.datasets.formats.names`.

    Raises `LabelError` for an unknown format, and whatever its reader finds wrong.
    """
    _check_known(format_name)
    options: dict[str, Any] = {"source": source, "classes": classes}
    return READERS[format_name](folder, **options)


def _check_known(format_name: str) -> None:
    if format_name not in READERS:
        raise LabelError("unknown_format", format=format_name, known=", ".join(sorted(READERS)))
