"""Finds presets: those shipped under `seeds/rules`, by name, and sheets a table has written itself, by file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from paiyan.datasets.resources import resource_dir
from paiyan.engine.errors import InputError, listed, shown
from paiyan.engine.presets import Preset, PresetError, read_preset
from paiyan.engine.rules import RULESETS

SUFFIX: Final = ".toml"
_LARGEST: Final = 1 << 20


@cache
def shipped_presets() -> Mapping[str, Preset]:
    """All presets that come with the program, by name; :class:`PresetError` if one of them is broken."""
    files = sorted((resource_dir("seeds") / "rules").glob(f"*{SUFFIX}"))
    return MappingProxyType({file.stem: load_preset(file) for file in files})


def load_preset(file: Path) -> Preset:
    """The preset in `file`; :class:`PresetError` names file, line and field that is wrong."""
    try:
        with file.open("rb") as opened:
            content = opened.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise PresetError(str(file), None, InputError("preset_too_large", "", limit_kb=_LARGEST // 1024))
        text = content.decode()
    except OSError as error:
        problem = InputError("preset_unreadable", "", detail=error.strerror or type(error).__name__)
        raise PresetError(str(file), None, problem) from None
    except UnicodeDecodeError:
        raise PresetError(str(file), None, InputError("preset_unreadable", "", detail="UTF-8")) from None
    return read_preset(file.stem, text, str(file))


def find_preset(name: str) -> Preset:
    """The shipped preset of that name; :class:`InputError` ``unknown_preset`` naming the known ones otherwise."""
    try:
        return shipped_presets()[name]
    except KeyError:
        raise InputError("unknown_preset", "preset", name=shown(name), allowed=listed(shipped_presets())) from None


def with_house_rules(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A case or facts whose `ruleset` names a shipped preset, with its rule system and options in place.

    Options given beside it win over those of the preset. Anything else comes back as it is.
    """
    name = data.get("ruleset")
    if not isinstance(name, str) or name in RULESETS or name not in shipped_presets():
        return data
    return with_preset(data, shipped_presets()[name])


def with_preset(data: Mapping[str, Any], preset: Preset) -> Mapping[str, Any]:
    """`data` under the rule system of `preset`, with its options where `data` has none of its own."""
    own = data.get("options")
    if own is not None and not isinstance(own, Mapping):
        # Left for whoever reads the case to complain about.
        return {**data, "ruleset": preset.ruleset}
    return {**data, "ruleset": preset.ruleset, "options": {**preset.overrides, **(own or {})}}
