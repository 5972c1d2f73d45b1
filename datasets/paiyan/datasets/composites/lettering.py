"""Writing that is no tile: banners, spines, racks and labels, laid over the part of a picture without tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.pictures import Floats, Pixels

_SIGNS: Final = (
    "的是不了人我在有他这上大来和国地到说时要就出会可也你对生能而子那得于着下自之年过家学多好开天"
    "電話號路市區皇家高雄台北桌球茶館雀友會館報名專線禁止賭博娛樂比賽公司有限說明書使用手册牌局棋院"
    "麻将规则教学入门攻略东风圈庄家闲和局本场立直役满点棒符翻胡碰杠吃听番符あいうえおかきくけこカタナ"
    "0123456789ABCDEFGHKLMNRSTWXYabcdeghkmnrstw:：-—()+%#&"
)
_TRIES: Final = 12


def cjk_fonts(folder: str) -> list[Path]:
    """The font files with Chinese characters below `folder`, sorted; none where no folder is named."""
    return sorted(path for path in Path(folder).rglob("*") if "CJK" in path.name) if folder else []


def add_lettering(pixels: Pixels, corners: Floats, rng: np.random.Generator, fonts: Sequence[Path]) -> Pixels:
    """The picture with one to four strips of writing where no tile of `corners` (N, 4, 2) lies; same size.

    `fonts`: files whose characters are used; without any the picture stays as it is.
    """
    if not fonts:
        return pixels
    image = np.ascontiguousarray(pixels).copy()
    taken: np.ndarray = np.zeros(image.shape[:2], dtype=np.uint8)
    for quad in corners:
        cv2.fillConvexPoly(taken, np.round(quad).astype(np.int32), 255)
    taken = cv2.dilate(taken, np.ones((9, 9), dtype=np.uint8))
    for _ in range(int(rng.integers(1, 5))):
        _lay(image, taken, _strip(rng, fonts), rng)
    return image


def _lay(image: Pixels, taken: np.ndarray, strip: np.ndarray, rng: np.random.Generator) -> None:
    """Lay an RGBA strip at a free place, turned and slightly sheared; nowhere if none is found."""
    height, width = image.shape[:2]
    tall, long = strip.shape[:2]
    for _ in range(_TRIES):
        angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else rng.normal(0, 0.12) + np.pi / 2 * rng.integers(4)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        shear = np.array([[1.0, rng.normal(0, 0.12)], [0.0, 1.0]])
        matrix = turn @ shear
        middle = rng.uniform(0, 1, 2) * (width, height)
        placed = np.hstack([matrix, (middle - matrix @ (long / 2, tall / 2))[:, None]])
        cover = cv2.warpAffine(strip[..., 3], placed, (width, height))
        if not cv2.bitwise_and(cover, taken).any():
            colours = cv2.warpAffine(strip[..., :3], placed, (width, height), flags=cv2.INTER_AREA)
            alpha = cover[..., None].astype(np.float32) / 255
            image[:] = (image * (1 - alpha) + colours * alpha).astype(np.uint8)
            return


def _strip(rng: np.random.Generator, fonts: Sequence[Path]) -> np.ndarray:
    """An RGBA strip of 1 to 14 characters, with or without a plate behind them."""
    font = str(fonts[int(rng.integers(len(fonts)))])
    side = int(np.exp(rng.uniform(np.log(11), np.log(64))))
    count = int(rng.integers(1, 15))
    pitch = round(side * rng.uniform(0.95, 1.5))
    ink = rng.integers(0, 90, 3) if rng.random() < 0.6 else rng.integers(0, 256, 3)
    plate = rng.integers(150, 256, 3) if rng.random() < 0.6 else rng.integers(0, 256, 3)
    margin = round(side * rng.uniform(0.05, 0.5))
    cover = np.zeros((side + 2 * margin, count * pitch + 2 * margin), dtype=np.float32)
    for place in range(count):
        glyph = _glyph(font, _SIGNS[int(rng.integers(len(_SIGNS)))])
        left = margin + place * pitch
        cover[margin : margin + side, left : left + side] = cv2.resize(
            glyph, (side, side), interpolation=cv2.INTER_AREA
        )[:, : cover.shape[1] - left]
    strip = np.zeros((*cover.shape, 4), dtype=np.uint8)
    strip[..., :3] = (plate + (ink - plate) * cover[..., None]).astype(np.uint8)
    strip[..., 3] = 255 if rng.random() < 0.6 else (cover * 255).astype(np.uint8)
    return strip


@lru_cache(maxsize=4096)
def _glyph(font: str, sign: str) -> np.ndarray:
    """Coverage 0..1 of a character, 64 × 64."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("L", (64, 64))
    ImageDraw.Draw(picture).text((32, 32), sign, fill=255, font=ImageFont.truetype(font, 56), anchor="mm")
    return np.asarray(picture, dtype=np.float32) / 255
