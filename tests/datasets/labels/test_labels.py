"""The label store: what may be a label, and that the newest labels of an image are the ones in force."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, create_engine

from paiyan.datasets.labels import (
    ImageLabels,
    Label,
    LabelError,
    LabelKind,
    add_labels,
    all_latest_labels,
    create_label_tables,
    labels_of,
)

BOX = ((10.0, 10.0), (40.0, 10.0), (40.0, 50.0), (10.0, 50.0))
IMAGE = "a" * 64
OTHER_IMAGE = "b" * 64


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        create_label_tables(connection)
        yield connection
    engine.dispose()


def image_labels(*labels: Label, image: str = IMAGE, author: str = "li", exhaustive: bool = False) -> ImageLabels:
    return ImageLabels(image, 640, 480, labels, exhaustive, author, "model@1", "correction:r1", "2026-01-01T00:00:00Z")


def test_labels_come_back_as_they_were_given(connection: Connection) -> None:
    given = image_labels(
        Label(LabelKind.TILE, BOX, "6m", {"6m": 0.8, "9m": 0.1}),
        Label(LabelKind.BACK, BOX),
        Label(LabelKind.IGNORE, BOX),
        exhaustive=True,
    )
    add_labels(connection, given)
    assert labels_of(connection, IMAGE) == (given,)


def test_an_image_without_any_tile_can_be_labelled_exhaustively(connection: Connection) -> None:
    empty = image_labels(exhaustive=True)
    add_labels(connection, empty)
    assert list(all_latest_labels(connection)) == [empty]


def test_the_newest_labels_of_an_image_are_in_force_and_the_older_ones_stay_as_history(connection: Connection) -> None:
    first = image_labels(Label(LabelKind.TILE, BOX, "6m"))
    second = image_labels(Label(LabelKind.TILE, BOX, "9m"), author="wang")
    other = image_labels(Label(LabelKind.TILE, BOX, "1p"), image=OTHER_IMAGE)
    for labels in (first, other, second):
        add_labels(connection, labels)
    assert list(all_latest_labels(connection)) == [other, second]
    assert labels_of(connection, IMAGE) == (first, second)


@pytest.mark.parametrize(
    ("kind", "corners", "tile", "code"),
    [
        (LabelKind.TILE, BOX, None, "label_tile_and_kind"),
        (LabelKind.BACK, BOX, "6m", "label_tile_and_kind"),
        (LabelKind.TILE, BOX, "0m", "label_unknown_tile"),
        (LabelKind.BACK, (*BOX[:3], (float("nan"), 1.0)), None, "label_corners"),
        (LabelKind.BACK, BOX[:3], None, "label_corners"),
        (LabelKind.BACK, (BOX[0],) * 4, None, "label_empty_box"),
    ],
)
def test_what_is_no_label_is_refused_by_name(kind: LabelKind, corners: tuple, tile: str | None, code: str) -> None:
    with pytest.raises(LabelError) as refusal:
        Label(kind, corners, tile)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("change", "code"),
    [({"image_sha256": "A" * 64}, "label_image_sha256"), ({"width": 0}, "label_image_size")],
)
def test_labels_of_no_possible_image_are_refused(change: dict[str, object], code: str) -> None:
    fields = {
        "image_sha256": IMAGE,
        "width": 640,
        "height": 480,
        "labels": (),
        "exhaustive": True,
        "author": "li",
        "model_version": None,
        "origin": "page",
        "created_at": "2026-01-01T00:00:00Z",
    }
    with pytest.raises(LabelError) as refusal:
        ImageLabels(**{**fields, **change})
    assert refusal.value.code == code
