"""北京 and 广东鸡平和 read naively from rules/spec.md §4, §6 and the sources.

It shares nothing with the engine but tile names and the defaults of the house rules. Tiles are codes in plain lists,
hands are laid out by trying everything. :class:`Dealer` makes random cases.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from paiyan.engine.rules import find_ruleset
from paiyan.engine.tiles import parse_tiles

NUMBERS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
KINDS = [*NUMBERS, *WINDS, *DRAGONS]
ORPHANS = ["1m", "9m", "1p", "9p", "1s", "9s", *WINDS, *DRAGONS]
DRAWN = {"zimo", "gangkai", "haidi", "tianhe", "dihe"}
Layout = tuple[list[list[str]], str | None]
"""All sets, melds included, and the pair; no sets and no pair for seven pairs and thirteen orphans."""


def defaults(ruleset: str) -> dict[str, Any]:
    return {spec.name: spec.default for spec in find_ruleset(ruleset).options_type.specs()}


def codes(text: str) -> list[str]:
    return [tile.code for tile in parse_tiles(text)]


def sets_of(tiles: list[str]) -> list[list[list[str]]]:
    if not tiles:
        return [[]]
    first, rest = tiles[0], tiles[1:]
    found = []
    if rest[:2] == [first, first]:
        found += [[[first] * 3, *more] for more in sets_of(rest[2:])]
    if first[1] != "z" and int(first[0]) <= 7:
        others = [f"{int(first[0]) + step}{first[1]}" for step in (1, 2)]
        if all(other in rest for other in others):
            left = list(rest)
            for other in others:
                left.remove(other)
            found += [[[first, *others], *more] for more in sets_of(left)]
    return found


def melded(case: dict[str, Any]) -> list[list[str]]:
    return [codes(meld["tiles"]) for meld in case["melds"]]


def layouts(case: dict[str, Any], win: str) -> list[Layout]:
    tiles = sorted([*codes(case["hand"]), win], key=KINDS.index)
    found: list[Layout] = []
    for pair in dict.fromkeys(tiles):
        if tiles.count(pair) >= 2:
            left = list(tiles)
            left.remove(pair)
            left.remove(pair)
            found += [([*melded(case), *sets], pair) for sets in sets_of(left)]
    return found


def seven_pairs(case: dict[str, Any], win: str) -> bool:
    held = Counter([*codes(case["hand"]), win])
    return not case["melds"] and all(count % 2 == 0 for count in held.values())


def orphans(case: dict[str, Any], win: str) -> bool:
    held = set(codes(case["hand"])) | {win}
    return not case["melds"] and held == set(ORPHANS)


def everything(case: dict[str, Any], win: str) -> list[str]:
    return [*codes(case["hand"]), win, *(tile for meld in melded(case) for tile in meld)]


def suits(tiles: list[str]) -> set[str]:
    return {tile[1] for tile in tiles}


def held_four(case: dict[str, Any]) -> set[str]:
    return {tile for tile, count in Counter(everything(case, "none")).items() if count == 4}


# 北京 -----------------------------------------------------------------------------------------------------------------


def beijing_waits(case: dict[str, Any]) -> list[str]:
    return [
        tile
        for tile in KINDS
        if (tile == case["win_tile"] or tile not in held_four(case))
        and (layouts(case, tile) or seven_pairs(case, tile))
    ]


def beijing_fans(case: dict[str, Any], options: dict[str, Any], layout: Layout) -> dict[str, int]:
    win, (sets, pair) = case["win_tile"], layout
    tiles = everything(case, win)
    fans = {}
    if pair is not None and all(one[0] == one[1] for one in sets):
        fans["duidui"] = 2
    claims = [meld for meld in case["melds"] if meld["type"] != "angang" or options["dadiao_counts_angang"]]
    if len(claims) == 4:
        fans["dadiao"] = 2
    if win == "5m" and beijing_waits(case) == ["5m"]:
        concealed = sets[len(case["melds"]) :]
        if pair == "5m" or ["4m", "5m", "6m"] in concealed or (pair is None and options["zhuowukui_in_qidui"]):
            fans["zhuowukui"] = 2
    if case["win_method"] == "haidi":
        fans["haidi"] = 2
    own = sets if options["yitiaolong_counts_melds"] else sets[len(case["melds"]) :]
    for suit in "mps":
        if all([f"{low + step}{suit}" for step in range(3)] in own for low in (1, 4, 7)):
            fans["yitiaolong"] = 3
    if pair is None:
        quads = sum(count == 4 for count in Counter(tiles).values())
        if quads == 0:
            fans["qidui"] = 4
        else:
            fans["haohua"] = 8 * 2 ** (quads - 1) if options["haohua_scaling"] == "double_per_quad" else 8
    if case["win_method"] == "gangkai":
        fans["gangkai"] = 5
    if len(suits(tiles)) == 1 and "z" not in suits(tiles):
        fans["qingyise"] = 6
    return fans


def beijing_units(fans: dict[str, int], case: dict[str, Any], options: dict[str, Any]) -> int:
    more = 1 if case["win_method"] == "haidi_ron" else 0
    values = list(fans.values())
    if options["fan_combine"] == "pow2":
        return int(2 ** (sum(values) + more))
    if not values:
        return 1 + more
    if options["fan_combine"] == "product":
        product = 1
        for value in values:
            product *= value
        return product + more
    return (max(values) if options["fan_combine"] == "max" else sum(values)) + more


def beijing(case: dict[str, Any]) -> dict[str, Any]:
    options = defaults("beijing") | case["options"]
    win, winner, giver = case["win_tile"], case["winner"], case["discarder"]
    found: list[Layout] = layouts(case, win)
    if seven_pairs(case, win):
        found.append(([], None))
    kong = next((kong for kong in case["kongs"] if kong.get("void")), None)
    if kong is not None and kong["kind"] == "an" and options["angang_robbable_by"] != "anyone":
        found = [one for one in found if _in_dragon(one, case, options)]
        if options["angang_robbable_by"] == "nobody":
            found = []
    if not found:
        return {"valid": False, "settlement_hu": [0, 0, 0, 0]}
    each = [beijing_fans(case, options, one) for one in found]
    units = max(beijing_units(fans, case, options) for fans in each)
    points = options["base_points"] * units
    if options["open_half"] and any(meld["type"] != "angang" for meld in case["melds"]):
        points = (points + 1) // 2
    three = giver is None or options["discard_payer"] == "discarder_pays_three"
    if case["win_method"] == "rob_kong" and options["rob_kong_payer"] == "konger_pays_selfdraw_total":
        three = True
    partner = case["flags"].get("hubao_partner") if options["hubao"] else None
    settlement = [0, 0, 0, 0]
    for seat in range(4):
        if seat == winner or (not three and seat != giver):
            continue
        payer = partner if partner is not None else seat if giver is None else giver
        settlement[payer] -= points
        settlement[winner] += points
    return {
        "valid": True,
        "possible_fans": [sorted(fans) for fans in each if beijing_units(fans, case, options) == units],
        "units": units,
        "points": points,
        "waits": beijing_waits(case),
        "settlement_hu": settlement,
    }


def _in_dragon(layout: Layout, case: dict[str, Any], options: dict[str, Any]) -> bool:
    win, (sets, _) = case["win_tile"], layout
    own = sets if options["yitiaolong_counts_melds"] else sets[len(case["melds"]) :]
    rows = [[f"{low + step}{win[1]}" for step in range(3)] for low in (1, 4, 7)]
    return win[1] != "z" and all(row in own for row in rows)


# 广东鸡平和 -----------------------------------------------------------------------------------------------------------


def guangdong_waits(case: dict[str, Any]) -> list[str]:
    return [
        tile
        for tile in KINDS
        if (tile == case["win_tile"] or tile not in held_four(case)) and (layouts(case, tile) or orphans(case, tile))
    ]


def specials(case: dict[str, Any], options: dict[str, Any], layout: Layout) -> dict[str, int]:
    win, (sets, pair) = case["win_tile"], layout
    if pair is None:
        return {"十三幺": 64}
    tiles = everything(case, win)
    colours, triplets = suits(tiles), [one[0] for one in sets if one[0] == one[1]]
    found = {}
    if len(colours) == 1 and "z" not in colours:
        found["清一色"] = 16
        hand = Counter([*codes(case["hand"])] + ([] if options["jiulian_requires_nine_waits"] else [win]))
        gates = Counter({f"{rank}{win[1]}": 3 if rank in (1, 9) else 1 for rank in range(1, 10)})
        if not case["melds"] and not gates - hand:
            found["九莲宝灯"] = 64
    if len(triplets) == 4:
        if len(colours - {"z"}) == 1:
            found["混碰" if "z" in colours else "清碰"] = 16 if "z" in colours else 32
        if all(tile in ORPHANS for tile in tiles) and len(colours - {"z"}) > 0:
            found["混幺九" if "z" in colours else "清幺九"] = 32 if "z" in colours else 64
    if colours == {"z"}:
        found["字一色"] = 64
    for kinds, small, great in ((DRAGONS, "小三元", "大三元"), (WINDS, "小四喜", "大四喜")):
        count = sum(kind in triplets for kind in kinds)
        if count == len(kinds):
            found[great] = 64
        elif count == len(kinds) - 1 and pair in kinds:
            found[small] = 32
    return found


def guangdong_normal(case: dict[str, Any], options: dict[str, Any], layout: Layout) -> tuple[int, set[str]]:
    """番 without the cap, and the tags."""
    sets, _ = layout
    tiles, triplets = everything(case, case["win_tile"]), [one[0] for one in sets if one[0] == one[1]]
    patterns = {}
    if not triplets:
        patterns["平和"] = 1
    if len(triplets) == 4:
        patterns["碰碰和"] = 2
    if len(suits(tiles) - {"z"}) == 1 and "z" in suits(tiles):
        patterns["混一色"] = 2
    patterns = patterns or {"鸡和": 0}
    fan = sum(patterns.values()) if options["combine"] == "sum" else max(patterns.values())
    tags = set(patterns)
    if case["win_method"] in ("zimo", "gangkai", "haidi", "rob_kong"):
        fan, tags = fan + 1, tags | {"自摸"}
    own = case["seat_wind"] if case.get("seat_wind") is not None else (case["winner"] - case["dealer"]) % 4
    for name, kinds in (("门风", [WINDS[own]]), ("圈风", [WINDS[case["round"]]]), ("三元", DRAGONS)):
        count = sum(kind in triplets for kind in kinds)
        if count:
            fan, tags = fan + count, tags | {name}
    kongs = sum(len(one) == 4 for one in sets)
    if kongs and options["kong_points"] == "+1 fan":
        fan, tags = fan + kongs, tags | {"杠"}
    return fan, tags


def guangdong(case: dict[str, Any]) -> dict[str, Any]:
    options = defaults("guangdong_jipinghu") | case["options"]
    win, winner, giver, method = case["win_tile"], case["winner"], case["discarder"], case["win_method"]
    found: list[Layout] = layouts(case, win)
    if orphans(case, win):
        found.append(([], None))
    barred = case["flags"].get("louhe_blocked") and options["louhe"] != "off" and method in ("ron", "renhe")
    if not found or barred:
        return {"valid": False, "settlement_hu": [0, 0, 0, 0]}
    worth = []
    for one in found:
        fixed = specials(case, options, one)
        if fixed:
            best = max(fixed.values())
            worth.append((best, 0, {name for name, value in fixed.items() if value == best}, True))
        else:
            fan, tags = guangdong_normal(case, options, one)
            worth.append((2 ** min(fan, options["cap_fan"]), fan, tags, False))
    points = max(one[0] for one in worth)
    least = 0
    if method in ("gangkai", "haidi", "rob_kong"):
        least = 2 ** options["special_win_min_fan"]
    if method in ("tianhe", "dihe", "renhe"):
        least = options["tianhe_points"]
    tags = [(one[2], one[3]) for one in worth if one[0] == points]
    points = max(points, least)
    bao = None
    if method in ("zimo", "gangkai", "haidi"):
        bao = case["flags"].get("bao_seat")
        kongs = [meld for meld in case["melds"] if len(codes(meld["tiles"])) == 4]
        if method == "gangkai" and bao is None and len(kongs) == 1 and kongs[0]["type"] == "minggang_da":
            bao = kongs[0]["from"]
    three = method in DRAWN or method == "rob_kong" or options["discard_payer"] == "discarder_pays_three"
    settlement = [0, 0, 0, 0]
    for seat in range(4):
        if seat != winner and (three or seat == giver):
            payer = bao if bao is not None else seat if giver is None else giver
            settlement[payer] -= points
            settlement[winner] += points
    return {
        "valid": True,
        "possible_tags": tags,
        "points": points,
        "waits": guangdong_waits(case),
        "settlement_hu": settlement,
    }


class Dealer:
    """Makes random cases that are possible at the table, most of them wins."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.ruleset = ruleset
        self.random = random.Random(f"{ruleset}{seed}")

    def case(self) -> dict[str, Any]:
        while True:
            built = self._try()
            if built is not None:
                return built

    def _try(self) -> dict[str, Any] | None:
        roll = self.random
        kind = roll.random()
        melded: list[list[str]] = []
        if self.ruleset == "beijing" and kind < 0.12:
            concealed = self._pairs()
        elif self.ruleset != "beijing" and kind < 0.04:
            concealed = [*ORPHANS, roll.choice(ORPHANS)]
        elif kind < 0.17:
            suit = roll.choice("mps")
            concealed = [f"{rank}{suit}" for rank in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, roll.randrange(1, 10))]
        else:
            sets, pair = self._sets()
            chance = roll.choice([0.0, 0.4, 1.0])
            melded = [one for one in sets if roll.random() < chance]
            concealed = [tile for one in sets if one not in melded for tile in one] + [pair, pair]
            if any(sets.count(one) > 1 for one in melded):
                return None
        win = roll.choice(concealed)
        concealed.remove(win)
        if roll.random() < 0.1:
            win = roll.choice(KINDS)
        winner, dealer = roll.randrange(4), roll.randrange(4)
        case: dict[str, Any] = {
            "ruleset": self.ruleset,
            "options": self._options(),
            "dealer": dealer,
            "winner": winner,
            "hand": "".join(roll.sample(concealed, len(concealed))),
            "melds": [self._meld(one, winner) for one in melded],
            "win_tile": win,
            "kongs": [],
            "flags": {},
        }
        self._method(case)
        self._flags(case)
        if self.ruleset != "beijing":
            case["round"] = roll.randrange(4)
            if roll.random() < 0.1:
                case["seat_wind"] = roll.randrange(4)
        return case if self._possible(case) else None

    def _pairs(self) -> list[str]:
        narrow = self.random.random() < 0.4
        kinds = self.random.sample(NUMBERS[:9] if narrow else KINDS, 7)
        for place in range(self.random.choice([0, 0, 1, 2])):
            kinds[place + 3] = kinds[place]
        return [kind for kind in kinds for _ in range(2)]

    def _sets(self) -> tuple[list[list[str]], str]:
        roll = self.random
        numbers = roll.choice(
            [NUMBERS, NUMBERS, NUMBERS[:9], NUMBERS[9:18], [one for one in NUMBERS if one[0] in "19"]]
        )
        honours = roll.choice([0.0, 0.15, 0.5, 1.0])
        triplets = roll.choice([0.0, 0.3, 1.0])
        dragon = [0, 3, 6] if roll.random() < 0.15 else []
        suit = roll.choice("mps")
        sets = [[f"{low + step}{suit}" for step in (1, 2, 3)] for low in dragon]
        while len(sets) < 4:
            if roll.random() < honours:
                sets.append([roll.choice(roll.choice([WINDS, DRAGONS]))] * 3)
                continue
            tile = roll.choice(numbers)
            rank = min(int(tile[0]), 7)
            sets.append([tile] * 3 if roll.random() < triplets else [f"{rank + step}{tile[1]}" for step in range(3)])
        pairs = [*numbers, *(WINDS + DRAGONS if roll.random() < honours else [])]
        return sets, roll.choice([roll.choice(pairs), "5m", roll.choice(WINDS + DRAGONS if honours else numbers)])

    def _meld(self, one: list[str], winner: int) -> dict[str, Any]:
        roll = self.random
        tiles = "".join(tile[0] for tile in one) + one[0][1]
        if one[0] != one[1]:
            return {"type": "chi", "tiles": tiles, "from": (winner - 1) % 4}
        kind = roll.choice(["peng", "peng", "minggang_da", "minggang_zhua", "angang"])
        source = None if kind in ("angang", "minggang_zhua") else (winner + roll.randrange(1, 4)) % 4
        return {"type": kind, "tiles": tiles if kind == "peng" else one[0][0] + tiles, "from": source}

    def _options(self) -> dict[str, Any]:
        chosen: dict[str, Any] = {}
        for spec in find_ruleset(self.ruleset).options_type.specs():
            if self.random.random() < 0.2:
                values = [1, 2, 3, 5] if isinstance(spec.values, str) else spec.values
                chosen[spec.name] = self.random.choice(values)
        return chosen

    def _method(self, case: dict[str, Any]) -> None:
        roll = self.random
        methods = ["ron", "zimo", "zimo", "rob_kong", "haidi"]
        if any(meld["type"] in ("minggang_da", "minggang_zhua", "angang") for meld in case["melds"]):
            methods += ["gangkai"] * 3
        if self.ruleset == "beijing":
            methods.append("haidi_ron")
        elif not case["melds"]:
            methods += ["renhe", "tianhe" if case["winner"] == case["dealer"] else "dihe"]
        method = case["win_method"] = roll.choice(methods)
        drawn = method in DRAWN
        case["discarder"] = None if drawn else (case["winner"] + roll.randrange(1, 4)) % 4
        if method == "rob_kong" and roll.random() < 0.8:
            kind = "an" if self.ruleset == "beijing" and roll.random() < 0.6 else "zhua"
            case["kongs"] = [{"seat": case["discarder"], "kind": kind, "tile": case["win_tile"], "void": True}]

    def _flags(self, case: dict[str, Any]) -> None:
        roll = self.random
        if roll.random() < 0.25:
            name = "hubao_partner" if self.ruleset == "beijing" else "bao_seat"
            case["flags"][name] = (case["winner"] + roll.randrange(1, 4)) % 4
        if self.ruleset != "beijing" and roll.random() < 0.1:
            case["flags"]["louhe_blocked"] = True

    def _possible(self, case: dict[str, Any]) -> bool:
        seen = Counter(everything(case, case["win_tile"]))
        if case["win_method"] == "rob_kong":
            seen[case["win_tile"]] += 3
        return max(seen.values()) <= 4
