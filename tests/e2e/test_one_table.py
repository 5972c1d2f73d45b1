"""Two devices at one table: one account, whoever enters what first."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.conftest import PAIYAN, serving
from tests.e2e.table_page import TablePage

pytestmark = pytest.mark.browser
OpenPage = Callable[..., TablePage]
DRAWN = [-12, 4, 4, 4]


@pytest.fixture
def address(browser: Any, tmp_path: Path) -> Iterator[str]:
    """A server that knows of no game yet."""
    with serving([*PAIYAN, "serve"], tmp_path) as found:
        yield found


def games(address: str) -> list[dict[str, Any]]:
    with urllib.request.urlopen(f"{address}api/v1/games") as answer:
        found: list[dict[str, Any]] = json.load(answer)["games"]
    return found


def totals(address: str) -> list[list[int]]:
    """What the server has of every game, newest first."""
    return [game["totals"] for game in games(address)]


def shows(page: TablePage, expected: list[int]) -> None:
    """Waits until the page shows these totals and has told the server everything."""
    page.page.wait_for_selector('[data-waiting="0"]', state="attached")
    page.page.wait_for_function(
        'wanted => [0, 1, 2, 3].every(seat => Number(document.querySelector(`[data-total="${seat}"]`)'
        ".innerText.replace('−', '-')) === wanted[seat])",
        arg=expected,
    )


def two_first_hands(open_page: OpenPage, address: str) -> tuple[TablePage, TablePage]:
    """Two phones that saw no game when they were opened, and both entered a hand."""
    one, other = open_page(), open_page()
    one.draw(dealer=0)
    shows(one, DRAWN)
    other.draw(dealer=0)
    other.page.wait_for_selector('[data-action="join-same"]')
    assert totals(address) == [DRAWN], "the second has begun no other game"
    assert other.totals == DRAWN, "what was entered is still there"
    assert other.overflow <= 0
    return one, other


def test_two_phones_that_both_enter_a_first_hand_play_one_game_with_both_hands(
    open_page: OpenPage, address: str
) -> None:
    one, other = two_first_hands(open_page, address)
    other.page.reload()
    other.page.wait_for_selector('[data-action="join-same"]')
    other.act("join")
    shows(other, [-24, 8, 8, 8])
    assert totals(address) == [[-24, 8, 8, 8]]
    shows(one, [-24, 8, 8, 8])


def test_a_hand_that_both_phones_entered_counts_once(open_page: OpenPage, address: str) -> None:
    one, other = two_first_hands(open_page, address)
    other.act("join-same")
    shows(other, DRAWN)
    assert totals(address) == [DRAWN]
    # Later hands too: both are entered as the second one.
    one.page.route("**/api/v1/events?*", lambda route: route.abort())
    other.draw()
    shows(other, [-24, 8, 8, 8])
    one.draw()
    one.page.wait_for_selector("[data-same-hand='2']")
    one.act("same-hand")
    shows(one, [-24, 8, 8, 8])
    other.draw()
    shows(other, [-36, 12, 12, 12])
    one.draw()
    one.page.wait_for_selector("[data-same-hand='3']")
    one.act("other-hand")
    shows(one, [-48, 16, 16, 16])
    assert totals(address) == [[-48, 16, 16, 16]]


def test_another_table_begins_a_game_of_its_own(open_page: OpenPage, address: str) -> None:
    _, other = two_first_hands(open_page, address)
    other.act("join-not")
    shows(other, DRAWN)
    other.draw()
    shows(other, [-24, 8, 8, 8])
    assert totals(address) == [[-24, 8, 8, 8], DRAWN]


def test_an_undo_does_not_take_back_what_another_phone_has_just_entered(open_page: OpenPage, address: str) -> None:
    one, other = two_first_hands(open_page, address)
    other.act("join-same")
    shows(other, DRAWN)
    one.page.route("**/api/v1/events?*", lambda route: route.abort())
    other.draw()
    shows(other, [-24, 8, 8, 8])
    one.act("evening-undo")
    one.page.wait_for_selector("[data-code='game_went_on']")
    shows(one, [-24, 8, 8, 8])
    one.act("evening-undo")
    shows(one, DRAWN)
    assert totals(address) == [DRAWN]
    shows(other, DRAWN)


def test_a_new_evening_begun_on_one_phone_is_offered_to_the_other(open_page: OpenPage, address: str) -> None:
    one, other = two_first_hands(open_page, address)
    other.act("join-same")
    shows(other, DRAWN)
    one.page.on("dialog", lambda dialog: dialog.accept())
    one.at("details summary").first.click()
    one.act("fresh")
    one.draw(dealer=1)
    shows(one, [4, -12, 4, 4])
    newest = games(address)[0]["id"]
    other.page.evaluate("() => dispatchEvent(new Event('focus'))")
    other.at(f'[data-join="{newest}"] [data-action="join"]').click()
    shows(other, [4, -12, 4, 4])
    other.draw()
    shows(other, [8, -24, 8, 8])
    assert totals(address) == [[8, -24, 8, 8], DRAWN]
