"""Who plays which part: hand, melds and winning tile out of rows and groups and what the faces fit.

No counts of a rule system are used here: what lies there is what is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from paiyan.assistant.reading.evidence import Evidence
from paiyan.assistant.reading.model import MeldReading, Seat, Source, Zone
from paiyan.assistant.reading.winning import nearest_lone, winning_tile
from paiyan.vision.layout import Group, Layout, Row

_SAME_SIZE: Final = (0.7, 1.4)
_NEAREST_BEHIND: Final = 2.6
"""Melds and a lone winning tile may lie up to this many tile heights behind the hand; discards lie there too."""
_SECOND_ROW_BEHIND: Final = 1.75
_NEARER: Final = -3.2
_AGAINST: Final = -1.35
_BESIDE: Final = 4.0
_FULL_ROW: Final = 13
"""A row that long needs no second one."""
_FEWEST_DISCARDS: Final = 4
_OTHER_HAND: Final = (7, 10)
"""A further row of so many faces is another hand: beside the own one, and where discards and melds of others lie."""
_PILED: Final = 1.5
"""Rows that lie nearer behind each other than this are a pile of discards."""
_LAID_OUT: Final = 2
"""So many sets that lie apart in one row are laid out by a player: they are no discards."""


@dataclass(frozen=True, slots=True)
class Roles:
    """Indices of the tiles of the `hand` in the order they lie, the `melds`, the winning tile if it is set apart, and
    the group and seat of every tile. `rivals` are lone tiles that might just as well be the winning tile; `other_hands`
    counts the rows that look like a hand of their own."""

    hand: tuple[int, ...] = ()
    melds: tuple[MeldReading, ...] = ()
    win: int | None = None
    rivals: tuple[int, ...] = ()
    other_hands: int = 0
    groups: dict[int, str] = field(default_factory=dict)
    seats: dict[int, Seat] = field(default_factory=dict)


def assign(layout: Layout, evidence: Evidence, walls: frozenset[int] = frozenset()) -> Roles:
    """The parts the tiles play, from the person's own rows; all other tiles become backs, discards or other. Groups of
    backs that are part of `walls` make no meld."""
    if layout.main is None:
        return _with_labels(Roles(), layout, evidence)
    main = layout.rows[layout.main]
    melds, rest = _split_row(main, evidence)
    lone: list[Row] = []
    further: list[tuple[float, list[Group]]] = []
    for row in _own_rows(layout):
        if len(row.tiles) == 1 and not row.groups[0].on_top:
            lone.append(row)
            continue
        if _touches_hand(row, evidence):
            further.append((row.behind, list(row.groups)))
            continue
        row_melds, row_rest = _split_row(row, evidence, walls)
        row_rest = [group for group in row_rest if not _flowers(group, evidence)]
        if row.behind > 0 and row_rest and not _is_second_row(row, layout, main):
            continue
        melds += row_melds
        further.append((row.behind, row_rest))
    taken = {tile for meld in melds for tile in meld.tiles}
    lone = [row for row in lone if row.tiles[0] not in taken]
    further = [(behind, [group for group in groups if taken.isdisjoint(group.tiles)]) for behind, groups in further]
    melds, rest = _laid_out_in_sets(melds, rest, evidence)
    hand, win, rivals = winning_tile(rest, further, nearest_lone(lone, evidence))
    return _with_labels(Roles(hand, tuple(melds), win, rivals), layout, evidence)


def _own_rows(layout: Layout) -> list[Row]:
    """Rows beside the main one that may hold melds, more of the hand, or the winning tile."""
    return [
        row
        for place, row in enumerate(layout.rows)
        if place != layout.main
        and _SAME_SIZE[0] < row.scale < _SAME_SIZE[1]
        and _NEARER < row.behind < _NEAREST_BEHIND
        and abs(row.beside) < _BESIDE
        and (row.turned < 20 or len(row.tiles) == 1)
    ]


def _touches_hand(row: Row, evidence: Evidence) -> bool:
    """Whether a row lies right against the near side of the main one: the hand goes on there."""
    marked = any(group.sideways or group.on_top for group in row.groups)
    return _AGAINST < row.behind < 0 and not marked and not evidence.face_down[list(row.tiles)].any()


def _split_row(
    row: Row, evidence: Evidence, walls: frozenset[int] = frozenset()
) -> tuple[list[MeldReading], list[Group]]:
    """The melds of a row and the groups that remain; backs and flowers laid aside are left out."""
    melds: list[MeldReading] = []
    rest: list[Group] = []
    for place, group in enumerate(row.groups):
        shown = [tile for tile in group.tiles if not evidence.face_down[tile]]
        if not walls.isdisjoint(group.tiles):
            continue
        if (meld := _meld(group, evidence)) and (len(shown) > 1 or len(row.groups) > 1):
            melds.append(meld)
        elif not shown or (len(row.groups) > 1 and _flowers(group, evidence)):
            continue
        else:
            found, remaining = _melds_without_gap(group, evidence, last=place == len(row.groups) - 1)
            melds += found
            if remaining.tiles:
                rest.append(remaining)
    return melds, rest


def _flowers(group: Group, evidence: Evidence) -> bool:
    """Whether only flowers and seasons are to be seen in a group."""
    return all(evidence.best(tile).suit in "fg" for tile in group.tiles if not evidence.face_down[tile])


def _meld(group: Group, evidence: Evidence) -> MeldReading | None:
    tiles = group.tiles
    if len(tiles) == 3:
        for fourth in (*group.on_top, *group.above):
            if evidence.fits((*tiles, fourth)) == "minggang":
                return MeldReading("minggang", (*tiles, fourth), _source(group.tiles, group.sideways))
    shown = tuple(tile for tile in tiles if not evidence.face_down[tile])
    if len(tiles) == 4 and len(shown) == 3 and evidence.fits(shown) == "peng":
        # Whether the one face down hides the fourth tile is asked.
        tiles = shown
    kind = evidence.fits(tiles) if len(tiles) in (3, 4) else None
    if kind is None:
        return None
    sideways = tuple(tile for tile in group.sideways if tile in tiles)
    return MeldReading(kind, tiles, _source(tiles, sideways) if kind != "angang" else None)


def _source(tiles: tuple[int, ...], sideways: tuple[int, ...]) -> Source | None:
    """Whom the claimed tile came from: it lies sideways at the end that points to that player."""
    if len(sideways) != 1:
        return None
    place = tiles.index(sideways[0])
    if place == 0:
        return "left"
    return "right" if place == len(tiles) - 1 else "across"


def _melds_without_gap(group: Group, evidence: Evidence, *, last: bool) -> tuple[list[MeldReading], Group]:
    """Melds pushed against the hand, or against each other: only where a sideways tile marks them. One at the very end
    of the `last` group of a row marks none: melds lie left of the hand, the winning tile is turned there."""
    melds: list[MeldReading] = []
    tiles = group.tiles
    while len(tiles) > (2 if melds else 4) and group.sideways and not (last and tiles[-1] in group.sideways):
        window = next(
            (w for w in _end_windows(tiles) if len(set(w) & set(group.sideways)) == 1 and evidence.fits(w)), None
        )
        if window is None:
            break
        kind = evidence.fits(window)
        assert kind is not None
        melds.append(MeldReading(kind, window, _source(window, tuple(t for t in window if t in group.sideways))))
        tiles = tuple(tile for tile in tiles if tile not in window)
    keep = set(tiles)
    return melds, replace(
        group,
        tiles=tiles,
        sideways=tuple(tile for tile in group.sideways if tile in keep),
        raised=tuple(tile for tile in group.raised if tile in keep),
    )


def _end_windows(tiles: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [tiles[:4], tiles[:3], tiles[-4:], tiles[-3:]]


def _is_second_row(row: Row, layout: Layout, main: Row) -> bool:
    """Whether a row behind the main one belongs to the hand: close to it, and no pile behind it again."""
    if row.behind > _SECOND_ROW_BEHIND or len(main.tiles) >= _FULL_ROW:
        return False
    return not any(
        other is not row and other.turned < 20 and 0 < other.behind - row.behind < 1.6 and len(other.tiles) > 2
        for other in layout.rows
    )


def _laid_out_in_sets(
    melds: list[MeldReading], rest: list[Group], evidence: Evidence
) -> tuple[list[MeldReading], list[Group]]:
    """A hand spread out set by set is no row of melds.

    Four melds leave two lone tiles, the last of the hand and the winning one. Four sets with a pair pushed together,
    none of them showing a claimed tile or a face down, are a hand that was sorted for the photo.
    """
    sets = [meld for meld in melds if meld.type in ("chi", "peng") and meld.source is None]
    left = [tile for group in rest for tile in group.tiles]
    if len(melds) == 4 and len(sets) == 4 and len(rest) == 1 and len(left) == 2:
        return [], [*(Group(meld.tiles) for meld in melds), *rest]
    return melds, rest


def _with_labels(roles: Roles, layout: Layout, evidence: Evidence) -> Roles:
    """The group and seat of every tile."""
    groups: dict[int, str] = {}
    seats: dict[int, Seat] = {}
    for row in layout.rows:
        zone, seat = _zone(row, layout, evidence)
        for group in row.groups:
            for tile in (*group.tiles, *group.on_top):
                groups[tile] = Zone.BACK if evidence.face_down[tile] else zone
                if seat:
                    seats[tile] = seat
    groups.update(dict.fromkeys(roles.hand, Zone.HAND))
    for number, meld in enumerate(roles.melds):
        groups.update(dict.fromkeys(meld.tiles, f"meld:{number}"))
    if roles.win is not None:
        groups[roles.win] = Zone.WIN
    for tile, label in groups.items():
        if label in (Zone.HAND, Zone.WIN) or label.startswith("meld:"):
            seats[tile] = "self"
    own = {tile for tile, seat in seats.items() if seat == "self"}
    others = sum(_is_other_hand(row, layout, evidence, own) for row in layout.rows)
    return replace(roles, groups=groups, seats=seats, other_hands=others)


def _is_other_hand(row: Row, layout: Layout, evidence: Evidence, own: set[int]) -> bool:
    """Whether a row of which nothing was taken for the hand may be the hand in question just as well."""
    shown = [tile for tile in row.tiles if not evidence.face_down[tile]]
    if own & set(row.tiles) or any(evidence.best(tile).suit in "fg" for tile in shown):
        return False
    near = row.behind < _NEAREST_BEHIND and row.turned < 20
    sets = sum(_meld(group, evidence) is not None for group in row.groups)
    piled = sets < _LAID_OUT and any(
        other is not row
        and len(other.tiles) >= _FEWEST_DISCARDS
        and not own & set(other.tiles)
        and abs(other.behind - row.behind) < _PILED
        for other in layout.rows
    )
    return len(shown) >= _OTHER_HAND[not near] and not piled


def _zone(row: Row, layout: Layout, evidence: Evidence) -> tuple[Zone, Seat | None]:
    """What a row is that does not belong to the hand."""
    tiles = row.tiles
    shown = [tile for tile in tiles if not evidence.face_down[tile]]
    if not shown:
        return Zone.BACK, None
    if row.turned > 60 and len(tiles) >= 3 and abs(row.beside) > 1:
        return Zone.OTHER, "right" if row.beside > 0 else "left"
    flowers = any(evidence.best(tile).suit in "fg" for tile in shown)
    if row.behind > 1 and len(tiles) >= _FEWEST_DISCARDS and not flowers:
        return Zone.DISCARD, None
    return Zone.OTHER, None
