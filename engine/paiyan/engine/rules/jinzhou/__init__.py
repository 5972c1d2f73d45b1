"""锦州麻将 (rules/spec.md §1)."""

from typing import Final

from paiyan.engine.rules.jinzhou.ruleset import Jinzhou
from paiyan.engine.rules.jinzhou.verdicts import Verdict

RULES: Final = Jinzhou()

__all__ = ["RULES", "Jinzhou", "Verdict"]
