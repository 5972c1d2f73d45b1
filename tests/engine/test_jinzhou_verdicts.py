"""Verdicts without explanation and rulings on many hands at once, against the explained ruling of each hand."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from paiyan.engine.batch import METHODS, Facts, Hands, arrays_of, rule_hands
from paiyan.engine.facts import Method, TableContext, WinContext
from paiyan.engine.hand import Hand, Meld, MeldKind
from paiyan.engine.rules.jinzhou import RULES, Verdict
from paiyan.engine.rules.jinzhou.conditions import KINDS, RED
from paiyan.engine.ruling import ScoreSheet
from paiyan.engine.tiles import ALL_TILES

FEW = [0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 18, 19, 20, RED]
MELDS = [MeldKind.PENG, MeldKind.DA, MeldKind.ZHUA, MeldKind.AN]
CHOICES = {spec.name: spec.values for spec in RULES.options_type.specs() if not isinstance(spec.values, str)}
Claim = tuple[Hand, WinContext]


def a_set(roll: random.Random, kinds: list[int], triplets: float) -> list[int]:
    kind = roll.choice(kinds)
    runs = kind != RED and kind % 9 <= 6 and roll.random() > triplets
    return [kind, kind + 1, kind + 2] if runs else [kind] * 3


def claim(roll: random.Random) -> Claim | None:
    """A win, near miss or heap of tiles; None where a tile would be there five times."""
    kinds = roll.choice([list(KINDS), list(KINDS), FEW])
    melds, triplets = roll.choice([0, 0, 0, 1, 2, 3, 4]), roll.choice([0.2, 0.5, 1.0])
    sets = [a_set(roll, kinds, triplets) for _ in range(4)]
    tiles = [kind for one in sets[melds:] for kind in one] + [roll.choice(kinds)] * 2
    if melds == 0 and roll.random() < 0.2:
        tiles = [kind for kind in roll.choices(kinds, k=7) for _ in range(2)]
    if roll.random() < 0.15:
        tiles[roll.randrange(len(tiles))] = roll.choice(kinds)
    roll.shuffle(tiles)
    apart = [Meld(MeldKind.CHI if one[0] < one[1] else roll.choice(MELDS), ALL_TILES[one[0]]) for one in sets[:melds]]
    held = [*tiles, *(tile.index for meld in apart for tile in meld.tiles)]
    if max(map(held.count, held)) > 4:
        return None
    hand = Hand(tuple(ALL_TILES[kind] for kind in tiles[1:]), tuple(apart))
    return hand, facts(roll, hand, tiles[0])


def facts(roll: random.Random, hand: Hand, tile: int) -> WinContext:
    winner, method = roll.randrange(4), roll.choice(METHODS)
    discarder = (winner + roll.randrange(1, 4)) % 4 if method.from_other else None
    others = [roll.random() < 0.5 for _ in range(4)]
    others[winner] = hand.is_open
    red_kong = method in (Method.KONG_OPEN, Method.KONG_LEAK) and roll.random() < 0.5
    table = TableContext(roll.randrange(4), (others[0], others[1], others[2], others[3]))
    return WinContext(table, winner, method, ALL_TILES[tile], discarder, red_kong)


def claims(seed: int, count: int) -> list[Claim]:
    roll = random.Random(seed)
    found: list[Claim] = []
    while len(found) < count:
        one = claim(roll)
        found += [one] if one else []
    return found


def chosen(seed: int) -> dict[str, Any]:
    roll = random.Random(seed)
    return {name: roll.choice(values) for name, values in CHOICES.items() if seed and roll.random() < 0.4}


@pytest.mark.parametrize("seed", range(4))
def test_a_verdict_is_what_the_explained_ruling_decides(seed: int) -> None:
    options = RULES.options(chosen(seed))
    classes = set()
    for hand, win in claims(seed, 600):
        ruling = RULES.rule(hand, win, options)
        expected = Verdict(False)
        if isinstance(ruling, ScoreSheet):
            expected = Verdict(True, ruling.hu_class, ruling.class_points)
        assert RULES.verdict(hand, win, options) == expected, (hand, win)
        classes.add(expected.hu_class)
    assert classes == {None, 1, 2, 3, 4, 5}


@pytest.mark.parametrize("seed", range(6))
def test_many_hands_at_once_come_out_as_each_alone(seed: int) -> None:
    options = RULES.options(chosen(seed))
    many = claims(100 + seed, 700)
    rulings = rule_hands(*arrays_of(many), options)
    for row, (hand, win) in enumerate(many):
        ruling = RULES.rule(hand, win, options)
        found = bool(rulings.valid[row]), int(rulings.hu_class[row]), int(rulings.points[row])
        if isinstance(ruling, ScoreSheet):
            assert found == (True, ruling.hu_class, ruling.class_points), (hand, win)
            assert rulings.shares[row].tolist() == [ruling.shares.get(seat, 0) for seat in range(4)], (hand, win)
        else:
            assert found == (False, 0, 0), (hand, win)
            assert not rulings.shares[row].any()
    assert set(rulings.hu_class.tolist()) == {0, 1, 2, 3, 4, 5}


def test_tiles_seen_on_the_table_are_no_waits_where_the_house_says_so() -> None:
    hand = Hand(tuple(ALL_TILES[kind] for kind in (1, 2, 9, 9, 9, 18, 19, 20, 22, 23, 24, RED, RED)))
    win = WinContext(TableContext(0, (False,) * 4), 0, Method.ZIMO, ALL_TILES[0])
    hands, facts_of_it = arrays_of([(hand, win)])
    visible = np.zeros((1, 34), np.uint8)
    visible[0, 3] = 4
    seen = Hands(
        hands.concealed, hands.melded, hands.chi, hands.triplets, hands.concealed_kongs, hands.win_tile, visible
    )
    options = RULES.options({"wait_count_dead_tiles": "visible_excluded"})
    assert rule_hands(hands, facts_of_it, options).hu_class.tolist() == [1]
    assert rule_hands(seen, facts_of_it, options).hu_class.tolist() == [2]


def test_no_hands_give_no_rulings() -> None:
    hands, some_facts = arrays_of(claims(1, 1))
    assert rule_hands(hands[:0], some_facts[:0]).shares.shape == (0, 4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"win_tile": np.array([27], np.uint8)}, "win_tile"),
        ({"chi": np.array([1], np.uint8)}, "thirteen"),
        ({"melded": np.eye(1, 34, 30, dtype=np.uint8)}, "27–32"),
        ({"melded": np.full((1, 34), 5, np.uint8)}, "27–32"),
        ({"melded": 4 * np.eye(1, 34, 9, dtype=np.uint8)}, "four of a face"),
        ({"melded": np.zeros((2, 34), np.uint8)}, "shape"),
    ],
)
def test_arrays_that_are_no_hands_are_refused(change: dict[str, Any], message: str) -> None:
    right = {
        "concealed": np.array([[0, 1, 1, *[0] * 6, 3, *[0] * 8, 1, 1, 1, 0, 1, 1, 1, *[0] * 8, 2]], np.uint8),
        "melded": np.zeros((1, 34), np.uint8),
        **{name: np.zeros(1, np.uint8) for name in ("chi", "triplets", "concealed_kongs", "win_tile")},
    }
    Hands(**right)
    with pytest.raises(ValueError, match=message):
        Hands(**(right | change))


def test_facts_out_of_range_are_refused() -> None:
    hands, right = arrays_of(claims(1, 3))
    wrong = np.array([0, 1, 4], np.int8)
    with pytest.raises(ValueError, match="winner must be 0 to 3"):
        Facts(wrong, right.dealer, right.discarder, right.method, right.red_kong, right.open)
    with pytest.raises(ValueError, match="3 hands and 2 facts"):
        rule_hands(hands, right[:2])
