"""`paiyan bench reading`: whole hands on photos whose truth is known, and the thresholds fitted to them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from paiyan.assistant.commands.common import print_json, refuse, say, stdout_console
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from rich.table import Table

    from paiyan.assistant.benchmarks.table_shots import Shot
    from paiyan.assistant.reading import Trust

_ROWS: Final = (
    "whole_with_true_boxes",
    "whole_before_decoding",
    "whole",
    "settlement_right",
    "certain",
    "right_after_one_question",
    "certain_but_wrong",
)


def bench_reading(
    *, kinds: list[str], photos: Path | None, scenes: int, seed: int, calibrated: bool, as_json: bool, language: Lang
) -> None:
    """Lay out, photograph, read and score hands; with `calibrated` fit the thresholds to every other pair of them and
    report on the rest."""
    from paiyan.assistant.benchmarks.reading import judge
    from paiyan.assistant.benchmarks.reading_report import calibrate, report

    found, trust, model = _shots(kinds, photos, scenes, seed, language)
    started_with = trust
    measured = found
    if calibrated:
        # Sets of tiles come in turns of two: whole turns go to either part.
        fitting = [shot for place, shot in enumerate(found) if place // 2 % 2 == 0]
        measured = [shot for place, shot in enumerate(found) if place // 2 % 2]
        say(text("bench.reading.fitting", language, photos=len(fitting)))
        trust = calibrate(fitting, trust)
    figures = report([judge(shot, trust) for shot in measured])
    answer = {
        "model": model,
        "kinds": kinds,
        "seed": seed,
        "trust": trust.to_json(),
        "before": started_with.to_json() if calibrated else None,
        **figures,
    }
    if as_json:
        print_json(answer)
        return
    console = stdout_console()
    console.print(text("bench.reading.title", language, **answer))
    console.print(_table(figures, language))
    console.print(_by_table(figures["by"], language))
    if calibrated:
        console.print(text("bench.reading.fitted", language, **trust.to_json()))


def _shots(
    kinds: list[str], photos: Path | None, scenes: int, seed: int, language: Lang
) -> tuple[list[Shot], Trust, str]:
    from rich.console import Console
    from rich.progress import Progress

    from paiyan.assistant.benchmarks.table_shots import KINDS, face_sets, shots
    from paiyan.assistant.reading import Reader
    from paiyan.datasets.pictures import LabelError
    from paiyan.models.registry import ModelError

    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        refuse(text("cli.bench.reading.kind", language, kind=unknown[0], known=", ".join(KINDS)))
    try:
        reader = Reader.default()
        sets = [faces for kind in KINDS if kind in kinds for faces in face_sets(kind, photos)]
    except ModelError as error:
        refuse(text("cli.model_unusable", language, reason=error))
    except (OSError, LabelError, ValueError) as error:
        refuse(text("cli.bench.reading.photos", language, reason=error))
    say(text("bench.reading.running", language, scenes=scenes, sets=", ".join(faces.name for faces in sets)))
    found = []
    with Progress(transient=True, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=scenes)
        for shot in shots(reader.detector, sets, scenes, seed):
            found.append(shot)
            bar.advance(task)
    return found, reader.trust, reader.model or ""


def _table(figures: dict[str, Any], language: Lang) -> Table:
    from rich.table import Table

    table = Table(text("bench.reading.what", language), text("bench.reading.photos", language))
    table.columns[1].justify = "right"
    photos = figures["photos"]
    for name in _ROWS:
        table.add_row(text(f"bench.reading.{name}", language), _share(figures[name], photos))
    upper = f"{figures['certain_but_wrong_upper']:.1%}"
    table.add_row(text("bench.reading.upper", language), upper)
    table.add_row(text("bench.reading.asked", language), _share(figures["questions"]["photos"], photos))
    for cause, count in figures["causes"].items():
        table.add_row(text(f"bench.reading.cause.{cause}", language), _share(count, photos))
    cost = figures["certainty_ms"]
    table.add_row(text("bench.reading.cost", language), f"{cost['median']} / {cost['p95']} ms")
    return table


def _by_table(by: dict[str, Any], language: Lang) -> Table:
    from rich.table import Table

    names = ("whole_with_true_boxes", "whole", "certain", "certain_but_wrong")
    table = Table(text("bench.reading.by", language), text("bench.reading.photos", language))
    for name in names:
        table.add_column(text(f"bench.reading.{name}", language), justify="right")
    for tag, figures in by.items():
        table.add_row(tag, str(figures["photos"]), *(str(figures[name]) for name in names))
    return table


def _share(count: int, photos: int) -> str:
    return f"{count} / {photos} ({count / photos:.1%})"
