"""Scoring: a reading and the facts no photo shows → ruling and settlement, or the questions that remain."""

from paiyan.assistant.scoring.facts import Facts
from paiyan.assistant.scoring.score import Scoring, score, score_case

__all__ = ["Facts", "Scoring", "score", "score_case"]
