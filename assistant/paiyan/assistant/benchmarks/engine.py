"""How many hands a second the rules core rules on, side by side with other programs on the same hands.

Times are CPU times, so that whatever else the machine does counts little. Every hand is measured once and differs from
all others. What the tiles of one suit can be read as, and what runs make together, the core looks up in tables that are
complete before the first hand; nothing about hands is remembered.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from paiyan.assistant.benchmarks.hands import (
    JINZHOU_KINDS,
    MCR_KINDS,
    Claim,
    fourteen,
    winning_claims,
)
from paiyan.assistant.benchmarks.peers import gb_valuation, installed, riichi_valuation
from paiyan.engine.advice import advise_case
from paiyan.engine.batch import arrays_of, rule_hands
from paiyan.engine.facts import WinContext
from paiyan.engine.hand import Hand
from paiyan.engine.options import Options
from paiyan.engine.rules.jinzhou import RULES as JINZHOU
from paiyan.engine.rules.mcr import RULES as MCR
from paiyan.engine.tiles import format_tiles

SEED: Final = 20
_WARM_UP: Final = 2000
"""Other hands that go first, unmeasured, so that each program is running when it is measured."""
_ADVISED: Final = 6
"""Hands advised on in a round: each takes as long as hundreds of rulings."""
_BATCHED: Final = 50
"""Hands of a batch for each that is ruled on alone in a round."""
_IMPORT: Final = (
    "import time; started = time.process_time(); import paiyan.engine; from paiyan.engine import cases; "
    "from paiyan.engine.rules import find_ruleset; find_ruleset('jinzhou'); print(time.process_time() - started)"
)


@dataclass(frozen=True, slots=True)
class EngineBench:
    """Medians over rounds of ``hands`` hands each.

    ``…_rate`` in hands/s, ``…_ms`` in ms, ``…_ratio`` medians of the ratios of a round; None where the other program is
    not installed. ``ruling`` is explained in full, ``verdict`` is validity and class, both from tiles to answer and on
    wins that ``mahjong`` can value too; ``mcr`` is the worth in fan. ``batch`` is on as many wins as others.
    """

    hands: int
    rounds: int
    mahjong: str | None
    pymahjonggb: str | None
    ruling_rate: float
    verdict_rate: float
    mahjong_rate: float | None
    ruling_ratio: float | None
    verdict_ratio: float | None
    mcr_rate: float
    pymahjonggb_rate: float | None
    mcr_ratio: float | None
    batch_rate: float
    advice_ms: float
    import_ms: float

    def to_json(self) -> dict[str, Any]:
        """As the fields are named, rounded."""
        return {name: _rounded(name, value) for name, value in asdict(self).items()}


def _rounded(name: str, value: object) -> object:
    if not isinstance(value, float):
        return value
    return round(value) if name.endswith("_rate") else round(value, 3)


def bench_engine(hands: int, rounds: int) -> EngineBench:
    """Measure ``rounds`` rounds of ``hands`` distinct hands; ValueError without any."""
    if hands < 1 or rounds < 1:
        raise ValueError("at least one hand and one round are needed")
    roll = Random(SEED)
    mahjong, gb = installed("mahjong"), installed("pymahjonggb")
    jinzhou = _jinzhou_rates(roll, hands, rounds, peer=mahjong is not None)
    mcr = _mcr_rates(roll, hands, rounds, peer=gb is not None)
    return EngineBench(
        hands=hands,
        rounds=rounds,
        mahjong=mahjong,
        pymahjonggb=gb,
        ruling_rate=median(jinzhou["ruling"]),
        verdict_rate=median(jinzhou["verdict"]),
        mahjong_rate=median(jinzhou["peer"]) if mahjong else None,
        ruling_ratio=_ratio(jinzhou["ruling"], jinzhou.get("peer")),
        verdict_ratio=_ratio(jinzhou["verdict"], jinzhou.get("peer")),
        mcr_rate=median(mcr["worth"]),
        pymahjonggb_rate=median(mcr["peer"]) if gb else None,
        mcr_ratio=_ratio(mcr["worth"], mcr.get("peer")),
        batch_rate=median(_batch_rates(roll, hands * _BATCHED, rounds)),
        advice_ms=median(_advice_times(roll, rounds)) * 1000,
        import_ms=median(_import_times(rounds)) * 1000,
    )


def _ratio(ours: Sequence[float], theirs: Sequence[float] | None) -> float | None:
    return median(one / other for one, other in zip(ours, theirs, strict=True)) if theirs else None


def _jinzhou_rates(roll: Random, hands: int, rounds: int, peer: bool) -> dict[str, list[float]]:
    """Wins of 锦州麻将 that are worth something in riichi too, where that can be asked."""
    options = JINZHOU.options({})
    wins: list[Claim] = []
    theirs: list[Callable[[], object]] = []
    known: set[object] = set()
    while len(wins) < _WARM_UP + hands * rounds:
        for hand, win in winning_claims(roll, 1000, JINZHOU_KINDS):
            value = riichi_valuation((hand, win)) if peer else None
            key = (hand.counts, hand.melds, win.win_tile)
            if key in known or (peer and value is None) or not JINZHOU.verdict(hand, win, options).valid:
                continue
            known.add(key)
            wins.append((hand, win))
            theirs += [value] if value else []
    jobs: dict[str, list[Callable[[], object]]] = {
        "ruling": [partial(_ruled, JINZHOU.rule, hand, win, options) for hand, win in wins],
        "verdict": [partial(_ruled, JINZHOU.verdict, hand, win, options) for hand, win in wins],
    }
    return _rates(jobs | ({"peer": theirs} if peer else {}), hands, rounds)


def _mcr_rates(roll: Random, hands: int, rounds: int, peer: bool) -> dict[str, list[float]]:
    options = MCR.options({})
    wins = winning_claims(roll, _WARM_UP + hands * rounds, MCR_KINDS)
    jobs: dict[str, list[Callable[[], object]]] = {
        "worth": [partial(_ruled, MCR.worth, hand, win, options) for hand, win in wins]
    }
    if peer:
        jobs["peer"] = [gb_valuation(claim) for claim in wins]
    return _rates(jobs, hands, rounds)


def _ruled(rule: Callable[[Hand, WinContext, Any], object], hand: Hand, win: WinContext, options: Options) -> object:
    """The ruling from the tiles on, as the other programs begin with tiles too."""
    return rule(Hand(hand.concealed, hand.melds), win, options)


def _rates(jobs: dict[str, list[Callable[[], object]]], hands: int, rounds: int) -> dict[str, list[float]]:
    """Hands/s of each of the ``jobs`` in every round."""
    for job in jobs.values():
        _seconds(job[:_WARM_UP])
    # Thousands of hands that lie ready are no load of any program measured: the garbage collector passes them over.
    gc.collect()
    gc.freeze()
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for start in range(_WARM_UP, _WARM_UP + hands * rounds, hands):
        for name, job in jobs.items():
            rates[name].append(hands / _seconds(job[start : start + hands]))
    gc.unfreeze()
    return rates


def _seconds(job: Sequence[Callable[[], object]]) -> float:
    started = process_time()
    for one in job:
        one()
    return process_time() - started


def _batch_rates(roll: Random, hands: int, rounds: int) -> list[float]:
    """Half of the hands are wins; made once, put in another order for each round."""
    options = JINZHOU.options({})
    sorts: dict[bool, list[Claim]] = {True: [], False: []}
    while min(map(len, sorts.values())) < hands // 2 + 1:
        for hand, win in winning_claims(roll, 1000, JINZHOU_KINDS):
            sorts[JINZHOU.verdict(hand, win, options).valid].append((hand, win))
    claims = [claim for some in sorts.values() for claim in some[: hands // 2 + 1]]
    rates: list[float] = []
    for number in range(rounds + 1):
        roll.shuffle(claims)
        arrays = arrays_of(claims)
        started = process_time()
        rule_hands(*arrays, options)
        rates += [len(claims) / (process_time() - started)] if number else []
    return rates


def _advice_times(roll: Random, rounds: int) -> list[float]:
    cases = [{"ruleset": "jinzhou", "hand": format_tiles(tiles)} for tiles in fourteen(roll, _ADVISED * rounds + 1)]
    times: list[float] = []
    for number, case in enumerate(cases):
        started = process_time()
        advise_case(case)
        times += [process_time() - started] if number else []
    return times


def _import_times(rounds: int) -> list[float]:
    """CPU time of a fresh process to import the core and load the rules of 锦州麻将."""
    command = [sys.executable, "-c", _IMPORT]
    return [
        float(subprocess.run(command, capture_output=True, check=True, text=True).stdout) for _ in range(max(3, rounds))
    ]
