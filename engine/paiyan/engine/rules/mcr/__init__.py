"""国标 MCR (rules/spec.md §5)."""

from typing import Final

from paiyan.engine.rules.mcr.ruleset import Mcr

RULES: Final = Mcr()

__all__ = ["RULES", "Mcr"]
