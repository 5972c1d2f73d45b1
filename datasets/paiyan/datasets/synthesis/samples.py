"""The sample photos of ``seeds/samples``: Jinzhou hands as players lay them out, each with its truth.

Run it to render them again::

    python -m paiyan.datasets.synthesis.samples [--out seeds/samples]

Beside each ``NAME.jpg`` lies ``NAME.json``: the tiles, hand, melds and winning tile in the form of `paiyan read`, and
in ``facts`` what the photo cannot show (who won, dealer, method, who is open, kongs) in the form that scoring takes.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from paiyan.datasets.synthesis.arrange import (
    Hand,
    HandStyle,
    MeldPlan,
    concealed_row,
    discards,
    for_seat,
    lay_hand,
    wall,
)
from paiyan.datasets.synthesis.render import Rendering, render
from paiyan.datasets.synthesis.scene import Block, Camera, Clutter, Finish, Light, Look, Scene, Table
from paiyan.datasets.synthesis.scenes import COPIES, JINZHOU_CODES
from paiyan.engine.tiles import Tile, format_tiles, parse_tiles

MAX_BYTES: Final = 500_000


@dataclass(frozen=True, slots=True)
class Sample:
    """One photo to render: the hand, how it lies and is seen, and the facts of the win."""

    name: str
    title: Mapping[str, str]
    hand: Hand
    facts: Mapping[str, Any]
    style: HandStyle = field(default_factory=HandStyle)
    elevation: float = 58.0
    yaw: float = 4.0
    roll: float = 0.6
    size: tuple[int, int] = (1800, 1200)
    look: Look = field(default_factory=Look)
    light: Light = field(default_factory=Light)
    table: Table = field(default_factory=Table)
    whole_table: bool = False
    clutter: tuple[Clutter, ...] = ()


def _codes(text: str) -> tuple[str, ...]:
    return tuple(tile.code for tile in parse_tiles(text))


def _dice(*places: tuple[float, float]) -> tuple[Clutter, ...]:
    return tuple(Clutter(x, y, 0.5, 0.5, 0.5, 20 + 35 * k, (245, 241, 234)) for k, (x, y) in enumerate(places))


def _facts(winner: int, dealer: int, discarder: int | None, is_open: list[bool], **more: Any) -> dict[str, Any]:
    facts = {
        "ruleset": "jinzhou",
        "options": {},
        "winner": winner,
        "dealer": dealer,
        "method": "zimo" if discarder is None else "ron",
        "discarder": discarder,
        "open": is_open,
        "kongs": [],
        "red_kong": False,
        "events": [],
    }
    return facts | more


_CHI_456P: Final = MeldPlan("chi", _codes("546p"), "left", 0)

SAMPLES: Final[tuple[Sample, ...]] = (
    Sample(
        "chi-peng-win-apart",
        {"zh": "一吃一碰，赢的牌单放在右边", "en": "One chi and one peng, the winning tile set apart on the right"},
        Hand(
            _codes("12345m88m"),
            (MeldPlan("chi", _codes("435s"), "left", 0), MeldPlan("peng", _codes("777p"), "across", 1)),
            "6m",
        ),
        _facts(1, 0, None, [True, True, False, True]),
    ),
    Sample(
        "concealed-kong",
        {"zh": "暗杠九条，夹五饼点炮", "en": "A concealed kong of 9s, won on the closed wait 5p from a discard"},
        Hand(_codes("123456m2246p"), (MeldPlan("angang", _codes("9999s"), None, None, (0, 3)),), "5p"),
        _facts(2, 2, 3, [True, True, False, True], kongs=[{"seat": 2, "kind": "an", "tile": "9s"}]),
        elevation=69,
        yaw=-6,
        look=Look(ivory=(243, 238, 226), back=(28, 84, 168), thickness=0.66, gloss=0.3),
        table=Table("knit", (38, 128, 74)),
        light=Light(azimuth=60, height=62, strength=0.5),
        clutter=_dice((-4.5, -5.2), (-3.6, -4.7)),
    ),
    Sample(
        "win-turned",
        {"zh": "对倒飘，赢的牌横放", "en": "All triplets on two pairs, the winning tile laid sideways"},
        Hand(_codes("888m99p33355s"), (MeldPlan("peng", _codes("222p"), "right", 2),), "9p"),
        _facts(0, 3, 1, [True, True, True, False]),
        style=HandStyle(win_place="turned", jitter=0.01),
        elevation=70,
        yaw=7,
        roll=-1.5,
        look=Look(ivory=(246, 243, 235), back=(222, 150, 40), thickness=0.72, gloss=0.4),
        table=Table("wood", (150, 104, 66)),
        light=Light(azimuth=-120, height=50, strength=0.48, softness=0.5),
    ),
    Sample(
        "missing-suit",
        {"zh": "缺门：没有条，不能胡", "en": "Not a win: the suit of bamboos is missing"},
        Hand(_codes("111234m5578p"), (_CHI_456P,), "9p"),
        _facts(3, 0, 0, [True, True, False, True]),
        style=HandStyle(jitter=0.02),
        elevation=68,
        yaw=-5,
        look=Look(ivory=(238, 230, 210), back=(150, 34, 40), thickness=0.78),
        table=Table("felt", (70, 72, 78)),
        light=Light(azimuth=30, height=70, strength=0.42, softness=0.6),
    ),
    Sample(
        "seven-pairs",
        {"zh": "七对自摸", "en": "Seven pairs, self-drawn"},
        Hand(_codes("1144m7788p22669s"), (), "9s"),
        _facts(0, 0, None, [False, True, True, False]),
        elevation=62,
        yaw=3,
        look=Look(ivory=(244, 241, 232), back=(18, 120, 96), thickness=0.7, gloss=0.45),
        table=Table("plain", (196, 186, 168)),
        light=Light(azimuth=-70, height=48, strength=0.5, softness=0.4),
    ),
    Sample(
        "table",
        {"zh": "牌桌：手牌在前，后面有弃牌和牌墙", "en": "A table: the hand in front, discards and walls behind"},
        Hand(
            _codes("345m22p67p"),
            (MeldPlan("peng", _codes("777z"), "left", 0), MeldPlan("chi", _codes("879s"), "left", 0)),
            "8p",
        ),
        _facts(1, 2, 0, [True, True, True, True]),
        elevation=56,
        yaw=2,
        size=(2000, 1500),
        look=Look(back=(24, 116, 72), thickness=0.72),
        table=Table("felt", (34, 104, 76)),
        light=Light(azimuth=-20, height=66, strength=0.48, softness=0.5),
        whole_table=True,
        clutter=_dice((0.3, 0.4), (-0.5, -0.3)),
    ),
)


def _rest_of_the_table(sample: Sample, rng: np.random.Generator) -> list[Block]:
    """Discards of all seats from the tiles that the hand leaves, short walls, and the backs of the other hands."""
    hand = sample.hand
    left = Counter(dict.fromkeys(JINZHOU_CODES, COPIES))
    left.subtract([*hand.tiles, *(tile for plan in hand.melds for tile in plan.tiles), str(hand.win)])
    tiles = [code for code, count in left.items() for _ in range(count)]
    rng.shuffle(tiles)
    blocks: list[Block] = []
    for seat in ("self", "right", "across", "left"):
        gone, tiles = tiles[: int(rng.integers(5, 9))], tiles[9:]
        blocks += for_seat(discards(gone, rng, tidy=True), seat)
        if seat == "across":
            blocks += for_seat(wall(11, rng, thickness=sample.look.thickness), seat)
        if seat != "self":
            blocks += for_seat(concealed_row(10, y=-10.0), seat)
    return blocks


def compose(sample: Sample) -> Scene:
    """The scene of a sample; always the same."""
    rng = np.random.default_rng([2024, *sample.name.encode()])
    blocks = lay_hand(sample.hand, sample.style, rng, y=-9.0)
    framed = list(blocks)
    if sample.whole_table:
        around = _rest_of_the_table(sample, rng)
        blocks += around
        framed += [block for block in around if block.group == "discard"]
    thickness = sample.look.thickness
    camera = Camera.framing(
        np.concatenate([block.corners(thickness) for block in framed]),
        elevation=sample.elevation,
        yaw=sample.yaw,
        roll=sample.roll,
        size=sample.size,
        distance=26,
        margin=0.04,
    )
    finish = Finish(blur=0.8, noise=2.2, vignette=0.18, exposure=0.93, cast=(1.01, 1.0, 0.97))
    return Scene(
        tuple(blocks), camera, sample.look, sample.light, sample.table, finish, sample.clutter, int(rng.integers(1000))
    )


def truth_json(sample: Sample, photo: Rendering) -> dict[str, Any]:
    """The truth about a rendered sample, as written beside it."""
    hand = sample.hand
    height, width = photo.pixels.shape[:2]
    groups = [tile.group for tile in photo.tiles]
    return {
        "photo": f"{sample.name}.jpg",
        "title": dict(sample.title),
        "width": width,
        "height": height,
        "tiles": [tile.to_json() for tile in photo.tiles],
        "hand": format_tiles([Tile.parse(code) for code in hand.tiles]),
        "melds": [
            {
                "type": plan.type,
                "tiles": format_tiles([Tile.parse(code) for code in plan.tiles]),
                "from": plan.source,
                "indices": [k for k, group in enumerate(groups) if group == f"meld:{index}"],
            }
            for index, plan in enumerate(hand.melds)
        ],
        "win_tile": groups.index("win"),
        "backs": sum(tile.code == "back" for tile in photo.tiles),
        "facts": dict(sample.facts),
    }


def encode(photo: Rendering) -> bytes:
    """A JPEG of at most :data:`MAX_BYTES`."""
    pixels = cv2.cvtColor(photo.pixels, cv2.COLOR_RGB2BGR)
    for quality in range(92, 40, -4):
        done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if done and len(data) <= MAX_BYTES:
            return data.tobytes()
    raise ValueError(f"the photo does not fit into {MAX_BYTES} bytes")


def main() -> None:
    """Render all samples with their truth."""
    parser = argparse.ArgumentParser(description="Render the sample photos of seeds/samples.")
    parser.add_argument("--out", type=Path, default=Path("seeds/samples"))
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for sample in SAMPLES:
        photo = render(compose(sample), seen=0.35)
        (out / f"{sample.name}.jpg").write_bytes(encode(photo))
        text = json.dumps(truth_json(sample, photo), ensure_ascii=False, indent=1)
        (out / f"{sample.name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
