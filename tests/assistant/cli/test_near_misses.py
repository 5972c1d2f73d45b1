"""Names that are nearly right are answered with what was likely meant, and fields are named in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.assistant.cli.conftest import Paiyan

CASE: dict[str, Any] = {
    "ruleset": "jinzhou",
    "dealer": 0,
    "winner": 1,
    "hand": "123m678s99s45m",
    "win_tile": "6m",
    "win_method": "zimo",
    "melds": [{"type": "peng", "tiles": "555p", "from": 3}],
    "open": [True, True, True, True],
}


def told(paiyan: Paiyan, lang: str, **changes: Any) -> str:
    case = {name: value for name, value in {**CASE, **changes}.items() if value is not None}
    return " ".join(paiyan("rule", "--lang", lang, stdin=json.dumps(case).encode()).out.split())


@pytest.mark.parametrize(("lang", "perhaps"), [("en", "Perhaps {}?"), ("zh", "是不是 {}？")])
@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"from": 2}, "discarder"),
        ({"discader": 2}, "discarder"),
        ({"method": "ron"}, "win_method"),
        ({"wintile": "6m"}, "win_tile"),
        ({"kong": []}, "kongs"),
        ({"ming": "3p"}, "wild"),
        ({"ruleset": "jinzou"}, "jinzhou"),
        ({"win_method": "zimoo"}, "zimo"),
        ({"kind": "wins"}, "win"),
        ({"options": {"score_capp": 100}}, "score_cap"),
        ({"events": [{"type": "genzhang"}]}, "genzhuang"),
        ({"melds": [{"type": "pen", "tiles": "555p"}]}, "peng"),
        ({"melds": [{"type": "peng", "tile": "555p"}]}, "tiles"),
    ],
)
def test_a_near_miss_is_asked_back(
    paiyan: Paiyan, lang: str, perhaps: str, written: dict[str, Any], meant: str
) -> None:
    assert perhaps.format(meant) in told(paiyan, lang, **written)


def test_what_is_like_nothing_is_only_told_what_there_is(paiyan: Paiyan) -> None:
    out = told(paiyan, "en", zzz=1)
    assert 'no field "zzz". There are: cites, dealer' in out


def test_only_the_ways_of_winning_of_the_rule_system_are_named(paiyan: Paiyan) -> None:
    out = told(paiyan, "en", win_method="xyz")
    assert "haidilao" in out and "renhe" not in out


@pytest.mark.parametrize(("lang", "said"), [("en", "“who is open (open)” is missing"), ("zh", "缺少“谁开门（open）”")])
def test_a_missing_fact_is_named_in_words_with_its_field(paiyan: Paiyan, lang: str, said: str) -> None:
    assert said in told(paiyan, lang, open=None)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["the suit to do without (void_suit)", "the wild tile (wild)"]),
        ("zh", ["定缺的门（void_suit）", "会牌（wild）"]),
    ],
)
def test_all_systems_name_what_they_miss_in_words(paiyan: Paiyan, lang: str, said: list[str]) -> None:
    out = paiyan("rule", "--all", "--lang", lang, stdin=json.dumps(CASE).encode()).out
    assert "…" not in out
    # A table breaks its lines where the column ends.
    flat = "".join(out.replace("│", " ").split()) if lang == "zh" else " ".join(out.replace("│", " ").split())
    for one in said:
        assert one.split()[-1] in flat


@pytest.mark.parametrize(("lang", "said"), [("en", "(true in “open”)"), ("zh", "（open 里写 true）")])
def test_openness_that_does_not_fit_the_melds_says_what_to_do(paiyan: Paiyan, lang: str, said: str) -> None:
    out = told(paiyan, lang, open=[True, False, True, True])
    assert said in out and "--" not in out and "[" not in out


@pytest.mark.parametrize(("lang", "said"), [("en", "list 1 in --open"), ("zh", "把 1 也写进 --open")])
def test_openness_said_by_an_option_that_does_not_fit_the_photo_is_told_in_options(
    real_paiyan: Paiyan, lang: str, said: str
) -> None:
    sample = str(Path(__file__).parents[3] / "seeds/samples/chi-peng-win-apart.jpg")
    facts = ["--rules", "jinzhou", "--winner", "1", "--dealer", "0", "--method", "zimo", "--kong", "none"]
    run = real_paiyan("score", sample, *facts, "--open", "0,3", "--closed", "1", "--lang", lang)
    assert (run.code, said in run.err, "true" in run.err) == (1, True, False)
    assert "--closed 1" in run.err
