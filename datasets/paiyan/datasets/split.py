"""Splits pictures into training and held-out parts without leaks.

Photos of one session, augmentations of one photo and near-identical photos always go to the same part: a detector that
has seen the table in training is measured on its memory, not on its skill.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from paiyan.datasets.cleaning.duplicates import groups, original_name, turned_fingerprints
from paiyan.datasets.pictures import LabelError, Picture

_SHARES = 1 << 32


@dataclass(frozen=True, slots=True)
class Split:
    """Names of the pictures to train on and of those held out, each sorted."""

    train: tuple[str, ...]
    held_out: tuple[str, ...]


def split_pictures(
    pictures: Iterable[Picture],
    *,
    share: float = 0.1,
    session: Callable[[str], str] = original_name,
    within: int = 8,
    salt: str = "",
) -> Split:
    """Hold out about `share` of the groups of pictures that belong together.

    Pictures belong together when `session` gives them the same name or their fingerprints, turned or mirrored ones too,
    differ by at most `within` bits, directly or by links. Which groups are held out depends on their names and `salt`
    only, so adding pictures moves no group from one part to the other. Raises `ValueError` if `share` is not in 0..1,
    and `LabelError` if a name occurs twice.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share must lie in 0..1, not {share}")
    prints: dict[str, tuple[int, ...]] = {}
    for picture in pictures:
        if picture.name in prints:
            raise LabelError("same_name", name=picture.name)
        prints[picture.name] = turned_fingerprints(picture.pixels)
    train: list[str] = []
    held_out: list[str] = []
    for group in _joined(groups(prints, within=within), session):
        part = held_out if _draw(min(map(session, group)), salt) < share else train
        part.extend(group)
    return Split(tuple(sorted(train)), tuple(sorted(held_out)))


def _joined(together: list[list[str]], session: Callable[[str], str]) -> list[list[str]]:
    """Groups that share a session made one."""
    merged: list[list[str]] = []
    of_session: dict[str, list[str]] = {}
    for group in together:
        sessions = {session(name) for name in group}
        target: list[str] = []
        for other in {id(of_session[key]): of_session[key] for key in sessions if key in of_session}.values():
            target.extend(other)
            merged = [kept for kept in merged if kept is not other]
        target.extend(group)
        merged.append(target)
        for name in target:
            of_session[session(name)] = target
    return merged


def _draw(name: str, salt: str) -> float:
    """A number in 0..1 that depends on the name alone."""
    digest = hashlib.sha256(f"{salt}/{name}".encode()).digest()
    return int.from_bytes(digest[:4], "big") / _SHARES
