"""Winning Jinzhou hands as they lie at the table, made of real tiles or of drawn ones, with their truth.

The hands satisfy every win condition, so that each can be settled; the tables, light and camera are those of
:mod:`paiyan.datasets.synthesis`. Nothing of a photo is kept: crops are cut when a scene is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np

from paiyan.datasets.composites.crops import Crop, pictures_by_code
from paiyan.datasets.pictures import LabelError
from paiyan.datasets.synthesis.arrange import Hand, MeldPlan
from paiyan.datasets.synthesis.scene import Scene
from paiyan.datasets.synthesis.scenes import JINZHOU_CODES, Pool, complete_hand, jinzhou_scene
from paiyan.datasets.synthesis.textures import FaceSet, faces_of_pictures
from paiyan.engine.cases import rule_case
from paiyan.engine.tiles import TILE_CODES, Tile, format_tiles

_SEVEN_PAIRS: Final = 0.12
"""How many of the hands without melds are seven pairs; every third of them has four tiles of a kind."""
_ADDED: Final = 0.5
"""How many of the open kongs were made of a 碰."""
_RON: Final = 0.5
_TRIES: Final = 500
_SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class WinningScene:
    """A table with a winning hand of ``self``, and the ``case`` that settles it.

    All open kongs of a scene came about in one way, as the case says: one question then answers for all of them.
    ``elevation``: degrees of the camera above the table.
    """

    scene: Scene
    hand: Hand
    case: dict[str, Any]
    elevation: float


def faces_of_crops(crops: Sequence[Crop], name: str) -> FaceSet:
    """Real tiles as the faces of one set. :class:`LabelError` where a face that Jinzhou plays with is missing."""
    pictures = pictures_by_code(crops)
    missing = [code for code in JINZHOU_CODES if code not in pictures]
    if missing:
        raise LabelError("no_usable_crop_of", tiles=", ".join(missing), source=name)
    return faces_of_pictures(pictures, name)


def winning_scene(
    rng: np.random.Generator,
    *,
    longest: int = 1024,
    melds: int | None = None,
    steep: tuple[float, float] = (20, 80),
    dense: float = 0.35,
) -> WinningScene:
    """A winning hand with 0–4 ``melds`` on a table; the same generator gives the same scene. See `jinzhou_scene`."""
    hand, case = winning_hand(rng, int(rng.integers(0, 5)) if melds is None else melds)
    elevation = float(rng.uniform(*steep))
    laid = jinzhou_scene(rng, longest=longest, steep=(elevation, elevation), dense=dense, hand=hand)
    return WinningScene(laid.scene, hand, case, elevation)


def winning_hand(rng: np.random.Generator, melds: int) -> tuple[Hand, dict[str, Any]]:
    """A hand that wins and its case. Concealed kongs show no, one or two faces less than four: one at least is seen."""
    for _ in range(_TRIES):
        pool = Pool(rng, JINZHOU_CODES, Counter())
        pairs = melds == 0 and rng.random() < _SEVEN_PAIRS
        hand = _seven_pairs(rng) if pairs else _with_kongs_of_pengs(complete_hand(pool, rng, melds), rng)
        case = case_of(hand, rng)
        if rule_case(case)["valid"]:
            return hand, case
    raise RuntimeError(f"no winning hand with {melds} melds in {_TRIES} tries")


def _seven_pairs(rng: np.random.Generator) -> Hand:
    kinds = [JINZHOU_CODES[index] for index in rng.permutation(len(JINZHOU_CODES))[:7]]
    if rng.random() < 1 / 3:
        kinds[1] = kinds[0]
    tiles = [code for code in kinds for _ in range(2)]
    win = tiles.pop(int(rng.integers(len(tiles))))
    return Hand(tuple(sorted(tiles, key=TILE_CODES.index)), (), win)


def _with_kongs_of_pengs(hand: Hand, rng: np.random.Generator) -> Hand:
    return replace(hand, melds=tuple(_of_peng(plan, rng) if plan.type == "minggang" else plan for plan in hand.melds))


def _of_peng(plan: MeldPlan, rng: np.random.Generator) -> MeldPlan:
    """The open kong laid down as a 碰 with its fourth tile added, or as it is."""
    if rng.random() >= _ADDED:
        return plan
    where: Literal["beside", "on"] = "beside" if rng.random() < 0.6 else "on"
    return replace(plan, sideways=None if plan.sideways is None else min(plan.sideways, 2), added=where)


def case_of(hand: Hand, rng: np.random.Generator) -> dict[str, Any]:
    """The case of a hand at a table whose other facts are drawn: seats, dealer, method, who else is open."""
    winner = int(rng.integers(_SEATS))
    others = [seat for seat in range(_SEATS) if seat != winner]
    claimed = any(plan.type != "angang" for plan in hand.melds)
    discarder = int(rng.choice(others)) if rng.random() < _RON else None
    payer = int(rng.choice(others)) if rng.random() < 0.5 else None
    drawn = [_meld_case(plan, winner, payer) for plan in hand.melds]
    return {
        "kind": "win",
        "ruleset": "jinzhou",
        "options": {},
        "winner": winner,
        "dealer": int(rng.integers(_SEATS)),
        "discarder": discarder,
        "hand": format_tiles([Tile.parse(code) for code in hand.tiles]),
        "melds": [meld for meld, _ in drawn],
        "win_tile": hand.win,
        "win_method": "zimo" if discarder is None else "ron",
        "open": [claimed if seat == winner else bool(rng.random() < 0.5) for seat in range(_SEATS)],
        "kongs": [kong for _, kong in drawn if kong],
    }


def _meld_case(plan: MeldPlan, winner: int, payer: int | None) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """A meld as the engine takes it, and its entry among the kongs."""
    tiles = format_tiles(sorted(Tile.parse(code) for code in plan.tiles))
    if plan.type == "angang":
        return {"type": "angang", "tiles": tiles, "from": None}, {"seat": winner, "kind": "an", "tile": plan.tiles[0]}
    if plan.type == "minggang":
        listed = {"seat": winner, "tile": plan.tiles[0]}
        if payer is None:
            return {"type": "minggang_zhua", "tiles": tiles, "from": None}, {**listed, "kind": "zhua"}
        return {"type": "minggang_da", "tiles": tiles, "from": payer}, {**listed, "kind": "da", "from": payer}
    left = (winner + 3) % _SEATS
    return {"type": plan.type, "tiles": tiles, "from": left if plan.type == "chi" else None}, None
