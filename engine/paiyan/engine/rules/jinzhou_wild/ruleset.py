"""锦州带会: natural tiles and 会 put together to a ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from paiyan.engine.distance import tiles_away
from paiyan.engine.errors import InputError
from paiyan.engine.facts import EventKind, Method, TableContext, Wild, WinContext
from paiyan.engine.hand import Hand, Meld, MeldKind
from paiyan.engine.rules.jinzhou.classes import Candidate, candidates
from paiyan.engine.rules.jinzhou.conditions import RED, Ways, explain_best, judge
from paiyan.engine.rules.jinzhou.family import JinzhouFamily
from paiyan.engine.rules.jinzhou.rejections import bars, reject, reject_incomplete
from paiyan.engine.rules.jinzhou.sheets import FixedSum, heavenly, score_sheet
from paiyan.engine.rules.jinzhou.waits import Waits
from paiyan.engine.rules.jinzhou_wild.checks import check_dihu, check_xuehui, wilds_held
from paiyan.engine.rules.jinzhou_wild.conditions import CONDITIONS, OPENED, QIDUI, Rule
from paiyan.engine.rules.jinzhou_wild.interpretations import (
    WildInterpretation,
    interpretations,
    pairs_interpretation,
    read_otherwise,
)
from paiyan.engine.rules.jinzhou_wild.melds import check_kongs, read_meld
from paiyan.engine.rules.jinzhou_wild.naturals import Naturals
from paiyan.engine.rules.jinzhou_wild.options import JinzhouWildOptions
from paiyan.engine.rules.jinzhou_wild.waits import wild_waits
from paiyan.engine.ruling import Alternative, Fault, Label, Line, Note, Ruling
from paiyan.engine.settlement import Account, Transfer, collect_each
from paiyan.engine.tiles import Tile

EARTHLY: Final = Label("dihu", "地胡")


class JinzhouWild(JinzhouFamily[JinzhouWildOptions]):
    """锦州带会 (rules/spec.md §2)."""

    id = "jinzhou_wild"
    inherits = "jinzhou"
    options_type = JinzhouWildOptions
    methods = JinzhouFamily.methods | {Method.DIHU}
    events = JinzhouFamily.events | {EventKind.XUEHUI}
    flags = JinzhouFamily.flags | {"wild_discarded", "wild_claimed"}
    uses_wild = True

    def wild_of(self, ming: Tile) -> Tile:
        """The next rank of the suit, after nine comes one; 红中 makes 红中 (W1)."""
        if ming.index == RED:
            return ming
        return Tile.from_index(ming.index - 8 if ming.rank == 9 else ming.index + 1)

    def meld(
        self,
        kind: MeldKind,
        tiles: Sequence[Tile],
        source: int | None,
        table: TableContext,
        options: JinzhouWildOptions,
    ) -> Meld:
        """Also three 明牌 as a kong and, by house rule, melds with 会."""
        return read_meld(kind, tiles, source, wild_in(table), options, claimed=table.flags.wild_claimed)

    def check_table(self, table: TableContext, options: JinzhouWildOptions) -> None:
        """Kongs of 明牌 and 会 only as the house allows them."""
        check_kongs(table, wild_in(table), options)

    def check(self, hand: Hand, win: WinContext, options: JinzhouWildOptions) -> None:
        """Also 地胡点炮 and 血会; see :mod:`~paiyan.engine.rules.jinzhou_wild.checks`."""
        super().check(hand, win, options)
        check_dihu(hand, win)
        check_xuehui(hand, win, wild_in(win.table))

    def rule(self, hand: Hand, win: WinContext, options: JinzhouWildOptions) -> Ruling:
        """The best class that any choice for the 会 gives, or every failed condition of the nearest reading."""
        hui = wild_in(win.table).hui
        before = Naturals.of(hand, hui, faces_count=options.wild_face_counts_as_natural)
        # A discarded 会 is what it shows; only one in hand stands for other tiles.
        drawn = win.win_tile == hui and not win.method.from_other
        naturals = before.plus_wild() if drawn else before.plus(win.win_tile.index)
        rules: list[Rule] = [*CONDITIONS]
        if options.require_open and win.method is not Method.TIANHU:
            rules.append(OPENED)
        waits = wild_waits(hand, before, win, rules, options)
        readings = interpretations(hand, naturals, win.win_tile.index, drawn=drawn)
        if options.allow_qidui or not readings:
            pairs = pairs_interpretation(hand, naturals, win.win_tile.index, drawn=drawn)
            readings += [pairs] if pairs else []
            rules += [] if options.allow_qidui else [QIDUI]
        notes = _notes(hand, win)
        if not readings:
            away = tiles_away(naturals.counts, len(hand.melds), seven_pairs=options.allow_qidui) - naturals.wilds
            return replace(reject_incomplete(away, waits), notes=notes)
        judged, valid = judge(readings, rules, options)
        barred = [*bars(win, options), *_wild_bars(win)]
        if barred or not valid:
            return replace(reject(_reasons_once(judged), barred, rules, waits), notes=notes)
        considered = candidates(valid, waits, options)
        ranked = _shapes_once(considered)
        conditions = explain_best(ranked[0].interpretation, judged, rules)
        sheet = score_sheet(win, conditions, ranked, waits, options, _fixed(win, options), _suhu(hand, win, options))
        others = sheet.alternatives or _runner_up(considered, rules, waits, options)
        return replace(sheet, alternatives=_labels_once(others), notes=notes)

    def settle_win(self, win: WinContext, shares: Mapping[int, int], options: JinzhouWildOptions) -> list[Transfer]:
        """地胡点炮 is one sum from the dealer; all else as in 锦州麻将."""
        giver = win.discarder
        if win.method is Method.DIHU and giver is not None:
            return [Transfer(Account.HU, giver, win.winner, shares[giver], "dihu", {"method": str(win.method)})]
        return super().settle_win(win, shares, options)

    def settle_table(self, table: TableContext, options: JinzhouWildOptions) -> list[Transfer]:
        """Also 血会, won or not (W6)."""
        paid = super().settle_table(table, options)
        event = table.event(EventKind.XUEHUI)
        if event is not None and event.seat is not None:
            params = {"tile": wild_in(table).hui.code}
            paid += collect_each(Account.OTHER, event.seat, options.xuehui_each, "xuehui", params)
        return paid


def wild_in(table: TableContext) -> Wild:
    """明牌 and 会牌 of a table, which there always are."""
    if table.wild is None:
        raise InputError("missing_field", "wild", name="wild")
    return table.wild


def _wild_bars(win: WinContext) -> list[Fault]:
    """Who discarded a 会, or claimed a discarded one, cannot win this hand (W4)."""
    flags = win.table.flags
    said = {"wild_discarded": flags.wild_discarded, "wild_claimed": flags.wild_claimed}
    return [Fault(name) for name, holds in said.items() if holds]


def _fixed(win: WinContext, options: JinzhouWildOptions) -> FixedSum | None:
    """天胡, or 地胡点炮 from the dealer alone (W9)."""
    if win.method is Method.DIHU and win.discarder is not None:
        return FixedSum(EARTHLY, options.dihu_points, (win.discarder,), multiplied=False)
    return heavenly(win, options)


def _suhu(hand: Hand, win: WinContext, options: JinzhouWildOptions) -> list[Line]:
    """素胡: no 会 in the winning hand (W8)."""
    hui = wild_in(win.table).hui
    plain = not hand.total[hui.index] and win.win_tile != hui
    return [Line("suhu", factor=options.suhu_multiplier)] if plain and options.suhu_multiplier > 1 else []


def _notes(hand: Hand, win: WinContext) -> tuple[Note, ...]:
    """血会 in the winner's hand that nobody is to pay for."""
    wild = wild_in(win.table)
    if win.table.event(EventKind.XUEHUI) or wilds_held(hand, win, wild) < wild.copies(wild.hui):
        return ()
    return (Note("xuehui_not_listed", {"seat": win.winner, "tile": wild.hui.code}),)


