"""Compare rulings on random 国标 wins with PyMahjongGB, and keep a sample of its verdicts as golden data.

Needs pymahjonggb (``requirements/bench.in``). From the root of the repository, ``python -m scripts.mcr_verdicts 20000``
prints every class of difference; ``--write FILE --keep 2600`` writes a sample in which every fan comes up.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any, cast

from MahjongGB import MahjongFanCalculator
from tests.engine.mcr_hands import random_case

from paiyan.engine.cases import rule_case
from paiyan.engine.notation import to_gb
from paiyan.engine.tiles import Tile, parse_tiles

SAME_FAN = {"独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单钓将"}
"""Names PyMahjongGB has of its own."""
NO_HAND = "no hand"
Case = dict[str, Any]


def pack(meld: Case, winner: int) -> tuple[str, str, int]:
    """A meld as PyMahjongGB takes it: what, which tile (the middle of a run), from whom."""
    tiles = parse_tiles(meld["tiles"])
    if meld["type"] == "chi":
        return "CHI", to_gb(tiles[1]), 1
    offer = 0 if meld["type"] == "angang" else (meld["from"] - winner) % 4
    return "PENG" if meld["type"] == "peng" else "GANG", to_gb(tiles[0]), offer


def their_verdict(case: Case) -> dict[str, int] | str:
    """Points of each fan by PyMahjongGB."""
    method, winner, flags = case["win_method"], case["winner"], case["flags"]
    try:
        fans = MahjongFanCalculator(
            pack=tuple(pack(meld, winner) for meld in case["melds"]),
            hand=tuple(map(to_gb, parse_tiles(case["hand"]))),
            winTile=to_gb(Tile.parse(case["win_tile"])),
            flowerCount=len(parse_tiles(case["flowers"])),
            isSelfDrawn=case["discarder"] is None,
            is4thTile=flags["last_of_kind"],
            isAboutKong=method in ("kong_open", "rob_kong"),
            isWallLast=method in ("haidi", "haidi_ron") or flags["last_tile"],
            seatWind=(winner - case["dealer"]) % 4,
            prevalentWind=case["round_wind"],
        )
    except TypeError as error:
        if str(error) == "ERROR_NOT_WIN":
            return NO_HAND
        raise
    return {SAME_FAN.get(name, name): points for points, name in fans}


def our_verdict(case: Case) -> dict[str, int] | str:
    """Points of each fan by Paiyan, with 明暗杠 as PyMahjongGB is built."""
    fans = rule_case(case | {"options": {"minganagang_5": True}})["fans"]
    return cast("dict[str, int]", fans) or NO_HAND


def compact(case: Case) -> Case:
    """The case without what goes without saying, tiles written together."""
    shorter = {name: value for name, value in case.items() if value not in (None, "", [], {})}
    shorter["hand"] = re.sub(r"(?<=\d)([mpsz])(?=\d\1)", "", case["hand"])
    shorter["flags"] = {name: True for name, told in case["flags"].items() if told}
    return {name: value for name, value in shorter.items() if name != "ruleset" and value != {}}


def main() -> None:
    """Run the comparison named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, help="how many random wins")
    parser.add_argument("--seed", type=int, default=1998)
    parser.add_argument("--write", type=Path, help="file for a sample of PyMahjongGB's verdicts")
    parser.add_argument("--keep", type=int, default=3000, help="size of the sample")
    chosen = parser.parse_args()
    roll = random.Random(chosen.seed)
    times: Counter[str] = Counter()
    differences: dict[str, list[Case]] = {}
    kept: list[str] = []
    done = 0
    while done < chosen.count:
        case = random_case(roll)
        if case is None:
            continue
        done += 1
        ours, theirs = our_verdict(case), their_verdict(case)
        if isinstance(theirs, dict):
            times.update(theirs.keys())
            rare = any(times[fan] <= 20 for fan in theirs)
            if rare or len(kept) < chosen.keep * done / chosen.count:
                kept.append(json.dumps({"case": compact(case), "fans": theirs}, ensure_ascii=False))
        if ours != theirs:
            differences.setdefault(difference(ours, theirs), []).append(case)
    for name, cases in differences.items():
        print(f"{len(cases)} times {name}, for example {json.dumps(compact(cases[0]), ensure_ascii=False)}")
    print(f"{done} wins, {sum(map(len, differences.values()))} ruled differently")
    print("times each fan came up:", dict(times.most_common()))
    if chosen.write:
        chosen.write.write_text("\n".join(kept) + "\n", encoding="utf-8")


def difference(ours: dict[str, int] | str, theirs: dict[str, int] | str) -> str:
    """What is different, in one line."""
    if isinstance(ours, str) or isinstance(theirs, str):
        return f"ours {ours}, theirs {theirs}"
    more = {fan: ours.get(fan, 0) - theirs.get(fan, 0) for fan in ours | theirs}
    return f"ours less theirs { ({fan: points for fan, points in more.items() if points}) }"


if __name__ == "__main__":
    main()
