"""`paiyan tile-sets measure` and `fit`: what enrolling is worth on labelled photos, and how faces are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from paiyan.assistant.commands.common import misused, print_json, refuse, say, stdout_console
from paiyan.assistant.i18n import Lang, text

_DRAWS: Final = 8


def measure(folders: Sequence[str], *, as_json: bool, language: Lang) -> None:
    """Measure on labelled folders, one a tile set; ends the command where one cannot be used."""
    from paiyan.assistant.commands.labelled import check_folders
    from paiyan.datasets.formats.yolo import read_folder
    from paiyan.models.evaluation.enrolment import evaluate_enrolment
    from paiyan.models.evaluation.run import look_of, trust_from
    from paiyan.models.faces import face_metric
    from paiyan.models.registry import ModelError, default_detector, load_manifest

    if not folders:
        misused(text("cli.tile-sets.needs_folders", language))
    check_folders(map(Path, folders), language)
    sets = {folder: read_folder(Path(folder)) for folder in folders}
    try:
        trust = trust_from(load_manifest().thresholds.sure)
        look, _ = look_of(default_detector(), None)
        rows = evaluate_enrolment(look, sets, face_metric(), trust, draws=_DRAWS, progress=_telling(language))
    except ModelError as error:
        refuse(text("cli.model_unusable", language, reason=error))
    except (OSError, ValueError) as error:
        refuse(text("cli.evaluate.refused", language, folder=", ".join(folders), reason=error))
    _show(rows, as_json=as_json, language=language)


def _telling(language: Lang) -> Callable[[str, str, int], None]:
    """Says how far measuring is: every tenth photo, and every draw."""

    def told(step: str, folder: str, number: int) -> None:
        if step == "drawing" or number % 10 == 0:
            say(text(f"cli.tile-sets.{step}", language, folder=folder, number=number, draws=_DRAWS))

    return told


def _show(rows: Sequence[dict[str, Any]], *, as_json: bool, language: Lang) -> None:
    if as_json:
        for row in rows:
            print_json(row)
        return
    from paiyan.assistant.commands.tile_sets_views import measured_view

    stdout_console().print(measured_view(rows, language))


def fit(targets: Sequence[str], language: Lang) -> None:
    """Fit the face metric to a labelled folder and write it; ends the command where that cannot be done."""
    from paiyan.datasets.formats.yolo import read_folder
    from paiyan.datasets.pictures import LabelError
    from paiyan.models.face_fitting import DIMENSIONS, fit_faces, write_metric

    if len(targets) != 2:
        misused(text("cli.tile-sets.needs_fit", language))
    folder, target = map(Path, targets)
    counted = 0

    def progress(number: int) -> None:
        nonlocal counted
        counted = number + 1
        if counted % 200 == 0:
            say(text("cli.tile-sets.fitting", language, count=counted))

    try:
        metric = fit_faces(read_folder(folder), progress=progress)
        manifest = write_metric(metric, target, {"pictures": counted, "seed": 0, "dimensions": DIMENSIONS})
    except (LabelError, OSError, ValueError) as error:
        refuse(text("cli.evaluate.refused", language, folder=folder, reason=error))
    say(text("cli.tile-sets.fitted", language, path=manifest))
