"""`paiyan score` and `paiyan demo`: facts by options, questions for what is missing, clear refusals."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.assistant.cli.conftest import Paiyan
from tests.assistant.reading.test_unanswered import WHICH
from tests.assistant.reading.test_unanswered import asked as asked_reading
from tests.assistant.row_reader import RowReader

from paiyan.assistant.commands import read
from paiyan.assistant.reading import TableReading

FACTS = ["--rules", "jinzhou", "--winner", "1", "--dealer", "0", "--method", "zimo"]
FACTS += ["--open", "0,2,3", "--kong", "none"]


def without(option: str) -> list[str]:
    place = FACTS.index(option)
    return FACTS[:place] + FACTS[place + 2 :]


def test_all_facts_known_give_a_certain_settlement(paiyan: Paiyan, photo: str) -> None:
    run = paiyan("score", photo, *FACTS, "--json")
    assert run.code == 0
    (answer,) = run.lines
    assert set(answer) >= {"reading", "ruling", "settlement", "certain", "questions"}
    assert answer["reading"]["photo"] == photo
    assert answer["certain"] is True
    assert answer["ruling"]["valid"] is True
    assert sum(answer["settlement"]) == 0


def test_a_winner_left_out_of_the_open_seats_is_judged_by_a_turned_tile_or_asked_about(
    real_paiyan: Paiyan,
) -> None:
    sample = str(Path(__file__).parents[3] / "seeds/samples/chi-peng-win-apart.jpg")
    facts = ["--rules", "jinzhou", "--winner", "1", "--dealer", "0", "--method", "zimo", "--kong", "none"]
    named, others = (
        real_paiyan("score", sample, *facts, "--open", seats, "--json").lines[0] for seats in ("0,1,3", "0,3")
    )
    assert named["certain"] is others["certain"] is True
    assert named["settlement"] == others["settlement"]
    closed = real_paiyan("score", sample, *facts, "--open", "0,3", "--closed", "1", "--json")
    assert closed.code == 1 and closed.lines[0]["certain"] is False


def test_a_seat_is_not_open_and_closed_at_once(paiyan: Paiyan, photo: str) -> None:
    run = paiyan("score", photo, *FACTS, "--closed", "2", "--lang", "en")
    assert run.code == 2
    assert "--closed" in run.err


@pytest.mark.parametrize(
    ("option", "question"),
    [
        ("--winner", "winner"),
        ("--dealer", "dealer"),
        ("--method", "method"),
        ("--open", "who_is_open"),
        ("--kong", "kongs"),
    ],
)
def test_a_missing_fact_becomes_a_question(paiyan: Paiyan, photo: str, option: str, question: str) -> None:
    run = paiyan("score", photo, *without(option), "--json")
    assert run.code == 0
    (answer,) = run.lines
    assert answer["certain"] is False
    assert question in [one["id"] for one in answer["questions"]]


def test_a_conditional_settlement_is_shown_for_every_answer_with_its_range(paiyan: Paiyan, photo: str) -> None:
    answer = paiyan("score", photo, *without("--open"), "--json").lines[0]
    assert len(answer["conditional"]) == 8
    for one in answer["conditional"]:
        assert sum(one["settlement"]) == 0
        assert [said["id"] for said in one["answers"]] == ["who_is_open"]
    assert answer["settlement"] == answer["conditional"][0]["settlement"]
    lowest = [min(one["settlement"][seat] for one in answer["conditional"]) for seat in range(4)]
    assert answer["range"]["low"] == lowest


def test_options_of_the_house_kongs_and_events_reach_the_ruling(paiyan: Paiyan, photo: str) -> None:
    arguments = [*without("--kong"), "--kong", "2:an:7z", "--event", "genzhuang:1z", "--option", "score_cap=100"]
    refused = paiyan("score", photo, *arguments, "--json")
    assert refused.code == 1
    assert refused.lines[0]["code"] == "tile_not_in_ruleset"
    arguments[arguments.index("genzhuang:1z")] = "genzhuang:3s"
    answer = paiyan("score", photo, *arguments, "--json").lines[0]
    assert answer["ruling"]["settlement_kong"] == [-16, -16, 48, -16]
    assert answer["ruling"]["settlement_other"] == [-12, 4, 4, 4]


def test_that_nothing_was_said_about_followed_tiles_is_told_beside_a_certain_settlement(
    paiyan: Paiyan, photo: str
) -> None:
    answer = paiyan("score", photo, *FACTS, "--json").lines[0]
    assert (answer["certain"], answer["assumed"]) == (True, ["winner_closed", "no_genzhuang"])
    assert (
        "没有说跟庄，按没有跟庄算（有的话加 --event genzhuang:TILE"
        in paiyan("score", photo, *FACTS, "--lang", "zh").out
    )


@pytest.mark.parametrize("said", [["--event", "genzhuang:3s"], ["--option", "genzhuang_base=0"]])
def test_followed_tiles_that_are_said_or_not_paid_are_not_assumed_away(
    paiyan: Paiyan, photo: str, said: list[str]
) -> None:
    assert "no_genzhuang" not in paiyan("score", photo, *FACTS, *said, "--json").lines[0]["assumed"]
    assert "genzhuang:TILE" not in paiyan("score", photo, *FACTS, *said).out


def test_an_event_without_its_tiles_is_asked_for_them_with_an_example(paiyan: Paiyan, photo: str) -> None:
    run = paiyan("score", photo, *FACTS, "--event", "genzhuang")
    assert "--event genzhuang:3m" in run.err
    assert "photo" not in run.err


def test_questions_are_put_in_words_with_the_option_that_answers_each(paiyan: Paiyan, photo: str) -> None:
    out = paiyan("score", photo, "--rules", "jinzhou").out
    for option in ("--winner 1", "--dealer 0", "--method zimo", "--open 0,2", "--kong none"):
        assert option in out
    assert "self-drawn zimo" in out
    assert "False" not in out
    assert "[" not in out


def test_who_discarded_is_asked_once_the_method_is_known(paiyan: Paiyan, photo: str) -> None:
    assert "--from" not in paiyan("score", photo, *without("--method")).out
    ron = [*FACTS]
    ron[ron.index("zimo")] = "ron"
    assert "→ --from" in paiyan("score", photo, *ron).out


def test_the_class_of_a_win_is_named_in_english_with_its_chinese_term(paiyan: Paiyan, photo: str) -> None:
    assert "Class 1: two waits (两叫)" in paiyan("score", photo, *FACTS).out
    assert "一类胡：两叫 " in paiyan("score", photo, *FACTS, "--lang", "zh").out


def test_a_discard_needs_its_seat_and_names_it_with_from(paiyan: Paiyan, photo: str) -> None:
    ron = [*FACTS]
    ron[ron.index("zimo")] = "ron"
    assert [one["id"] for one in paiyan("score", photo, *ron, "--json").lines[0]["questions"]] == ["discarder"]
    assert paiyan("score", photo, *ron, "--from", "2", "--json").lines[0]["settlement"][2] < 0


@pytest.mark.parametrize(
    "extra",
    [
        ["--open", "0,5"],
        ["--kong", "2:an"],
        ["--kong", "2:xx:7z"],
        ["--kong", "9:an:7z"],
        ["--kong", "0:an:99p"],
        ["--kong", "2:an:7z"],
        ["--method", "foo"],
        ["--method", "renhe"],
        ["--event", "xuehui"],
        ["--event", ":x"],
        ["--event", "{"],
        ["--event", "genzhuang"],
        ["--event", "genzhuang:10m"],
        ["--event", "rain"],
        ["--option", "score_cap"],
        ["--option", "no_such_rule=1"],
        ["--option", "score_cap=77"],
        ["--win-tile", "12m"],
        ["--winner", "4"],
        ["--rules", "poker"],
    ],
)
def test_options_that_make_no_sense_end_with_2_and_say_why(paiyan: Paiyan, photo: str, extra: list[str]) -> None:
    run = paiyan("score", photo, *FACTS, *extra, "--json")
    assert run.code == 2
    assert run.err


def test_only_the_methods_and_events_of_the_rule_system_are_named(paiyan: Paiyan) -> None:
    method = paiyan("score", "no-such-photo.jpg", *FACTS, "--method", "foo", "--lang", "en")
    assert method.code == 2
    assert "zimo" in method.err and "tianhu" in method.err and "renhe" not in method.err
    event = paiyan("score", "no-such-photo.jpg", *FACTS, "--event", "rain", "--lang", "en")
    assert event.code == 2
    assert "genzhuang" in event.err and "xuehui" not in event.err


def test_no_kongs_and_a_kong_are_not_said_at_once(paiyan: Paiyan, photo: str) -> None:
    run = paiyan("score", photo, *FACTS, "--kong", "2:an:7z", "--lang", "en")
    assert run.code == 2
    assert "--kong none" in run.err


@pytest.mark.parametrize("extra", [["--from", "2"], ["--win-tile", "7z"], ["--open", "0,1,2"]])
def test_facts_that_contradict_the_photo_or_each_other_are_refused_with_1(
    paiyan: Paiyan, photo: str, extra: list[str]
) -> None:
    as_json = paiyan("score", photo, *FACTS, *extra, "--json")
    assert as_json.code == 1
    assert as_json.lines[0]["error"]
    assert as_json.lines[0]["certain"] is False
    in_words = paiyan("score", photo, *FACTS, *extra)
    assert in_words.code == 1
    assert in_words.err


def test_a_photo_that_cannot_be_read_is_refused_with_1(paiyan: Paiyan, tmp_path: Path) -> None:
    run = paiyan("score", str(tmp_path / "none.jpg"), *FACTS, "--json")
    assert run.code == 1
    assert run.lines[0]["reading"]["tiles"] == []
    assert run.lines[0]["settlement"] is None


@pytest.mark.parametrize(
    ("lang", "certain", "open_question"),
    [("en", "This settlement is certain", "Conditional settlement"), ("zh", "以上结算确定", "有条件的结算")],
)
def test_the_settlement_is_shown_in_words(
    paiyan: Paiyan, photo: str, lang: str, certain: str, open_question: str
) -> None:
    assert certain in paiyan("score", photo, *FACTS, "--lang", lang).out
    assert open_question in paiyan("score", photo, *without("--open"), "--lang", lang).out


def test_the_demo_scores_its_sample_and_shows_the_command_that_does_the_same(real_paiyan: Paiyan) -> None:
    run = real_paiyan("demo")
    assert run.code == 0
    order = ("score ", "--open 0,1,3 --kong none", "Hand", "Settlement", "This settlement is certain", "serve --lan")
    places = [run.out.index(part) for part in order]
    assert places == sorted(places)
    assert run.err == ""


def test_the_command_the_demo_shows_can_be_run_as_it_stands(
    real_paiyan: Paiyan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    (line,) = [line for line in real_paiyan("demo").out.splitlines() if line.startswith("  $ ")]
    done = subprocess.run(f"{line[4:]} --json", shell=True, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["certain"] is True


def test_the_demo_leaves_stdout_to_the_json(real_paiyan: Paiyan) -> None:
    run = real_paiyan("demo", "--json")
    assert run.lines[0]["certain"] is True
    assert "serve --lan" in run.err


def test_commas_and_colons_of_a_chinese_keyboard_are_understood(paiyan: Paiyan, photo: str) -> None:
    plain = paiyan("score", photo, *without("--kong"), "--kong", "2:an:7z", "--event", "genzhuang:3s", "--json").lines[
        0
    ]
    arguments = [*FACTS, "--event", "genzhuang：3s"]
    arguments[arguments.index("0,2,3")] = "0，2、3"
    arguments[arguments.index("none")] = "2：an：7z"
    assert paiyan("score", photo, *arguments, "--json").lines[0]["settlement"] == plain["settlement"]


@pytest.mark.parametrize(("lang", "said"), [("en", "zimo (self-drawn)"), ("zh", "zimo (自摸)")])
def test_a_way_of_winning_there_is_not_is_answered_with_those_there_are_in_words(
    paiyan: Paiyan, photo: str, lang: str, said: str
) -> None:
    assert said in paiyan("score", photo, *FACTS, "--method", "tsumo", "--lang", lang).err


@pytest.mark.parametrize(("lang", "told"), [("en", "so there is no FROM"), ("zh", "不写谁打的")])
@pytest.mark.parametrize("kind", ["zhua", "an"])
def test_a_kong_that_all_three_pay_for_names_no_discarder(
    paiyan: Paiyan, photo: str, kind: str, lang: str, told: str
) -> None:
    run = paiyan("score", photo, "--rules", "jinzhou", "--kong", f"1:{kind}:5p:3", "--lang", lang)
    assert (run.code, told in run.err, f"--kong 1:{kind}:5p" in run.err) == (2, True, True)


def test_this_hand_where_only_one_lies_there_is_refused_and_the_reading_kept(paiyan: Paiyan, photo: str) -> None:
    run = paiyan("score", photo, *FACTS, "--this-hand", "--lang", "en")
    assert (run.code, "run it again without --this-hand" in run.err) == (1, True)
    told = paiyan("score", photo, *FACTS, "--this-hand", "--json")
    assert (told.code, told.lines[0]["code"]) == (1, "cli.score.this_hand_unasked")
    assert told.lines[0]["reading"]["tiles"]


def test_which_of_two_hands_won_is_answered_by_an_option_that_the_question_names(
    real_paiyan: Paiyan, monkeypatch: pytest.MonkeyPatch, photo: str
) -> None:
    class TwoHands(RowReader):
        def read(self, *given: object) -> TableReading:
            return asked_reading(WHICH)

    monkeypatch.setattr(read, "load_reader", lambda language: TwoHands())
    facts = [
        "--rules",
        "jinzhou",
        "--winner",
        "1",
        "--dealer",
        "0",
        "--method",
        "zimo",
        "--open",
        "0,1",
        "--kong",
        "none",
    ]
    asked = real_paiyan("score", photo, *facts, "--event", "genzhuang:9m")
    assert "--this-hand if it is" in asked.out
    (told,) = real_paiyan("score", photo, *facts, "--this-hand", "--json").lines
    assert (told["certain"], told["questions"]) == (True, [])
