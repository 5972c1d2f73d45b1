"""The plants of the flower and season tiles, in the coordinates of :mod:`paiyan.datasets.synthesis.drawing`."""

from __future__ import annotations

from paiyan.datasets.synthesis.drawing import blossom, leaf, line, stick


def plum() -> str:
    """梅: a bare crooked branch with open blossoms and buds."""
    return "".join(
        (
            line([(60, 372), (120, 320), (128, 262), (196, 190)], "black", 12),
            line([(126, 290), (200, 292), (236, 262)], "black", 8),
            blossom(130, 226, 44),
            blossom(214, 322, 34),
            blossom(206, 168, 26),
            blossom(248, 250, 20),
        )
    )


def orchid() -> str:
    """兰: long arching blades and one small flower."""
    root, ends = (150, 380), ((52, 296), (70, 216), (176, 176), (250, 292), (250, 350), (60, 362))
    bends = ((96, 300), (110, 250), (150, 250), (196, 290), (200, 330), (100, 350))
    return "".join(
        (
            *(line([root, bend, end], "green", 11, curve=True) for bend, end in zip(bends, ends, strict=True)),
            line([(152, 380), (190, 280), (206, 236)], "green", 6, curve=True),
            blossom(212, 220, 34, petals=5),
            blossom(112, 306, 20, petals=5),
        )
    )


def bamboo() -> str:
    """竹: two stalks with hanging leaves."""
    return "".join(
        (
            stick(128, 330, 92, "green", width=34, turn=3),
            stick(136, 246, 84, "green", width=32, turn=4),
            stick(142, 176, 62, "green", width=26, turn=6),
            stick(196, 334, 84, "green", width=26, turn=-4),
            stick(190, 262, 70, "green", width=24, turn=-4),
            *(leaf(146, 186, 66, turn) for turn in (-120, -150, 120)),
            *(leaf(136, 286, 72, turn) for turn in (-112, -140)),
            *(leaf(188, 228, 64, turn) for turn in (80, 112, 146)),
            *(leaf(196, 300, 60, turn) for turn in (100, 132)),
            leaf(152, 146, 54, 40, "red"),
        )
    )


def chrysanthemum() -> str:
    """菊: one heavy flower of many petals above cut leaves."""
    return "".join(
        (
            line([(146, 384), (150, 330), (156, 262)], "green", 11, curve=True),
            *(leaf(148, 356, 84, turn) for turn in (-76, -46, 52, 80)),
            leaf(152, 318, 62, -64),
            leaf(154, 318, 62, 62),
            blossom(158, 218, 66, petals=11),
            blossom(158, 218, 40, petals=8),
        )
    )


def spring() -> str:
    """春: a rose on a leafy stem."""
    return "".join(
        (
            line([(96, 380), (170, 350), (168, 282)], "green", 10, curve=True),
            leaf(120, 368, 78, -58),
            leaf(150, 350, 84, 78),
            leaf(166, 316, 70, -66),
            leaf(168, 310, 76, 56),
            blossom(164, 230, 62, petals=6),
            blossom(164, 230, 32, petals=5),
        )
    )


def summer() -> str:
    """夏: a lotus above round leaves and water."""
    return "".join(
        (
            line([(60, 372), (110, 356), (150, 372), (240, 370)], "blue", 8),
            line([(150, 366), (150, 320), (152, 284)], "green", 10, curve=True),
            line([(104, 362), (92, 330), (80, 316)], "green", 8, curve=True),
            leaf(54, 318, 92, 90),
            leaf(176, 330, 82, 72),
            *(leaf(152, 290, 92, turn, "red") for turn in (-64, -34, 0, 34, 64)),
        )
    )


def autumn() -> str:
    """秋: two round asters on one stem."""
    return "".join(
        (
            line([(140, 384), (120, 320), (112, 250)], "green", 10, curve=True),
            line([(138, 372), (180, 340), (200, 320)], "green", 9, curve=True),
            leaf(132, 356, 74, -70),
            leaf(120, 312, 66, 62),
            leaf(116, 290, 60, -54),
            leaf(176, 346, 62, 112),
            blossom(110, 222, 52, petals=9),
            blossom(212, 296, 46, petals=9),
        )
    )


def winter() -> str:
    """冬: a pine twig under snow blossoms."""
    needles = "".join(leaf(96 + 26 * k, 352 - 34 * k, 72, turn) for k in range(4) for turn in (-96, -62, 74, 108))
    return "".join(
        (
            line([(76, 384), (130, 316), (196, 216)], "black", 11),
            needles,
            blossom(206, 200, 36, petals=5),
            blossom(108, 262, 26, petals=5),
        )
    )
