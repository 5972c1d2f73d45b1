"""锦州带会 (rules/spec.md §2): 锦州麻将 with a 会牌 that stands for other tiles."""

from typing import Final

from paiyan.engine.rules.jinzhou_wild.ruleset import JinzhouWild

RULES: Final = JinzhouWild()

__all__ = ["RULES", "JinzhouWild"]
