"""House rules: the presets shipped or written by a table, and everything there is to tell about them."""

from paiyan.assistant.house_rules.presets import (
    find_preset,
    load_preset,
    shipped_presets,
    with_house_rules,
    with_preset,
)

__all__ = ["find_preset", "load_preset", "shipped_presets", "with_house_rules", "with_preset"]
