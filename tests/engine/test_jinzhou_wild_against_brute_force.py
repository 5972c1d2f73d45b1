"""锦州带会 against a naive reference that tries every tile for every 会: random wins and near misses agree."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.engine import test_jinzhou_against_brute_force as plain
from tests.engine.jinzhou_reference import FLAT, KINDS, codes
from tests.engine.jinzhou_wild_reference import hui_of, reference

from paiyan.engine.rules import find_ruleset

RULES = find_ruleset("jinzhou_wild")
SUITS = "mps"


class Dealer(plain.Dealer):
    """Makes random cases that are possible at the table."""

    def __init__(self, seed: int, most_wilds: int = 2) -> None:
        super().__init__(seed)
        self.most_wilds = most_wilds

    def _try(self) -> dict[str, Any] | None:
        roll = self.random
        ming = roll.choice(["7z", *roll.choices(KINDS, k=12)])
        hui = hui_of(ming)
        sets, pair = self._sets()
        as_pairs = roll.random() < 0.1
        melded = [] if as_pairs else [one for one in sets if roll.random() < roll.choice([0.2, 0.6])]
        if any(sets.count(one) > 1 for one in melded):
            return None
        concealed = [tile for one in sets if one not in melded for tile in one] + [pair, pair]
        if as_pairs:
            kinds = roll.sample(KINDS, 6)
            concealed = [kind for kind in [*kinds, roll.choice([*KINDS, *kinds[:4] * 4])] for _ in range(2)]
        win = roll.choice(concealed)
        concealed.remove(win)
        concealed, win = self._with_wilds(concealed, win, hui)
        flags = {name: True for name in ("louhu_blocked", "wild_discarded") if roll.random() < 0.02}
        options = self._options() | ({"allow_qidui": True} if as_pairs and roll.random() < 0.7 else {})
        winner, dealer = roll.randrange(4), roll.randrange(4)
        melds = [self._meld(one, winner, ming, options) for one in melded]
        if any(hui in codes(meld["tiles"]) for meld in melds) and not options.get("wild_in_melds"):
            flags["wild_claimed"] = True
        case = {
            "ruleset": "jinzhou_wild",
            "options": options,
            "dealer": dealer,
            "winner": winner,
            "hand": "".join(roll.sample(concealed, len(concealed))),
            "melds": melds,
            "win_tile": win,
            "red_kong": False,
            "kongs": self.kongs_of(winner, melded, melds),
            "events": [],
            "flags": flags,
            "wild": {"ming": ming, "hui": roll.choice([hui, None])},
        }
        self._method(case)
        self._others(case)
        return case if concealed.count(hui) <= self.most_wilds and self.possible(case) else None

    def _sets(self) -> tuple[list[list[str]], str]:
        roll = self.random
        middle = roll.random() < 0.2
        suits = [*roll.sample("mps", 3), roll.choice("mps")]
        triplets = roll.choice([0.1, 0.4, 0.6, 1.0])
        sets = []
        for suit in roll.choice(["mmpp", "mmmm"]) if roll.random() < 0.08 else suits:
            rank = roll.randrange(2, 7) if middle else roll.randrange(1, 10)
            if roll.random() < 0.05:
                sets.append(["7z"] * 3)
            elif roll.random() < triplets:
                sets.append([f"{rank}{suit}"] * 3)
            else:
                sets.append([f"{min(rank, 7 - middle) + step}{suit}" for step in range(3)])
        pairs = [f"{rank}{suit}" for suit in SUITS for rank in (range(2, 9) if middle else range(1, 10))]
        return sets, roll.choice(["7z", "7z", sets[0][0], *roll.sample(pairs, 4)])

    def _with_wilds(self, concealed: list[str], win: str, hui: str) -> tuple[list[str], str]:
        """Tiles swapped for 会 or, for a near miss, for any."""
        roll = self.random
        places = roll.sample(range(len(concealed)), min(len(concealed), 4))
        wilds = roll.choice([0, 0, 1, 1, 1, 2, 2, 3, 4])
        for place in places[: min(wilds, self.most_wilds)]:
            concealed[place] = hui
        if roll.random() < 0.15:
            win = hui
        elif roll.random() < 0.1:
            win = roll.choice(KINDS)
        if roll.random() < 0.08:
            concealed[roll.randrange(len(concealed))] = roll.choice(KINDS)
        return concealed, win

    def _meld(self, one: list[str], winner: int, ming: str, options: dict[str, Any]) -> dict[str, Any]:
        roll, hui = self.random, hui_of(ming)
        left = (winner - 1) % 4
        kind, tiles, source = "chi", list(one), left
        if one[0] == one[1]:
            kind = roll.choice(["peng", "peng", "minggang_da", "minggang_zhua", "angang"])
            tiles = [one[0]] * (3 if kind == "peng" or one[0] == ming else 4)
            source = (winner + roll.randrange(1, 4)) % 4
        may_stand = options.get("wild_in_melds") and hui not in tiles and (len(tiles) == 4 or kind in ("chi", "peng"))
        if may_stand and roll.random() < 0.5:
            tiles[roll.randrange(len(tiles))] = hui
        return {
            "type": kind,
            "tiles": "".join(roll.sample(tiles, len(tiles))),
            "from": None if kind in ("angang", "minggang_zhua") else source,
        }

    def _options(self) -> dict[str, Any]:
        chosen: dict[str, Any] = {}
        for spec in RULES.options_type.specs():
            if self.random.random() < 0.12 and not isinstance(spec.values, str):
                chosen[spec.name] = self.random.choice(spec.values)
        if self.random.random() < 0.1:
            chosen |= {"suhu_multiplier": self.random.choice([1, 3]), "xuehui_each": self.random.choice([0, 10])}
        return chosen

    def _method(self, case: dict[str, Any]) -> None:
        roll, winner = self.random, case["winner"]
        methods = ["ron", "zimo", "haidilao", "rob_kong", "kong_leak"]
        if any(len(codes(meld["tiles"])) == 4 for meld in case["melds"]):
            methods += ["kong_open"] * 3
        if not case["melds"]:
            methods += ["tianhu"] * 12 if case["dealer"] == winner else ["dihu"] * 4
        method = roll.choice(methods)
        case["win_method"] = method
        case["discarder"] = None if method in FLAT else (winner + roll.randrange(1, 4)) % 4
        if method == "dihu":
            case["discarder"] = case["dealer"]
        if method == "kong_open":
            full = [kong["tile"] for kong in case["kongs"] if kong["tile"] != case["wild"]["ming"]]
            case["red_kong"] = roll.choice(full) == "7z" if full else False
        self.add_kong_of_giver(case)

    def _others(self, case: dict[str, Any]) -> None:
        roll = self.random
        calm = case["win_method"] in ("tianhu", "dihu")
        if not calm and roll.random() < 0.3:
            seat = roll.randrange(4)
            if seat != case["winner"]:
                kind = roll.choice(["da", "zhua", "an"])
                payer = (seat + roll.randrange(1, 4)) % 4 if kind == "da" else None
                tile = roll.choice([*KINDS, case["wild"]["ming"]])
                case["kongs"].append({"seat": seat, "kind": kind, "tile": tile, "from": payer})
        if not calm and roll.random() < 0.2:
            case["events"] = [{"type": "genzhuang", "tiles": roll.sample(KINDS, roll.randrange(1, 4))}]
        if roll.random() < 0.1:
            case["events"].append({"type": "xuehui", "seat": roll.randrange(4)})
        case["open"] = self.open_seats(case, calm=calm)

    def possible(self, case: dict[str, Any]) -> bool:
        """Whether the tiles and facts of ``case`` can come together."""
        ming = case["wild"]["ming"]
        hui = hui_of(ming)
        options = case["options"]
        in_hand = codes(case["hand"]).count(hui) + (case["win_tile"] == hui and case["win_method"] in FLAT)
        seen = Counter(codes(case["hand"]))
        seen[case["win_tile"]] += 1
        seen[ming] += 1
        for meld in case["melds"]:
            seen.update(codes(meld["tiles"]))
        for kong in case["kongs"]:
            if kong["seat"] != case["winner"]:
                seen[kong["tile"]] += 3 if kong.get("void") or kong["tile"] == ming else 4
            if kong["kind"] == "an" and kong["tile"] == hui and not options.get("wild_can_be_kong"):
                return False
            if kong["tile"] == ming and not options.get("ming_triplet_kong", True):
                return False
        for event in case["events"]:
            seen.update(event.get("tiles", []) * 4)
            if event["type"] == "xuehui":
                everywhere = seen[hui] - (hui == ming)
                mine = event["seat"] == case["winner"]
                needed = 3 if hui == ming else 4
                if everywhere and not mine:
                    return False
                melded = sum(codes(meld["tiles"]).count(hui) for meld in case["melds"])
                if mine and in_hand + melded < needed and not case["flags"].get("wild_discarded"):
                    return False
        if any(set(codes(meld["tiles"])) == {hui} for meld in case["melds"]) and not case["flags"].get("wild_claimed"):
            allowed = options.get("wild_can_be_kong") and all(
                meld["type"] == "angang" for meld in case["melds"] if set(codes(meld["tiles"])) == {hui}
            )
            if not allowed:
                return False
        leaked = [kong for kong in case["kongs"] if kong["seat"] == case["discarder"]]
        full = any(len(codes(meld["tiles"])) == 4 for meld in case["melds"])
        return (
            max(seen.values()) <= 4
            and (case["win_method"] != "kong_leak" or len(leaked) == 1)
            and (case["win_method"] != "kong_open" or full)
            and (case["win_method"] != "dihu" or all(kong["seat"] == case["dealer"] for kong in case["kongs"]))
        )


def compare(case: dict[str, Any]) -> dict[str, Any]:
    return plain.compared(case, reference(case))


@pytest.mark.parametrize("seed", range(4))
def test_random_hands_come_out_as_in_the_brute_force_reference(seed: int) -> None:
    dealer = Dealer(seed, most_wilds=1)
    answers = [(case["win_method"], compare(case)) for case in (dealer.case() for _ in range(200))]
    assert {method for method, _ in answers} == set(map(str, RULES.methods))
    assert {answer["hu_class"] for _, answer in answers} == {None, 1, 2, 3, 4, 5}
    reasons = {reason for _, answer in answers for reason in answer["reasons"]}
    assert reasons >= {"not_complete", "missing_suit", "no_yaojiu", "no_triplet", "qidui_not_allowed", "wild_claimed"}


def test_seven_pairs_may_take_two_wild_tiles_beside_two_of_four_red_dragons_to_waive_the_missing_suit():
    flags = {"wild_red_pair_waives_triplet": True, "allow_qidui": True}
    case = {
        "ruleset": "jinzhou_wild",
        "options": flags,
        "dealer": 0,
        "winner": 2,
        "hand": "88m22s7777z2m55m55p",
        "melds": [],
        "win_tile": "5p",
        "win_method": "zimo",
        "discarder": None,
        "open": [True, False, False, True],
        "red_kong": False,
        "kongs": [],
        "events": [],
        "flags": {},
        "wild": {"ming": "4p", "hui": None},
    }
    assert compare(case)["hu_class"] == 5
