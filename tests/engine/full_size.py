"""The random comparisons with the brute-force references at full size, run by hand from the root of the repository:

    python -m tests.engine.full_size jinzhou --seconds 3600 --seed 1

It goes on for so many CPU seconds, or until there are enough wins, every class and method is there often enough and
every reason for which a hand is refused has been seen. It stops at the first difference with the case that shows it;
otherwise it prints one line of JSON with what was compared and what is still too rare. Seeds can run side by side.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tests.engine import test_jinzhou_against_brute_force as jinzhou
from tests.engine import test_jinzhou_wild_against_brute_force as wild
from tests.engine.jinzhou_reference import FLAT

from paiyan.engine.rules import find_ruleset

WINS: Final = 5000
EACH: Final = 100
"""Wins of every class and of every method."""
CLASSES: Final = (1, 2, 3, 4, 5)
_COMMON: Final = ("not_complete", "missing_suit", "no_yaojiu", "no_triplet", "min_hand", "not_open")
REASONS: Final = {
    "jinzhou": _COMMON,
    "jinzhou_wild": (*_COMMON, "louhu_blocked", "qidui_not_allowed", "wild_discarded", "wild_claimed"),
}
"""Reasons for which a hand is refused; the references leave out the kong that nobody may rob and, in 锦州麻将, 漏胡."""

Case = dict[str, Any]


@dataclass(slots=True)
class Tally:
    """What has been compared so far."""

    ruleset: str
    cases: int = 0
    classes: Counter[int] = field(default_factory=Counter)
    methods: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, case: Case, answer: Mapping[str, Any]) -> None:
        """Count a case that came out alike."""
        self.cases += 1
        if answer["valid"]:
            self.classes[answer["hu_class"]] += 1
            self.methods[case["win_method"]] += 1
        self.reasons.update(answer["reasons"])

    @property
    def missing(self) -> dict[str, int]:
        """How many more are needed of what is still too rare."""
        need = {"wins": WINS - self.classes.total()}
        need |= {f"class {number}": EACH - self.classes[number] for number in CLASSES}
        need |= {str(method): EACH - self.methods[method] for method in find_ruleset(self.ruleset).methods}
        need |= {reason: 1 - self.reasons[reason] for reason in REASONS[self.ruleset]}
        return {name: count for name, count in need.items() if count > 0}


def evened(dealer: jinzhou.Dealer | wild.Dealer, tally: Tally) -> Case:
    """A case of ``dealer``, turned where that is possible into what was compared least often."""
    case = dealer.case()
    roll = dealer.random
    for turn in (_heavenly, _robbed, _open_only, _passed):
        if roll.random() < 0.2 and (turned := turn(case, tally)) is not None and dealer.possible(turned):
            return turned
    return case


def _heavenly(case: Case, tally: Tally) -> Case | None:
    """The same tiles as dealt to the dealer, or in 带会 won on the dealer's first discard."""
    if case["melds"] or case["events"]:
        return None
    calm = case | {"kongs": [], "open": [False] * 4, "red_kong": False, "flags": {}}
    if tally.ruleset == "jinzhou":
        calm.pop("flags")
    if "dihu" in find_ruleset(tally.ruleset).methods and tally.methods["dihu"] < tally.methods["tianhu"]:
        dealer = (case["winner"] + 1) % 4
        return calm | {"win_method": "dihu", "dealer": dealer, "discarder": dealer}
    return calm | {"win_method": "tianhu", "dealer": case["winner"], "discarder": None}


def _robbed(case: Case, tally: Tally) -> Case | None:
    """The same tiles, the last of them from a kong of the next seat; never if the winner holds another of it."""
    tile, winner = case["win_tile"], case["winner"]
    if case["win_method"] in (*FLAT, "dihu", "rob_kong") or case["events"]:
        return None
    robbed = (winner + 1) % 4
    own = [kong for kong in case["kongs"] if kong["seat"] == winner]
    kongs = [*own, {"seat": robbed, "kind": "zhua", "tile": tile, "void": True}]
    is_open = [seat == robbed or said for seat, said in enumerate(case["open"])]
    facts = {"win_method": "rob_kong", "discarder": robbed, "kongs": kongs, "open": is_open, "red_kong": False}
    return case | facts


def _open_only(case: Case, tally: Tally) -> Case | None:
    """The same win at a table where only open hands win."""
    return case | {"options": case["options"] | {"require_open": True}}


def _passed(case: Case, tally: Tally) -> Case | None:
    """The winner passed a discard before."""
    if tally.ruleset == "jinzhou":
        return None
    return case | {"flags": case["flags"] | {"louhu_blocked": True}}


def run(ruleset: str, seconds: float, seed: int) -> Tally:
    """Compare cases for so many CPU seconds or until nothing is missing; a difference is an `AssertionError`."""
    dealer: jinzhou.Dealer | wild.Dealer
    compare: Callable[[Case], dict[str, Any]]
    dealer, compare = (
        (jinzhou.Dealer(seed), jinzhou.compare) if ruleset == "jinzhou" else (wild.Dealer(seed), wild.compare)
    )
    tally = Tally(ruleset)
    end = time.process_time() + seconds
    while time.process_time() < end and tally.missing:
        case = evened(dealer, tally)
        tally.add(case, compare(case))
    return tally


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ruleset", choices=sorted(REASONS))
    parser.add_argument("--seconds", type=float, default=3600, help="CPU seconds")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    tally = run(asked.ruleset, asked.seconds, asked.seed)
    counts = {name: dict(getattr(tally, name)) for name in ("classes", "methods", "reasons")}
    found = {"cases": tally.cases, "wins": tally.classes.total(), **counts, "missing": tally.missing}
    print(json.dumps({"ruleset": asked.ruleset, "seed": asked.seed, **found}))


if __name__ == "__main__":
    main()
