"""Help pages wholly in the language spoken: their headings and marks too, which typer has in English only."""

from __future__ import annotations

from typing import Any, Final

from typer.core import TyperCommand, TyperGroup

from paiyan.assistant.commands.common import helps

_PARTS: Final = {
    "ARGUMENTS_PANEL_TITLE": "arguments",
    "OPTIONS_PANEL_TITLE": "options",
    "COMMANDS_PANEL_TITLE": "commands",
    "DEFAULT_STRING": "default",
    "REQUIRED_LONG_STRING": "required",
}
"""typer's names for parts of a help page, which it reads each time it prints one."""


class _Worded:
    """What a command and the program itself have in common; stands before typer's class."""

    def get_usage(self, ctx: Any) -> str:
        """The line that says how it is called."""
        line: str = super().get_usage(ctx)  # type: ignore[misc]
        return line.replace("Usage:", helps("help.usage"), 1)

    def get_help_option(self, ctx: Any) -> Any:
        """The option `--help`."""
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = helps("help.help")
        return option

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help page."""
        _name_parts()
        super().format_help(ctx, formatter)  # type: ignore[misc]


class WordedCommand(_Worded, TyperCommand):
    """A command with its help page in words."""


class WordedGroup(_Worded, TyperGroup):
    """The program itself, with its help page in words."""


def _name_parts() -> None:
    from typer import rich_utils

    for name, key in _PARTS.items():
        setattr(rich_utils, name, helps(f"help.{key}"))
