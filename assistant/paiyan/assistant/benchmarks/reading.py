"""How well whole hands are read and how far the settlement can be trusted, on photos whose truth is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from time import process_time
from typing import Any, Final, Literal

import numpy as np

from paiyan.assistant.benchmarks.table_shots import Shot
from paiyan.assistant.reading import Status, TableReading, Trust, build_reading, tile_set
from paiyan.assistant.reading.model import SAID
from paiyan.assistant.scoring import Facts, Scoring, score
from paiyan.assistant.scoring.costs import deciding
from paiyan.assistant.scoring.facts import MeldKong
from paiyan.datasets.synthesis.truth import TruthTile
from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError

RULES: Final = "jinzhou"
TILE: Final = "tile_doubt"
CONTRADICTION: Final = "contradiction"
Cause = Literal["missed", "face", "layout"]
_STEP: Final = 10
_MOST_MELDS: Final = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one photo.

    `exact`: hand, melds and winning tile right with true boxes; `turned`: melds whose source a turned tile tells,
    `sourced`: those read from the right player, with true boxes; `before`, `whole`: read from the detector's, before
    and after decoding; `cause`: why not. `certain`, `right`: the settlement was called certain, and it (the first of
    those possible where it was not) is that of the hand laid down. `doubt`: how probable it was held to be that misread
    tiles settle otherwise; `blocked`: something else than a tile stood against certainty. `questions`: ids of those
    asked; `decided`: with the deciding one answered as it is, the right settlement is certain. `ruling_ms`,
    `scoring_ms`: CPU time of one ruling, and of the whole scoring.
    """

    tags: tuple[str, ...]
    exact: bool
    turned: int
    sourced: int
    before: bool
    whole: bool
    cause: Cause | None
    certain: bool
    right: bool
    doubt: float
    blocked: bool
    questions: tuple[str, ...]
    decided: bool
    ruling_ms: float
    scoring_ms: float


def judge(shot: Shot, trust: Trust) -> Verdict:
    """Read the photo with and without the detector's errors, score it under the true facts, compare with the truth."""
    before = build_reading(shot.detections, trust=trust)
    reading = build_reading(shot.detections, trust=trust, tile_set=tile_set(RULES), look_again=shot.look_again)
    exact = build_reading(shot.exact, trust=trust, tile_set=tile_set(RULES))
    wanted = laid_parts(shot)
    whole = read_parts(reading) == wanted
    started = process_time()
    truth = rule_case(shot.laid.case)["settlement"]
    ruled = process_time()
    scoring = _scored(reading, facts_of(shot.laid.case))
    done = process_time()
    questions = tuple(question.id for question in scoring.questions) if scoring else (CONTRADICTION,)
    return Verdict(
        tags=tags_of(shot),
        exact=read_parts(exact) == wanted,
        turned=len(sources_laid(shot)),
        sourced=sum((Counter(sources_laid(shot)) & Counter(sources_read(exact))).values()),
        before=read_parts(before) == wanted,
        whole=whole,
        cause=None if whole else cause_of(shot, reading),
        certain=scoring is not None and scoring.certain,
        right=scoring is not None and scoring.settlement == truth,
        doubt=scoring.doubt if scoring else 1.0,
        blocked=scoring is None or scoring.nearest is not None or any(name != TILE for name in questions),
        questions=questions,
        decided=scoring is not None and _decided(scoring, shot, truth),
        ruling_ms=(ruled - started) * 1000,
        scoring_ms=(done - ruled) * 1000,
    )


def _scored(reading: TableReading, facts: Facts) -> Scoring | None:
    try:
        return score(reading, facts)
    except InputError:
        return None


def _decided(scoring: Scoring, shot: Shot, truth: object) -> bool:
    """Whether the right settlement is certain once the question that decides most was answered as it is."""
    place = deciding(scoring.questions)
    if place is None or scoring.reading is None:
        return scoring.settlement == truth
    question = scoring.questions[place]
    if question.id != TILE:
        return False
    index = int(question.params["index"])
    faces = [tile.code for tile in shot.truth if _at(tile, scoring.reading) == index]
    if not faces:
        return False
    tiles = list(scoring.reading.tiles)
    tiles[index] = replace(tiles[index], tile=faces[0], confidence=SAID, status=Status.SURE)
    after = _scored(replace(scoring.reading, tiles=tuple(tiles)), facts_of(shot.laid.case))
    return after is not None and after.certain and after.settlement == truth


