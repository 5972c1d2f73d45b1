"""The scene coach: what is wrong with a photo of tiles, told from its pixels and from what was detected on it."""

from paiyan.vision.coach.advise import Advice, Severity, advise, coach
from paiyan.vision.coach.measure import Measures, measure

__all__ = ["Advice", "Measures", "Severity", "advise", "coach", "measure"]
