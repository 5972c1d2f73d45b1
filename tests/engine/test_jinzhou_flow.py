"""Course of play and titles."""

from __future__ import annotations

import pytest

from paiyan.engine.rules.jinzhou.flow import Phase, draws_left, may_discard, next_dealer, phase
from paiyan.engine.rules.jinzhou.options import JinzhouOptions
from paiyan.engine.rules.jinzhou.ranks import START_POINTS, rank

PLAIN = JinzhouOptions()


@pytest.mark.parametrize(("kongs", "left"), [(0, 43), (1, 41), (2, 41), (3, 39), (4, 39)])
def test_a_single_tile_left_by_a_kong_at_the_tail_is_not_drawn(kongs: int, left: int) -> None:
    assert draws_left(0, kongs, PLAIN) == left


def test_a_smaller_dead_wall_leaves_more_to_draw() -> None:
    assert draws_left(0, 0, JinzhouOptions(dead_wall_tiles=8)) == 51


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [(38, Phase.PLAY), (39, Phase.FENZHANG), (42, Phase.FENZHANG), (43, Phase.EXHAUSTED), (60, Phase.EXHAUSTED)],
)
def test_the_last_four_tiles_before_the_dead_wall_are_dealt_out(drawn: int, expected: Phase) -> None:
    assert phase(drawn, 0, PLAIN) is expected


def test_the_last_four_tiles_are_followed_by_a_discard_only_where_the_house_says_so() -> None:
    assert may_discard(Phase.PLAY, PLAIN)
    assert not may_discard(Phase.FENZHANG, PLAIN)
    assert may_discard(Phase.FENZHANG, JinzhouOptions(fenzhang_discard=True))
    assert not may_discard(Phase.EXHAUSTED, JinzhouOptions(fenzhang_discard=True))


def test_the_dealer_stays_after_a_drawn_hand_and_an_own_win() -> None:
    assert next_dealer(3, None, PLAIN) == 3
    assert next_dealer(3, 3, PLAIN) == 3
    assert next_dealer(3, 3, JinzhouOptions(dealer_repeat_on_win=False)) == 0
    assert next_dealer(3, 1, PLAIN) == 0


@pytest.mark.parametrize(
    ("points", "title"),
    [(90000, "雀神"), (89999, "雀圣"), (START_POINTS, "抗把子"), (149, "小混混"), (0, "小混混"), (-1, "平民")],
)
def test_titles_by_points(points: int, title: str) -> None:
    assert rank(points) == title
