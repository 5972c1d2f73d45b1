"""Random scenes: Jinzhou hands as they lie when someone wins, and any tiles in any arrangement for training.

Both kinds are the same for the same generator; :func:`jinzhou_scene` also tells the hand that was laid out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from paiyan.datasets.synthesis import looks
from paiyan.datasets.synthesis.arrange import (
    PITCH,
    SEATS,
    Hand,
    HandStyle,
    MeldPlan,
    concealed_row,
    discards,
    for_seat,
    jittered,
    lay_hand,
    row,
    scattered,
    wall,
)
from paiyan.datasets.synthesis.scene import TILE_HEIGHT, Block, Camera, Clutter, Look, Scene
from paiyan.engine.tiles import TILE_CODES

JINZHOU_CODES: Final = (*(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)), "7z")
COPIES: Final = 4

_FLAT: Final = (15, 45)
"""Elevations in degrees of a phone held low over the table."""

_FLAT_SHARE: Final = 0.5
"""Share of the training scenes photographed so: most tiles that were missed are seen at a flat angle."""


class Pool:
    """The tiles of one set that are still to be dealt, four of each kind; kinds used seldom so far come first.

    ``used`` counts how often each face was dealt in earlier scenes and goes on counting here.
    """

    def __init__(self, rng: np.random.Generator, codes: Sequence[str], used: Counter[str]) -> None:
        self._rng = rng
        self._left = Counter(dict.fromkeys(codes, COPIES))
        self._used = used

    def take(self, code: str, count: int = 1) -> tuple[str, ...]:
        """``count`` copies of a kind; `ValueError` if they are not there."""
        if self._left[code] < count:
            raise ValueError(f"only {self._left[code]} of {code} left")
        self._left[code] -= count
        self._used[code] += count
        return (code,) * count

    def take_out(self, hand: Hand) -> None:
        """The tiles of a hand dealt elsewhere; `ValueError` if they are not there."""
        melded = [code for plan in hand.melds for code in plan.tiles]
        for code, count in Counter([*hand.tiles, *melded, *([hand.win] if hand.win else [])]).items():
            self.take(code, count)

    def kinds(self, copies: int = 1) -> list[str]:
        """Kinds with so many copies left, in random order with seldom used ones first."""
        kinds = [code for code, left in self._left.items() if left >= copies]
        spread = max(2.0, 0.05 * max(self._used.values(), default=0))
        order = [self._used[code] + self._rng.gumbel(0, spread) for code in kinds]
        return [kinds[k] for k in np.argsort(order, kind="stable")]

    def any(self, count: int) -> list[str]:
        """Single tiles of any kind."""
        return [self.take(self.kinds()[0])[0] for _ in range(count)]

    def run(self) -> tuple[str, ...] | None:
        """Three tiles in sequence of the suit and rank used least, or None if there are none."""
        for code in self.kinds():
            if code[0].isdigit() and code[1] in "mps":
                first = min(int(code[0]), 7)
                tiles = tuple(f"{first + k}{code[1]}" for k in range(3))
                if all(self._left[tile] for tile in tiles):
                    for tile in tiles:
                        self.take(tile)
                    return tiles
        return None


def _meld(pool: Pool, rng: np.random.Generator) -> MeldPlan:
    kind = str(rng.choice(["chi", "peng", "minggang", "angang"], p=[0.35, 0.35, 0.14, 0.16]))
    if kind == "chi":
        run = pool.run()
        if run is not None:
            own = list(run)
            claimed = own.pop(int(rng.integers(3)))
            turned = rng.random() < 0.7
            return MeldPlan("chi", (claimed, *own), "left", 0 if turned else None)
        kind = "peng"
    size = 3 if kind == "peng" else 4
    code = pool.kinds(size)[0]
    tiles = pool.take(code, size)
    if kind == "angang":
        return MeldPlan("angang", tiles, None, None, ((0, 3), (1, 2), (0, 1, 2, 3), (0, 1, 2))[int(rng.integers(4))])
    place = int(rng.integers(3))
    source = ("left", "across", "right")[place]
    sideways = (0, 1, size - 1)[place] if rng.random() < 0.7 else None
    return MeldPlan("peng" if kind == "peng" else "minggang", tiles, source if sideways is not None else None, sideways)


def complete_hand(pool: Pool, rng: np.random.Generator, melds: int) -> Hand:
    """Four sets (the first ``melds`` of them melded) and a pair, one concealed tile of which won the game."""
    plans = tuple(_meld(pool, rng) for _ in range(melds))
    concealed: list[str] = []
    for _ in range(4 - melds):
        run = pool.run() if rng.random() < 0.6 else None
        concealed += run or pool.take(pool.kinds(3)[0], 3)
    concealed += pool.take(pool.kinds(2)[0], 2)
    win = concealed.pop(int(rng.integers(len(concealed))))
    return Hand(tuple(sorted(concealed, key=TILE_CODES.index)), plans, win)


@dataclass(frozen=True, slots=True)
class LaidScene:
    """A scene with the hand of ``self`` that it shows."""

    scene: Scene
    hand: Hand


def _hand_style(rng: np.random.Generator, pose: Literal["up", "standing"] = "up") -> HandStyle:
    places: tuple[Literal["apart", "turned", "top", "raised"], ...] = ("apart", "turned", "top", "raised")
    return HandStyle(
        pose=pose,
        win_place=places[int(rng.choice(4, p=[0.5, 0.25, 0.1, 0.15]))],
        meld_gap=float(rng.uniform(0.35, 1.0)),
        hand_gap=float(rng.uniform(0.8, 2.0)),
        win_gap=float(rng.uniform(0.6, 1.6)),
        rows=2 if rng.random() < 0.12 else 1,
        jitter=float(rng.choice([0.0, 0.01, 0.03])),
    )


def surroundings(pool: Pool, rng: np.random.Generator, thickness: float, *, dense: float) -> list[Block]:
    """What else lies on the table: each seat's discards, wall and hand, each of them with probability ``dense``."""
    blocks: list[Block] = []
    tidy = bool(rng.random() < 0.7)
    for seat in SEATS:
        if rng.random() < dense:
            blocks += for_seat(discards(pool.any(int(rng.integers(3, 13))), rng, tidy=tidy), seat)
        if rng.random() < dense:
            high = bool(rng.random() < 0.8)
            stretch = wall(int(rng.integers(3, 13)), rng, two_high=high, thickness=thickness)
            blocks += for_seat(stretch, seat)
        if seat != "self" and rng.random() < dense:
            blocks += for_seat(concealed_row(int(rng.integers(4, 14)), y=-10.0), seat)
    return blocks


