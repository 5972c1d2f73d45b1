"""The values that layout returns."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles of one row that stand together, parted from the rest of the row by gaps.

    - `tiles`: indices of the boxes, in order along the row;
    - `sideways`: those of them that are turned by about 90° against the row;
    - `raised`: those pushed out of the line of the row by a quarter of a tile or more;
    - `lifted`: those a little farther from the person than the line of the row (near edges compared for turned tiles):
      shoved by hand, or lying on another tile that they hide;
    - `overlapping`: those that reach over each other, seen from above: tiles on one level can't;
    - `on_top`: boxes that lie on, or right against the middle of, the group (not in `tiles`);
    - `above`: lone boxes somewhat farther over the group, where a tile lying on it shows when seen at a slant, and
      those right against it that stand apart in a row with others (not in `tiles`, and in rows of their own);
    - `gap_before`, `gap_after`: free space to the neighbouring group in tile widths; None at the end of the row.
    """

    tiles: tuple[int, ...]
    sideways: tuple[int, ...] = ()
    raised: tuple[int, ...] = ()
    lifted: tuple[int, ...] = ()
    overlapping: tuple[int, ...] = ()
    on_top: tuple[int, ...] = ()
    above: tuple[int, ...] = ()
    gap_before: float | None = None
    gap_after: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles in one line, seen from left to right (from far to near where the line runs away from the camera).

    `direction` is that of the line, degrees clockwise from horizontal, mod 180. The other figures compare the row with
    the main row, in tiles of the main row and with the perspective taken out:

    - `behind`: distance to the line of the main row in tile heights; positive is farther from the person, negative
      nearer;
    - `beside`: distance past the end of the main row in tile widths; 0 where the row lies within its span, negative
      past the left end;
    - `turned`: angle between the two lines, 0–90°;
    - `scale`: size of its tiles against those of the main row.
    """

    groups: tuple[Group, ...]
    direction: float
    behind: float = 0.0
    beside: float = 0.0
    turned: float = 0.0
    scale: float = 1.0

    @property
    def tiles(self) -> tuple[int, ...]:
        """Indices of the boxes in the line (those lying on top of it left out)."""
        return tuple(tile for group in self.groups for tile in group.tiles)


@dataclass(frozen=True, slots=True)
class Layout:
    """Every box of a photo in exactly one row (or on top of a group of one).

    `main` is the index of the row that looks most like the hand of the person who took the photo, None where there is
    no face to be seen. `face_down` marks the boxes that are backs.
    """

    rows: tuple[Row, ...]
    main: int | None
    face_down: tuple[bool, ...]
