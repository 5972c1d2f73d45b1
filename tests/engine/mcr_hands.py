"""Random winning hands of 国标, dealt so that every fan comes up: cases as ``paiyan rule`` reads them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

SUITS = "mps"
NUMBERS = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)]
HONOURS = [f"{rank}z" for rank in range(1, 8)]
KINDS = NUMBERS + HONOURS
FLOWERS = [f"{group}{rank}" for group in "fg" for rank in range(1, 5)]
DRAGONS = [("147", "258", "369"), ("147", "369", "258"), ("258", "147", "369")]
DRAGONS += [("258", "369", "147"), ("369", "147", "258"), ("369", "258", "147")]

Tiles = list[str]


def kinds(ranks: str, suits: str = SUITS, honours: str = "") -> Tiles:
    return [f"{rank}{suit}" for suit in suits for rank in ranks] + [f"{rank}z" for rank in honours]


THEMES: list[Tiles] = [
    *[KINDS] * 4,
    *[NUMBERS] * 2,
    *[kinds("23468", "s", "6")] * 2,
    kinds("1234589", "p", "5") + kinds("245689", "s"),
    *[kinds("19")] * 2,
    kinds("19", honours="1234567"),
    HONOURS,
    kinds("123"),
    kinds("456"),
    kinds("789"),
    kinds("1234"),
    kinds("6789"),
    *[kinds("2468")] * 2,
    kinds("2345678"),
    kinds("123789", honours="1234567"),
    kinds("34567"),
    kinds("123456789", "m"),
    kinds("123456789", "s", "1234567"),
    kinds("123456789", "mp"),
]


def run(rank: int, suit: str) -> Tiles:
    return [f"{rank + step}{suit}" for step in range(3)]


def triplet(tile: str) -> Tiles:
    return [tile] * 3


def pattern(roll: random.Random) -> tuple[list[Tiles], str | None]:
    """Some sets that go together, and the pair if it belongs to them."""
    one, two, three = roll.sample(SUITS, 3)
    low, step = roll.randint(1, 7), roll.choice([1, 2])
    start = roll.randint(1, 7 - 2 * step)
    first, winds, dragons = roll.randint(1, 7), roll.sample(HONOURS[:4], 4), roll.sample(HONOURS[4:], 3)
    choices: list[Callable[[], tuple[list[Tiles], str | None]]] = [
        lambda: ([], None),
        lambda: ([run(low, one)] * 2, None),
        lambda: ([run(low, one), run(low, two)], None),
        lambda: ([run(low, one)] * 2 + [run(low, two)] * 2, None),
        lambda: ([run(low, one)] * roll.choice([3, 3, 4]), None),
        lambda: ([run(low, suit) for suit in SUITS], None),
        lambda: ([run(1, one), run(4, one), run(7, one)], None),
        lambda: ([run(1, one), run(4, two), run(7, three)], None),
        lambda: ([run(start + step * at, one) for at in range(3)], None),
        lambda: ([run(1 + at, one) for at in range(4)], None),
        lambda: ([run(1 + 2 * at, one) for at in range(4)], None),
        lambda: ([run(min(low, 5), one), run(min(low, 5) + 1, two), run(min(low, 5) + 2, three)], None),
        lambda: ([run(1, one), run(7, one), run(1, two), run(7, two)], f"5{three}"),
        lambda: ([run(1, one), run(7, one), run(1, one), run(7, one)], f"5{one}"),
        lambda: ([run(1, one), run(7, one), run(1, two), run(7, two)], None),
        lambda: ([triplet(f"{first + at}{one}") for at in range(3)], None),
        lambda: ([triplet(f"{min(first, 6) + at}{one}") for at in range(4)], None),
        lambda: ([triplet(f"{first + at}{suit}") for at, suit in enumerate([one, two, three])], None),
        lambda: ([triplet(f"{low}{suit}") for suit in SUITS], None),
        lambda: ([triplet(f"{low}{one}"), triplet(f"{low}{two}")], None),
        lambda: ([triplet(tile) for tile in winds[: roll.choice([3, 4])]], roll.choice([winds[3], None])),
        lambda: ([triplet(tile) for tile in dragons[: roll.choice([2, 3])]], roll.choice([dragons[2], None])),
    ]
    return roll.choice(choices)()


def filled(roll: random.Random, sets: list[Tiles], pair: str | None, theme: Tiles) -> tuple[list[Tiles], str] | None:
    """Four sets and a pair, the missing ones of ``theme``; None if no tile were left for them in twenty tries."""
    runs = [run(int(tile[0]), tile[1]) for tile in theme if tile[1] != "z"]
    runs = [one for one in runs if set(one) <= set(theme)]
    for _ in range(20):
        pungs_likely = roll.choice([0.1, 0.3, 0.6, 1])
        more = [
            roll.choice(runs) if runs and roll.random() > pungs_likely else triplet(roll.choice(theme))
            for _ in range(4 - len(sets))
        ]
        head = pair or roll.choice(theme)
        held = Counter(tile for one in [*sets, *more, [head, head]] for tile in one)
        if max(held.values()) <= 4:
            return [*sets, *more], head
    return None


def set_text(tiles: Tiles) -> str:
    """Tiles of one suit in notation."""
    return "".join(tile[0] for tile in tiles) + tiles[0][1]


def hand_text(tiles: Tiles) -> str:
    """Tiles in notation, sorted."""
    return "".join(sorted(tiles, key=KINDS.index))


def meld(roll: random.Random, one: Tiles, winner: int, held: Counter[str]) -> dict[str, Any]:
    if one[0] != one[1]:
        return {"type": "chi", "tiles": set_text(one), "from": (winner + 3) % 4}
    source = (winner + roll.randint(1, 3)) % 4
    kinds_of_kong = ["angang", "angang", "minggang_da", "minggang_zhua"] if held[one[0]] == 3 else []
    kind = roll.choice(["peng", "peng", *kinds_of_kong])
    if kind == "peng":
        return {"type": kind, "tiles": set_text(one), "from": source}
    return {"type": kind, "tiles": set_text([one[0]] * 4), **({} if kind == "angang" else {"from": source})}


def special(roll: random.Random) -> tuple[Tiles, list[Tiles], str] | None:
    """Concealed tiles of a special shape, sets that may be set apart, and the winning tile."""
    shape = roll.choice(
        ["pairs", "pairs", "shifted", "orphans", "scattered", "scattered", "knitted", "knitted", "gates"]
    )
    if shape == "pairs":
        tiles = [tile for tile in roll.choices(roll.choice(THEMES), k=7) for _ in range(2)]
    elif shape == "shifted":
        low, suit = roll.randint(1, 3), roll.choice(SUITS)
        tiles = [f"{low + at}{suit}" for at in range(7)] * 2
    elif shape == "orphans":
        tiles = kinds("19", honours="1234567")
        tiles.append(roll.choice(tiles))
    elif shape == "gates":
        suit = roll.choice(SUITS)
        win = f"{roll.randint(1, 9)}{suit}"
        return [f"{rank}{suit}" for rank in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)], [], win
    else:
        dragon = [f"{rank}{suit}" for suit, ranks in zip(SUITS, roll.choice(DRAGONS), strict=True) for rank in ranks]
        if shape == "knitted":
            rest = filled(roll, [[]] * 3, None, roll.choice(THEMES))
            if rest is None:
                return None
            sets, pair = rest
            return [*dragon, pair, pair], [sets[3]], ""
        tiles = roll.sample(dragon + HONOURS, 14) if roll.random() < 0.4 else roll.sample(dragon, 7) + HONOURS
        if roll.random() < 0.3:
            tiles = dragon + roll.sample(HONOURS, 5)
    return tiles, [], ""


def random_case(roll: random.Random) -> dict[str, Any] | None:
    """One claimed win with its facts; None where the tiles drawn cannot be. A few are no winning hands."""
    winner = roll.randrange(4)
    drawn = special(roll) if roll.random() < 0.15 else ordinary(roll)
    if drawn is None:
        return None
    concealed, loose, win = drawn
    held = Counter(tile for one in [concealed, *loose] for tile in one)
    apart = roll.choice([0, 0, 0.4, 0.7, 1])
    melds = []
    for one in loose:
        if roll.random() < apart:
            melds.append(meld(roll, one, winner, held))
        else:
            concealed = concealed + one
    if not win:
        win = roll.choice(concealed)
        concealed = list(concealed)
        concealed.remove(win)
    if roll.random() < 0.03:
        # Mostly no hand at all.
        win = roll.choice(KINDS)
    held = Counter([*concealed, win, *(tile for one in melds for tile in tiles_of(one))])
    return with_facts(roll, winner, concealed, melds, win) if max(held.values()) <= 4 else None


def ordinary(roll: random.Random) -> tuple[Tiles, list[Tiles], str] | None:
    """The pair, the sets, and no winning tile yet."""
    sets, pair = pattern(roll)
    if roll.random() < 0.04:
        # Runs far from each other and a pair of honours: often no fan at all.
        lows = roll.sample(range(1, 8), 4)
        sets, pair = [run(low, suit) for low, suit in zip(lows, "mmps", strict=True)], roll.choice(HONOURS)
    hand = filled(roll, sets, pair, roll.choice(THEMES))
    return ([hand[1]] * 2, hand[0], "") if hand else None


def tiles_of(one: dict[str, Any]) -> Tiles:
    suit = one["tiles"][-1]
    return [rank + suit for rank in one["tiles"][:-1]]


def with_facts(
    roll: random.Random, winner: int, concealed: Tiles, melds: list[dict[str, Any]], win: str
) -> dict[str, Any]:
    """A way to win that is possible with these tiles, winds, flowers and the rest."""
    everywhere = Counter([*concealed, *(tile for one in melds for tile in tiles_of(one))])
    methods = ["ron"] * 9 + ["zimo"] * 7 + ["haidi", "haidi_ron"]
    methods += ["kong_open"] * 4 if any("gang" in one["type"] for one in melds) else []
    methods += ["rob_kong"] * 2 if everywhere[win] == 0 else []
    method = roll.choice(methods)
    given = method in ("ron", "haidi_ron", "rob_kong")
    last_of_kind = win not in concealed and roll.random() < 0.15
    return {
        "ruleset": "mcr",
        "dealer": roll.randrange(4),
        "winner": winner,
        "discarder": (winner + roll.randint(1, 3)) % 4 if given else None,
        "hand": hand_text(concealed),
        "melds": melds,
        "win_tile": win,
        "win_method": method,
        "round_wind": roll.randrange(4),
        "flowers": "".join(
            roll.sample(["f1", "f2", "f3", "f4", "g1", "g2", "g3", "g4"], roll.choice([0, 0, 0, 1, 3, 8]))
        ),
        "flags": {"last_of_kind": last_of_kind, "last_tile": method == "kong_open" and roll.random() < 0.1},
    }
