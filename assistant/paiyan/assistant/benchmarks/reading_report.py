"""Figures over many photos whose truth is known, and the thresholds that follow from them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from math import exp, lgamma, log
from statistics import median
from typing import Any, Final

from paiyan.assistant.benchmarks.reading import RULES, Verdict, judge, own_tiles_seen
from paiyan.assistant.benchmarks.table_shots import Shot
from paiyan.assistant.reading import Status, TableReading, Trust, build_reading
from paiyan.assistant.scoring.likely import likely_faces
from paiyan.engine.rules import find_ruleset

CONFIDENCE: Final = 0.95
"""Of the upper bound of a share."""
_BISECTIONS: Final = 60
MOST_WRONG: Final = 0.005
"""Share of photos settled wrong but called certain that a threshold may leave where it is fitted: half of the one in a
hundred that is promised, for photos it was not fitted on."""
RIGHT_WHEN_SURE: Final = 0.99
"""Share of right tiles among those called sure."""
_DOUBTS: Final = (0.05, 0.03, 0.02, 0.015, 0.01, 0.0075, 0.005, 0.003, 0.002, 0.001, 0.0005)
_SURE: Final = tuple(round(0.4 + 0.05 * step, 2) for step in range(12))
_TEMPERATURES: Final = tuple(1 + 0.25 * step for step in range(13))
_FEWEST_TILES: Final = 50


def report(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """The figures of these photos, in all and by tag, as JSON."""
    by_tag: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        for tag in verdict.tags:
            by_tag[tag].append(verdict)
    extra = sorted(max(0.0, verdict.scoring_ms - verdict.ruling_ms) for verdict in verdicts)
    asked = Counter(name for verdict in verdicts for name in set(verdict.questions))
    return {
        **_figures(verdicts),
        "questions": {
            "photos": sum(bool(verdict.questions) for verdict in verdicts),
            "photos_by_id": dict(asked.most_common()),
            "mean": round(sum(len(verdict.questions) for verdict in verdicts) / len(verdicts), 2),
        },
        "certainty_ms": {"median": round(median(extra), 2), "p95": round(extra[int(0.95 * (len(extra) - 1))], 2)},
        "by": {tag: _figures(by_tag[tag]) for tag in sorted(by_tag)},
    }


def _figures(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    wrong = sum(verdict.certain and not verdict.right for verdict in verdicts)
    causes = Counter(verdict.cause for verdict in verdicts if verdict.cause)
    return {
        "photos": len(verdicts),
        "whole_with_true_boxes": sum(verdict.exact for verdict in verdicts),
        "sources_with_true_boxes": sum(verdict.sourced for verdict in verdicts),
        "sources_shown": sum(verdict.turned for verdict in verdicts),
        "whole_before_decoding": sum(verdict.before for verdict in verdicts),
        "whole": sum(verdict.whole for verdict in verdicts),
        "causes": {cause: causes[cause] for cause in ("missed", "face", "layout")},
        "settlement_right": sum(verdict.right for verdict in verdicts),
        "certain": sum(verdict.certain for verdict in verdicts),
        "right_after_one_question": sum(verdict.decided for verdict in verdicts),
        "certain_but_wrong": wrong,
        "certain_but_wrong_share": round(wrong / len(verdicts), 4),
        "certain_but_wrong_upper": round(upper_bound(wrong, len(verdicts)), 4),
    }


def upper_bound(hits: int, tries: int) -> float:
    """Clopper and Pearson's upper bound of a share at :data:`CONFIDENCE`, one-sided."""
    if hits >= tries:
        return 1.0
    low, high = hits / tries, 1.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        at_most = sum(_binomial(k, tries, middle) for k in range(hits + 1))
        low, high = (middle, high) if at_most > 1 - CONFIDENCE else (low, middle)
    return high


def _binomial(hits: int, tries: int, share: float) -> float:
    ways = lgamma(tries + 1) - lgamma(hits + 1) - lgamma(tries - hits + 1)
    return exp(ways + hits * log(share) + (tries - hits) * log(1 - share))


def calibrate(shots: Sequence[Shot], start: Trust) -> Trust:
    """The thresholds these photos give.

    `temperature`: under which the true faces of the tiles found are likeliest; `sure`: the lowest from which on
    :data:`RIGHT_WHEN_SURE` of the tiles called sure are right; `certain`: the lowest that leaves no more than
    :data:`MOST_WRONG` of the photos settled wrong but called certain.
    """
    sure = _fitted_sure(shots, start)
    read = [_found(shot, start) for shot in shots]
    temperature = max(_TEMPERATURES, key=lambda value: _likelihood(read, replace(start, temperature=value)))
    fitted = replace(start, sure=sure, temperature=temperature)
    verdicts = [judge(shot, fitted) for shot in shots]
    return replace(fitted, certain=round(1 - _largest_doubt(verdicts), 4))


def _largest_doubt(verdicts: Sequence[Verdict]) -> float:
    for doubt in _DOUBTS:
        wrong = sum(not verdict.blocked and verdict.doubt <= doubt and not verdict.right for verdict in verdicts)
        if wrong <= MOST_WRONG * len(verdicts):
            return doubt
    return _DOUBTS[-1]


_Found = tuple[TableReading, list[tuple[int, str]]]
"""A reading as the detector alone has it, and the true faces of those of its tiles that belong to the hand."""


def _found(shot: Shot, trust: Trust) -> _Found:
    reading = build_reading(shot.detections, trust=trust)
    return reading, own_tiles_seen(shot, reading)


def _fitted_sure(shots: Sequence[Shot], start: Trust) -> float:
    for value in _SURE:
        right = []
        for shot in shots:
            reading, seen = _found(shot, replace(start, sure=value))
            tiles = [(reading.tiles[index], code) for index, code in seen]
            right += [tile.tile == code for tile, code in tiles if tile.status is Status.SURE]
        if len(right) >= _FEWEST_TILES and sum(right) >= RIGHT_WHEN_SURE * len(right):
            return value
    return _SURE[-1]


def _likelihood(found: Sequence[_Found], trust: Trust) -> float:
    """Logarithm of the likelihood of the true faces among those thought of."""
    kinds = find_ruleset(RULES).kinds
    total = 0.0
    for reading, seen in found:
        believed = replace(reading, trust=trust)
        for index, code in seen:
            faces = dict(likely_faces(believed, index, kinds, 0.0))
            if code in faces:
                total += log(faces[code])
    return total
