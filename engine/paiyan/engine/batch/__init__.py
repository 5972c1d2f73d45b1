"""Ruling on many hands at once, for simulation: numpy arrays in, numpy arrays out, the same answers as hand by hand."""

from paiyan.engine.batch.arrays import METHODS, Facts, Hands, Rulings
from paiyan.engine.batch.claims import arrays_of
from paiyan.engine.batch.jinzhou import rule_hands

__all__ = ["METHODS", "Facts", "Hands", "Rulings", "arrays_of", "rule_hands"]
