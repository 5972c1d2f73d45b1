"""Lays tiles out on a table as players do: a hand with its melds, a winning tile, discards, walls and other hands.

Everything is built in front of the player ``self`` and turned to other seats by :func:`for_seat`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from paiyan.datasets.synthesis.scene import TILE_HEIGHT, Block, Pose

SEATS: Final = ("self", "right", "across", "left")
PITCH: Final = 1.015
"""Distance between the middles of neighbouring tiles in a row."""

_STACKED: Final = 0.74
"""Height of the underside of a tile that lies on another; tiles are about as thick."""

MeldType = Literal["chi", "peng", "minggang", "angang"]


@dataclass(frozen=True, slots=True)
class MeldPlan:
    """A meld from left to right: ``sideways`` is the place of the turned (claimed) tile, ``down`` of face-down ones.

    ``added``: a 碰 made into a kong: the last of four tiles lies on the far side ``beside`` the turned one (the middle
    one where none is turned), or half ``on`` the middle one.
    """

    type: MeldType
    tiles: tuple[str, ...]
    source: str | None = None
    sideways: int | None = None
    down: tuple[int, ...] = ()
    added: Literal["beside", "on"] | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """What lies in front of a player: concealed ``tiles`` without the winning one, melds from the left, and ``win``."""

    tiles: tuple[str, ...]
    melds: tuple[MeldPlan, ...] = ()
    win: str | None = None


@dataclass(frozen=True, slots=True)
class HandStyle:
    """How a player lays a hand out.

    ``win_place`` puts the winning tile ``apart`` at the right, there but ``turned``, above the hand's last tiles
    (``top``), or ``raised`` above the row's line. ``rows`` splits a lying hand into two rows; ``jitter`` is untidiness
    in tile widths.
    """

    pose: Pose = "up"
    win_place: Literal["apart", "turned", "top", "raised"] = "apart"
    meld_gap: float = 0.7
    hand_gap: float = 1.4
    win_gap: float = 0.9
    rows: int = 1
    jitter: float = 0.0


def for_seat(blocks: Sequence[Block], seat: str) -> list[Block]:
    """The same blocks in front of another player, turned about the middle of the table."""
    quarter = SEATS.index(seat)
    cosine, sine = (1, 0, -1, 0)[quarter], (0, 1, 0, -1)[quarter]
    return [
        replace(
            block,
            x=cosine * block.x - sine * block.y,
            y=sine * block.x + cosine * block.y,
            turn=(block.turn - 90 * quarter) % 360,
            seat=seat if block.seat else None,
        )
        for block in blocks
    ]


def jittered(blocks: Sequence[Block], rng: np.random.Generator, amount: float) -> list[Block]:
    """The blocks pushed about by hand: ``amount`` is the standard deviation along their length in tile widths."""
    if amount <= 0:
        return list(blocks)
    return [
        replace(
            block,
            x=block.x + float(rng.normal(0, amount * 0.2)),
            y=block.y + float(rng.normal(0, amount)),
            turn=block.turn + float(rng.normal(0, amount * 25)),
        )
        for block in blocks
    ]


def row(
    codes: Sequence[str],
    x: float,
    y: float,
    *,
    group: str,
    seat: str | None = "self",
    pose: Pose = "up",
    turn: float = 0,
) -> list[Block]:
    """Upright tiles side by side; the left edge of the row is at ``x``."""
    return [Block(code, x + PITCH * (k + 0.5), y, turn, pose, group=group, seat=seat) for k, code in enumerate(codes)]


def meld(plan: MeldPlan, x: float, y: float, index: int) -> tuple[list[Block], float]:
    """The blocks of a meld whose left edge is at ``x`` and whose lower edge lines up with upright tiles at ``y``.

    Returns them with the right edge of the meld.
    """
    blocks = []
    laid = plan.tiles[:-1] if plan.added else plan.tiles
    for k, code in enumerate(laid):
        turned = k == plan.sideways
        width = TILE_HEIGHT + PITCH - 1 if turned else PITCH
        drop = (1 - TILE_HEIGHT) / 2 if turned else 0.0
        turn = (-90.0 if plan.sideways == 0 else 90.0) if turned else 0.0
        pose: Pose = "down" if k in plan.down else "up"
        blocks.append(Block(code, x + width / 2, y + drop, turn, pose, group=f"meld:{index}", seat="self"))
        x += width
    if plan.added:
        blocks.append(_added(plan, blocks))
    return blocks, x


def _added(plan: MeldPlan, laid: Sequence[Block]) -> Block:
    """The fourth tile of a kong made of a 碰."""
    if plan.added == "on":
        host = laid[1]
        return replace(host, y=host.y + 0.45 * TILE_HEIGHT, turn=0.0, base=_STACKED)
    host = laid[1 if plan.sideways is None else plan.sideways]
    return replace(host, y=host.y + (PITCH if plan.sideways is not None else TILE_HEIGHT + PITCH - 1))


def lay_hand(hand: Hand, style: HandStyle, rng: np.random.Generator, *, y: float = -10.2) -> list[Block]:
    """A player's melds (left), concealed tiles and winning tile (right), centred on the table's middle line."""
    blocks: list[Block] = []
    x = 0.0
    for index, plan in enumerate(hand.melds):
        placed, x = meld(plan, x, y, index)
        blocks += placed
        x += style.meld_gap
    if hand.melds:
        x += style.hand_gap - style.meld_gap
    lines = np.array_split(np.array(hand.tiles), style.rows if style.pose == "up" else 1)
    for k, line in enumerate(lines):
        below = y - k * (TILE_HEIGHT + 0.08)
        blocks += row([str(code) for code in line], x, below, group="hand", pose=style.pose)
    x += PITCH * len(lines[0])
    if hand.win is not None:
        blocks.append(_winning_tile(hand.win, style, x, y, blocks[-1]))
    blocks = jittered(blocks, rng, style.jitter)
    middle = (min(block.x for block in blocks) + max(block.x for block in blocks)) / 2
    return [replace(block, x=block.x - middle) for block in blocks]


def _winning_tile(code: str, style: HandStyle, x: float, y: float, last: Block) -> Block:
    win = Block(code, x + style.win_gap + 0.5, y, group="win", seat="self")
    if style.win_place == "turned":
        return replace(win, x=x + 0.25 + TILE_HEIGHT / 2, y=y + (1 - TILE_HEIGHT) / 2, turn=90.0)
    if style.win_place == "raised":
        return replace(win, x=x + PITCH / 2, y=y + 0.75)
    if style.win_place == "top":
        return replace(win, x=last.x - PITCH * 0.5, y=y + TILE_HEIGHT + 0.12)
    return win


def discards(codes: Sequence[str], rng: np.random.Generator, *, tidy: bool, near: float = -3.9) -> list[Block]:
    """Discards of ``self`` in rows of six towards the middle of the table, or thrown about there when not ``tidy``."""
    blocks = []
    for k, code in enumerate(codes):
        x = (k % 6 - 2.5) * PITCH
        y = near - (k // 6) * (TILE_HEIGHT + 0.04)
        blocks.append(Block(code, x, y, group="discard", seat="self"))
    return jittered(blocks, rng, 0.03 if tidy else 0.1)


def wall(
    stacks: int, rng: np.random.Generator, *, y: float = -7.0, two_high: bool = True, thickness: float
) -> list[Block]:
    """A wall of face-down tiles, ``stacks`` long and one or two high, with its ends perhaps half taken."""
    start = -PITCH * stacks / 2
    lower = row(["back"] * stacks, start, y, group="back", seat=None, pose="down")
    upper = [replace(block, base=thickness) for block in lower] if two_high else []
    if upper and rng.random() < 0.5:
        upper = upper[1:]
    return jittered([*lower, *upper], rng, 0.012)


def concealed_row(count: int, *, y: float = -9.0) -> list[Block]:
    """A hand that stands with its backs to everybody else, seen from across the table."""
    return row(["back"] * count, -PITCH * count / 2, y, group="back", pose="standing")


def scattered(
    codes: Sequence[str], rng: np.random.Generator, *, spread: float, taken: Sequence[Block] = (), group: str = "other"
) -> list[Block]:
    """Loose tiles in any direction, none on top of another, within ``spread`` of the table's middle.

    A code ``back`` lies face down. Tiles for which no room is found are left out.
    """
    blocks: list[Block] = []
    spots = [(block.x, block.y) for block in taken]
    for code in codes:
        for _ in range(25):
            x, y = (float(value) for value in rng.uniform(-spread, spread, 2))
            if all((x - u) ** 2 + (y - v) ** 2 > 1.68**2 for u, v in spots):
                spots.append((x, y))
                pose: Pose = "down" if code == "back" else "up"
                where = "back" if code == "back" else group
                blocks.append(Block(code, x, y, float(rng.uniform(0, 360)), pose, group=where))
                break
    return blocks
