"""`paiyan demo`: the main job on a sample photo that comes with the program."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paiyan.assistant.commands.common import chosen, json_option, lang_option, refuse, say
from paiyan.assistant.commands.facts_options import NONE
from paiyan.assistant.i18n import text
from paiyan.assistant.program import program, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

SAMPLE: Final = "chi-peng-win-apart"


def demo(
    as_json: Annotated[bool, json_option()] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Reads and scores the sample with the facts of its hand; shows the command that does it, and what is next."""
    from paiyan.assistant.commands.read import load_reader
    from paiyan.assistant.commands.score import read_or_refuse, score_or_refuse, show_scoring
    from paiyan.assistant.scoring import Facts
    from paiyan.datasets.resources import resource_dir

    language = chosen(lang)
    try:
        folder = resource_dir("seeds") / "samples"
        known = json.loads((folder / f"{SAMPLE}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        refuse(text("cli.demo.no_sample", language, reason=error))
    photo = str(shortened(folder / f"{SAMPLE}.jpg"))
    # Beside JSON the words are for the person only.
    tell = say if as_json else typer.echo
    tell(text("cli.demo.title", language, title=known["title"][language]))
    tell(f"  $ {program()} {score_arguments(photo, known['facts'])}\n")
    reading = read_or_refuse(load_reader(language), photo, known["facts"]["ruleset"], as_json, language)
    scoring = score_or_refuse(reading, Facts.of(known["facts"]), photo, as_json, language)
    show_scoring(scoring, photo, as_json, language)
    tell("\n" + text("cli.demo.next", language))


def score_arguments(photo: str, facts: Mapping[str, Any]) -> str:
    """The rest of the command line of `paiyan score` that says these facts."""
    parts = ["score", photo, "--rules", facts["ruleset"]]
    for option, field in (
        ("--winner", "winner"),
        ("--dealer", "dealer"),
        ("--method", "method"),
        ("--from", "discarder"),
    ):
        if facts[field] is not None:
            parts += [option, str(facts[field])]
    parts += ["--open", ",".join(str(seat) for seat, is_open in enumerate(facts["open"]) if is_open) or "none"]
    for kong in facts["kongs"]:
        payer = f":{kong['from']}" if kong.get("from") is not None else ""
        parts += ["--kong", f"{kong['seat']}:{kong['kind']}:{kong['tile']}{payer}"]
    return shlex.join(parts if facts["kongs"] else [*parts, "--kong", NONE])
