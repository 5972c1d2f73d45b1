"""广东鸡平和 (rules/spec.md §6)."""

from typing import Final

from paiyan.engine.rules.guangdong_jipinghu.ruleset import Jipinghu

RULES: Final = Jipinghu()

__all__ = ["RULES", "Jipinghu"]
