"""湖口, a fragment: what a hand is called and the 翻 the source gives (rules/sources/004.txt “湖口麻将怎么平胡”)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from paiyan.engine.facts import WinContext
from paiyan.engine.hand import Hand, MeldKind
from paiyan.engine.laid import DRAGONS, LaidHand, Shape
from paiyan.engine.options import Options, option
from paiyan.engine.rules import plain
from paiyan.engine.rules.fragments import Fragment, Name
from paiyan.engine.ruling import Label

CHICKEN: Final = Label("jihu", "鸡胡")
RUNS: Final = Label("hukou_pinghu", "平胡")
TRIPLETS: Final = Label("hukou_pengpeng", "碰碰")
MIXED: Final = Label("hunyise", "混一色")
PURE: Final = Label("qingyise", "清一色")
ORPHANS: Final = Label("shisanyao", "十三幺")
DRAGON: Final = Label("sanyuan", "三元")
ROUND_WIND: Final = Label("quanfeng", "圈风")
SEAT_WIND: Final = Label("weifeng", "位风")


@dataclass(frozen=True, slots=True)
class HukouOptions(Options):
    """What the fragment leaves open."""

    concealed_triplets_count: bool = option(True, (True, False), "“中,发,白每碰下一个是一翻”: 手里的暗刻算不算未写")


class Hukou(Fragment[HukouOptions]):
    """Labels with the 翻 of the source, none where it gives none (rules/spec.md §0)."""

    id = "hukou"
    options_type = HukouOptions
    kinds = frozenset(range(34))
    uses_winds = True

    def check(self, hand: Hand, win: WinContext, options: HukouOptions) -> None:
        """The round must be known where it may be worth a 翻."""
        plain.check_round(hand, win)

    def shapes(self, options: HukouOptions) -> frozenset[Shape]:
        """Four sets and a pair, or 十三幺."""
        return frozenset({Shape.SETS, Shape.ORPHANS})

    def names(self, laid: LaidHand, win: WinContext, options: HukouOptions) -> tuple[Name, ...]:
        """Names by sets and by suits, 鸡胡 where there is none; then dragons and winds."""
        if laid.shape is Shape.ORPHANS:
            return (_whole(ORPHANS, None, laid),)
        named = [*_by_sets(laid), *_by_suits(laid)] or [_whole(CHICKEN, None, laid)]
        return (*named, *_honours(laid, win, options))


def _by_sets(laid: LaidHand) -> list[Name]:
    if laid.all_chows:
        return [_whole(RUNS, None, laid)]
    return [_whole(TRIPLETS, 2, laid)] if laid.all_triplets else []


def _by_suits(laid: LaidHand) -> list[Name]:
    if len(laid.suits) != 1:
        return []
    return [_whole(MIXED if laid.honours else PURE, None, laid)]


def _honours(laid: LaidHand, win: WinContext, options: HukouOptions) -> list[Name]:
    """中, 发 and 白, the wind of the round and that of the seat: a 翻 for each triplet."""
    melded = [meld.first.index for meld in laid.melds if meld.kind not in (MeldKind.CHI, MeldKind.AN)]
    counted = laid.triplets if options.concealed_triplets_count else melded
    wind = plain.round_wind(win)
    asked: list[tuple[Label, Iterable[int]]] = [
        (DRAGON, DRAGONS),
        (ROUND_WIND, () if wind is None else (wind,)),
        (SEAT_WIND, (plain.seat_wind(win),)),
    ]
    held = [(label, [kind for kind in kinds if kind in counted]) for label, kinds in asked]
    return [Name(label, len(kinds), tuple(laid.sets_of(kinds))) for label, kinds in held if kinds]


def _whole(label: Label, fan: int | None, laid: LaidHand) -> Name:
    return Name(label, fan, tuple(laid.groups))


RULES: Final = Hukou()
