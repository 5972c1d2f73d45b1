"""A deliberately naive reading of rules/spec.md §1 that shares nothing with the engine but tile names.

It lays tiles out by trying everything, in plain lists of tile codes, and follows the text line by line.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

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


def beside_the_win(case: dict[str, Any], options: dict[str, Any]) -> dict[str, list[int]]:
    """Kongs and 跟庄."""
    kong, other = [0] * 4, [0] * 4
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
        for number, tile in enumerate(event.get("tiles", [])):
            each = options["genzhuang_base"] * 2**number * (2 if tile == "7z" else 1)
            for seat in range(4):
                other[seat] += -3 * each if seat == case["dealer"] else each
    return {"settlement_kong": kong, "settlement_other": other}


def reference(case: dict[str, Any]) -> dict[str, Any]:
    options = DEFAULTS | case["options"]
    win, winner = case["win_tile"], case["winner"]
    answer: dict[str, Any] = {"valid": False, "hu_class": None, "class_points": None, "waits": [], "shares": {}}
    hu = [0] * 4
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
    every_fault = [faults(case, options, one, win) for one in found]
    fewest = min(map(len, every_fault), default=0)
    answer["possible_reasons"] = (
        [["not_complete"]] if not found else [sorted(one) for one in every_fault if len(one) == fewest]
    )
    return answer | {"settlement_hu": hu, **beside_the_win(case, options)}
