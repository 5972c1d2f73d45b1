"""A deliberately naive reading of rules/spec.md §2: every 会 is put in the place of every tile it may stand for.

It shares nothing with the engine but tile names and builds on the naive reading of §1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from tests.engine.jinzhou_reference import FLAT, KINDS, beside_the_win, codes, piao, readings, shapes, shares

from paiyan.engine.rules import find_ruleset

DEFAULTS = {spec.name: spec.default for spec in find_ruleset("jinzhou_wild").options_type.specs()}


class Way(NamedTuple):
    """A reading of 14 tiles with the tiles that the 会 in hand stand for and the tile won on."""

    reading: Any
    stands: tuple[str, ...]
    win: str


def hui_of(ming: str) -> str:
    if ming == "7z":
        return "7z"
    return f"{int(ming[0]) % 9 + 1}{ming[1]}"


class Table:
    """A case with its house rules, and the tiles told apart."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case = case
        self.options = DEFAULTS | case["options"]
        self.ming = case["wild"]["ming"]
        self.hui = hui_of(self.ming)
        hand = codes(case["hand"])
        self.hand_wilds = hand.count(self.hui)
        self.natural_hand = [tile for tile in hand if tile != self.hui]
        self.melded: list[str] = []
        self.meld_wilds = 0
        for meld in case["melds"]:
            tiles = codes(meld["tiles"])
            stand_in = not case["flags"].get("wild_claimed") and set(tiles) != {self.hui}
            natural = [tile for tile in tiles if tile != self.hui or not stand_in]
            self.melded += natural
            self.meld_wilds += len(tiles) - len(natural)
        self.drawn = case["win_tile"] == self.hui and case["win_method"] in FLAT

    def natural(self, more: list[str], wilds: int) -> list[str]:
        """Natural tiles for 门齐 and 幺九, with those won on and, if the house says so, the faces of 会."""
        faces = [self.hui] * (wilds + self.meld_wilds) if self.options["wild_face_counts_as_natural"] else []
        return self.natural_hand + self.melded + more + faces

    def ways(self, more: list[str], wilds: int, win: str | None) -> Iterator[Way]:
        """Every reading for every choice of tiles for the 会; won on ``win``, or on one of the 会 if None."""
        natural = self.natural(more, wilds)
        suits = {tile[1] for tile in natural}
        terminals = any(tile in natural for tile in KINDS if tile[0] in "19" and tile[1] != "z")
        allowed = [tile for tile in KINDS if tile == "7z" or (tile[1] in suits and (terminals or tile[0] not in "19"))]
        for stands in combinations_with_replacement(allowed, wilds):
            for reading in readings([*self.natural_hand, *more, *stands], self.case["melds"]):
                for tile in dict.fromkeys(stands) if win is None else [win]:
                    yield Way(reading, stands, tile)

    def won(self, tile: str) -> Iterator[Way]:
        """Ways to read the hand with ``tile`` drawn or discarded as a natural tile."""
        return self.ways([tile], self.hand_wilds, tile)

    def claimed(self) -> list[Way]:
        if self.drawn:
            return list(self.ways([], self.hand_wilds + 1, None))
        return list(self.won(self.case["win_tile"]))


def faults(table: Table, way: Way, natural: list[str], concealed: list[str]) -> set[str]:
    """Conditions that fail; ``natural`` tiles of the hand, ``concealed`` ones among them."""
    options, melds = table.options, table.case["melds"]
    sets, pair = way.reading
    red_counts = table.hui != "7z"
    pairs = pair is None
    red_pair = "7z" in concealed + list(way.stands) if pairs else pair == "7z"
    wild_red_pair = red_counts and red_pair and "7z" in concealed and "7z" in way.stands
    natural_red_pair = red_counts and red_pair and concealed.count("7z") >= 2
    found = set()
    if (
        len({tile[1] for tile in natural} - {"z"}) < 3
        and not (pairs and not options["qidui_requires_three_suits"])
        and not (wild_red_pair and options["wild_red_pair_waives_three_suits"])
    ):
        found.add("missing_suit")
    terminal = any(tile[0] in "19" and tile[1] != "z" for tile in natural)
    two_reds = red_counts and (concealed + table.melded).count("7z") >= 2
    exempt = pairs and not options["qidui_requires_yaojiu"]
    if not terminal and not two_reds and not wild_red_pair and not exempt:
        found.add("no_yaojiu")
    if (
        not pairs
        and not any(meld["type"] != "chi" for meld in melds)
        and not any(len(set(one)) == 1 for one in sets)
        and not natural_red_pair
        and not (wild_red_pair and options["wild_red_pair_waives_triplet"])
    ):
        found.add("no_triplet")
    used = sum(meld["type"] != "angang" or options["angang_counts_for_min_hand"] for meld in melds)
    if options["min_hand_rule"] and 13 - 3 * used < 4 and not piao(table.case, way.reading):
        found.add("min_hand")
    is_open = any(meld["type"] != "angang" for meld in melds)
    if options["require_open"] and table.case["win_method"] != "tianhu" and not pairs and not is_open:
        found.add("not_open")
    if pairs and not options["allow_qidui"]:
        found.add("qidui_not_allowed")
    return found


def bars(table: Table) -> set[str]:
    flags = table.case["flags"]
    found = {name for name in ("wild_discarded", "wild_claimed") if flags.get(name)}
    if flags.get("louhu_blocked") and table.options["louhu"] != "off" and table.case["win_method"] not in FLAT:
        found.add("louhu_blocked")
    return found


