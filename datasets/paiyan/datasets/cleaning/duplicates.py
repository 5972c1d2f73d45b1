"""Pictures that show the same thing: one photo under several augmentations, one scene in several photos."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

import cv2
import numpy as np

from paiyan.datasets.pictures import Picture, Pixels

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


def turned_fingerprints(pixels: Pixels) -> tuple[int, ...]:
    """Fingerprints of the picture as it is, first, and of its quarter turns and their mirrors: a copy that was turned
    or mirrored has one of them."""
    turns = [np.rot90(pixels, quarter) for quarter in range(4)]
    return tuple(fingerprint(np.ascontiguousarray(way)) for turn in turns for way in (turn, turn[:, ::-1]))


def distance(one: int, other: int) -> int:
    """Number of bits in which two fingerprints differ."""
    return (one ^ other).bit_count()


def groups(fingerprints: Mapping[str, Sequence[int]], *, within: int = 8) -> list[list[str]]:
    """Names grouped so that pictures that differ by at most `within` bits, directly or by links, are together.

    A picture has one fingerprint, or as many as `turned_fingerprints` gives: each is compared with the first of the
    others.
    """
    names = sorted(fingerprints)
    first = np.array([fingerprints[name][0] for name in names], dtype=np.uint64)
    parent = {name: name for name in names}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for index, name in enumerate(names):
        ways = np.array(fingerprints[name], dtype=np.uint64)[:, None]
        alike = (np.bitwise_count(first[index + 1 :] ^ ways) <= within).any(axis=0)
        for other in np.flatnonzero(alike).tolist():
            parent[root(names[index + 1 + other])] = root(name)
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


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What is known of held-out photos: `fingerprints` of each in all its turns, and `names` with their `originals`."""

    fingerprints: tuple[int, ...]
    names: frozenset[str]
    originals: frozenset[str]

    @classmethod
    def of(cls, pictures: Iterable[Picture]) -> Self:
        """What is to be known of these photos."""
        prints: list[int] = []
        names: set[str] = set()
        for picture in pictures:
            prints += turned_fingerprints(picture.pixels)
            names.add(picture.name)
        return cls(tuple(prints), frozenset(names), frozenset(map(original_name, names)))

    def shows(self, picture: Picture, *, within: int) -> bool:
        """Whether this is a held-out photo too: it looks like one, turned or mirrored also, or an exporter made it
        from the same original. Photos that merely have one name are not the same: cameras count anew."""
        original = original_name(picture.name)
        exported = original != picture.name or original not in self.names
        if exported and original in self.originals:
            return True
        return bool(near({picture.name: fingerprint(picture.pixels)}, self.fingerprints, within=within))
