"""`paiyan rules`: rule systems, presets, and every house rule with default, values and reason."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from paiyan.assistant.commands.common import (
    chosen,
    helps,
    json_option,
    lang_option,
    print_json,
    stdout_console,
)
from paiyan.assistant.commands.preset_options import check_known, preset_named


def rules(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help=helps("cli.rules.name"))] = None,
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Lists all rule systems with their presets, or shows one rule system, preset or sheet in full."""
    from paiyan.assistant.commands.rules_views import preset_view, ruleset_view, rulesets_view
    from paiyan.assistant.house_rules.describe import describe_all, describe_preset, describe_ruleset
    from paiyan.engine.rules import RULESETS

    language = chosen(lang)
    if name is None:
        systems = describe_all()
        shown: Any = {"rulesets": systems}
        view = rulesets_view(systems, language)
    elif name in RULESETS:
        shown = describe_ruleset(name)
        view = ruleset_view(shown, language)
    else:
        check_known(name, language)
        shown = describe_preset(preset_named(name, language))
        view = preset_view(shown, language)
    if as_json:
        print_json(shown)
    else:
        stdout_console().print(view)