def good_ways(table: Table, tile: str) -> Iterator[Way]:
    """Ways in which ``tile`` as a natural tile would be a valid win."""
    natural, concealed = table.natural([tile], table.hand_wilds), [*table.natural_hand, tile]
    return (way for way in table.won(tile) if not faults(table, way, natural, concealed))


def waits(table: Table) -> list[str]:
    case = table.case
    held = Counter(codes(case["hand"]))
    for meld in case["melds"]:
        held.update(codes(meld["tiles"]))
    held[table.ming] += 1
    if table.options["wait_count_dead_tiles"] == "visible_excluded":
        for kong in case["kongs"]:
            if kong["seat"] != case["winner"] and kong["kind"] != "an":
                held[kong["tile"]] += 4
        for event in case["events"]:
            for tile in event.get("tiles", []):
                held[tile] += 4
    structural = table.options["wait_count_dead_tiles"] == "structural"
    return [
        tile
        for tile in KINDS
        if tile != table.hui
        and (structural or tile == case["win_tile"] or held[tile] < 4)
        and any(True for _ in good_ways(table, tile))
    ]


def best_class(table: Table, valid: list[Way], heard: list[str]) -> tuple[int, int, bool]:
    """(class, points, whether as seven pairs), the highest any way gives."""
    options, unit = table.options, table.options["base_unit"]
    asked = len(heard) > 1 and (options["nobetan_is_danzhan"] or options["wait_class_basis"] == "shape")
    pair_waits = asked and all(
        any("pair" in shapes(way.reading, tile) for way in good_ways(table, tile) if way.reading[1] is not None)
        for tile in heard
    )
    natural = [*table.natural_hand, *([] if table.drawn else [table.case["win_tile"]])]
    found = set()
    for way in valid:
        if way.reading[1] is None:
            quads = sum(count >= 4 for count in Counter([*natural, *way.stands]).values())
            more = 2 ** (quads - 1) if quads and options["luxury_pairs_scaling"] == "double_per_quad" else 1
            found.add((16 * unit * more, 5, True) if quads else (8 * unit, 4, True))
            continue
        for shape in shapes(way.reading, way.win):
            if piao(table.case, way.reading):
                found.add((8 * unit, 4, False) if shape == "pair" else (4 * unit, 3, False))
                continue
            by_shape = shape in ("middle", "edge", "pair")
            if len(heard) <= 1:
                terminal = way.win[0] in "19" and way.win[1] != "z"
                second = options["wait_class_basis"] == "unique_wait" or by_shape or terminal
            elif shape == "pair" and pair_waits:
                second = options["nobetan_is_danzhan"]
            else:
                second = options["wait_class_basis"] == "shape" and by_shape
            found.add((2 * unit, 2, False) if second else (unit, 1, False))
    points, number, pairs = max(found)
    return number, points, pairs


def settled(table: Table, answer: dict[str, Any], points: int, pairs: bool) -> list[int]:
    case, options, winner = table.case, table.options, table.case["winner"]
    everything = (
        codes(case["hand"]) + [case["win_tile"]] + [one for meld in case["melds"] for one in codes(meld["tiles"])]
    )
    pure = 1 if table.hui in everything else options["suhu_multiplier"]
    cap = options["score_cap"]
    start = options["tianhu_each"] if case["win_method"] == "tianhu" else points
    owed = {seat: share * pure for seat, share in shares(case, options | {"score_cap": None}, pairs, start).items()}
    if case["win_method"] == "dihu":
        owed = {str(case["discarder"]): options["dihu_points"] * pure}
    owed = {seat: share if cap is None else min(share, cap) for seat, share in owed.items()}
    answer["shares"] = owed
    hu = [0] * 4
    for seat, share in owed.items():
        amount, payer = share, int(seat)
        if case["discarder"] is not None:
            payer = case["discarder"]
            if options["discard_share_basis"] == "discarder_x3":
                amount = owed[str(payer)]
        hu[payer] -= amount
        hu[winner] += amount
    return hu


def reference(case: dict[str, Any]) -> dict[str, Any]:
    table = Table(case)
    answer: dict[str, Any] = {"valid": False, "hu_class": None, "class_points": None, "waits": [], "shares": {}}
    hu = [0] * 4
    ways = table.claimed()
    if not table.options["allow_qidui"]:
        # Seven pairs are no shape; they are told apart only where there is no other.
        ways = [way for way in ways if way.reading[1] is not None] or ways
    concealed = [*table.natural_hand, *([] if table.drawn else [case["win_tile"]])]
    natural = table.natural(concealed[len(table.natural_hand) :], table.hand_wilds + table.drawn)
    judged = [(way, faults(table, way, natural, concealed)) for way in ways]
    valid = [way for way, failed in judged if not failed]
    if valid and not bars(table):
        heard = waits(table)
        number, points, pairs = best_class(table, valid, heard)
        answer |= {"valid": True, "hu_class": number, "class_points": points, "waits": heard}
        hu = settled(table, answer, points, pairs)
    paid = beside_the_win(case, table.options)
    for event in case["events"]:
        if event["type"] == "xuehui":
            for seat in range(4):
                paid["settlement_other"][seat] += table.options["xuehui_each"] * (3 if seat == event["seat"] else -1)
    fewest = min((len(failed) for _, failed in judged), default=0)
    possible = {tuple(sorted(failed | bars(table))) for _, failed in judged if len(failed) == fewest}
    answer["possible_reasons"] = [list(one) for one in possible] if judged else [["not_complete"]]
    return answer | {"settlement_hu": hu, **paid}
