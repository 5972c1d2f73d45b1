"""A tile set is enrolled on the page from a photo, and photos are then read with it."""

from __future__ import annotations

from collections.abc import Callable

from tests.e2e.table_page import Sample, TablePage


def enrol(page: TablePage, name: str) -> None:
    """Enrols the set of the sample's photo; the first tile of the photo is put right to a 9p."""
    page.act("setup")
    page.act("enrol-set")
    page.at('[data-input="set-gallery"]').set_input_files(Sample.named("seven-pairs").photo)
    page.page.wait_for_selector("[data-action='save-set']", timeout=60_000)
    page.page.locator("button.tile").first.click()
    page.page.locator('dialog:last-of-type button[data-face="9p"]').click()
    page.at('[data-input="set-name"]').fill(name)
    page.act("save-set")
    page.page.wait_for_selector(f'[data-tile-sets] label.chosen:has-text("{name}")')


def test_a_set_enrolled_by_a_photo_is_chosen_and_told_with_the_next_photo(open_page: Callable[..., TablePage]) -> None:
    page = open_page(390, "zh")
    enrol(page, "家里的牌")
    page.act("setup-done")
    page.upload(Sample.named("seven-pairs").photo)
    note = page.at("[data-tile-set]")
    assert note.get_attribute("data-tile-set") == "used"
    assert "家里的牌" in note.inner_text()


def test_what_is_still_missing_is_told_and_a_name_is_needed(open_page: Callable[..., TablePage]) -> None:
    page = open_page(1280, "en")
    page.act("setup")
    page.act("enrol-set")
    page.at('[data-input="set-gallery"]').set_input_files(Sample.named("seven-pairs").photo)
    page.page.wait_for_selector("[data-missing]", timeout=60_000)
    assert page.at("[data-action='save-set']").is_disabled()
    shown = page.page.locator("button.tile").count()
    page.page.locator("button.tile").first.click()
    page.page.locator('[data-action="no-tile"]').click()
    assert page.page.locator("button.tile.off").count() == 1
    assert page.page.locator("button.tile").count() == shown


def test_a_name_that_is_taken_is_told_and_nothing_is_lost(open_page: Callable[..., TablePage]) -> None:
    page = open_page(1280, "en")
    enrol(page, "club")
    page.act("enrol-set")
    page.at('[data-input="set-gallery"]').set_input_files(Sample.named("seven-pairs").photo)
    page.page.wait_for_selector("[data-action='save-set']", timeout=60_000)
    page.at('[data-input="set-name"]').fill("club")
    page.act("save-set")
    assert "Choose another name" in page.at('[data-code="tile_set_refused"]').inner_text()
    page.at('[data-input="set-name"]').fill("club 2")
    page.act("save-set")
    page.page.wait_for_selector('[data-tile-sets] label.chosen:has-text("club 2")')
    page.page.on("dialog", lambda dialog: dialog.accept())
    page.act("remove-set")
    page.page.wait_for_selector('[data-tile-sets] label:has-text("club 2")', state="detached")
