"""Which boxes are tiles: those the detector is sure enough of, and fainter ones where the hand lacks just those."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np

from paiyan.assistant.reading.covered import covered_tiles, half_covered, with_inferred
from paiyan.assistant.reading.evidence import Evidence
from paiyan.assistant.reading.model import BACK
from paiyan.assistant.reading.rejoined import rejoined
from paiyan.assistant.reading.roles import Roles, assign
from paiyan.assistant.reading.sides import walls, without_sides
from paiyan.assistant.reading.tilesets import TileSet
from paiyan.vision.detections import Detections
from paiyan.vision.layout import Layout, arrange
from paiyan.vision.layout.spots import spots_around

_MOST_MISSING: Final = 7
"""A hand that lacks more tiles than this was hardly seen at all: the photo has to be taken again."""
_FAINT: Final = (0.7, 0.5, 0.35, 0.25)
"""Shares of the operating threshold down to which faint boxes are taken, as long as the hand lacks tiles."""
FAINTEST: Final = _FAINT[-1]
_SHORT: Final = 3
_IN_SPOT: Final = 0.4

LookAgain: TypeAlias = Callable[[Detections], Detections]
"""Finds boxes too faint to be tiles beside those that were found, for where a hand lacks some."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The boxes taken for tiles, how they lie, what they show and the parts they play.

    `inferred`: indices of tiles that are not seen, or too little, as others lie on them. `faint`: of those that count
    only as the hand lacked tiles. `left_out`: boxes too faint to be tiles.
    """

    detections: Detections
    layout: Layout
    evidence: Evidence
    roles: Roles
    inferred: frozenset[int] = frozenset()
    faint: frozenset[int] = frozenset()
    left_out: Detections | None = None

    @classmethod
    def of(cls, detections: Detections) -> Arrangement:
        """All of the boxes arranged."""
        plain = arrange(detections)
        inferred = half_covered(detections, plain, Evidence.of(detections))
        detections = with_inferred(detections, inferred)
        evidence = Evidence.of(detections)
        layout = rejoined(plain, evidence, detections)
        roles = assign(layout, evidence, walls(layout, detections))
        return cls(detections, layout, evidence, roles, frozenset(inferred))

    @property
    def own(self) -> list[int]:
        """Indices of hand, melds and winning tile."""
        melds = [index for meld in self.roles.melds for index in meld.tiles]
        return [*self.roles.hand, *melds, *([] if self.roles.win is None else [self.roles.win])]


def is_whole(hand: int, melds: int, apart: bool, tile_set: TileSet) -> bool:
    """Whether so many concealed tiles, melds and a winning tile set `apart` are a whole hand: 13 tiles, or 14 with the
    winning one among them."""
    seen = hand + 3 * melds
    return seen == tile_set.hand_size if apart else seen in (tile_set.hand_size, tile_set.hand_size + 1)


def arrangement(
    detections: Detections, seen: float, tile_set: TileSet | None, look_again: LookAgain | None = None
) -> Arrangement:
    """The boxes of confidence `seen` and above, arranged. Where they make no whole hand of the tile set, tiles that
    others lie on are added, then fainter boxes are tried, the stronger first: they count as tiles if they complete the
    hand, leaving what was there in its place. Where none do, `look_again` finds more of them.
    """
    detections = without_sides(detections, seen)
    plain = _with_covered(Arrangement.of(detections[detections.confidence >= seen]), tile_set)
    if tile_set is not None and not _whole(plain, tile_set):
        found = _with_faint(detections, seen, plain, tile_set)
        if found is None and look_again is not None:
            more = look_again(detections)
            found = _with_faint(more, seen, plain, tile_set)
            detections = detections if found is None else more
        plain = found or plain
    elif tile_set is not None and plain.roles.win is None and not plain.roles.rivals:
        # Of fourteen tiles the winning one may have been seen faintly.
        plain = _with_faint(detections, seen, plain, tile_set) or plain
    if tile_set is not None:
        plain = _with_ends_of_kongs(detections, seen, plain)
    taken = {_place(plain.detections, index) for index in range(len(plain.detections))}
    left = [index for index in range(len(detections)) if _place(detections, index) not in taken]
    faint = frozenset(np.flatnonzero(plain.detections.confidence < seen).tolist()) - plain.inferred
    return replace(plain, faint=faint, left_out=detections[left])


def _with_covered(plain: Arrangement, tile_set: TileSet | None) -> Arrangement:
    """The arrangement with the tiles that others of their set lie on, where that makes sets of them."""
    if tile_set is not None and _whole(plain, tile_set):
        return plain
    melds = {tile for meld in plain.roles.melds for tile in meld.tiles}
    hidden = covered_tiles(plain.detections, plain.layout, plain.evidence, melds)
    if hidden is None:
        return plain
    first = len(plain.detections)
    found = Arrangement.of(Detections.concat([plain.detections, hidden]))
    inferred = frozenset(range(first, first + len(hidden))) | found.inferred
    kongs = {tile for meld in found.roles.melds if meld.type == "minggang" for tile in meld.tiles}
    return replace(found, inferred=inferred) if inferred <= kongs else plain


def _with_faint(detections: Detections, seen: float, plain: Arrangement, tile_set: TileSet) -> Arrangement | None:
    for tried in _fainter(detections, seen):
        found = Arrangement.of(tried)
        keep = tried.confidence >= seen
        keep[found.own] = True
        if _completes(plain, found, tile_set):
            taken = Arrangement.of(tried[np.flatnonzero(keep)])
            if _completes(plain, taken, tile_set):
                return taken
    return None


def _with_ends_of_kongs(detections: Detections, seen: float, plain: Arrangement) -> Arrangement:
    """The arrangement with faint boxes that make concealed kongs of which three tiles were found whole: four lie in a
    row, so the fourth is one right beside them, face down or of their face."""
    short = [meld.tiles for meld in plain.roles.melds if meld.type == "angang" and len(meld.tiles) == _SHORT]
    faint = detections[(detections.confidence >= FAINTEST * seen) & (detections.confidence < seen)]
    found = [
        place
        for tiles in short
        for spot in spots_around(plain.detections.corners[list(tiles)].astype(np.float64))
        for place, name in enumerate(faint.names)
        if name in {plain.detections.names[tile] for tile in tiles}
        and max(np.abs(spot.offset(faint.centers[place]))) < _IN_SPOT
    ]
    if not found:
        return plain
    more = Arrangement.of(Detections.concat([plain.detections, faint[found]]))
    longer = sum(len(meld.tiles) for meld in more.roles.melds) - sum(len(meld.tiles) for meld in plain.roles.melds)
    unlike = (plain.roles.hand, plain.roles.win) != (more.roles.hand, more.roles.win)
    return plain if unlike or longer != len(found) else replace(more, inferred=plain.inferred | more.inferred)


def _fainter(detections: Detections, seen: float) -> Iterator[Detections]:
    """The boxes with fainter ones, the stronger first; at each step also without faint backs, which are seen where none
    are."""
    sure = detections.confidence >= seen
    faces = np.array([name != BACK for name in detections.names], dtype=bool)
    tried = int(np.count_nonzero(sure))
    for share in _FAINT:
        strong = detections.confidence >= share * seen
        boxes = without_sides(detections[strong], share * seen)
        if len(boxes) > tried:
            tried = len(boxes)
            yield boxes
            if (strong & ~sure & ~faces).any():
                yield detections[strong & (sure | faces)]


def _whole(found: Arrangement, tile_set: TileSet) -> bool:
    roles = found.roles
    return is_whole(len(roles.hand), len(roles.melds), roles.win is not None, tile_set)


def _completes(plain: Arrangement, found: Arrangement, tile_set: TileSet) -> bool:
    """Whether the hand found with faint boxes is whole and has all tiles of the one without them, and no more of them
    lie face down: a hand shows its faces."""
    before = {_place(plain.detections, index) for index in plain.own}
    after = {_place(found.detections, index) for index in found.own}
    down = [int(one.evidence.face_down[list(one.roles.hand)].sum()) for one in (plain, found)]
    kept = before <= after and down[1] <= down[0]
    return _whole(found, tile_set) and kept and 0 < len(after) - len(before) <= _MOST_MISSING


def _place(detections: Detections, index: int) -> tuple[float, ...]:
    return tuple(float(value) for value in detections.corners[index].ravel())
