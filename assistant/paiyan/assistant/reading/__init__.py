"""Reading a photo: from detections to hand, melds, winning tile and the questions that remain."""

from paiyan.assistant.reading.build import build_reading
from paiyan.assistant.reading.correct import CorrectionError, apply_correction
from paiyan.assistant.reading.enrolled import EnrolledSet
from paiyan.assistant.reading.model import BACK, MeldReading, Question, Status, TableReading, TileReading, Zone
from paiyan.assistant.reading.photo import Reader, read_photo
from paiyan.assistant.reading.serial import ReadingFormatError, reading_from_json, reading_to_json
from paiyan.assistant.reading.tilesets import TILE_SETS, TileSet, tile_set
from paiyan.assistant.reading.trust import Trust

__all__ = [
    "BACK",
    "TILE_SETS",
    "CorrectionError",
    "EnrolledSet",
    "MeldReading",
    "Question",
    "Reader",
    "ReadingFormatError",
    "Status",
    "TableReading",
    "TileReading",
    "TileSet",
    "Trust",
    "Zone",
    "apply_correction",
    "build_reading",
    "read_photo",
    "reading_from_json",
    "reading_to_json",
    "tile_set",
]
