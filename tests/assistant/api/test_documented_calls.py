"""The calls that README.md and docs/api.md show run as they stand and answer what is shown there."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.assistant.api.conftest import HERE

from paiyan.assistant.api.app import create_app
from paiyan.assistant.reading import Reader
from paiyan.assistant.settings import Settings

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(sh|json)\n(.*?)```", PAGE, re.DOTALL)
SHOWN_ID = "1143daaff6e94eccbc9f2373fcfb1f0a"
LEFT_OUT = "…"


@pytest.fixture(scope="module")
def real_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    with TestClient(create_app(settings, Reader.default()), base_url=HERE) as client:
        yield client


def call(client: TestClient, command: str, reading: str = "") -> dict[str, Any]:
    """What the server answers to a call of curl."""
    name, *words = shlex.split(command.replace(SHOWN_ID, reading))
    assert name == "curl"
    (url,) = [word for word in words if word.startswith("http")]
    path = url.partition(":8210")[2]
    given = {option: value for option, value in pairwise(words) if option in ("-F", "-d")}
    headers = dict(value.split(": ") for option, value in pairwise(words) if option == "-H")
    if "-F" in given:
        field, _, file = given["-F"].partition("=@")
        answer = client.post(path, files={field: (file, (ROOT / file).read_bytes(), "image/jpeg")}, headers=headers)
    else:
        answer = client.post(path, content=given["-d"], headers=headers)
    found: dict[str, Any] = answer.json()
    return found


def agrees(shown: Any, answer: Any) -> bool:
    """Whether an answer is what is shown of it; an ellipsis stands for what is left out."""
    if isinstance(shown, dict):
        named = {name: value for name, value in shown.items() if name != LEFT_OUT}
        return all(name in answer and agrees(value, answer[name]) for name, value in named.items())
    if isinstance(shown, list):
        whole = LEFT_OUT not in shown
        kept = shown if whole else shown[: shown.index(LEFT_OUT)]
        return (len(answer) == len(kept) if whole else len(answer) > len(kept)) and all(
            agrees(one, other) for one, other in zip(kept, answer, strict=False)
        )
    if isinstance(shown, str) and LEFT_OUT in shown:
        return str(answer).startswith(shown.partition(LEFT_OUT)[0])
    return bool(shown == answer)


def test_the_calls_of_the_page_answer_what_it_shows(real_client: TestClient) -> None:
    reading, answer, last = "", {}, ""
    compared = 0
    for kind, block in BLOCKS:
        if kind == "sh":
            last = block
            answer = call(real_client, block, reading)
            reading = answer["reading"]["id"] if "reading" in answer else reading
            continue
        shown = json.loads(block.replace(SHOWN_ID, reading))
        if not agrees(shown, answer):
            # The second answer shown of a call is that without the facts that the text names.
            said = last.replace(', "open": [true, false, true, true], "kongs": []', "")
            assert said != last
            answer = call(real_client, said, reading)
        assert agrees(shown, answer), block
        compared += 1
    assert compared == 5


def test_the_calls_of_the_readme_run(real_client: TestClient) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    (curl .*(?:\n      .*)*)", readme, re.MULTILINE)
    photo, case = (call(real_client, command) for command in commands)
    assert photo["reading"]["hand"] == "1144m7788p22669s"
    assert (case["certain"], case["ruling"]["hu_label"]) == (True, "七对")
