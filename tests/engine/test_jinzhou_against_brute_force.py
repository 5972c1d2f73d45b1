"""The engine against a deliberately naive reading of rules/spec.md §1 that shares nothing with it but tile names.

The reference lays tiles out by trying everything, in plain lists of tile codes, and follows the text of the
specification line by line. Random wins and near misses of every class and method must come out the same.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from paiyan.engine.cases import rule_case
from paiyan.engine.rules import find_ruleset
from paiyan.engine.tiles import parse_tiles

KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + ["7z"]
DEFAULTS = {spec.name: spec.default for spec in find_ruleset("jinzhou").options_type.specs()}
FLAT = {"zimo", "haidilao", "kong_open", "tianhu"}


def codes(text: str) -> list[str]:
    return [tile.code for tile in parse_tiles(text)]


def layouts(tiles: list[str]) -> list[list[list[str]]]:
    """Every way to lay tiles out in triplets and runs, nothing left over."""
    if not tiles:
        return [[]]
    first, rest = tiles[0], tiles[1:]
    found = []
    if rest[:2] == [first, first]:
        found += [[[first] * 3, *more] for more in layouts(rest[2:])]
    if first[1] != "z" and int(first[0]) <= 7:
        second, third = f"{int(first[0]) + 1}{first[1]}", f"{int(first[0]) + 2}{first[1]}"
        if second in rest and third in rest:
            left = list(rest)
            left.remove(second)
            left.remove(third)
            found += [[[first, second, third], *more] for more in layouts(left)]
    return found


def readings(tiles: list[str], melds: list[dict[str, Any]]) -> list[tuple[list[list[str]], str | None]]:
    """(concealed sets, pair) for every shape; seven pairs have no sets and pair None."""
    tiles = sorted(tiles, key=KINDS.index)
    found: list[tuple[list[list[str]], str | None]] = []
    for pair in dict.fromkeys(tiles):
        if tiles.count(pair) >= 2:
            left = list(tiles)
            left.remove(pair)
            left.remove(pair)
            found += [(layout, pair) for layout in layouts(left)]
    if not melds and all(count % 2 == 0 for count in Counter(tiles).values()):
        found.append(([], None))
    return found


def faults(case: dict[str, Any], options: dict[str, Any], reading: Any, win: str) -> set[str]:
    sets, pair = reading
    melds = case["melds"]
    everything = codes(case["hand"]) + [win] + [tile for meld in melds for tile in codes(meld["tiles"])]
    pairs = pair is None
    found = set()
    if len({tile[1] for tile in everything} - {"z"}) < 3 and not (pairs and not options["qidui_requires_three_suits"]):
        found.add("missing_suit")
    has_yaojiu = any(tile[0] in "19" and tile[1] != "z" for tile in everything) or "7z" in everything
    if not has_yaojiu and not (pairs and not options["qidui_requires_yaojiu"]):
        found.add("no_yaojiu")
    melded_triplet = any(meld["type"] != "chi" for meld in melds)
    if not pairs and not melded_triplet and pair != "7z" and not any(len(set(one)) == 1 for one in sets):
        found.add("no_triplet")
    used = sum(meld["type"] != "angang" or options["angang_counts_for_min_hand"] for meld in melds)
    if options["min_hand_rule"] and 13 - 3 * used < 4 and not piao(case, reading):
        found.add("min_hand")
    is_open = any(meld["type"] != "angang" for meld in melds)
    if options["require_open"] and case["win_method"] != "tianhu" and not pairs and not is_open:
        found.add("not_open")
    return found


def piao(case: dict[str, Any], reading: Any) -> bool:
    sets, pair = reading
    return (
        pair is not None
        and all(len(set(one)) == 1 for one in sets)
        and all(meld["type"] != "chi" for meld in case["melds"])
    )


def valid_readings(case: dict[str, Any], options: dict[str, Any], win: str) -> list[Any]:
    found = readings([*codes(case["hand"]), win], case["melds"])
    return [one for one in found if not faults(case, options, one, win)]


def held(case: dict[str, Any], tile: str) -> int:
    melded = [code for meld in case["melds"] for code in codes(meld["tiles"])]
    return (codes(case["hand"]) + melded).count(tile)


def waits(case: dict[str, Any], options: dict[str, Any]) -> list[str]:
    found = []
    for tile in KINDS:
        seen = held(case, tile)
        if options["wait_count_dead_tiles"] == "visible_excluded":
            for kong in case["kongs"]:
                if kong["seat"] != case["winner"] and kong["kind"] != "an" and kong["tile"] == tile:
                    seen += 4
            for event in case["events"]:
                seen += 4 * event.get("tiles", []).count(tile)
        dead = options["wait_count_dead_tiles"] != "structural" and seen >= 4
        if (tile == case["win_tile"] or not dead) and valid_readings(case, options, tile):
            found.append(tile)
    return found


def shapes(reading: Any, win: str) -> set[str]:
    sets, pair = reading
    found = {"pair"} if pair == win else set()
    for one in sets:
        if one == [win] * 3:
            found.add("triplet")
        elif win in one:
            others = "".join(sorted(tile[0] for tile in one if tile != win))
            gap = int(others[1]) - int(others[0])
            found.add("middle" if gap == 2 else "edge" if others in ("12", "89") else "two_sided")
    return found


def best_class(case: dict[str, Any], options: dict[str, Any], valid: list[Any], heard: list[str]) -> tuple[int, int]:
    """(class, points), the highest any reading gives."""
    win = case["win_tile"]
    unit = options["base_unit"]
    all_pair_waits = all(
        any("pair" in shapes(one, tile) for one in valid_readings(case, options, tile)) for tile in heard
    )
    found = []
    for one in valid:
        if one[1] is None:
            quads = sum(count == 4 for count in Counter([*codes(case["hand"]), win]).values())
            more = 2 ** (quads - 1) if quads and options["luxury_pairs_scaling"] == "double_per_quad" else 1
            found.append((5, 16 * unit * more) if quads else (4, 8 * unit))
            continue
        for shape in shapes(one, win):
            if piao(case, one):
                found.append((4, 8 * unit) if shape == "pair" else (3, 4 * unit))
                continue
            if len(heard) == 1:
                second = (
                    options["wait_class_basis"] == "unique_wait"
                    or shape in ("middle", "edge", "pair")
                    or (win[0] in "19" and win[1] != "z")
                )
            elif shape == "pair" and all_pair_waits:
                second = options["nobetan_is_danzhan"]
            else:
                second = options["wait_class_basis"] == "shape" and shape in ("middle", "edge", "pair")
            found.append((2, 2 * unit) if second else (1, unit))
    return max(found, key=lambda one: one[1])


def way_of_winning(case: dict[str, Any], options: dict[str, Any]) -> int:
    method, red = case["win_method"], case["red_kong"]
    if method == "kong_open":
        return 2 * (options["red_kong_open_extra"] if red else options["kong_open_extra"])
    if method == "kong_leak":
        return int(options["red_kong_leak_total"] if red else options["kong_leak_total"])
    return int({"haidilao": options["haidilao_total"], "rob_kong": options["rob_kong_total"]}.get(method, 2))


def shares(case: dict[str, Any], options: dict[str, Any], pairs: bool, points: int) -> dict[str, int]:
    winner, dealer, opened = case["winner"], case["dealer"], case["open"]
    drawn = case["win_method"] in FLAT
    as_open = pairs and options["qidui_counts_as_open"]
    winner_closed = not opened[winner] and not as_open and (drawn or not options["menqing_requires_self_draw"])
    found = {}
    for seat in range(4):
        if seat == winner:
            continue
        closed = not opened[seat]
        share = points * way_of_winning(case, options)
        if not drawn and options["discard_double_scope"] == "discarder_only" and seat != case["discarder"]:
            share //= 2
        if winner == dealer or (seat == dealer and options["dealer_double"] == "winner_or_payer"):
            share *= 2
        if options["menqing_scope"] == "either_once":
            share *= 2 if winner_closed or closed else 1
        else:
            share *= 2 if winner_closed else 1
            share *= 2 if closed and options["menqing_scope"] == "winner_and_each_loser" else 1
        if not any(opened) and (not as_open or options["qidui_siqing"]):
            share *= options["siqing_multiplier"]
        if case["win_method"] == "tianhu" and not options["tianhu_multiplied"]:
            share = options["tianhu_each"]
        found[str(seat)] = share if options["score_cap"] is None else min(share, options["score_cap"])
    return found


def reference(case: dict[str, Any]) -> dict[str, Any]:
    options = DEFAULTS | case["options"]
    win, winner = case["win_tile"], case["winner"]
    answer: dict[str, Any] = {"valid": False, "hu_class": None, "class_points": None, "waits": [], "shares": {}}
    hu, kong, other = [0] * 4, [0] * 4, [0] * 4
    found = readings([*codes(case["hand"]), win], case["melds"])
    valid = valid_readings(case, options, win)
    if valid:
        heard = waits(case, options)
        number, points = best_class(case, options, valid, heard)
        pairs = number >= 4 and not piao(case, valid[0]) and valid[-1][1] is None
        start = options["tianhu_each"] if case["win_method"] == "tianhu" else points
        owed = shares(case, options, pairs, start)
        answer |= {"valid": True, "hu_class": number, "class_points": points, "waits": heard, "shares": owed}
        for seat, share in owed.items():
            amount = share
            if case["discarder"] is not None and options["discard_share_basis"] == "discarder_x3":
                amount = owed[str(case["discarder"])]
            payer = int(seat) if case["discarder"] is None else case["discarder"]
            hu[payer] -= amount
            hu[winner] += amount
    for one in case["kongs"]:
        double = 2 if one["tile"] == "7z" else 1
        if one.get("void"):
            continue
        if one["kind"] == "da":
            kong[one["from"]] -= 12 * double
            kong[one["seat"]] += 12 * double
        else:
            each = (4 if one["kind"] == "zhua" else 8) * double
            for seat in range(4):
                kong[seat] += 3 * each if seat == one["seat"] else -each
    for event in case["events"]:
        for number, tile in enumerate(event["tiles"]):
            each = options["genzhuang_base"] * 2**number * (2 if tile == "7z" else 1)
            for seat in range(4):
                other[seat] += -3 * each if seat == case["dealer"] else each
    every_fault = [faults(case, options, one, win) for one in found]
    fewest = min(map(len, every_fault), default=0)
    answer["possible_reasons"] = (
        [["not_complete"]] if not found else [sorted(one) for one in every_fault if len(one) == fewest]
    )
    return answer | {"settlement_hu": hu, "settlement_kong": kong, "settlement_other": other}


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
            "kongs": [
                {"seat": winner, "kind": kind, "tile": meld["tiles"][:1] + meld["tiles"][-1], "from": meld["from"]}
                for meld in melds
                for kind in [{"minggang_da": "da", "minggang_zhua": "zhua", "angang": "an"}.get(meld["type"])]
                if kind
            ],
            "events": [],
        }
        self._method(case)
        self._others(case)
        return case if self._possible(case) else None

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
        if method == "rob_kong":
            kong = {"seat": case["discarder"], "kind": "zhua", "tile": case["win_tile"], "void": True}
            case["kongs"].append(kong)
        if method == "kong_leak":
            tile = roll.choice(["7z", *KINDS])
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
        closed = roll.random()
        case["open"] = [
            any(meld["type"] != "angang" for meld in case["melds"])
            if seat == case["winner"]
            else any(kong["seat"] == seat and kong["kind"] != "an" for kong in case["kongs"])
            or (not calm and roll.random() < closed)
            for seat in range(4)
        ]

    def _possible(self, case: dict[str, Any]) -> bool:
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


def compare(case: dict[str, Any]) -> dict[str, Any]:
    expected = reference(case)
    answer = rule_case(case)
    possible = expected.pop("possible_reasons")
    assert {name: answer[name] for name in expected} == expected, case
    if not expected["valid"]:
        assert answer["reasons"] in possible, case
    return answer


@pytest.mark.parametrize("seed", range(4))
def test_random_hands_come_out_as_in_the_brute_force_reference(seed: int) -> None:
    dealer = Dealer(seed)
    answers = [(case["win_method"], compare(case)) for case in (dealer.case() for _ in range(250))]
    assert {method for method, _ in answers} >= {"ron", "zimo", "haidilao", "rob_kong", "kong_leak", "kong_open"}
    assert {answer["hu_class"] for _, answer in answers} == {None, 1, 2, 3, 4, 5}
    reasons = {reason for _, answer in answers for reason in answer["reasons"]}
    assert reasons >= {"not_complete", "missing_suit", "no_yaojiu", "no_triplet"}
