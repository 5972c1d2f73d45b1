"""Photos of hands of which the tiles are known, but not their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from paiyan.datasets.pictures import CLASS_NAMES, LabelError, read_json
from paiyan.models.evaluation.judged import Look
from paiyan.vision.images import Photo, PhotoError, load_photo

EXPECTED: Final = "expected.json"
"""In a folder of photos of hands: which tiles each shows."""


def evaluate_hands(look: Look, folder: Path) -> dict[str, Any]:
    """Figures on photos of hands whose tiles are known but not their places (`expected.json`).

    A tile is right when the photo's findings hold one more of its face; tiles beside the hand are not judged. Raises
    `LabelError` as `check_hands` does.
    """
    hands = read_hands(folder)
    tiles = right = whole = 0
    for name, wanted in hands.items():
        found = look(hand_photo(folder, name))
        seen = Counter(CLASS_NAMES[index] for index in found.labels)
        hits = sum((wanted & seen).values())
        tiles += sum(wanted.values())
        right += hits
        whole += int(hits == sum(wanted.values()))
    return {"photos": len(hands), "tiles": tiles, "right": right, "whole": whole}


def check_hands(folder: Path) -> None:
    """Reads all that `evaluate_hands` will read; raises `LabelError` for what cannot be used."""
    for name in read_hands(folder):
        hand_photo(folder, name)


def read_hands(folder: Path) -> Mapping[str, Counter[str]]:
    """The tiles of each photo's hand by the photo's name, as the folder's `expected.json` says.

    Raises `LabelError` with the file, the photo and what is wrong with it.
    """
    file = folder / EXPECTED
    content = read_json(file)
    if not isinstance(content, dict) or not content:
        raise LabelError("not_expected", file=file.name)
    return {name: _hand(hand, file, name) for name, hand in content.items()}


def hand_photo(folder: Path, name: str) -> Photo:
    """The photo of a hand; `LabelError` where it cannot be read."""
    try:
        return load_photo(folder / name)
    except PhotoError as error:
        raise LabelError("photo_unreadable", file=name, reason=error) from error


def _hand(hand: Any, file: Path, photo: str) -> Counter[str]:
    try:
        melds = [meld["tiles"] if isinstance(meld, dict) else meld for meld in hand["melds"]]
        rows = [hand["row"], hand.get("second_row", []), *melds]
        win = [] if hand["win_tile"] is None else [hand["win_tile"]]
    except (AttributeError, KeyError, TypeError) as error:
        raise LabelError("not_a_hand", file=file.name, photo=photo) from error
    if not all(isinstance(row, list) for row in rows):
        raise LabelError("not_a_hand", file=file.name, photo=photo)
    tiles = [*win, *(tile for row in rows for tile in row)]
    unknown = [tile for tile in tiles if tile not in CLASS_NAMES]
    if unknown:
        raise LabelError("hand_of_no_tile", file=file.name, photo=photo, tile=unknown[0])
    return Counter(tiles)
