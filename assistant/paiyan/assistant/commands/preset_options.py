"""The options `--rules` and `--preset`: which rule system, and which house rules of a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from paiyan.assistant.commands.common import case_problem, helps, misused
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from paiyan.engine.presets import Preset, PresetError


def preset_option() -> Any:
    """The option `--preset`."""
    return typer.Option("--preset", metavar="NAME|FILE", help=helps("cli.preset"))


def looks_like_file(name: str) -> bool:
    """Whether this means a sheet on the disk rather than a preset that comes with the program."""
    return name.endswith(".toml") or "/" in name or "\\" in name


def preset_problem(error: PresetError, language: Lang) -> str:
    """What is wrong with a sheet, where, in words."""
    problem = case_problem(error.error, language)
    return text("cli.preset.problem", language, place=error.place, problem=problem)


def preset_named(name: str, language: Lang) -> Preset:
    """The preset or the sheet in that file; ends the command where there is none or it is wrong."""
    from paiyan.assistant.house_rules import find_preset, load_preset
    from paiyan.engine.errors import InputError
    from paiyan.engine.presets import PresetError

    try:
        return load_preset(Path(name)) if looks_like_file(name) else find_preset(name)
    except PresetError as error:
        misused(preset_problem(error, language))
    except InputError as error:
        misused(case_problem(error, language))


def chosen_rules(rules: str | None, preset: str | None, language: Lang) -> tuple[str, dict[str, Any]]:
    """The rule system and the options that `--rules` (which may name a preset too) and `--preset` come to."""
    from paiyan.engine.rules import RULESETS

    if preset is None:
        if rules is None:
            misused(text("cli.preset.or_rules", language))
        if rules in RULESETS:
            return rules, {}
        check_known(rules, language)
        preset, rules = rules, None
    found = preset_named(preset, language)
    if rules is not None and rules != found.ruleset:
        misused(text("cli.preset.disagrees", language, rules=rules, preset=preset, ruleset=found.ruleset))
    return found.ruleset, found.overrides


def check_known(name: str, language: Lang) -> None:
    """Ends the command where the name is neither that of a rule system or preset nor of a file."""
    from paiyan.assistant.house_rules import shipped_presets
    from paiyan.engine.rules import RULESETS

    if not looks_like_file(name) and name not in RULESETS and name not in shipped_presets():
        known = {"rulesets": ", ".join(RULESETS), "presets": ", ".join(shipped_presets())}
        misused(text("cli.rules.not_found", language, name=name, **known))
