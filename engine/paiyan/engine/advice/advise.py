"""Works out advice: waits, useful tiles and expected value of every discard."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from paiyan.engine.advice.advisor import Advisor, find_advisor
from paiyan.engine.advice.expectation import Outlook, before_waiting, outlook
from paiyan.engine.advice.position import Position
from paiyan.engine.advice.reach import Distances
from paiyan.engine.advice.results import Advice, Blocked, Choice, Useful, Wait
from paiyan.engine.advice.special import FAR, Counts
from paiyan.engine.facts import WinContext, seats_after
from paiyan.engine.hand import KINDS, Hand, count_tiles
from paiyan.engine.ruling import Rejection, ScoreSheet
from paiyan.engine.settlement import Account, Settlement
from paiyan.engine.shapes import completing_kinds
from paiyan.engine.tiles import ALL_TILES, Tile

_VALUED: Final = 6
"""Of the discards that leave a hand one tile from waiting, so many with the most useful copies are valued."""
_MANY_KINDS: Final = 9
"""Of so many kinds at least are the tiles that wait for another shape than sets and a pair or seven pairs."""


def advise(position: Position) -> Advice:
    """Advice for ``position``."""
    return _Adviser(position).advice()


class _Adviser:
    """Works on one position; remembers what wins of a grade are worth, drawn and by the seat that gives the tile."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.advisor: Advisor = find_advisor(position)
        self.goal = self.advisor.goal()
        self.left = position.left
        self.kinds = sorted(kind for kind in position.rules.kinds if self.left[kind])
        self.held = np.array(count_tiles(position.tiles), dtype=np.int16)
        self.caps = self.held + np.array(self.left, dtype=np.int16)
        self.drawn: dict[Hashable, tuple[int, ...]] = {}
        self.given: dict[Hashable, Mapping[int, tuple[int, ...]]] = {}

    def advice(self) -> Advice:
        """The advice."""
        position = self.position
        discards: list[Tile | None] = [*sorted({*position.tiles})] if position.to_discard else [None]
        rest, caps = self._after(discards)
        draws = np.eye(KINDS, dtype=np.int16)[self.kinds]
        rows = np.concatenate([rest, (rest[:, None] + draws).reshape(-1, KINDS), self.held[None]])
        found = self.advisor.distances(rows, np.concatenate([caps, caps.repeat(len(draws), axis=0), self.caps[None]]))
        count = len(discards)
        after = Distances(
            found.shape[count:-1].reshape(count, len(draws)), found.win[count:-1].reshape(count, len(draws))
        )
        choices = [
            self._choice(discard, int(found.shape[row]), int(found.win[row]), after.shape[row], after.win[row])
            for row, discard in enumerate(discards)
        ]
        further = position.rules.pays_wins and self.advisor.values_further
        valued = self._value_further(choices) if further else choices
        complete = position.to_discard and (found.shape[-1] == 0 or any(one.waits for one in valued))
        shape, win = int(found.shape[-1]), FAR if self.advisor.barred(None) else int(found.win[-1])
        return Advice(
            position,
            shape,
            win if win < FAR else None,
            self._already_won() if complete else (),
            tuple(sorted(valued, key=lambda one: one.rank)),
        )

    def _after(self, discards: Sequence[Tile | None]) -> tuple[Counts, Counts]:
        """Counts and caps of the concealed tiles after each discard."""
        gone = np.zeros((len(discards), KINDS), dtype=np.int16)
        for row, discard in enumerate(discards):
            if discard is not None:
                gone[row, discard.index] = 1
        return self.held - gone, self.caps - gone

    def _choice(self, discard: Tile | None, shape: int, win: int, shape_after: Counts, win_after: Counts) -> Choice:
        """The choice as far as it can be told without looking further ahead."""
        hand = self.position.hand_without(discard)
        completing = [kind for kind, away in zip(self.kinds, shape_after, strict=True) if away == 0]
        waits, blocked = self._waits(hand, discard, completing)
        if self.advisor.barred(discard):
            win = FAR
        useful = (
            [Useful(one.tile, one.left) for one in waits]
            if waits
            else [
                Useful(ALL_TILES[kind], self.left[kind])
                for kind, away in zip(self.kinds, win_after, strict=True)
                if away < win < FAR
            ]
        )
        valued = waits and self.position.rules.pays_wins
        expected = self._outlook(waits).over(self.position.rounds) if valued else None
        return Choice(
            discard,
            shape,
            win if win < FAR else None,
            waits,
            blocked,
            tuple(useful),
            expected,
            self.advisor.risks(hand, discard),
        )

    def _waits(
        self, hand: Hand, discard: Tile | None, kinds: Iterable[int]
    ) -> tuple[tuple[Wait, ...], tuple[Blocked, ...]]:
        """What wins of ``kinds``, and what completes a shape without winning."""
        waits: list[Wait] = []
        blocked: list[Blocked] = []
        for kind in kinds:
            tile = ALL_TILES[kind]
            found = self._win(hand, tile, discard, self.left[kind])
            if isinstance(found, Wait):
                waits.append(found)
            else:
                blocked.append(Blocked(tile, self.left[kind], found.faults))
        return tuple(waits), tuple(blocked)

    def _win(self, hand: Hand, tile: Tile, discard: Tile | None, left: int) -> Wait | Rejection:
        """The win on ``tile`` in every way it may come, or why it is none."""
        position = self.position
        ruled = position.rules.rule(hand, position.win(tile, None, discard), position.options)
        if isinstance(ruled, Rejection):
            return ruled
        grade = self.advisor.grade(ruled)
        drawn = self.drawn.get(grade) or self._paid(position.win(tile, None, discard), ruled)
        given = self.given.get(grade) if self.advisor.given_alike(tile) else None
        if given is None:
            given = self._given(hand, tile, discard, grade)
        if grade is not None:
            self.drawn[grade] = drawn
        return Wait(tile, left, ruled, drawn, given)

    def _given(self, hand: Hand, tile: Tile, discard: Tile | None, grade: Hashable) -> Mapping[int, tuple[int, ...]]:
        """What each seat gains by the seat that gives ``tile``, where it then wins; of ``grade`` unless said anew."""
        position = self.position
        given: dict[int, tuple[int, ...]] = {}
        alike = self.advisor.given_alike(tile)
        for seat in seats_after(position.template.winner):
            win = position.win(tile, seat, discard)
            sheet = position.rules.rule(hand, win, position.options)
            if isinstance(sheet, ScoreSheet):
                given[seat] = self._paid(win, sheet)
                grade = grade if alike else self.advisor.grade(sheet)
        if grade is not None and (alike or given):
            self.given[grade] = given
        return given

    def _paid(self, win: WinContext, sheet: ScoreSheet) -> tuple[int, ...]:
        paid = self.position.rules.settle_win(win, sheet.shares, self.position.options)
        return tuple(Settlement(tuple(paid)).of(Account.HU))

    def _outlook(self, waits: Iterable[Wait]) -> Outlook:
        return outlook(((one.left, self._gains(one.drawn, one.given)) for one in waits), self.position.unseen)

    def _gains(self, drawn: tuple[int, ...], given: Mapping[int, tuple[int, ...]]) -> list[int]:
        """The own gain of every way a tile may come."""
        seat = self.position.template.winner
        return [drawn[seat], *(gains[seat] for gains in given.values())]

    def _already_won(self) -> tuple[Wait, ...]:
        """The tiles of a complete hand that it has won on, had they been drawn last."""
        found = (
            self._win(self.position.hand_without(tile), tile, None, self.left[tile.index])
            for tile in sorted({*self.position.tiles})
        )
        return tuple(one for one in found if isinstance(one, Wait))

    def _value_further(self, choices: list[Choice]) -> list[Choice]:
        """``choices``, the most promising of those one tile from waiting with their expected value."""
        near = sorted((one for one in choices if one.win == 2), key=lambda one: -one.copies)[:_VALUED]
        outlooks = self._outlooks_after(near)
        valued: list[Choice] = []
        for one in choices:
            if one in near:
                steps = [(draw.left, outlooks.get((one.discard, draw.tile), Outlook(0, 0))) for draw in one.useful]
                value = before_waiting(steps, self.position.unseen, self.position.rounds)
                one = replace(one, expected=value)
            valued.append(one)
        return valued

    def _outlooks_after(self, near: Sequence[Choice]) -> dict[tuple[Tile | None, Tile], Outlook]:
        """The best outlook after each discard of ``near`` and each of its useful tiles."""
        rows: list[Counts] = []
        caps: list[Counts] = []
        places: dict[tuple[int, ...], int] = {}
        reached: dict[tuple[Tile | None, Tile], list[int]] = {}
        for one in near:
            (rest,), (most,) = self._after([one.discard])
            for draw in one.useful:
                for kind in np.flatnonzero(rest):
                    if kind == draw.tile.index or self.advisor.barred(ALL_TILES[kind]):
                        continue
                    first = -1 if one.discard is None else one.discard.index
                    key = (min(first, int(kind)), max(first, int(kind)), draw.tile.index)
                    if key not in places:
                        places[key] = len(rows)
                        row, cap = rest.copy(), most.copy()
                        row[kind] -= 1
                        cap[kind] -= 1
                        row[draw.tile.index] += 1
                        rows.append(row)
                        caps.append(cap)
                    reached.setdefault((one.discard, draw.tile), []).append(places[key])
        if not rows:
            return {}
        waiting = self.advisor.distances(np.array(rows), np.array(caps)).win == 1
        outlooks: dict[int, Outlook] = {}
        best: dict[tuple[Tile | None, Tile], Outlook] = {}
        rounds = max(1, self.position.rounds - 1)
        for step, numbers in reached.items():
            for number in numbers:
                if waiting[number] and number not in outlooks:
                    outlooks[number] = self._ready(rows[number], caps[number], step[1])
            found = [outlooks[number] for number in numbers if number in outlooks]
            if found:
                best[step] = max(found, key=lambda one: one.over(rounds))
        return best

    def _ready(self, counts: Counts, caps: Counts, drawn: Tile) -> Outlook:
        """The outlook of the waiting hand of ``counts`` after ``drawn`` came."""
        tiles = tuple(tile for tile, count in zip(ALL_TILES, counts.tolist(), strict=False) for _ in range(count))
        hand = Hand(tiles, self.position.melds)
        waits = self._graded(hand) if self.advisor.grades_hands else self._tried(hand, counts, caps)
        left = {kind: self.left[kind] - (kind == drawn.index) for kind in waits}
        return outlook(
            ((left[kind], gains) for kind, gains in waits.items() if left[kind] > 0), self.position.unseen - 1
        )

    def _graded(self, hand: Hand) -> dict[int, list[int]]:
        """What each wait of ``hand`` gains, by the grades of its wins."""
        waits: dict[int, list[int]] = {}
        for kind, (drawn, given) in self.advisor.grades(hand).items():
            if self.left[kind]:
                if (drawn and drawn not in self.drawn) or (given and given not in self.given):
                    self._win(hand, ALL_TILES[kind], None, self.left[kind])
                gained = [self.drawn[drawn]] if drawn else []
                gained += self.given.get(given, {}).values() if given else ()
                waits[kind] = [gains[self.position.template.winner] for gains in gained]
        return waits

    def _tried(self, hand: Hand, counts: Counts, caps: Counts) -> dict[int, list[int]]:
        """What each wait of ``hand`` gains, by ruling on every tile that completes a shape."""
        completing = completing_kinds(hand.counts)
        if self.goal.other_shapes and np.count_nonzero(counts) >= _MANY_KINDS:
            draws = counts + np.eye(KINDS, dtype=np.int16)
            completing = set(np.flatnonzero(self.advisor.distances(draws, np.tile(caps, (KINDS, 1))).win == 0).tolist())
        found = {
            kind: self._win(hand, ALL_TILES[kind], None, self.left[kind]) for kind in completing if kind in self.kinds
        }
        return {kind: self._gains(one.drawn, one.given) for kind, one in found.items() if isinstance(one, Wait)}
