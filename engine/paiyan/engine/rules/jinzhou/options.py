"""House rules of 锦州麻将, one field each (rules/options.json; numbers of disagreements: rules/spec.md §3).

Readings chosen where the sources leave an option open:

* ``wait_count_dead_tiles=visible_excluded`` also leaves out kinds of which all four copies lie face up: own tiles,
  other seats' 明杠, followed rounds of 跟庄 and ``visible`` tiles. A face-down 暗杠 of another seat is not seen.
* ``wait_class_basis=shape``: 单胡幺 stays a matter of the single wait; 2345 waits still follow ``nobetan_is_danzhan``.
* ``discard_double_scope=discarder_only`` takes the 点炮 ×2 out of the other shares, also within 抢杠 and 杠流泪;
  what these add beyond ×2 counts for all.
* ``menqing_requires_self_draw`` concerns the winner's own 门清; 四清 is the fact that nobody is 开门 and stays.
* ``qidui_counts_as_open=false`` gives seven pairs both 门清 and 四清; ``qidui_siqing`` matters only while it is true.
* ``require_open``: seven pairs cannot open by their nature and are exempt, so is 天胡.
* ``score_cap`` limits each share, 天胡 included; a discarder pays the sum of the capped shares.
* ``tianhu_multiplied`` puts ``tianhu_each`` in place of the class points; 自摸, 庄, 门清 and 四清 then multiply it.
* ``rob_concealed_kong`` allows to rob a 暗杠; a 打明杠 never can be robbed, since a win on that discard goes first.
* ``louhu=until_own_draw`` also bars robbing a kong: only the own draw is exempt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paiyan.engine.options import POSITIVE, Options, option


@dataclass(frozen=True, slots=True)
class JinzhouOptions(Options):
    """Every switch of 锦州麻将 with its default; ``why`` quotes where the variants come from."""

    require_open: bool = option(False, (False, True), "001首列“已开门”; 001(5)、003、002“开不开门都可以胡”")
    nobetan_is_danzhan: bool = option(
        True, (True, False), "003§四例2345=单粘(二类); 002§六2345=一类. jinzhou_wild default false"
    )
    wait_class_basis: Literal["unique_wait", "shape"] = option(
        "unique_wait", ("unique_wait", "shape"), "“两叫或多叫…胡两张以上的牌”→一类; shape=只看胡张补的形"
    )
    wait_count_dead_tiles: Literal["own_four_excluded", "visible_excluded", "structural"] = option(
        "own_four_excluded",
        ("own_four_excluded", "visible_excluded", "structural"),
        "原文未写; 自己手里已有4张的牌不算一叫；visible_excluded=桌面已见满四张也不算；structural=不看张数",
    )
    haidilao_total: int = option(4, (4, 2, 8), "001海底捞×2(在自摸×2之上=4); 003/002写×4")
    kong_open_extra: int = option(2, (2, 1), "自摸×2再×2=4 (001“再X2”, 003另列一项连乘)")
    red_kong_open_extra: int = option(4, (4, 2), "自摸×2×4=8")
    rob_kong_total: int = option(4, (4, 8), "001点炮×2再×2=4; 003“抢扛×4”与点炮同列择一; 8=点炮×2又×4")
    kong_leak_total: int = option(4, (4, 2, 8), "001“杠流泪要X2”(在点炮上再×2=4) ; 003×4")
    red_kong_leak_total: int = option(8, (8, 4, 16), "001“红中杠流泪还要再X2”; 003×8")
    menqing_scope: Literal["winner_and_each_loser", "winner_only", "either_once"] = option(
        "winner_and_each_loser",
        ("winner_and_each_loser", "winner_only", "either_once"),
        "003“无论输家还是赢家都×2”; 001/002未写；either_once=胡家或该输家任一门清只乘一次2",
    )
    menqing_requires_self_draw: bool = option(False, (False, True), "001注“全靠自己摸”指不吃碰, 点炮也算(站着胡)")
    siqing_multiplier: int = option(2, (2, 1), "“四清再×2…在算完门清后再×2”")
    qidui_counts_as_open: bool = option(True, (True, False), "001“必须要算开门胡”; 003“不加门清那一番”")
    qidui_siqing: bool = option(False, (False, True), "七对时四清是否仍算: 001算开门→不算; 003只说不加门清一番")
    qidui_requires_three_suits: bool = option(True, (True, False), "原文未给七对例外")
    qidui_requires_yaojiu: bool = option(True, (True, False), "同上; 红中对可顶")
    luxury_pairs_scaling: Literal["single_class5", "double_per_quad"] = option(
        "single_class5",
        ("single_class5", "double_per_quad"),
        "原文只有一档豪华；double_per_quad=第二个四张起每个再×2",
    )
    dealer_double: Literal["winner_or_payer", "winner_only"] = option(
        "winner_or_payer", ("winner_or_payer", "winner_only"), "003“庄家×2”; 001“座庄者X2”: 庄家输赢都翻"
    )
    discard_double_scope: Literal["all_shares", "discarder_only"] = option(
        "all_shares",
        ("all_shares", "discarder_only"),
        "003点炮×2列为胡牌方式倍数→三份都乘; 公开锦州实现只乘点炮者那份",
    )
    discard_share_basis: Literal["per_seat", "discarder_x3"] = option(
        "per_seat",
        ("per_seat", "discarder_x3"),
        "“胡家所赢三家的分，都由点炮者一人给”→按各家自己倍数分别算再相加；discarder_x3=点炮者自己那份×3",
    )
    min_hand_rule: bool = option(True, (True, False), "“手里不能少于4张牌”")
    angang_counts_for_min_hand: bool = option(True, (True, False), "暗杠占一副, 手里少3张, 原文未区分")
    rob_concealed_kong: bool = option(False, (False, True), "“只有摸到扛的玩家将这张牌过扛”=抓明杠")
    multi_ron: Literal["head_bump", "all_pay"] = option(
        "head_bump", ("head_bump", "all_pay"), "锦州未写; 000/004“顺序在前者”"
    )
    louhu: Literal["off", "until_own_draw"] = option("off", ("off", "until_own_draw"), "只在002出现")
    dead_wall_tiles: int = option(16, (16, 8), "各文16张; 001黄庄节“数出四落不抓”且“两落(4张)”→8张(+杠后单张)")
    fenzhang_discard: bool = option(False, (False, True), "分张每人摸一张, 胡不了即黄庄, 不再打牌")
    huangzhuang_each: int = option(4, (4, 0), "黄庄庄家付每家4")
    huangzhuang_keeps_kongs: bool = option(True, (True, False), "003/002“黄庄不黄杠”; 001“单算”")
    dealer_repeat_on_win: bool = option(True, (True, False), "原文只写黄庄连庄; 庄胡是否连庄未写")
    genzhuang_base: int = option(4, (4, 0), "4,8,16…每圈翻倍, 红中圈×2; 中途有吃碰杠或不同即止")
    tianhu_each: int = option(200, (200,), "固定分不再乘倍数; wild默认128")
    tianhu_multiplied: bool = option(False, (False, True), "原文“每个玩家要给庄家200分”")
    score_cap: int | None = option(None, (None, 100, 150, 200, 300), "原文无封顶; 公开锦州App有100/150/200/300封顶选项")
    base_unit: int = option(
        2,
        (1, 2, 5),
        "001“擬定基本分為2分”: 一类的分数，其余各类按 1:2:4:8:16 随之变；杠分、黄庄、跟庄、天胡不随之变",
    )
    lottery_base: int = option(1, POSITIVE, "乐透币 = 桌基数×得分")
