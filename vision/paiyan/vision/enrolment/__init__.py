"""Adapts a detector's reading to one tile set: what its faces look like is learnt from a photo of them."""

from paiyan.vision.enrolment.adapt import Adapted, adapt
from paiyan.vision.enrolment.metric import FaceMetric, MetricError
from paiyan.vision.enrolment.prototypes import Prototypes, cut_tiles

__all__ = ["Adapted", "FaceMetric", "MetricError", "Prototypes", "adapt", "cut_tiles"]
