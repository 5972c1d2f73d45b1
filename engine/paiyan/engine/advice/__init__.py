"""Waits and advice: what a hand lacks, what each discard leaves, and what that is worth."""

from paiyan.engine.advice.position import Position, read_position
from paiyan.engine.advice.results import Advice, Blocked, Choice, Useful, Wait
from paiyan.engine.advice.writer import advise_case, write_advice

__all__ = [
    "Advice",
    "Blocked",
    "Choice",
    "Position",
    "Useful",
    "Wait",
    "advise_case",
    "read_position",
    "write_advice",
]
