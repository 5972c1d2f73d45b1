"""Rendered photos of mahjong tables with their truth.

For training, one call writes a data set of oriented boxes (43 classes: the 42 faces and ``back``)::

    from pathlib import Path
    from paiyan.datasets.synthesis import faces_from_directory, own_faces, write_yolo_obb

    write_yolo_obb(Path("synth"), n=2000, seed=1)                        # the project's own faces only
    styles = [own_faces(), faces_from_directory(Path("crops"))]          # further styles, used in turn
    write_yolo_obb(Path("synth"), n=2000, seed=1, styles=styles, longest=640)

For tests of layout and reading, :func:`jinzhou_scene` lays out a hand and :func:`render` gives its pixels and truth.
"""

from paiyan.datasets.synthesis.render import Rendering, render
from paiyan.datasets.synthesis.scenes import LaidScene, jinzhou_scene
from paiyan.datasets.synthesis.textures import FaceSet, FaceTexture, faces_from_directory, own_faces
from paiyan.datasets.synthesis.training_scenes import training_scene
from paiyan.datasets.synthesis.truth import TruthTile
from paiyan.datasets.synthesis.yolo import label_lines, training_photos, write_yolo_obb

__all__ = [
    "FaceSet",
    "FaceTexture",
    "LaidScene",
    "Rendering",
    "TruthTile",
    "faces_from_directory",
    "jinzhou_scene",
    "label_lines",
    "own_faces",
    "render",
    "training_photos",
    "training_scene",
    "write_yolo_obb",
]