def _camera(
    rng: np.random.Generator,
    subject: Sequence[Block],
    thickness: float,
    size: tuple[int, int],
    steep: tuple[float, float],
) -> Camera:
    points = np.concatenate([block.corners(thickness) for block in subject])
    return Camera.framing(
        points,
        elevation=float(rng.uniform(*steep)),
        size=size,
        yaw=float(rng.normal(0, 12)),
        roll=float(rng.normal(0, 4)),
        distance=float(rng.uniform(16, 40)),
        margin=float(rng.uniform(0.02, 0.12)),
        shift=(float(rng.uniform(-0.8, 0.8)), float(rng.uniform(-0.8, 0.8))),
    )


def _size(rng: np.random.Generator, longest: int) -> tuple[int, int]:
    shape = (4 / 3, 16 / 9, 1.0, 3 / 4)[int(rng.choice(4, p=[0.5, 0.2, 0.2, 0.1]))]
    return (longest, round(longest / shape)) if shape >= 1 else (round(longest * shape), longest)


def _finished(
    rng: np.random.Generator,
    blocks: Sequence[Block],
    camera: Camera,
    look: Look,
    clutter: tuple[Clutter, ...] = (),
) -> Scene:
    scale = max(camera.size) / 640
    return Scene(
        tuple(blocks),
        camera,
        look=look,
        light=looks.random_light(rng),
        table=looks.random_table(rng),
        finish=looks.random_finish(rng, scale),
        clutter=clutter,
        seed=int(rng.integers(2**31)),
    )


def jinzhou_scene(
    rng: np.random.Generator,
    *,
    longest: int = 1280,
    melds: int | None = None,
    steep: tuple[float, float] = (20, 80),
    dense: float = 0.35,
    hand: Hand | None = None,
) -> LaidScene:
    """A complete hand of Jinzhou tiles with 0–4 ``melds`` in front of the camera, other things behind it.

    The hand is complete in shape; whether it satisfies the win conditions is left to chance, unless it is given as
    ``hand``. ``longest`` is the long side of the photo in pixels, ``steep`` the range of the camera's elevation in
    degrees.
    """
    pool = Pool(rng, JINZHOU_CODES, Counter())
    look = looks.random_look(rng)
    if hand is None:
        hand = complete_hand(pool, rng, int(rng.integers(0, 5)) if melds is None else melds)
    else:
        pool.take_out(hand)
    laid = lay_hand(hand, _hand_style(rng), rng)
    around = surroundings(pool, rng, look.thickness, dense=dense)
    camera = _camera(rng, laid, look.thickness, _size(rng, longest), steep)
    return LaidScene(_finished(rng, [*laid, *around], camera, look), hand)


def training_scene(rng: np.random.Generator, codes: Sequence[str], used: Counter[str], longest: int = 640) -> Scene:
    """A scene of any arrangement for training a detector, dealing the seldom ``used`` ones of ``codes`` first.

    Half of them show a hand with melds, the others a whole table, loose tiles, a packed grid or standing tiles.
    """
    pool = Pool(rng, codes, used)
    look = looks.random_look(rng)
    kind = str(rng.choice(["hand", "table", "scatter", "grid", "standing"], p=[0.38, 0.15, 0.19, 0.1, 0.18]))
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
        subject = lay_hand(_training_hand(pool, rng), _hand_style(rng), rng)
        others = surroundings(pool, rng, look.thickness, dense=0.8 if kind == "table" else 0.35)
        if kind == "table":
            reach = float(rng.uniform(4, 11))
            near = [block for block in others if max(abs(block.x), abs(block.y)) < reach]
            far = [block for block in others if max(abs(block.x), abs(block.y)) >= reach]
            subject, others = (near, [*subject, *far]) if near else (subject, far)
    steep = _FLAT if rng.random() < _FLAT_SHARE else (28, 70) if kind == "standing" else (22, 90)
    camera = _camera(rng, subject, look.thickness, _size(rng, longest), steep)
    clutter = looks.random_clutter(rng, int(rng.integers(1, 7))) if rng.random() < 0.4 else ()
    blocks = [*subject, *others]
    clear = tuple(c for c in clutter if all(abs(c.x - b.x) + abs(c.y - b.y) > c.width + 1 for b in blocks))
    return _finished(rng, blocks, camera, look, clear)


def _training_hand(pool: Pool, rng: np.random.Generator) -> Hand:
    melds = int(rng.integers(0, 4))
    if rng.random() < 0.5:
        return complete_hand(pool, rng, melds)
    plans = tuple(_meld(pool, rng) for _ in range(melds))
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
        return lay_hand(Hand(tuple(codes)), replace(_hand_style(rng), pose="standing"), rng)
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
