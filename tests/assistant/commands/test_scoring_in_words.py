"""What the tables say about doubtful tiles and about hands that are not complete."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Console, RenderableType
from tests.assistant.scoring.test_scoring import LIANGJIAO, PENG, reading_of, scored

from paiyan.assistant.commands.question_views import question_text
from paiyan.assistant.commands.ruling_views import scoring_view
from paiyan.assistant.commands.views import reading_view
from paiyan.assistant.i18n import text
from paiyan.assistant.reading import Question
from paiyan.assistant.reading.model import BACK, Status, UsedTileSet, Zone
from paiyan.assistant.scoring import Facts, score

SETTLES_THE_SAME = "Every likely reading of the tiles marked ? settles the same way."


def shown(view: RenderableType) -> str:
    console = Console(width=300)
    with console.capture() as capture:
        console.print(view)
    return capture.get()


def test_a_certain_settlement_over_doubtful_tiles_says_why_it_is_certain() -> None:
    pair = reading_of("123m678s99s45m", (PENG,), "6m", {6: (("9s", 0.9), ("8s", 0.001))})
    scoring = scored(pair)
    assert scoring.certain
    assert SETTLES_THE_SAME in shown(scoring_view(scoring, "en"))


def test_without_doubtful_tiles_nothing_is_said_about_them() -> None:
    assert SETTLES_THE_SAME not in shown(scoring_view(scored(LIANGJIAO), "en"))


@pytest.mark.parametrize(("face", "explained"), [(BACK, False), ("9s", True)])
def test_marks_are_explained_where_a_tile_shown_carries_one(face: str, explained: bool) -> None:
    """Of tiles laid aside face down only the number is told, so no mark of theirs is seen."""
    aside = replace(LIANGJIAO.tiles[0], tile=face, status=Status.DOUBTFUL, group=Zone.OTHER)
    view = reading_view(replace(LIANGJIAO, tiles=(*LIANGJIAO.tiles, aside)), "photo.jpg", "en")
    assert ("? doubtful" in shown(view)) == explained


@pytest.mark.parametrize(("weight", "key"), [(0.4, "page.tile_sets.used"), (0.0, "tile_sets.left_alone")])
def test_a_reading_says_whether_the_tile_set_named_helped(weight: float, key: str) -> None:
    view = reading_view(replace(LIANGJIAO, tile_set=UsedTileSet("s", "home", 0.9, weight)), "photo.jpg", "en")
    assert text(key, "en", name="home") in shown(view)
    assert "home" not in shown(reading_view(LIANGJIAO, "photo.jpg", "en"))


def test_a_hand_that_is_not_complete_says_what_to_do_next() -> None:
    out = shown(scoring_view(scored(reading_of("123m678s99s45m", (), "6m")), "en"))
    assert "take the photo again" in out
    assert "paiyan serve" in out
    assert "concealed kong" in out


def test_tiles_that_the_rules_do_not_use_are_told_by_name_and_number_with_other_rules_and_no_wrong_example() -> None:
    winds = reading_of("123m678s11z45m", (PENG,), "2z")
    out = shown(scoring_view(scored(winds), "zh"))
    assert "按锦州麻将结不了这一手牌。" in out
    assert "锦州麻将不用这些牌：东风 1z ×2、南风 2z ×1。" in out
    assert "--rules beijing / guangdong_jipinghu / mcr / hupai / hukou" in out
    assert "--tile hand:7=牌" in out
    assert "--tile hand:7=6m" not in out


@pytest.mark.parametrize("hand", ["123m678s99s45m", "123m678s99s46m"])
def test_rules_that_say_nothing_of_payments_show_no_settlement_and_call_none_certain(hand: str) -> None:
    facts = Facts("hukou", winner=1, dealer=0, method="zimo", round=0)
    out = shown(scoring_view(score(reading_of(hand, (PENG,), "6m"), facts), "en"))
    assert ("Wins" in out) == (hand == "123m678s99s45m")
    assert "seat 0" not in out.lower()
    assert "settlement" not in out.lower()
    assert all(text(key, "en") not in out for key in ("score.certain", "score.uncertain"))


def test_a_reading_tells_with_which_option_of_score_its_questions_are_answered() -> None:
    two = replace(LIANGJIAO, questions=(Question("which_hand", {"hand": "123m"}),))
    assert "score) 时：是这一副就加 --this-hand" in shown(reading_view(two, "photo.jpg", "zh")).replace("）", ") ")


def test_a_doubtful_tile_that_may_be_nothing_else_is_named_once() -> None:
    question = Question("tile_doubt", {"index": 0, "tile": "1m"}, ("1m",))
    assert question_text(LIANGJIAO, question, "zh") == "手牌第 1 张是 1m 吗？"
    assert question_text(LIANGJIAO, replace(question, choices=("1m", "2m")), "zh").endswith("（1m / 2m）")


def test_a_flower_in_a_hand_of_rules_that_lay_flowers_out_is_no_tile_of_the_hand() -> None:
    facts = Facts("mcr", winner=1, dealer=0, method="zimo", round=0)
    out = shown(scoring_view(score(reading_of("123m678s99s45m", (PENG,), "f1"), facts), "en"))
    assert "In Chinese Official (MCR) flowers are no part of the hand, but there are: Plum f1 ×1." in out


def test_a_hand_without_flowers_says_that_there_are_none() -> None:
    out = shown(scoring_view(score(LIANGJIAO, Facts("mcr", winner=1, dealer=0, method="zimo", round=0)), "en"))
    assert "flowers none" in out
