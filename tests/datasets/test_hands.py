"""Winning hands of real tiles on rendered tables: they win, and lie as told."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from paiyan.datasets.composites.crops import Crop
from paiyan.datasets.composites.hands import case_of, faces_of_crops, winning_hand, winning_scene
from paiyan.datasets.pictures import CLASS_NAMES
from paiyan.datasets.synthesis.arrange import Hand, HandStyle, MeldPlan, lay_hand
from paiyan.datasets.synthesis.scenes import JINZHOU_CODES
from paiyan.engine.cases import rule_case


def crops(codes: tuple[str, ...]) -> list[Crop]:
    grey = np.full((64, 48, 3), 200, np.uint8)
    return [Crop(CLASS_NAMES.index(code), grey, "made", "1") for code in codes]


@pytest.mark.parametrize("melds", range(5))
def test_every_hand_laid_out_wins(melds: int) -> None:
    for seed in range(6):
        hand, case = winning_hand(np.random.default_rng([melds, seed]), melds)
        assert rule_case(case)["valid"] is True
        assert len(hand.melds) == melds
        tiles = Counter([*hand.tiles, *(code for plan in hand.melds for code in plan.tiles), hand.win])
        assert max(tiles.values()) <= 4


def test_hands_without_melds_are_now_and_then_seven_pairs_with_four_of_a_kind() -> None:
    hands = [winning_hand(np.random.default_rng([7, seed]), 0)[0] for seed in range(120)]
    fours = [hand for hand in hands if 4 in Counter([*hand.tiles, hand.win]).values()]
    assert any(rule_case(case_of(hand, np.random.default_rng(0)))["hu_class"] == 5 for hand in fours)


def test_all_open_kongs_of_a_hand_are_said_to_have_come_about_in_one_way() -> None:
    kong = MeldPlan("minggang", ("5p",) * 4), MeldPlan("minggang", ("6s",) * 4)
    case = case_of(Hand(("1m", "2m", "3m", "9s", "9s"), kong, "9s"), np.random.default_rng(1))
    assert len({(entry["kind"], entry.get("from")) for entry in case["kongs"]}) == 1


@pytest.mark.parametrize(("added", "turned"), [("beside", 90.0), ("on", 0.0)])
def test_the_fourth_tile_of_a_kong_made_of_a_peng_lies_on_the_far_side(added: str, turned: float) -> None:
    plan = MeldPlan("minggang", ("5p",) * 4, "across", 1, added=added)  # type: ignore[arg-type]
    blocks = lay_hand(Hand(("1m", "1m"), (plan,)), HandStyle(), np.random.default_rng(0))
    *row, fourth = [block for block in blocks if block.group == "meld:0"]
    assert len(row) == 3
    assert fourth.y > row[1].y and fourth.x == row[1].x
    assert fourth.turn == turned


def test_the_same_generator_lays_the_same_scene() -> None:
    one, other = (winning_scene(np.random.default_rng(5), longest=320) for _ in range(2))
    assert one.hand == other.hand
    assert one.scene.blocks == other.scene.blocks


def test_crops_become_a_set_of_tiles_and_a_missing_face_is_named() -> None:
    assert set(JINZHOU_CODES) <= set(faces_of_crops(crops(JINZHOU_CODES), "made").codes)
    with pytest.raises(ValueError, match="7z"):
        faces_of_crops(crops(JINZHOU_CODES[:-1]), "made")
