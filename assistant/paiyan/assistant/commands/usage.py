"""Wrong calls of the program told in Chinese: the parser of options speaks English only."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any, Final

import typer
from pydantic import ValidationError
from typer.exceptions import TyperException

from paiyan.assistant.commands.common import fault_reason, say
from paiyan.assistant.i18n import Lang, text
from paiyan.assistant.program import program

_CHINESE: Final = re.compile("[一-鿿]")


def run_in_words(app: typer.Typer, arguments: Sequence[str], language: Lang) -> None:
    """Runs the program; a wrong call ends it with what is wrong in `language`, and with 2."""
    command = typer.main.get_command(app)
    try:
        code = command.main(args=list(arguments), prog_name="paiyan", standalone_mode=False)
    except typer.Abort:
        sys.exit(1)
    except TyperException as error:
        # A call without arguments is answered with the help, which is in words already.
        message = str(getattr(error, "message", error))
        if type(error).__name__ != "NoArgsIsHelpError":
            message = text("usage.wrong", language, problem=problem(error, language), help=_help(error))
        say(message)
        sys.exit(getattr(error, "exit_code", 2))
    sys.exit(code if isinstance(code, int) else 0)


def problem(error: TyperException, language: Lang) -> str:
    """What is wrong with a call, in words."""
    message = str(getattr(error, "message", error))
    option = getattr(error, "option_name", None)
    if option is not None and hasattr(error, "possibilities"):
        near = ", ".join(error.possibilities or ())
        return text("usage.no_such_option", language, option=option, near=near)
    if option is not None:
        return text("usage.needs_value", language, option=option)
    parameter = getattr(error, "param", None)
    if parameter is not None:
        return _parameter_problem(parameter, error, message, language)
    if message.startswith("No such command"):
        known = ", ".join(getattr(getattr(error, "cmd", None), "commands", ()))
        return text("usage.no_such_command", language, commands=known)
    if "unexpected extra argument" in message:
        return text("usage.extra", language, extra=message.rpartition(" (")[2].rstrip(")"))
    return message


def _parameter_problem(parameter: Any, error: TyperException, message: str, language: Lang) -> str:
    name = (
        max(parameter.opts, key=len)
        if parameter.param_type_name == "option"
        else parameter.metavar or parameter.name.upper()
    )
    if type(error).__name__ == "MissingParameter":
        return text("usage.missing", language, name=name)
    if _CHINESE.search(message):
        return message
    cause = error.__cause__
    reason = fault_reason(cause, language) if isinstance(cause, ValidationError) else text("field.invalid", language)
    return text("usage.bad_value", language, name=name, reason=reason)


def _help(error: TyperException) -> str:
    context = getattr(error, "ctx", None)
    path = "" if context is None else context.command_path.partition(" ")[2]
    return " ".join(part for part in (program(), path, "--help") if part)
