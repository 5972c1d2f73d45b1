"""北京麻将 (rules/spec.md §4)."""

from typing import Final

from paiyan.engine.rules.beijing.ruleset import Beijing

RULES: Final = Beijing()

__all__ = ["RULES", "Beijing"]
