"""The label store: who says what is where on which image. Corrections, the labelling page and training share it."""

from __future__ import annotations

from paiyan.datasets.labels.records import ImageLabels, Label, LabelError, LabelKind
from paiyan.datasets.labels.storage import LABEL_TABLES, add_labels, all_latest_labels, create_label_tables, labels_of

__all__ = [
    "LABEL_TABLES",
    "ImageLabels",
    "Label",
    "LabelError",
    "LabelKind",
    "add_labels",
    "all_latest_labels",
    "create_label_tables",
    "labels_of",
]
