"""The engine against a deliberately naive reference: random wins and near misses of every class and method come out
the same."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.engine.jinzhou_reference import FLAT, KINDS, codes, reference

from paiyan.engine.cases import rule_case
from paiyan.engine.rules import find_ruleset


class Dealer:
    """Makes random cases that are possible at the table."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def case(self) -> dict[str, Any]:
        while True:
            built = self._try()
            if built is not None:
                return built

    def _try(self) -> dict[str, Any] | None:
        roll = self.random
        sets, pair = self._pairs() if roll.random() < 0.15 else self._sets()
        melded = [] if pair is None else [one for one in sets if roll.random() < 0.45]
        concealed = [tile for one in sets if one not in melded for tile in one] + ([pair, pair] if pair else [])
        if any(sets.count(one) > 1 for one in melded) or not concealed:
            return None
        win = roll.choice(concealed)
        concealed.remove(win)
        if roll.random() < 0.15:
            win = roll.choice(KINDS)
        if roll.random() < 0.08:
            concealed[roll.randrange(len(concealed))] = roll.choice(KINDS)
        winner, dealer = roll.randrange(4), roll.randrange(4)
        melds = [self._meld(one, winner) for one in melded]
        case = {
            "ruleset": "jinzhou",
            "options": self._options(),
            "dealer": dealer,
            "winner": winner,
            "hand": "".join(roll.sample(concealed, len(concealed))),
            "melds": melds,
            "win_tile": win,
            "red_kong": False,
            "kongs": self.kongs_of(winner, melded, melds),
            "events": [],
        }
        self._method(case)
        self._others(case)
        return case if self.possible(case) else None

    @staticmethod
    def kongs_of(winner: int, melded: list[list[str]], melds: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The kongs among the winner's melds as they are paid for."""
        kinds = {"minggang_da": "da", "minggang_zhua": "zhua", "angang": "an"}
        return [
            {"seat": winner, "kind": kinds[meld["type"]], "tile": one[0], "from": meld["from"]}
            for one, meld in zip(melded, melds, strict=True)
            if meld["type"] in kinds
        ]

    def _sets(self) -> tuple[list[list[str]], str | None]:
        roll = self.random
        narrow = roll.random() < 0.1
        taken = [roll.choice(KINDS[2:7]) if roll.random() < 0.3 else roll.choice(KINDS) for _ in range(4)]
        suits = [*roll.sample("mps", 3), roll.choice("mps")]
        triplets = roll.choice([0.15, 0.5, 1.0])
        sets = []
        for suit, tile in zip("mmpp" if narrow else suits, taken, strict=True):
            rank = 0 if tile == "7z" else int(tile[0])
            if rank == 0:
                sets.append(["7z"] * 3)
            elif roll.random() < triplets:
                sets.append([f"{rank}{suit}"] * 3)
            else:
                sets.append([f"{min(rank, 7) + step}{suit}" for step in range(3)])
        return sets, roll.choice(["7z", *[one[0] for one in sets], *roll.sample(KINDS, 3)])

    def _pairs(self) -> tuple[list[list[str]], str | None]:
        kinds = self.random.sample(KINDS, 7)
        for place in range(self.random.choice([0, 0, 1, 2])):
            kinds[place + 3] = kinds[place]
        return [[kind, kind] for kind in kinds], None

    def _meld(self, one: list[str], winner: int) -> dict[str, Any]:
        roll = self.random
        tiles = "".join(tile[0] for tile in one) + one[0][1]
        if one[0] != one[1]:
            return {"type": "chi", "tiles": tiles, "from": (winner - 1) % 4}
        kind = roll.choice(["peng", "peng", "minggang_da", "minggang_zhua", "angang"])
        if kind != "peng":
            tiles = one[0][0] + tiles
        source = None if kind in ("angang", "minggang_zhua") else (winner + roll.randrange(1, 4)) % 4
        return {"type": kind, "tiles": tiles, "from": source}

    def _options(self) -> dict[str, Any]:
        chosen = {}
        for spec in find_ruleset("jinzhou").options_type.specs():
            if self.random.random() < 0.12 and not isinstance(spec.values, str):
                chosen[spec.name] = self.random.choice(spec.values)
        return chosen

    def _method(self, case: dict[str, Any]) -> None:
        roll, winner = self.random, case["winner"]
        methods = ["ron", "zimo", "haidilao", "rob_kong", "kong_leak"]
        if case["kongs"]:
            methods += ["kong_open"] * 3
        if not case["melds"] and case["dealer"] == winner:
            methods += ["tianhu"] * 4
        method = roll.choice(methods)
        case["win_method"] = method
        case["discarder"] = None if method in FLAT else (winner + roll.randrange(1, 4)) % 4
        if method == "kong_open":
            case["red_kong"] = roll.choice([kong["tile"] for kong in case["kongs"]]) == "7z"
        self.add_kong_of_giver(case)

    def add_kong_of_giver(self, case: dict[str, Any]) -> None:
        """The kong that is robbed, or after which the winning tile was discarded."""
        if case["win_method"] == "rob_kong":
            kong = {"seat": case["discarder"], "kind": "zhua", "tile": case["win_tile"], "void": True}
            case["kongs"].append(kong)
        if case["win_method"] == "kong_leak":
            tile = self.random.choice(["7z", *KINDS])
            case["kongs"].append({"seat": case["discarder"], "kind": "an", "tile": tile})
            case["red_kong"] = tile == "7z"

    def _others(self, case: dict[str, Any]) -> None:
        roll = self.random
        calm = case["win_method"] == "tianhu"
        if not calm and roll.random() < 0.3:
            seat = roll.randrange(4)
            if seat != case["winner"]:
                kind = roll.choice(["da", "zhua", "an"])
                payer = (seat + roll.randrange(1, 4)) % 4 if kind == "da" else None
                case["kongs"].append({"seat": seat, "kind": kind, "tile": roll.choice(KINDS), "from": payer})
        if not calm and roll.random() < 0.2:
            case["events"] = [{"type": "genzhuang", "tiles": roll.sample(KINDS, roll.randrange(1, 4))}]
        case["open"] = self.open_seats(case, calm=calm)

    def open_seats(self, case: dict[str, Any], *, calm: bool) -> list[bool]:
        """Who is open: by melds and kongs, others at random unless nobody can have claimed anything."""
        closed = self.random.random()
        return [
            any(meld["type"] != "angang" for meld in case["melds"])
            if seat == case["winner"]
            else any(kong["seat"] == seat and kong["kind"] != "an" for kong in case["kongs"])
            or (not calm and self.random.random() < closed)
            for seat in range(4)
        ]

    def possible(self, case: dict[str, Any]) -> bool:
        """Whether the tiles and facts of ``case`` can come together."""
        seen = Counter(codes(case["hand"]))
        seen[case["win_tile"]] += 1
        for meld in case["melds"]:
            seen.update(codes(meld["tiles"]))
        for kong in case["kongs"]:
            if kong["seat"] != case["winner"]:
                seen[kong["tile"]] += 3 if kong.get("void") else 4
        for event in case["events"]:
            seen.update(event["tiles"] * 4)
        leaked = [kong for kong in case["kongs"] if kong["seat"] == case["discarder"]]
        return max(seen.values()) <= 4 and (case["win_method"] != "kong_leak" or len(leaked) == 1)


def compared(case: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """What the engine says of ``case``, which is what is ``expected``."""
    answer = rule_case(case)
    possible = expected.pop("possible_reasons")
    assert {name: answer[name] for name in expected} == expected, case
    if not expected["valid"]:
        assert answer["reasons"] in possible, (case, possible)
    return answer


def compare(case: dict[str, Any]) -> dict[str, Any]:
    return compared(case, reference(case))


@pytest.mark.parametrize("seed", range(4))
def test_random_hands_come_out_as_in_the_brute_force_reference(seed: int) -> None:
    dealer = Dealer(seed)
    answers = [(case["win_method"], compare(case)) for case in (dealer.case() for _ in range(250))]
    assert {method for method, _ in answers} >= {"ron", "zimo", "haidilao", "rob_kong", "kong_leak", "kong_open"}
    assert {answer["hu_class"] for _, answer in answers} == {None, 1, 2, 3, 4, 5}
    reasons = {reason for _, answer in answers for reason in answer["reasons"]}
    assert reasons >= {"not_complete", "missing_suit", "no_yaojiu", "no_triplet"}
