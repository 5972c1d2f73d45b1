"""Random scenes of Jinzhou hands as they lie when someone wins, and what every random scene is put together from.

A scene is the same for the same generator; :func:`jinzhou_scene` also tells the hand that was laid out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from paiyan.datasets.synthesis import looks
from paiyan.datasets.synthesis.arrange import (
    SEATS,
    Hand,
    HandStyle,
    MeldPlan,
    concealed_row,
    discards,
    for_seat,
    lay_hand,
    wall,
)
from paiyan.datasets.synthesis.scene import Block, Camera, Clutter, Look, Scene, Table
from paiyan.engine.tiles import TILE_CODES

JINZHOU_CODES: Final = (*(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)), "7z")
COPIES: Final = 4


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


def random_meld(pool: Pool, rng: np.random.Generator) -> MeldPlan:
    """A chi, peng or kong as it may be laid out, of tiles dealt from the pool."""
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
    plans = tuple(random_meld(pool, rng) for _ in range(melds))
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


def random_style(rng: np.random.Generator, pose: Literal["up", "standing"] = "up") -> HandStyle:
    """How some player lays a hand out."""
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


def random_camera(
    rng: np.random.Generator,
    subject: Sequence[Block],
    thickness: float,
    size: tuple[int, int],
    steep: tuple[float, float],
) -> Camera:
    """A camera that has the ``subject`` in view, from an elevation within ``steep`` (degrees)."""
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


def random_size(rng: np.random.Generator, longest: int) -> tuple[int, int]:
    """Width and height of a photo in pixels, the longer side of ``longest``."""
    shape = (4 / 3, 16 / 9, 1.0, 3 / 4)[int(rng.choice(4, p=[0.5, 0.2, 0.2, 0.1]))]
    return (longest, round(longest / shape)) if shape >= 1 else (round(longest * shape), longest)


def finished(
    rng: np.random.Generator,
    blocks: Sequence[Block],
    camera: Camera,
    look: Look,
    clutter: tuple[Clutter, ...] = (),
    table: Table | None = None,
) -> Scene:
    """The blocks under some light on some table, photographed by some phone."""
    scale = max(camera.size) / 640
    return Scene(
        tuple(blocks),
        camera,
        look=look,
        light=looks.random_light(rng),
        table=looks.random_table(rng) if table is None else table,
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
    laid = lay_hand(hand, random_style(rng), rng)
    around = surroundings(pool, rng, look.thickness, dense=dense)
    camera = random_camera(rng, laid, look.thickness, random_size(rng, longest), steep)
    return LaidScene(finished(rng, [*laid, *around], camera, look), hand)
