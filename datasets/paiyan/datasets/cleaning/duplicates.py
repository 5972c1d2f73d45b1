"""Pictures that show the same thing: one photo under several augmentations, one scene in several photos."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import cv2
import numpy as np

from paiyan.datasets.pictures import Pixels

_HASH_SIDE = 8
_ROBOFLOW: Final = re.compile(r"_rf_.*$|_rf\..*$|_[0-9a-f]{6}$")


def original_name(name: str) -> str:
    """Name of the photo an export was made from: the part before the exporter's random suffix."""
    return _ROBOFLOW.sub("", name)


def fingerprint(pixels: Pixels) -> int:
    """A 64-bit perceptual hash: signs of the low frequencies of the grey picture."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, (_HASH_SIDE * 4, _HASH_SIDE * 4), interpolation=cv2.INTER_AREA).astype(np.float32)
    low = cv2.dct(small)[:_HASH_SIDE, :_HASH_SIDE].reshape(-1)
    bits = low > np.median(low[1:])
    return int("".join("1" if bit else "0" for bit in bits), 2)


def distance(one: int, other: int) -> int:
    """Number of bits in which two fingerprints differ."""
    return (one ^ other).bit_count()


def groups(fingerprints: Mapping[str, int], *, within: int = 8) -> list[list[str]]:
    """Names grouped so that pictures that differ by at most `within` bits, directly or by links, are together."""
    names = sorted(fingerprints)
    parent = {name: name for name in names}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for index, name in enumerate(names):
        for other in names[index + 1 :]:
            if distance(fingerprints[name], fingerprints[other]) <= within:
                parent[root(other)] = root(name)
    together: dict[str, list[str]] = {}
    for name in names:
        together.setdefault(root(name), []).append(name)
    return sorted(together.values())


def near(fingerprints: Mapping[str, int], held_out: Iterable[int], *, within: int = 8) -> list[str]:
    """Names of the pictures that look like one of the held-out pictures."""
    kept: Sequence[int] = tuple(held_out)
    return sorted(
        name for name, value in fingerprints.items() if any(distance(value, other) <= within for other in kept)
    )
