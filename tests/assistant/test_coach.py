"""What the scene coach says reaches everyone: texts, JSON, command line."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from types import MappingProxyType

import numpy as np
import pytest
from rich.console import Console
from tests.assistant.row_reader import row_of_tiles

from paiyan.assistant.commands.views import reading_view
from paiyan.assistant.i18n import LANGUAGES, Lang, has_text
from paiyan.assistant.reading import (
    TableReading,
    Trust,
    apply_correction,
    build_reading,
    reading_from_json,
    reading_to_json,
)
from paiyan.vision.coach import Advice, Measures, Severity, advise
from paiyan.vision.images import Photo

WORST = Measures(14, 1.0, 8.0, 0.05, 10.0, 3, 0.9, True, ("left",), 0.3, 2)


def every_advice() -> list[Advice]:
    nothing = advise(Measures(0, 1.0, 0.0, None, 10.0, 0, 0.0, False, (), None, 0))
    turned = Advice("mirrored", Severity.SEVERE)
    return [turned, *advise(WORST), *advise(replace(WORST, washed_out=0.0, sharpness=0.4)), *nothing]


def reading_of_a_dark_photo() -> TableReading:
    black = Photo.from_pixels(np.full((400, 800, 3), 12, np.uint8))
    return build_reading(row_of_tiles(800, 400), trust=Trust(), photo=black)


def test_every_advice_can_be_said_and_tells_what_to_do() -> None:
    ids = {advice.id for advice in every_advice()}
    flaws = {"no_tiles", "dark", "far", "blurred", "bright", "glare", "covered", "cut", "flat", "hands"}
    assert ids == flaws | {"mirrored"}
    assert [key for each in ids for key in (f"coach.{each}", f"coach.{each}.do") if not has_text(key)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_line_says_every_advice_with_its_figures_filled_in(language: Lang) -> None:
    said = StringIO()
    reading = replace(reading_of_a_dark_photo(), coach=tuple(every_advice()))
    Console(file=said, width=200).print(reading_view(reading, "a.jpg", language))
    assert "{" not in said.getvalue()
    assert said.getvalue().count(" ! ") == sum(each.severity is Severity.SEVERE for each in every_advice())


def test_a_reading_carries_the_advice_on_its_photo_through_json() -> None:
    reading = reading_of_a_dark_photo()
    value = json.loads(json.dumps(reading_to_json(reading)))
    assert [each["id"] for each in value["coach"]] == ["dark"]
    assert reading_from_json(value) == reading


def test_a_reading_kept_before_there_was_a_coach_can_still_be_read() -> None:
    value = reading_to_json(reading_of_a_dark_photo())
    del value["coach"]
    assert reading_from_json(value).coach == ()


def test_a_reading_that_a_person_corrected_asks_for_no_better_photo() -> None:
    reading = replace(
        reading_of_a_dark_photo(), coach=(Advice("far", Severity.SEVERE, MappingProxyType({"height": 9})),)
    )
    tiles = [{"tile": tile.tile, "group": tile.group, "source": place} for place, tile in enumerate(reading.tiles)]
    assert apply_correction(reading, {"tiles": tiles}).coach == ()
    tiles[0]["confirmed"] = False
    assert apply_correction(reading, {"tiles": tiles}).coach == reading.coach, "one of them was not looked at"


def test_without_a_photo_nothing_is_said_about_it() -> None:
    assert build_reading(row_of_tiles(800, 400), trust=Trust()).coach == ()
