"""House rules of 北京麻将, one field each (rules/options.json, rules/spec.md §4).

Readings chosen where the source leaves an option open:

* ``fan_combine`` says how several fans become multiples of the base points; a hand without any is worth the base once.
  The fan that a dealt-in 海底牌 adds is added last: one more multiple, with ``pow2`` one more doubling.
* ``open_half``: a concealed kong does not break 门清; half a point is rounded up.
* ``angang_robbable_by=yitiaolong_body_only``: the robbed tile must lie in one of the three runs of the 一条龙.
* ``hubao``: who is partner is a fact of play (``flags.hubao_partner``, or ``hubao_partner`` of each of several
  winners); the partner pays what others would have paid, also if a third player discarded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paiyan.engine.options import POSITIVE, Options, option


@dataclass(frozen=True, slots=True)
class BeijingOptions(Options):
    """Every switch of 北京麻将 with its default; ``why`` quotes where the variants come from."""

    base_points: int = option(1000, POSITIVE, "“点数计算方法一览表”缺失; 占位")
    fan_combine: Literal["sum", "product", "max", "pow2"] = option(
        "sum", ("sum", "product", "max", "pow2"), "原文只给每型番数"
    )
    open_half: bool = option(True, (True, False), "“同等牌型破了门清后的点数就为原基准点数的1/2”")
    shaozhuang_base: int = option(1000, POSITIVE, "烧庄“支付其他3人每人1000点”, 连续则“翻倍的往上涨”")
    early_draw_penalty: int = option(1000, POSITIVE, "提前摸牌、先打后抓“都会被罚1000点”")
    dead_wall_stacks: int = option(7, POSITIVE, "倒数第7砘; 1杠留7砘,2杠留8砘")
    angang_robbable_by: Literal["yitiaolong_body_only", "anyone", "nobody"] = option(
        "yitiaolong_body_only",
        ("yitiaolong_body_only", "anyone", "nobody"),
        "“‘一条龙’的‘龙身’可以抢其他选手的‘暗杠’和牌”",
    )
    discard_payer: Literal["discarder_single", "discarder_pays_three"] = option(
        "discarder_single",
        ("discarder_single", "discarder_pays_three"),
        "点炮付法原文未写; 抢杠特别注明按自摸总点数付, 故默认点炮者只付自己一份",
    )
    rob_kong_payer: Literal["konger_pays_selfdraw_total", "as_discard"] = option(
        "konger_pays_selfdraw_total",
        ("konger_pays_selfdraw_total", "as_discard"),
        "“点炮的选手要按和牌选手自摸所产生的点数支付”; as_discard=与点炮相同",
    )
    hubao: bool = option(True, (True, False), "从一家“吃+碰倒3嘴以后”两家互包")
    zhuowukui_in_qidui: bool = option(True, (True, False), "“单钓或…和”: 七对子单钓五万算不算捉五魁原文未写")
    dadiao_counts_angang: bool = option(False, (False, True), "“吃碰12张牌”“即全球人”: 四副里有暗杠算不算原文未写")
    yitiaolong_counts_melds: bool = option(
        True, (True, False), "“手牌中凑齐”: 004的术语里手牌含摆亮的顺子; false=只看没有吃出去的"
    )
    haohua_scaling: Literal["single", "double_per_quad"] = option(
        "single", ("single", "double_per_quad"), "“有一个暗杠时称豪华七对子”(8番); 两个以上原文未写"
    )
    multi_ron: Literal["all_pay", "head_bump"] = option(
        "all_pay", ("all_pay", "head_bump"), "“如果这两家同时吃一张牌的铳”: 可以几家同和, 付法原文未写"
    )
    early_draw_payee: Literal["each_other", "pot"] = option(
        "each_other", ("each_other", "pot"), "罚给谁原文未写; 默认同烧庄给其他三家每家; pot=入公, 不在四家之间结算"
    )
    dead_wall_growth: Literal["per_two_kongs", "per_kong_after_first"] = option(
        "per_two_kongs",
        ("per_two_kongs", "per_kong_after_first"),
        "原文只写1杠7砘、2杠8砘: 三杠是8砘还是9砘未写; 每两杠补走一砘, 故默认每两杠多留一砘",
    )
    dealer_repeat: Literal["dealer_win_or_draw", "dealer_win_only", "never"] = option(
        "dealer_win_or_draw", ("dealer_win_or_draw", "dealer_win_only", "never"), "连庄原文未写"
    )
