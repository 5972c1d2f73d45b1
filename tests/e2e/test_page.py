"""From a photo to the settlement on the page, by finger, mouse and keyboard, in both languages."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.e2e.table_page import SAMPLES, Sample, TablePage

from paiyan.engine.cases import rule_case

pytestmark = pytest.mark.browser
OpenPage = Callable[..., TablePage]


@pytest.mark.parametrize(
    ("width", "language", "sample_name"),
    [
        (390, "zh", "chi-peng-win-apart"),
        (390, "en", "concealed-kong"),
        (1280, "zh", "concealed-kong"),
        (1280, "en", "chi-peng-win-apart"),
    ],
)
def test_a_photo_is_uploaded_corrected_and_settled(
    open_page: OpenPage, width: int, language: str, sample_name: str
) -> None:
    sample = Sample.named(sample_name)
    expected: dict[str, Any] = rule_case(sample.case)
    page = open_page(width, language)
    assert page.at("html").get_attribute("lang") == {"zh": "zh-Hans", "en": "en"}[language]
    page.upload(sample.photo)
    assert page.overflow <= 0

    first = page.boxes()[0]
    page.change(first["key"], "1p" if first["face"] != "1p" else "2p")
    page.correct(sample)
    page.act("to-facts")
    page.answer(sample.truth["facts"])
    assert page.overflow <= 0
    page.settle()

    assert page.settlement == expected["settlement"]
    assert page.at("[data-conditional]").count() == 0
    assert page.at("[data-condition]").count() == len(expected["explanation"]["conditions"])
    headline = page.at('[data-testid="headline"]').inner_text()
    assert expected["hu_label"] in headline
    assert bool(re.search("[A-Za-z]", headline)) == (language == "en")
    assert page.overflow <= 0


EXAMPLES = json.loads((Path(__file__).parents[1] / "golden/examples.json").read_text(encoding="utf-8"))["examples"]


@pytest.mark.parametrize("example", ["JZ-38", "JZ-40", "JZ-46"])
def test_worked_examples_with_kongs_and_followed_rounds_settle_alike_on_the_page(
    open_page: OpenPage, example: str
) -> None:
    case = next(each for each in EXAMPLES if each["id"] == example)
    page = open_page()
    page.enter_by_hand(case)
    page.tell_kongs(case)
    assert page.at("[data-fault]").count() == 0
    page.act("to-facts")
    page.answer(case | {"method": case["win_method"]})
    page.settle()
    assert page.settlement == case["expect"]["settlement"]
    assert page.at("[data-conditional]").count() == 0


def test_every_tile_has_a_text_label(open_page: OpenPage) -> None:
    page = open_page()
    page.upload(Sample.named("chi-peng-win-apart").photo)
    for selector in ("svg [data-key]", "[data-hand-tile]"):
        labels = page.at(selector).evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
        assert len(labels) >= 13
        assert all(re.match("[一二三四五六七八九]", label) for label in labels)
    page.at("[data-hand-tile]").first.click()
    names = page.at("dialog .faces button").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert len(set(names)) == 43


def test_a_hand_that_does_not_win_shows_why_and_what_would_be_enough(open_page: OpenPage) -> None:
    sample = Sample.named("missing-suit")
    page = open_page()
    page.upload(sample.photo)
    page.correct(sample)
    page.act("to-facts")
    page.answer(sample.truth["facts"])
    page.settle()
    reasons = page.at("[data-reason]").evaluate_all("all => all.map(each => each.dataset.reason)")
    assert reasons == rule_case(sample.case)["reasons"] == ["missing_suit"]
    assert "条" in page.at("section:has([data-reason])").inner_text()
    assert page.settlement == [0, 0, 0, 0]
    assert page.at('[data-action="next-hand"]').count() == 0, "play goes on"


def test_what_nobody_answered_keeps_the_settlement_provisional(open_page: OpenPage) -> None:
    sample = Sample.named("chi-peng-win-apart")
    facts = sample.truth["facts"]
    page = open_page()
    page.upload(sample.photo)
    page.correct(sample)
    page.act("to-facts")
    for fact in ("winner", "dealer", "method"):
        assert page.at(f'[data-fact="{fact}"]').get_attribute("data-answered") == "false"
        page.ask(fact)
        page.choose(fact, facts[fact])
    if facts["discarder"] is not None:
        page.choose("discarder", facts["discarder"])
    page.settle()
    assert page.at("[data-conditional]").count() == 1
    asked = page.at("[data-question]").evaluate_all("all => all.map(each => each.dataset.question)")
    assert asked == ["kongs", "who_is_open", "followed"]
    assert "…" in page.at(f'[data-points="{facts["winner"]}"]').inner_text()
    assert page.at('[data-action="next-hand"]').count() == 0


def test_with_nothing_answered_no_payment_is_told_only_ranges_and_questions(open_page: OpenPage) -> None:
    page = open_page(390, "en")
    page.enter_by_hand(Sample.named("seven-pairs").case)
    page.act("to-facts")
    page.settle()
    asked = page.at("[data-question]").evaluate_all("all => all.map(each => each.dataset.question)")
    assert {"winner", "dealer", "method", "followed"} <= set(asked)
    for of_one_answer in (".payments", ".lines", ".settlement svg > path"):
        assert page.at(of_one_answer).count() == 0
    for seat in range(4):
        assert "…" in page.at(f'[data-points="{seat}"]').inner_text()
    spoken = page.at('[data-action="speak"]').get_attribute("data-spoken")
    assert spoken is not None
    assert spoken.startswith("Provisional. Still open: Who won")
    assert "Winner" not in spoken
    assert "from " not in spoken
    assert page.overflow <= 0


def test_the_figures_say_that_they_leave_out_a_followed_dealer_nobody_was_asked_about(open_page: OpenPage) -> None:
    sample = Sample.named("seven-pairs")
    page = open_page(390, "en")
    page.enter_by_hand(sample.case)
    page.act("to-facts")
    page.answer(sample.truth["facts"], followed=False)
    page.settle()
    without = page.settlement
    assert page.at("[data-caveat]").all_inner_texts() == ["without 跟庄"] * 4
    assert "Provisional" in (page.at('[data-action="speak"]').get_attribute("data-spoken") or "")
    assert page.at(".payments li").count() > 0
    page.act("back")
    page.ask("followed")
    page.act("followed-done")
    page.settle()
    assert page.settlement == without == rule_case(sample.case)["settlement"]
    assert page.at("[data-caveat]").count() == 0
    assert "rovisional" not in (page.at('[data-action="speak"]').get_attribute("data-spoken") or "")


@pytest.mark.parametrize(("width", "sample"), [(390, "seven-pairs"), (390, "table"), (1280, "table")])
def test_labels_on_the_photo_do_not_cover_each_other(open_page: OpenPage, width: int, sample: str) -> None:
    page = open_page(width, "en")
    page.upload(SAMPLES / f"{sample}.jpg")
    page.page.wait_for_selector("svg [data-tag]")
    assert page.label_overlaps == []
    unlabelled = [
        key
        for key in page.at("svg .doubtful:not(.table)").evaluate_all("all => all.map(each => each.dataset.key)")
        if page.at(f'svg [data-tag="{key}"]').count() == 0
    ]
    assert unlabelled == []
    page.at("svg [data-tag]").last.click()
    page.page.wait_for_selector("dialog[open]")


def test_the_chinese_name_of_the_hand_keeps_its_distance_from_the_english_one(open_page: OpenPage) -> None:
    sample = Sample.named("seven-pairs")
    page = open_page(1280, "en")
    page.enter_by_hand(sample.case)
    page.act("to-facts")
    page.answer(sample.truth["facts"])
    page.settle()
    assert page.at('[data-testid="headline"] span').inner_text() == "七对"
    picture = Image.open(io.BytesIO(page.at('[data-testid="headline"]').screenshot())).convert("L")
    rows = picture.resize((1, picture.height), Image.Resampling.BOX).tobytes()
    inked = [row < max(rows) - 1 for row in rows]
    blank = "".join("#" if row else " " for row in inked).strip()
    assert max(map(len, re.findall(" +", blank)), default=0) >= 4


def test_the_next_hand_keeps_the_table_and_moves_the_dealer(open_page: OpenPage) -> None:
    page = open_page(1280)
    page.act("setup")
    page.at("dialog input[type=text]").nth(1).fill("老王")
    page.choose("discard_double_scope", "discarder_only")
    page.act("setup-done")

    page.act("draw")
    page.choose("dealer", 0)
    page.act("kongs-done")
    page.act("followed-done")
    page.settle()
    assert page.settlement == [-12, 4, 4, 4]
    page.act("next-hand")
    page.page.wait_for_selector('[data-total="0"]')
    assert page.totals == [-12, 4, 4, 4]

    page.page.reload()
    page.page.wait_for_selector('[data-total="0"]')
    assert page.totals == [-12, 4, 4, 4]
    assert "老王" in page.at("section:has([data-total])").inner_text()
    page.act("setup")
    assert page.at('input[name="discard_double_scope"][value="discarder_only"]').is_checked()
    page.act("setup-done")
    page.act("draw")
    # After a draw the same dealer deals again; that much is known already.
    assert page.at('[data-fact="dealer"]').get_attribute("data-answered") == "true"

    page.page.on("dialog", lambda dialog: dialog.accept())
    page.act("start-over")
    page.act("evening-undo")
    assert page.totals == [0, 0, 0, 0]


def test_a_house_rule_of_the_table_changes_who_pays_what(open_page: OpenPage) -> None:
    sample = Sample.named("concealed-kong")
    case = sample.case | {"options": {"discard_double_scope": "discarder_only"}}
    assert rule_case(case)["settlement"] != rule_case(sample.case)["settlement"]
    page = open_page()
    page.act("setup")
    page.choose("discard_double_scope", "discarder_only")
    page.act("setup-done")
    page.upload(sample.photo)
    page.correct(sample)
    page.act("to-facts")
    page.answer(sample.truth["facts"])
    page.settle()
    assert page.settlement == rule_case(case)["settlement"]


def test_the_settlement_is_saved_as_a_picture_and_put_into_words(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(1280, "en")
    page.act("draw")
    page.choose("dealer", 2)
    page.act("kongs-done")
    page.act("followed-done")
    page.settle()
    spoken = page.at('[data-action="speak"]').get_attribute("data-spoken")
    assert spoken is not None
    assert "from Across to Me: 4" in spoken
    page.act("save-picture")
    with page.page.expect_download() as download:
        page.act("download")
    download.value.save_as(tmp_path / "card.png")
    with Image.open(tmp_path / "card.png") as picture:
        assert picture.format == "PNG"
        assert picture.width == 1080
        colours = picture.convert("RGB").getcolors(1_000_000)
        assert colours is not None
        assert len(colours) > 50


def test_a_tile_is_dragged_to_another_place_and_the_drag_undone(open_page: OpenPage) -> None:
    page = open_page(1280)
    page.upload(Sample.named("chi-peng-win-apart").photo)
    tile = page.at('[data-zone="hand"] [data-hand-tile]').first
    key = tile.get_attribute("data-hand-tile")
    tile.drag_to(page.at('[data-zone="win"]'))
    assert page.at(f'[data-zone="win"] [data-hand-tile="{key}"]').count() == 1
    page.page.keyboard.press("Control+z")
    assert page.at(f'[data-zone="hand"] [data-hand-tile="{key}"]').count() == 1


def test_a_broken_photo_is_explained_and_another_one_can_be_taken(open_page: OpenPage, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(Sample.named("seven-pairs").photo.read_bytes()[:900])
    page = open_page(390, "en")
    page.at('[data-input="gallery"]').set_input_files(broken)
    problem = page.at('[role="alert"]')
    problem.wait_for()
    assert problem.get_attribute("data-code") not in (None, "lost_connection", "unreadable_answer", "failed")
    assert len(problem.inner_text()) > 40
    page.act("drop")
    page.upload(Sample.named("seven-pairs").photo)
    assert len(page.boxes()) > 5


def test_a_lost_connection_costs_nothing(open_page: OpenPage) -> None:
    page = open_page()
    page.page.route("**/api/v1/**", lambda route: route.abort())
    page.at('[data-input="gallery"]').set_input_files(Sample.named("seven-pairs").photo)
    problem = page.at('[role="alert"]')
    problem.wait_for()
    assert problem.get_attribute("data-code") == "lost_connection"
    assert page.at('.lost[role="status"]').is_visible()

    page.page.reload()
    page.page.wait_for_selector('[data-action="retry"]')
    page.page.unroute("**/api/v1/**")
    page.act("retry")
    page.page.wait_for_selector('[data-action="to-facts"]')
    assert page.at('.lost[role="status"]').count() == 0
    before = [(box["face"], box["zone"]) for box in page.boxes()]
    page.change(page.boxes()[0]["key"], "9m")

    page.page.reload()
    page.page.wait_for_selector("svg [data-key]")
    after = [(box["face"], box["zone"]) for box in page.boxes()]
    assert after == [("9m", before[0][1]), *before[1:]]


def test_a_large_photo_is_shrunk_before_it_is_sent(open_page: OpenPage, tmp_path: Path) -> None:
    with Image.open(Sample.named("table").photo) as picture:
        picture.resize((3000, 3000 * picture.height // picture.width)).save(tmp_path / "large.jpg")
    page = open_page(1280)
    with page.page.expect_response("**/api/v1/photos*") as answered:
        page.upload(tmp_path / "large.jpg")
    photo = answered.value.json()["photo"]
    assert max(photo["width"], photo["height"]) == 2048


class Keyboard:
    """Works the page without a pointer; what has the focus must show it."""

    def __init__(self, page: TablePage) -> None:
        self.page = page

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        for _ in range(120):
            if self.page.page.evaluate("wanted => !!document.activeElement?.matches(wanted)", selector):
                break
            self.press("Tab")
        else:
            raise AssertionError(f"the tabulator key never reaches {selector}")
        outline = """() => {
            const target = document.activeElement;
            const outlined = style => style.outlineStyle !== 'none' && style.outlineWidth !== '0px';
            return [target, target.closest('label')].some(each => each && outlined(getComputedStyle(each)));
        }"""
        assert self.page.page.evaluate(outline), f"{selector} does not show the focus"

    def enter(self, selector: str) -> None:
        self.tab_to(selector)
        self.press("Enter")

    def pick(self, index: int) -> None:
        """Walks from the first face of the picker to the one at `index` of the number suits and takes it."""
        self.tab_to("dialog .faces button")
        self.press("Home")
        self.press("ArrowDown", index // 9)
        self.press("ArrowRight", index % 9)
        self.press("Enter")


def test_a_hand_is_entered_and_settled_by_keyboard_alone(open_page: OpenPage) -> None:
    """123m 678m 55p 111p 45s + 6s, drawn by seat 1 while seat 0 deals and nobody else is open."""
    page = open_page(1280, "en")
    keys = Keyboard(page)
    keys.enter('[data-action="by-hand"]')
    keys.enter('[data-zone="hand"] .plus')
    for index in (0, 1, 2, 5, 6, 7, 9, 9, 9, 13, 13, 21, 22):
        keys.pick(index)
    keys.enter('[data-action="add-done"]')
    # The last tile goes to the winning tile by Shift and arrow, and back again.
    keys.tab_to("[data-hand-tile]")
    keys.press("Shift+ArrowRight")
    assert page.at('[data-zone="win"] [data-face="1m"]').count() == 1
    keys.press("Shift+ArrowLeft")
    assert page.at('[data-zone="hand"] [data-face="1m"]').count() == 1
    keys.press("Enter")
    keys.pick(0)
    assert page.at('[data-hand-tile]:focus[data-face="1m"]').count() == 1, "the focus comes back to the tile"
    keys.enter('[data-zone="win"] .plus')
    keys.pick(23)
    keys.enter('[data-action="to-facts"]')

    keys.tab_to('input[name="winner"]')
    keys.press("ArrowRight")
    assert page.at('input[name="winner"][value="1"]').is_checked(), "arrows choose without leaving the question"
    keys.press("Enter")
    keys.tab_to('input[name="dealer"]')
    keys.press("Space")
    keys.tab_to('input[name="method"]')
    keys.press("ArrowDown")
    assert page.at('input[name="method"][value="zimo"]').is_checked()
    keys.press("Enter")
    keys.enter('[data-action="kongs-done"]')
    for seat in (0, 2, 3):
        keys.tab_to(f'input[name="open-{seat}"]')
        keys.press("ArrowRight")
    keys.press("Enter")
    keys.enter('[data-action="followed-done"]')
    keys.enter('[data-action="to-result"]')
    page.page.wait_for_selector('[data-testid="headline"]')

    case = {
        "ruleset": "jinzhou",
        "dealer": 0,
        "winner": 1,
        "discarder": None,
        "hand": "123678m11155p45s",
        "melds": [],
        "win_tile": "6s",
        "win_method": "zimo",
        "open": [False] * 4,
        "kongs": [],
    }
    assert page.settlement == rule_case(case)["settlement"]
    keys.enter('[data-action="next-hand"]')
    page.page.wait_for_selector('[data-total="0"]')
    assert page.totals == rule_case(case)["settlement"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(open_page: OpenPage, scheme: str) -> None:
    page = open_page(390, "zh", color_scheme=scheme)
    picture = Image.open(io.BytesIO(page.page.screenshot())).convert("L")
    darkest, lightest = picture.getextrema()
    assert isinstance(darkest, int)
    ground = picture.getpixel((3, 400))
    assert isinstance(ground, int)
    assert (ground > 200) == (scheme == "light")
    assert lightest - darkest > 180


def test_a_sheet_that_is_told_late_that_it_was_closed_leaves_the_next_one_open(open_page: OpenPage) -> None:
    page = open_page()
    page.upload(Sample.named("seven-pairs").photo)
    first, second = (box["key"] for box in page.boxes()[:2])
    page.open_tile(first)
    closed = page.page.query_selector("dialog[open]")
    assert closed is not None
    page.at("dialog .faces [data-face]").first.click()
    page.page.wait_for_selector("dialog", state="detached")
    page.open_tile(second)
    closed.evaluate("dialog => dialog.dispatchEvent(new Event('close'))")
    page.page.wait_for_timeout(100)
    assert page.at("dialog[open]").count() == 1
