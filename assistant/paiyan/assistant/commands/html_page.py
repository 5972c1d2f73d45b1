"""Small local pages of tables and pictures, written as files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from paiyan.assistant.commands.common import misused
from paiyan.assistant.i18n import Lang, text

_STYLE: Final = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
th, td { border: 1px solid #8886; padding: .2rem .6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
.wide { overflow-x: auto; }
figure { margin: 0 0 2rem; } img { max-width: 100%; height: auto; }
svg { background: #8881; max-width: 100%; } .bar { fill: #4a7; } .ideal { stroke: #888; stroke-dasharray: 4 3; }
"""

_MADE_BY: Final = '<meta name="generator" content="paiyan">'


def page_of(folder: Path, title: str, parts: Iterable[str], language: Lang) -> Path:
    """Write `index.html` with the parts (HTML) under the title (escaped already) into `folder`; returns its path."""
    page = folder / "index.html"
    page.write_text(
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'{_MADE_BY}<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{_STYLE}</style><body><h1>{title}</h1>{''.join(parts)}</body></html>\n",
        encoding="utf-8",
    )
    return page


def say(key: str, language: Lang, **params: object) -> str:
    """A text of the catalogue, escaped for HTML."""
    return escape(text(key, language, **params))


def heads(group: str, names: Sequence[str], language: Lang) -> list[str]:
    """Column heads: the texts `group.name`."""
    return [say(f"{group}.{name}", language) for name in names]


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table that scrolls where it is too wide; heads are HTML, cells are values, None a dash."""
    top = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{_cell(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{top}</tr>{body}</table></div>'


def _cell(value: object) -> str:
    return "–" if value is None else f"{value:.3f}" if isinstance(value, float) else escape(str(value))


def check_place(folder: Path | None, language: Lang) -> None:
    """Ends the command where a page of photos must not be written: in a Git repository, since they may be other
    people's, and in a folder that holds anything else than such a page."""
    if folder is None:
        return
    check_no_repository(folder, language)
    if folder.is_dir() and any(folder.iterdir()) and not _is_page(folder / "index.html"):
        misused(text("cli.evaluate.page_among_others", language, folder=folder))


def check_no_repository(folder: Path, language: Lang) -> None:
    """Ends the command where photos must not be written because the folder lies in a Git repository."""
    if any((parent / ".git").exists() for parent in (folder.resolve(), *folder.resolve().parents)):
        misused(text("cli.evaluate.page_in_repository", language, folder=folder))


def _is_page(file: Path) -> bool:
    return file.is_file() and _MADE_BY in file.read_text(encoding="utf-8", errors="replace")
