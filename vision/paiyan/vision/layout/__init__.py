"""From boxes to rows and groups by geometry alone: what stands side by side, where a gap parts it, what lies apart.

Nothing here knows a rule or reads a face, except that `back` is told from a face.
"""

from paiyan.vision.layout.arrange import arrange
from paiyan.vision.layout.model import Group, Layout, Row
from paiyan.vision.layout.tilt import seen_from_above

__all__ = ["Group", "Layout", "Row", "arrange", "seen_from_above"]
