"""House rules of 锦州带会: those of 锦州麻将 and its own (rules/options.json; disagreements: rules/spec.md §3).

Readings chosen where the sources leave an option open:

* Three tiles of the 明牌 are all there are, so holding three counts as holding "four" for ``wait_count_dead_tiles``.
* A 会 discarded by another and won on is the tile it shows: a 会 stands for other tiles only in hand (002§五3). For the
  same reason melded tiles are what they show.
* ``wild_red_pair_…``: a pair of one real 红中 and a 会. Two 会 together are no pair of 红中.
* ``wild_face_counts_as_natural`` lets every 会 in hand, a drawn one too, count by its face for 门齐 and 幺九.
* ``wild_can_be_kong`` concerns 暗杠 of 会. A discarded 会 can always be claimed for a kong, which bars from winning.
* ``wild_in_melds`` lets a 会 of the own hand take the place of a tile of a meld, beside at least one real tile.
* ``suhu_multiplier`` multiplies 天胡 and 地胡点炮 too (“素胡翻倍”).
* ``tianhu_multiplied`` does not concern 地胡点炮. ``score_cap`` limits its one sum like a share.
* ``dihu_points`` is what the dealer pays in total.
* ``allow_qidui``: a 会 makes a pair of any tile, two 会 a pair of whatever is dearest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paiyan.engine.options import NOT_NEGATIVE, POSITIVE, option
from paiyan.engine.rules.jinzhou.options import JinzhouOptions


@dataclass(frozen=True, slots=True)
class JinzhouWildOptions(JinzhouOptions):
    """Every switch of 锦州带会 with its default."""

    nobetan_is_danzhan: bool = option(
        False, (True, False), "003§四例2345=单粘(二类); 002§六2345=一类. jinzhou_wild default false"
    )
    louhu: Literal["off", "until_own_draw"] = option("until_own_draw", ("off", "until_own_draw"), "只在002出现")
    tianhu_each: int = option(128, (128, 256), "128番,素胡翻倍; 每家")
    allow_qidui: bool = option(False, (False, True), "002§五8“带会的锦州麻将中没有七对胡，没有豪华七对胡”")
    suhu_multiplier: int = option(2, POSITIVE, "002§八“素胡×2（胡牌中不带会牌）”; 1=不加")
    dihu_points: int = option(96, (96, 288), "地胡点炮96番=点炮者合计付96(=32×3); 288=每份96")
    xuehui_each: int = option(20, NOT_NEGATIVE, "002§五4“每个玩家要给该玩家20分”; 0=不算血会")
    wild_red_pair_waives_three_suits: bool = option(
        True, (True, False), "002§五5字面“代替幺九牌和三色全”, 疑为“岔牌”之误"
    )
    wild_red_pair_waives_triplet: bool = option(True, (True, False), "会当红中→一对红中(§四6)顶岔")
    wild_face_counts_as_natural: bool = option(False, (False, True), "会牌自身牌面是否算幺九/门")
    wild_can_be_kong: bool = option(False, (False, True), "四张会/三张红中会能否开杠")
    wild_in_melds: bool = option(False, (False, True), "吃碰杠时能否用会顶")
    ming_triplet_kong: bool = option(True, (True, False), "3张明牌可杠, 不补牌")
