"""Random scenes for training a detector: any tiles in any arrangement, the seldom ones first.

Among them are tables on which backs are hard to tell: walls of the table's colour, grey or glossy ones at flat angles,
and gaps in a row that are as wide as a tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from paiyan.datasets.synthesis import looks
from paiyan.datasets.synthesis.arrange import (
    PITCH,
    Hand,
    jittered,
    lay_hand,
    row,
    scattered,
    wall,
)
from paiyan.datasets.synthesis.scene import TILE_HEIGHT, Block, Look, Scene, Table
from paiyan.datasets.synthesis.scenes import (
    Pool,
    complete_hand,
    finished,
    random_camera,
    random_meld,
    random_size,
    random_style,
    surroundings,
)

_FLAT: Final = (15, 45)
"""Elevations in degrees of a phone held low over the table."""

_FLAT_SHARE: Final = 0.5
"""Share of the training scenes photographed so: most tiles that were missed are seen at a flat angle."""

_KINDS: Final = {"hand": 0.34, "table": 0.14, "scatter": 0.17, "grid": 0.09, "standing": 0.16, "walls": 0.1}


def training_scene(rng: np.random.Generator, codes: Sequence[str], used: Counter[str], longest: int = 640) -> Scene:
    """A scene of any arrangement for training a detector, dealing the seldom ``used`` ones of ``codes`` first.

    Half of them show a hand with melds, the others a whole table, loose tiles, a packed grid, standing tiles or walls.
    """
    pool = Pool(rng, codes, used)
    look = looks.random_look(rng)
    kind = str(rng.choice(list(_KINDS), p=list(_KINDS.values())))
    if kind == "walls":
        return walls_scene(pool, rng, look, longest)
    if kind == "scatter":
        backs = int(rng.integers(0, 9))
        loose = pool.any(int(rng.integers(4, 22))) + ["back"] * backs
        rng.shuffle(loose)
        subject = scattered(loose, rng, spread=float(rng.uniform(2.5, 6.5)))
        others: list[Block] = []
    elif kind == "grid":
        subject, others = _grid(pool, rng), []
    elif kind == "standing":
        subject = _standing(pool, rng)
        others = surroundings(pool, rng, look.thickness, dense=0.25)
    else:
        subject = lay_hand(_training_hand(pool, rng), random_style(rng), rng)
        others = surroundings(pool, rng, look.thickness, dense=0.8 if kind == "table" else 0.35)
        if kind == "table":
            reach = float(rng.uniform(4, 11))
            near = [block for block in others if max(abs(block.x), abs(block.y)) < reach]
            far = [block for block in others if max(abs(block.x), abs(block.y)) >= reach]
            subject, others = (near, [*subject, *far]) if near else (subject, far)
    steep = _FLAT if rng.random() < _FLAT_SHARE else (28, 70) if kind == "standing" else (22, 90)
    camera = random_camera(rng, subject, look.thickness, random_size(rng, longest), steep)
    clutter = looks.random_clutter(rng, int(rng.integers(1, 7))) if rng.random() < 0.4 else ()
    blocks = [*subject, *others]
    clear = tuple(c for c in clutter if all(abs(c.x - b.x) + abs(c.y - b.y) > c.width + 1 for b in blocks))
    return finished(rng, blocks, camera, look, clear)


def walls_scene(pool: Pool, rng: np.random.Generator, look: Look, longest: int) -> Scene:
    """Walls two high behind a hand whose sets lie a tile apart, with backs that are hard to tell from the table.

    Every other set's backs have nearly the table's colour, some are grey or shine.
    """
    table = looks.random_table(rng)
    look = replace(look, back=_hard_back(rng, look, table), gloss=float(rng.uniform(0.2, 0.9)))
    style = replace(random_style(rng), meld_gap=float(rng.uniform(0.8, 1.2)), hand_gap=float(rng.uniform(0.9, 1.3)))
    hand = lay_hand(_training_hand(pool, rng), style, rng)
    lines = [float(y) for y in (rng.uniform(-7.2, -6.4), rng.uniform(-4.9, -4.0))]
    walls = [
        replace(block, x=block.x + shift)
        for y in lines[: int(rng.integers(1, 3))]
        for shift in [float(rng.normal(0, 2))]
        for block in wall(int(rng.integers(4, 18)), rng, y=y, thickness=look.thickness)
    ]
    subject = [*hand, *walls] if rng.random() < 0.6 else walls
    camera = random_camera(rng, subject, look.thickness, random_size(rng, longest), (18, 60))
    return finished(rng, [*hand, *walls], camera, look, table=table)


def _hard_back(rng: np.random.Generator, look: Look, table: Table) -> tuple[int, int, int]:
    """RGB of backs that nearly match the table, are grey, or are as the set's look has them."""
    kind = rng.random()
    if kind < 0.5:
        lighter = rng.uniform(0.7, 1.4)
        red, green, blue = (int(np.clip(lighter * part + rng.normal(0, 12), 8, 200)) for part in table.color)
    elif kind < 0.7:
        grey = rng.uniform(50, 140)
        red, green, blue = (int(np.clip(grey + rng.normal(0, 4), 8, 200)) for _ in range(3))
    else:
        return look.back
    return red, green, blue


def _training_hand(pool: Pool, rng: np.random.Generator) -> Hand:
    melds = int(rng.integers(0, 4))
    if rng.random() < 0.5:
        return complete_hand(pool, rng, melds)
    plans = tuple(random_meld(pool, rng) for _ in range(melds))
    return Hand(tuple(pool.any(int(rng.integers(2, 15 - 3 * melds)))), plans, pool.any(1)[0])


def _standing(pool: Pool, rng: np.random.Generator) -> list[Block]:
    """Tiles that stand with their faces to the camera, in a row or each by itself, every other time with some 白.

    A 白 without a frame that stands by itself is what is most easily missed, or taken for the back of a tile.
    """
    codes = pool.any(int(rng.integers(4, 15)))
    if "5z" in pool.kinds(3) and rng.random() < 0.5:
        blank = pool.take("5z", int(rng.integers(1, 4)))
        codes[: len(blank)] = blank
        rng.shuffle(codes)
    if rng.random() < 0.65:
        return lay_hand(Hand(tuple(codes)), replace(random_style(rng), pose="standing"), rng)
    loose = scattered(codes, rng, spread=float(rng.uniform(2.5, 5)))
    return [replace(block, pose="standing", turn=float(rng.normal(0, 25))) for block in loose]


def _grid(pool: Pool, rng: np.random.Generator) -> list[Block]:
    columns, lines = int(rng.integers(3, 10)), int(rng.integers(2, 6))
    gap = float(rng.uniform(0.0, 0.25))
    turned = 180.0 if rng.random() < 0.1 else 0.0
    blocks: list[Block] = []
    for k in range(lines):
        y = (k - (lines - 1) / 2) * (TILE_HEIGHT + 0.02 + gap)
        codes = ["back" if rng.random() < 0.06 else pool.any(1)[0] for _ in range(columns)]
        line = row(codes, -PITCH * (1 + gap) * columns / 2, y, group="other", seat=None, turn=turned)
        blocks += [
            replace(
                block,
                x=block.x * (1 + gap),
                turn=(block.turn + 180 * float(rng.random() < 0.15)),
                pose="down" if block.code == "back" else "up",
                group="back" if block.code == "back" else "other",
            )
            for block in line
        ]
    return jittered(blocks, rng, float(rng.choice([0.0, 0.02])))
