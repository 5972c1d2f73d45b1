"""北京 and 广东鸡平和 against a naive reading of the specification: random wins and hands that do not win."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.engine.beijing_guangdong_reference import Dealer, beijing, guangdong

from paiyan.engine.cases import rule_case


def compare_beijing(case: dict[str, Any]) -> dict[str, Any]:
    expected, answer = beijing(case), rule_case(case)
    fans = expected.pop("possible_fans", None)
    assert {name: answer[name] for name in expected} == expected, case
    assert fans is None or sorted(answer["fans"]) in fans, case
    return answer


def compare_guangdong(case: dict[str, Any]) -> dict[str, Any]:
    expected, answer = guangdong(case), rule_case(case)
    possible = expected.pop("possible_tags", None)
    assert {name: answer[name] for name in expected} == expected, case
    if possible is not None:
        tags = set(answer["tags"])
        # Of several special hands of the same worth one is named.
        assert any(tags == names or (fixed and tags <= names and len(tags) == 1) for names, fixed in possible), case
    return answer


@pytest.mark.parametrize("seed", range(4))
def test_beijing_hands_come_out_as_in_the_brute_force_reference(seed: int) -> None:
    dealer = Dealer("beijing", seed)
    answers = [compare_beijing(dealer.case()) for _ in range(200)]
    fans = Counter(fan for answer in answers for fan in answer["fans"] or ())
    names = {"duidui", "dadiao", "zhuowukui", "haidi", "yitiaolong", "qidui", "gangkai", "qingyise", "haohua"}
    assert set(fans) == names
    reasons = {reason for answer in answers for reason in answer["reasons"]}
    assert reasons == {"not_complete", "kong_not_robbable"}


@pytest.mark.parametrize("seed", range(4))
def test_guangdong_hands_come_out_as_in_the_brute_force_reference(seed: int) -> None:
    dealer = Dealer("guangdong_jipinghu", seed)
    answers = [compare_guangdong(dealer.case()) for _ in range(200)]
    tags = Counter(tag for answer in answers for tag in answer["tags"] or ())
    assert {"鸡和", "平和", "碰碰和", "混一色", "自摸", "门风", "圈风", "三元", "杠"} <= set(tags)
    assert {"清一色", "混碰", "九莲宝灯", "十三幺"} <= set(tags)
    reasons = {reason for answer in answers for reason in answer["reasons"]}
    assert reasons == {"not_complete", "louhe_blocked"}