def _reasons_once(judged: Sequence[tuple[WildInterpretation, Ways]]) -> list[tuple[WildInterpretation, Ways]]:
    """One reading for each set of conditions failed."""
    kept = {tuple(way is None for way in ways): (one, ways) for one, ways in reversed(judged)}
    return list(reversed(kept.values()))


def _shapes_once(ranked: Sequence[Candidate[WildInterpretation]]) -> list[Candidate[WildInterpretation]]:
    """The best reading for each name and shape."""
    kept: dict[object, Candidate[WildInterpretation]] = {}
    for one in ranked:
        kept.setdefault((one.label, one.shape), one)
    return list(kept.values())


def _runner_up(
    considered: Sequence[Candidate[WildInterpretation]],
    rules: Sequence[Rule],
    waits: Waits,
    options: JinzhouWildOptions,
) -> tuple[Alternative, ...]:
    """The next way to read a hand of which no reading has another name or worth: its 会 stand for other tiles."""
    best = considered[0]
    others = (one for one in considered[1:] if one.interpretation.text != best.interpretation.text)
    further = (
        candidates([reading], waits, options)[0]
        for reading in read_otherwise(best.interpretation)
        if not best.interpretation.seven_pairs and all(rule.way(reading, options) is not None for rule in rules)
    )
    one = next(chain(others, further), None)
    if one is None:
        return ()
    reading = one.interpretation.text
    params = {"label": one.label.term, "points": one.points, "reading": reading}
    why = "equal" if one.points == best.points else "lower"
    return (Alternative(one.label.id, one.points, reading, why, params, one.interpretation.wilds(one.shape)),)


def _labels_once(found: Sequence[Alternative]) -> tuple[Alternative, ...]:
    kept: dict[object, Alternative] = {}
    for one in found:
        kept.setdefault((one.label, one.why), one)
    return tuple(kept.values())
