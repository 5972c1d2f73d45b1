"""Tiles and facts that cannot be: one clear error each on the command line, naming the tile or the field."""

from __future__ import annotations

import json

import pytest
from tests.assistant.cli.conftest import Paiyan
from tests.bad_cases import BAD
from tests.worked_case import PLAIN_WIN


@pytest.mark.parametrize("place", [0, 1], ids=["zh", "en"])
def test_a_bad_case_is_refused_in_words_on_the_command_line(paiyan: Paiyan, place: int) -> None:
    lines = "\n".join(json.dumps(PLAIN_WIN | facts) for _, facts, _, _ in BAD)
    run = paiyan("rule", "--json", "--lang", ("zh", "en")[place], stdin=lines.encode())
    assert run.code == 1
    for (why, _, field, words), line in zip(BAD, run.lines, strict=True):
        assert line["error"]["field"] == field, why
        assert words[place] in line["error"]["message"], why