def facts_of(case: dict[str, Any]) -> Facts:
    """Everything a person would say of the hand that no photo shows, and nothing that it shows."""
    made = [kong for kong in case["kongs"] if kong["kind"] != "an"]
    how = MeldKong(made[0].get("from") if made else None)
    return Facts(
        ruleset=RULES,
        winner=case["winner"],
        dealer=case["dealer"],
        method=case["win_method"],
        discarder=case["discarder"],
        open=tuple(case["open"]),
        kongs=(),
        meld_kongs=dict.fromkeys(range(_MOST_MELDS), how),
    )


Parts = tuple[tuple[str, ...], tuple[tuple[str, str], ...], str | None]
"""Hand in order of faces, melds as type and faces, winning tile."""


def read_parts(reading: TableReading) -> Parts:
    """What was read, to be compared; a concealed kong counts by its face alone."""
    win = None if reading.win_tile is None else reading.tiles[reading.win_tile].tile
    melds = [(meld.type, _spelt(face.code for face in reading.meld_faces(meld))) for meld in reading.melds]
    return tuple(sorted(reading.tiles[index].tile for index in reading.hand)), tuple(sorted(melds)), win


def laid_parts(shot: Shot) -> Parts:
    """What a faultless reader would say of the photo: a kong that shows no face has none."""
    hand = shot.laid.hand
    melds = []
    for plan in hand.melds:
        hidden = plan.type == "angang" and len(plan.down) == len(plan.tiles)
        melds.append((str(plan.type), "" if hidden else _spelt(plan.tiles)))
    return tuple(sorted(hand.tiles)), tuple(sorted(melds)), hand.win


def sources_laid(shot: Shot) -> list[tuple[str, str | None]]:
    """Faces and source of every meld that shows by a turned tile whom it came from."""
    return [(_spelt(plan.tiles), plan.source) for plan in shot.laid.hand.melds if plan.sideways is not None]


def sources_read(reading: TableReading) -> list[tuple[str, str | None]]:
    """Faces and source of every meld that was read."""
    return [(_spelt(face.code for face in reading.meld_faces(meld)), meld.source) for meld in reading.melds]


def _spelt(codes: Iterable[str]) -> str:
    return "".join(sorted(codes))


def cause_of(shot: Shot, reading: TableReading) -> Cause:
    """Why the reading is wrong: a tile of the hand was not found, found with another face, or put in a wrong place."""
    own = [tile for tile in shot.truth if is_own(tile)]
    seen = own_tiles_seen(shot, reading)
    if len(seen) < len(own):
        return "missed"
    return "face" if any(reading.tiles[index].tile != code for index, code in seen) else "layout"


def is_own(tile: TruthTile) -> bool:
    """Whether a tile belongs to the hand that was laid down."""
    return tile.seat == "self" and tile.group.split(":")[0] in ("hand", "meld", "win")


def own_tiles_seen(shot: Shot, reading: TableReading) -> list[tuple[int, str]]:
    """Those tiles of the hand that were found: index in the reading, true code."""
    own = ((_at(tile, reading), tile.code) for tile in shot.truth if is_own(tile))
    return [(index, code) for index, code in own if index is not None]


def _at(tile: TruthTile, reading: TableReading) -> int | None:
    """The tile read whose middle lies nearest to that of the true one, within a third of its longer side."""
    if not reading.tiles:
        return None
    sides = np.linalg.norm(tile.corners - np.roll(tile.corners, 1, axis=0), axis=1)
    middles = np.array([one.corners for one in reading.tiles]).mean(axis=1)
    away = np.linalg.norm(middles - tile.corners.mean(axis=0), axis=1)
    nearest = int(away.argmin())
    return nearest if away[nearest] < sides.max() / 3 else None


def tags_of(shot: Shot) -> tuple[str, ...]:
    """What the photo is counted under: camera, tiles, number of melds, kinds of kong, place of the winning tile."""
    low = int(shot.laid.elevation // _STEP) * _STEP
    kinds = {f"kong:{_kong(plan)}" for plan in shot.laid.hand.melds if len(plan.tiles) == len("1111")}
    return (
        f"angle:{low}-{low + _STEP}",
        f"faces:{shot.faces}",
        f"melds:{len(shot.laid.hand.melds)}",
        f"win:{_win_place(shot)}",
        *sorted(kinds),
    )


def _kong(plan: Any) -> str:
    if plan.type == "angang":
        return f"concealed, {len(plan.down)} down"
    return f"open, added {plan.added}" if plan.added else "open, in a row"


def _win_place(shot: Shot) -> str:
    blocks = shot.laid.scene.blocks
    win = next(block for block in blocks if block.group == "win")
    row = max((block for block in blocks if block.group == "hand" and block.seat == "self"), key=lambda block: block.y)
    if 45 < win.turn < 135:
        return "turned"
    rise = win.y - row.y
    return "above" if rise > 1 else "raised" if rise > 1 / 3 else "apart"
