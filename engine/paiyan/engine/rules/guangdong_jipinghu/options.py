"""House rules of 广东鸡平和, one field each (rules/options.json, rules/spec.md §6).

Readings chosen where the source leaves an option open:

* ``combine`` concerns 平和 and 混一色 in one hand; 自摸, winds, dragons and kongs always add.
* ``cap_fan`` limits what fans add up to; fixed special hands and the least of 杠上开花 and the like are not capped.
* ``tianhe_points`` is the least a 天和, 地和 or 人和 is worth; a dearer special hand keeps its own points.
* ``louhe`` bars winning a discard only: 抢杠 counts as drawn by oneself.
* 包自摸 (``flags.bao_seat``) is a fact of play and concerns drawn tiles; 杠上开花 on the only kong follows from the
  kong itself. A discard is paid by the discarder alone whoever is liable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from paiyan.engine.options import MOST_FAN, POSITIVE, Options, option

_KONG_POINTS: Final[tuple[int | str, ...]] = (0, "+1 fan")


@dataclass(frozen=True, slots=True)
class JipinghuOptions(Options):
    """Every switch of 广东鸡平和 with its default; ``why`` quotes where the variants come from."""

    cap_fan: int = option(3, POSITIVE, "“爆和为3番”")
    combine: Literal["sum", "max"] = option(
        "sum", ("sum", "max"), "混碰写作“混一色+碰碰和”=4番, 提示相加; 平和+混一色未写"
    )
    discard_payer: Literal["discarder_single", "discarder_pays_three"] = option(
        "discarder_single",
        ("discarder_single", "discarder_pays_three"),
        "原文未写; 两份公开鸡平和文本均为点炮者付",
    )
    tianhe_points: int = option(64, POSITIVE, "原文只有天/地/人和定义无分值; 公开文本6番=64")
    kong_points: int | str = option(_KONG_POINTS[0], _KONG_POINTS, "原文无杠分; 另一公开文本杠+1番")
    multi_ron: Literal["all_pay", "head_bump"] = option("all_pay", ("all_pay", "head_bump"), "“允许一炮多响”")
    triple_ron_min_fan: int = option(3, POSITIVE, "一炮三响“和牌者不满3番牌型，按照3番满计算”", MOST_FAN)
    louhe: Literal["same_tile_until_action", "off"] = option(
        "same_tile_until_action", ("same_tile_until_action", "off"), "漏和: 碰、上、杠、摸之后才解除"
    )
    dealer_repeat: Literal["dealer_win_or_draw", "dealer_win_only", "never"] = option(
        "dealer_win_or_draw",
        ("dealer_win_or_draw", "dealer_win_only", "never"),
        "“如果庄家和牌或流局则下盘依然由该庄家做庄”",
    )
    special_win_min_fan: int = option(
        3, POSITIVE, "杠上开花、海底捞月、抢杠“不满3番牌型，按照3番满计算”; 爆和改了时是否跟着改未写", MOST_FAN
    )
    jiulian_requires_nine_waits: bool = option(
        True, (True, False), "“同种牌形成1112345678999，在摸到该种牌任何一张即可和牌”; false=只看和牌后的14张"
    )
