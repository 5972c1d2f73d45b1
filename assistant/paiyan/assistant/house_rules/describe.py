"""Rule systems, presets and house rules with their names and reasons, as JSON in both languages."""

from __future__ import annotations

import json
from typing import Any

from paiyan.assistant.house_rules.presets import shipped_presets
from paiyan.assistant.i18n import LANGUAGES, has_text, text
from paiyan.engine.facts import EventKind, Method
from paiyan.engine.options import MOST_POINTS, OptionSpec, Value
from paiyan.engine.presets import LANGUAGES as PRESET_LANGUAGES
from paiyan.engine.presets import Preset
from paiyan.engine.rules import RULESETS, find_ruleset
from paiyan.engine.rules.fragments import Fragment
from paiyan.engine.tiles import ALL_TILES

Json = dict[str, Any]


def describe_all() -> list[Json]:
    """Every rule system."""
    return [describe_ruleset(id) for id in RULESETS]


def describe_ruleset(id: str) -> Json:
    """A rule system: names, the facts it asks for, house rules with default, values and reason, presets."""
    return {
        "id": id,
        **_named(f"ruleset.{id}", id),
        "facts": describe_facts(id),
        "options": [describe_option(id, spec) for spec in find_ruleset(id).options_type.specs()],
        "presets": [describe_preset(preset) for preset in shipped_presets().values() if preset.ruleset == id],
    }


def describe_facts(id: str) -> Json:
    """What a hand of that rule system has to be told with: its tiles, ways of winning, events and flags, which other
    facts it looks at, whether wins and kongs are paid, and what a game of it begins with."""
    rules = find_ruleset(id)
    return {
        "tiles": [tile.code for tile in ALL_TILES if tile.index in rules.kinds],
        "methods": [str(method) for method in Method if method in rules.methods],
        "from_other": [str(method) for method in Method if method in rules.methods and method.from_other],
        "events": [str(event) for event in EventKind if event in rules.events],
        "flags": sorted(rules.flags),
        "open": rules.needs_open,
        "wild": rules.uses_wild,
        "winds": rules.uses_winds,
        "flowers": rules.uses_flowers,
        "void_suit": rules.uses_void_suit,
        "pays_wins": not isinstance(rules, Fragment),
        "pays_kongs": rules.pays_kongs,
        "start_points": rules.start_points,
        "rounds": rules.game_rounds,
    }


def describe_option(ruleset: str, spec: OptionSpec) -> Json:
    """A house rule; `why` quotes the sources, `why_zh` and `why_en` give the reason of the default in words."""
    key = option_key(ruleset, spec.name)
    reasons = _named(f"why.{_giver_of_reason(ruleset, spec)}.{spec.name}", spec.why)
    values = [spec.values] if isinstance(spec.values, str) else list(spec.values)
    return {
        "id": spec.name,
        "default": spec.default,
        "values": values,
        "most": spec.most if isinstance(spec.values, str) else None,
        **_named(key, spec.name),
        "why": spec.why,
        **{f"why_{language}": reason for language, reason in reasons.items()},
        "value_names": [{"value": value, **value_name(ruleset, spec.name, value, spec.most)} for value in values],
    }


def describe_preset(preset: Preset) -> Json:
    """A preset: names, what it is about, and its house rules with their reasons."""
    return {
        "id": preset.id,
        "ruleset": preset.ruleset,
        **preset.name,
        **{f"about_{language}": preset.about[language] for language in PRESET_LANGUAGES},
        "options": [
            {
                "id": one.name,
                "value": one.value,
                **{f"why_{language}": one.why[language] for language in PRESET_LANGUAGES},
            }
            for one in preset.options
        ],
    }


def option_key(ruleset: str, name: str) -> str:
    """Key of the text that names a house rule: its own, that of the system it comes from, or a common one."""
    owner: str | None = ruleset
    while owner is not None:
        if has_text(key := f"option.{owner}.{name}"):
            return key
        owner = find_ruleset(owner).inherits
    return f"option.{name}"


def value_name(ruleset: str, name: str, value: Value, most: int = MOST_POINTS) -> dict[str, str]:
    """A value of a house rule in words, in each language; of any number it tells the largest, `most`."""
    written = value if isinstance(value, str) else json.dumps(value)
    key = f"{option_key(ruleset, name)}.{written}"
    return _named(key if has_text(key) else f"rules.value.{written}", written, most=most)


def _giver_of_reason(ruleset: str, spec: OptionSpec) -> str:
    """The system whose text tells why: its own, or the one that the house rule is taken over from unchanged."""
    parent = find_ruleset(ruleset).inherits
    if parent is None or has_text(f"why.{ruleset}.{spec.name}"):
        return ruleset
    unchanged = spec in find_ruleset(parent).options_type.specs()
    return _giver_of_reason(parent, spec) if unchanged else ruleset


def _named(key: str, otherwise: str, **params: object) -> dict[str, str]:
    return {language: text(key, language, **params) if has_text(key) else otherwise for language in LANGUAGES}
