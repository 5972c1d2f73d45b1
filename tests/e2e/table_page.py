"""Drives the page as a person at the table does, and knows how to make a reading match what really lay there."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paiyan.engine.tiles import parse_tiles

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SAMPLES = Path(__file__).parents[2] / "seeds/samples"
_BOXES = """
boxes => boxes.map(box => ({
    key: Number(box.dataset.key), face: box.dataset.face, zone: box.dataset.place,
    corners: box.querySelector('.line').getAttribute('points').split(' ').map(point => point.split(',').map(Number)),
}))
"""
_LABELS = """
labels => labels.map(label => {
    const { left, right, top, bottom } = label.querySelector('rect').getBoundingClientRect();
    return { text: label.textContent, left, right, top, bottom };
})
"""
_TO_SCREEN = """
(svg, [x, y]) => {
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    return [at.x, at.y];
}
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample photo with what lies on it and the facts of the win."""

    photo: Path
    truth: dict[str, Any]

    @classmethod
    def named(cls, name: str) -> Sample:
        truth = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
        return cls(SAMPLES / truth["photo"], truth)

    @property
    def case(self) -> dict[str, Any]:
        """The case for the engine, made from the truth alone."""
        facts, tiles = self.truth["facts"], self.truth["tiles"]
        steps = {"right": 1, "across": 2, "left": 3, None: 0}
        melds = [
            {
                "type": meld["type"],
                "tiles": meld["tiles"],
                "from": (facts["winner"] + steps[meld["from"]]) % 4 if meld["from"] else None,
            }
            for meld in self.truth["melds"]
        ]
        same = {name: facts[name] for name in ("ruleset", "options", "winner", "dealer", "discarder", "open", "kongs")}
        return same | {
            "hand": self.truth["hand"],
            "melds": melds,
            "win_tile": tiles[self.truth["win_tile"]]["tile"],
            "win_method": facts["method"],
            "red_kong": facts["red_kong"],
            "events": facts["events"],
        }


def centre(corners: list[list[float]]) -> tuple[float, float]:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


class TablePage:
    """The page and the gestures on it. `script_errors` collects what went wrong inside it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.script_errors: list[str] = []
        page.on("pageerror", lambda error: self.script_errors.append(str(error)))
        page.goto(address)
        page.wait_for_selector("main h2")

    def at(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def act(self, action: str) -> None:
        """Presses the button of that purpose."""
        self.at(f'[data-action="{action}"]').click()

    def choose(self, name: str, value: object) -> None:
        """Takes an answer of a group of radio buttons, by its label as a finger would."""
        text = {True: "true", False: "false"}.get(value) if isinstance(value, bool) else str(value)  # type: ignore[call-overload]
        self.at(f'label:has(input[name="{name}"][value="{text}"])').click()

    def step(self, name: str) -> None:
        self.at(f'[data-step="{name}"]').click()

    # Step 1 and 2: photo and tiles

    def upload(self, photo: Path) -> None:
        self.at('[data-input="gallery"]').set_input_files(photo)
        self.page.wait_for_selector('[data-action="to-facts"]')

    def boxes(self) -> list[dict[str, Any]]:
        """The tiles outlined on the photo, with their face, place in the hand and corners in the photo."""
        return list(self.at("svg [data-key]").evaluate_all(_BOXES))

    def open_tile(self, key: int) -> None:
        box = self.at(f'svg [data-key="{key}"]')
        box.focus()
        box.press("Enter")
        self.page.wait_for_selector("dialog[open]")

    def change(self, key: int, face: str) -> None:
        self.open_tile(key)
        self.at(f'dialog .faces [data-face="{face}"]').click()

    def move(self, key: int, zone: str) -> None:
        self.open_tile(key)
        self.at(f'dialog [data-move="{zone}"]').click()

    def delete(self, key: int) -> None:
        self.open_tile(key)
        self.act("delete")

    def add(self, place: tuple[float, float], face: str) -> None:
        """Taps an empty place of the photo and says which tile lies there; it goes to the hand first."""
        svg = self.at("figure svg")
        svg.scroll_into_view_if_needed()
        x, y = svg.evaluate(_TO_SCREEN, list(place))
        self.page.mouse.click(x, y)
        self.at(f'dialog .faces [data-face="{face}"]').click()

    def correct(self, sample: Sample) -> None:
        """Mends one difference after the other until the tiles are those that lay there."""
        for _ in range(80):
            if not self._mend_one(sample.truth["tiles"]):
                return
        raise AssertionError("the tiles cannot be made to match")

    def _mend_one(self, truth: list[dict[str, Any]]) -> bool:
        boxes = self.boxes()
        found: dict[int, dict[str, Any]] = {}
        for box in boxes:
            places = [dist(centre(box["corners"]), centre(tile["corners"])) for tile in truth]
            nearest = min(range(len(truth)), key=places.__getitem__)
            size = dist(truth[nearest]["corners"][0], truth[nearest]["corners"][1])
            if places[nearest] < size / 2 and nearest not in found:
                found[nearest] = box
            elif box["zone"] != "table":
                self.delete(box["key"])
                return True
        for index, tile in enumerate(truth):
            if index not in found:
                self.add(centre(tile["corners"]), tile["tile"])
                return True
            if found[index]["face"] != tile["tile"]:
                self.change(found[index]["key"], tile["tile"])
                return True
            zone = self._zone(tile["group"], truth, found)
            if found[index]["zone"] != zone:
                self.move(found[index]["key"], zone)
                return True
        return False

    @staticmethod
    def _zone(group: str, truth: list[dict[str, Any]], found: dict[int, dict[str, Any]]) -> str:
        """The page's name for a place of the truth: its melds are numbered by the page itself."""
        if group in ("hand", "win"):
            return group
        if not group.startswith("meld:"):
            return "table"
        lying = [found[index]["zone"] for index, tile in enumerate(truth) if tile["group"] == group and index in found]
        melds = Counter(zone for zone in lying if zone.startswith("meld:"))
        return melds.most_common(1)[0][0] if melds else "new-meld"

    def enter_by_hand(self, case: dict[str, Any]) -> None:
        """Picks the tiles of a case as they are in the worked examples: melds, hand, winning tile."""
        self.act("by-hand")
        for meld in case["melds"]:
            self.at('[data-zone="new-meld"]').click()
            self._pick_all(meld["tiles"])
        self.at('[data-zone="hand"] .plus').click()
        self._pick_all(case["hand"])
        self.at('[data-zone="win"] .plus').click()
        self.at(f'dialog [data-face="{case["win_tile"]}"]').click()

    def enter_hand(self, notation: str) -> None:
        """Picks the concealed tiles of a hand in play."""
        self.act("by-hand")
        self.at('[data-zone="hand"] .plus').click()
        self._pick_all(notation)

    def _pick_all(self, notation: str) -> None:
        for tile in parse_tiles(notation):
            self.at(f'dialog .faces [data-face="{tile}"]').click()
        self.act("add-done")

    def tell_kongs(self, case: dict[str, Any]) -> None:
        """Says of each open kong among the melds how it was made and from whom."""
        sides = {1: "right", 2: "across", 3: "left"}
        for place, meld in enumerate(case["melds"]):
            if not meld["type"].startswith("minggang"):
                continue
            self.at("[data-meld]").nth(place).click()
            self.choose("meld-made", meld["type"].removeprefix("minggang_"))
            if meld["type"] == "minggang_da":
                self.choose("meld-from", sides[(meld["from"] - case["winner"]) % 4])
            self.act("meld-done")

    # Step 3 and 4: facts and settlement

    def ask(self, fact: str) -> None:
        """Opens a question if it is not open already."""
        head = self.at(f'[data-fact="{fact}"] h3 button')
        if head.get_attribute("aria-expanded") != "true":
            head.click()

    def answer(self, facts: dict[str, Any], followed: bool = True) -> None:
        """Answers everything that is asked, as the truth of a sample has it; 跟庄 only if `followed`."""
        self.ask("winner")
        self.choose("winner", facts["winner"])
        self.ask("dealer")
        self.choose("dealer", facts["dealer"])
        self.ask("method")
        self.choose("method", facts["method"])
        if facts["discarder"] is not None:
            self.ask("discarder")
            self.choose("discarder", facts["discarder"])
        self.ask("kongs")
        for kong in facts["kongs"]:
            if kong["seat"] != facts["winner"] and not kong.get("void"):
                self.add_kong(kong)
        self.act("kongs-done")
        self.ask("open")
        for seat, is_open in enumerate(facts["open"]):
            # Whose kong was robbed is open: that is not asked.
            if seat != facts["winner"] and self.at(f'input[name="open-{seat}"]').count():
                self.choose(f"open-{seat}", is_open)
        if not followed:
            return
        self.ask("followed")
        for event in facts["events"]:
            for tile in event.get("tiles", []) if event["type"] == "genzhuang" else []:
                self.act("followed-add")
                self.at(f'[data-fact="followed"] [data-face="{tile}"]').click()
        self.act("followed-done")

    def choose_system(self, ruleset: str) -> None:
        """Sets what the table plays."""
        self.act("header-setup")
        self.choose("ruleset", ruleset)
        self.act("setup-done")

    def asked(self) -> list[str]:
        """The questions on the page, in order."""
        return list(self.at("[data-fact]").evaluate_all("all => all.map(each => each.dataset.fact)"))

    def tell(self, case: dict[str, Any]) -> None:
        """Answers everything the page asks of a worked case, whatever its rule system."""
        told: set[str] = set()
        while open_facts := [fact for fact in self.asked() if fact not in told]:
            self.ask(open_facts[0])
            self.tell_one(open_facts[0], case)
            told.add(open_facts[0])

    def tell_one(self, fact: str, case: dict[str, Any]) -> None:
        flags = case.get("flags") or {}
        events = {event["type"]: event for event in case.get("events", [])}
        chosen = {
            "winner": case["winner"],
            "dealer": case["dealer"],
            "round": case.get("round", case.get("round_wind", 0)),
            "method": case["win_method"],
            "discarder": case["discarder"],
            "void_suit": case.get("void_suit"),
            "last_of_kind": flags.get("last_of_kind", False),
            "last_tile": flags.get("last_tile", False),
            "shaozhuang": events.get("shaozhuang", {}).get("rounds", 0),
        }
        if fact in chosen:
            self.choose(fact.replace("void_suit", "void-suit"), chosen[fact])
        elif fact == "ming":
            self.at(f'[data-fact="ming"] [data-face="{case["wild"]["ming"]}"]').click()
        elif fact in ("flowers", "barred"):
            marked = (
                parse_tiles(case.get("flowers") or "") if fact == "flowers" else [one for one in flags if flags[one]]
            )
            for one in marked:
                self.choose(fact, one)
            self.act(f"{fact}-done")
        elif fact in ("liable", "xuehui"):
            named = flags.get("bao_seat", flags.get("hubao_partner"))
            who = named if fact == "liable" else events.get("xuehui", {}).get("seat")
            self.act(f"{fact}-nobody") if who is None else self.choose(fact, who)
        elif fact == "early_draw":
            self.act("early-done")
        else:
            self._tell_of_jinzhou(fact, case)

    def _tell_of_jinzhou(self, fact: str, case: dict[str, Any]) -> None:
        if fact == "kongs":
            for kong in case["kongs"]:
                if kong["seat"] != case["winner"] and not kong.get("void"):
                    self.add_kong(kong)
            self.act("kongs-done")
        elif fact == "open":
            for seat, is_open in enumerate(case["open"]):
                if seat != case["winner"] and self.at(f'input[name="open-{seat}"]').count():
                    self.choose(f"open-{seat}", is_open)
        elif fact == "followed":
            for event in case.get("events", []):
                for tile in event.get("tiles", []):
                    self.act("followed-add")
                    self.at(f'[data-fact="followed"] [data-face="{tile}"]').click()
            self.act("followed-done")

    def add_kong(self, kong: dict[str, Any]) -> None:
        self.act("kong-new")
        self.choose("kong-seat", kong["seat"])
        self.choose("kong-kind", kong["kind"])
        if "from" in kong:
            self.choose("kong-from", kong["from"])
        self.at(f'[data-fact="kongs"] [data-face="{kong["tile"]}"]').click()
        self.act("kong-add")

    def settle(self) -> None:
        self.act("to-result")
        self.page.wait_for_selector('[data-testid="headline"]')

    def draw(self, dealer: int | None = None) -> None:
        """Enters 黄庄 without further kongs and followed rounds; `dealer` where the page does not know it yet."""
        self.act("draw")
        self.page.wait_for_selector("[data-fact]")
        if dealer is not None:
            self.choose("dealer", dealer)
        for fact in ("kongs", "followed"):
            if fact in self.asked():
                self.act(f"{fact}-done")
        self.settle()
        self.next_hand()

    def next_hand(self) -> None:
        """Enters the settled hand into the evening's account."""
        self.act("next-hand")
        self.page.wait_for_selector('[data-total="0"]')

    def told(self) -> None:
        """Waits until the server knows everything. What others play on it are games of other tables."""
        everything = self.at('[data-waiting="0"]')
        for _ in range(20):
            self.page.wait_for_selector('[data-waiting="0"], [data-action="join-not"]', state="attached")
            if everything.count():
                return
            self.act("join-not")
        raise AssertionError("the server takes no game of this table")

    @property
    def settlement(self) -> list[int]:
        """The points of the four seats as the card shows them."""
        shown = [self.at(f'[data-points="{seat}"]').inner_text() for seat in range(4)]
        return [int(text.replace("−", "-").replace("+", "")) for text in shown]

    @property
    def totals(self) -> list[int]:
        shown = [self.at(f'[data-total="{seat}"]').inner_text() for seat in range(4)]
        return [int(text.replace("−", "-").replace("+", "")) for text in shown]

    @property
    def label_overlaps(self) -> list[tuple[str, str]]:
        """Pairs of labels on the photo that lie on each other."""
        boxes = self.at("svg [data-tag]").evaluate_all(_LABELS)
        sides = (("left", "right"), ("top", "bottom"))
        return [
            (one["text"], other["text"])
            for index, one in enumerate(boxes)
            for other in boxes[:index]
            if all(one[low] < other[high] - 0.5 and other[low] < one[high] - 0.5 for low, high in sides)
        ]

    @property
    def overflow(self) -> int:
        """How far the page is wider than the screen."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))
