"""The course of a training run: a table that grows as it goes, and a picture of its curves."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.pictures import Pixels

_PANEL: Final = (420, 220)
_MARGIN: Final = 44
_COLUMNS: Final = 2
_INK: Final = (40, 40, 40)
_LINE: Final = (30, 90, 200)
_GRID: Final = (222, 222, 222)


@dataclass(frozen=True, slots=True)
class Curves:
    """`curves.csv` and `curves.png` in the folder of a run; a resumed run goes on with both."""

    folder: Path

    @property
    def table(self) -> Path:
        """The table: one row each time the run tells how it goes."""
        return self.folder / "curves.csv"

    @property
    def picture(self) -> Path:
        """The drawn curves."""
        return self.folder / "curves.png"

    def add(self, row: Mapping[str, float]) -> None:
        """Append a row; its keys are the columns. `minutes` is the horizontal axis."""
        new = not self.table.is_file()
        with self.table.open("a", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            if new:
                writer.writerow(row)
            writer.writerow(f"{value:.6g}" for value in row.values())

    def draw(self) -> None:
        """Draw the table; nothing where it has fewer than two rows."""
        columns = self.columns()
        minutes = columns.pop("minutes", [])
        if len(minutes) < 2:
            return
        panels = [_panel(name, minutes, values) for name, values in columns.items()]
        blank = np.full_like(panels[0], 255)
        panels += [blank] * (-len(panels) % _COLUMNS)
        rows = [np.hstack(panels[start : start + _COLUMNS]) for start in range(0, len(panels), _COLUMNS)]
        cv2.imwrite(str(self.picture), np.vstack(rows))

    def columns(self) -> dict[str, list[float]]:
        """The table by column; a row that a killed run left half written is passed over."""
        if not self.table.is_file():
            return {}
        with self.table.open(encoding="utf-8", newline="") as stream:
            head, *rows = list(csv.reader(stream)) or [[]]
        whole = [row for row in rows if len(row) == len(head) and all(map(_is_number, row))]
        return {name: [float(row[place]) for row in whole] for place, name in enumerate(head)}


def _is_number(cell: str) -> bool:
    try:
        return bool(np.isfinite(float(cell)))
    except ValueError:
        return False


def _panel(name: str, minutes: Sequence[float], values: Sequence[float]) -> Pixels:
    """One curve with its axes, BGR."""
    width, height = _PANEL
    canvas = np.full((height, width, 3), 255, dtype=np.uint8)
    low, high = min(values), max(values)
    spread = high - low or 1.0
    last = max(minutes[-1], 1e-6)

    def place(minute: float, value: float) -> tuple[int, int]:
        x = _MARGIN + (width - _MARGIN - 14) * minute / last
        y = height - 28 - (height - 62) * (value - low) / spread
        return round(x), round(y)

    for share in (0.0, 0.5, 1.0):
        value = low + share * spread
        cv2.line(canvas, place(0, value), place(last, value), _GRID, 1)
        _write(canvas, f"{value:.3g}", (2, place(0, value)[1] + 4))
        _write(canvas, f"{share * last:.0f} min", (place(share * last, low)[0] - 18, height - 8))
    points = np.array([place(minute, value) for minute, value in zip(minutes, values, strict=True)], dtype=np.int32)
    cv2.polylines(canvas, [points], False, _LINE, 2, cv2.LINE_AA)
    _write(canvas, f"{name}: {values[-1]:.4g}", (_MARGIN, 20), 0.5)
    return canvas


def _write(canvas: Pixels, words: str, place: tuple[int, int], size: float = 0.36) -> None:
    cv2.putText(canvas, words, place, cv2.FONT_HERSHEY_SIMPLEX, size, _INK, 1, cv2.LINE_AA)
