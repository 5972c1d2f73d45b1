"""Labelled folders that a command is to measure on, looked through before it measures anything."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from paiyan.assistant.commands.common import refuse
from paiyan.assistant.i18n import Lang, text


def check_folders(folders: Iterable[Path], language: Lang, label_format: str = "yolo", *, hint: str = "") -> None:
    """Ends the command where a folder is no labelled set, telling what one contains and then the `hint`, or where a
    picture or label of it cannot be read: reading all costs little beside measuring."""
    from paiyan.models.evaluation.run import check_folder

    for folder in folders:
        _check_whole(folder, label_format, hint, language)
        try:
            check_folder(folder, label_format)
        except (OSError, ValueError) as error:
            refuse(text("cli.evaluate.refused", language, folder=folder, reason=error))


def _check_whole(folder: Path, label_format: str, hint: str, language: Lang) -> None:
    from paiyan.datasets.formats import lacking

    if part := lacking(folder, label_format):
        what = text(f"cli.labelled.lacking.{part}", language)
        needs = text(f"cli.labelled.needs.{label_format}", language)
        refuse(text("cli.labelled.lacking", language, folder=folder, what=what, needs=needs) + hint)
