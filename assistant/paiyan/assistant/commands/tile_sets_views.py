"""Tile sets as tables for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from paiyan.assistant.i18n import Lang, text
from paiyan.assistant.store import StoredTileSet
from paiyan.assistant.tile_sets import missing_faces
from paiyan.engine.tiles import TILE_CODES


def tile_sets_view(found: Sequence[StoredTileSet], language: Lang) -> RenderableType:
    """All tile sets, a line each."""
    if not found:
        return Text(text("cli.tile-sets.none", language))
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("name", "faces", "missing", "made"):
        table.add_column(text(f"tile_sets.{heading}", language), overflow="fold")
    for each in found:
        missing = " ".join(missing_faces(each)) or "–"
        made = each.created_at[:16].replace("T", " ")
        table.add_row(each.name, f"{len(each.counts)}/{len(TILE_CODES)}", missing, made)
    return table


def measured_view(rows: Sequence[Mapping[str, Any]], language: Lang) -> RenderableType:
    """What enrolling was worth: a line for each set enrolled and each folder read, and what is counted."""
    table = Table()
    for heading in ("enrolled", "read", "photos", "tiles", "right", "whole", "sure_wrong", "least_gain"):
        table.add_column(text(f"tile_sets.measure.{heading}", language), overflow="fold")
    for row in rows:
        before, after = row["before"], row["after"]
        tiles = max(row["tiles"], 1)
        used = sorted(row["enrolment_photos"])
        table.add_row(
            str(row["enrolled"]),
            str(row["read"]),
            text("tile_sets.measure.of", language, least=used[0], most=used[-1], photos=row["folder_photos"]),
            str(row["tiles"]),
            f"{before['right'] / tiles:.2%} → {after['right'] / tiles:.2%}",
            f"{before['whole']} → {after['whole']} / {row['photos']}",
            f"{before['sure_but_wrong']}/{before['sure']} → {after['sure_but_wrong']}/{after['sure']}",
            f"{row['least_gain']:+d}",
        )
    draws = max((row["draws"] for row in rows), default=0)
    return Group(Text(text("tile_sets.measure.how", language, draws=draws)), table)
