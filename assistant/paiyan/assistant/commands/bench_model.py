"""`paiyan bench model`: the detector beside another program's, on the same photos."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from paiyan.assistant.commands.common import print_json, refuse, say, stdout_console
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from rich.table import Table

_TIMES: Final = ("wall_ms", "cpu_ms", "wall_ratio", "cpu_ratio")
_FIGURES: Final = ("tiles", "right", "share_right", "whole", "false", "census_f1")


def bench_model_command(photos: list[Path], folders: list[Path], runs: int, as_json: bool, language: Lang) -> None:
    """Measure and print; ends the command where photos, folders or weights cannot be used."""
    from paiyan.assistant.benchmarks.model import bench_model
    from paiyan.datasets.pictures import LabelError
    from paiyan.models.registry import ModelError

    say(text("bench.model.running", language, photos=len(photos), runs=runs, folders=len(folders)))
    try:
        result = bench_model(
            photos,
            folders,
            runs,
            lambda step, folder, way: say(
                text(f"bench.model.step.{step}", language, folder=folder, way=_look(way, language))
            ),
        )
    except (ModelError, FileNotFoundError) as error:
        refuse(text("cli.model_unusable", language, reason=error))
    except LabelError as error:
        refuse(text("cli.evaluate.refused", language, folder=", ".join(map(str, folders)), reason=error))
    known = result.to_json()
    if as_json:
        print_json(known)
        return
    console = stdout_console()
    title = "bench.model.title.alone" if known["peer"] is None else "bench.model.title"
    console.print(text(title, language, **{**known, "live": known["live"] or "–"}))
    for part in ("looks", "networks"):
        console.print(_times(part, known[part], language))
    console.print(text("bench.model.large", language, **known["large_seconds"]))
    for folder, ways in known["sets"].items():
        console.print(_figures(folder, ways, language))
    if known["peer"] is None:
        console.print(text("bench.engine.missing", language, peer="mahjong-detector"))
    if known["live"] is None:
        console.print(text("bench.model.no_live", language))


def _look(way: str, language: Lang) -> str:
    """A way to look at labelled photos in words, empty where none is named."""
    return text(f"bench.model.look.{way.replace(', ', '_').replace(' ', '_')}", language) if way else ""


def _times(part: str, rows: dict[str, dict[str, Any]], language: Lang) -> Table:
    from rich.table import Table

    table = Table(text(f"bench.model.{part}", language), *(text(f"bench.model.{name}", language) for name in _TIMES))
    for name, row in rows.items():
        ratios = ["–" if row[key] is None else f"× {row[key]:.2f}" for key in _TIMES[2:]]
        table.add_row(
            text(f"bench.model.way.{name}", language), f"{row['wall_ms']:.1f}", f"{row['cpu_ms']:.1f}", *ratios
        )
    return table


def _figures(folder: str, ways: dict[str, dict[str, Any]], language: Lang) -> Table:
    from rich.table import Table

    table = Table(folder, *(text(f"evaluate.page.{name}", language) for name in _FIGURES))
    for name, row in ways.items():
        table.add_row(_look(name, language), *("–" if row[key] is None else str(row[key]) for key in _FIGURES))
    return table
