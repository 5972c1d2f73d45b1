"""The rule systems by id. A new one is a module here and one entry in the registry."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

from paiyan.engine.errors import InputError, listed, near, shown
from paiyan.engine.rules.base import RuleSet

_REGISTRY: Final = {
    "jinzhou": "paiyan.engine.rules.jinzhou:RULES",
    "jinzhou_wild": "paiyan.engine.rules.jinzhou_wild:RULES",
    "beijing": "paiyan.engine.rules.beijing:RULES",
    "guangdong_jipinghu": "paiyan.engine.rules.guangdong_jipinghu:RULES",
    "mcr": "paiyan.engine.rules.mcr:RULES",
    "dingque": "paiyan.engine.rules.dingque:RULES",
    "hupai": "paiyan.engine.rules.hupai:RULES",
    "hukou": "paiyan.engine.rules.hukou:RULES",
}

RULESETS: Final = tuple(_REGISTRY)
"""Ids of all rule systems."""


@cache
def find_ruleset(name: str) -> RuleSet[Any]:
    """The rule system of that id; :class:`InputError` ``unknown_ruleset`` naming the known ones otherwise."""
    if name not in _REGISTRY:
        raise InputError(
            "unknown_ruleset", "ruleset", name=shown(name), near=near(name, RULESETS), allowed=listed(RULESETS)
        )
    module, attribute = _REGISTRY[name].split(":")
    rules: RuleSet[Any] = getattr(import_module(module), attribute)
    return rules
