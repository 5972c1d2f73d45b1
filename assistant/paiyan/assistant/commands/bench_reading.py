"""`paiyan bench reading`: whole hands on photos whose truth is known, and the thresholds fitted to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from paiyan.assistant.commands.common import misused, print_json, refuse, say, stdout_console
from paiyan.assistant.i18n import Lang, has_text, text

if TYPE_CHECKING:
    from rich.table import Table

    from paiyan.assistant.benchmarks.reading import Verdict
    from paiyan.assistant.benchmarks.table_shots import Shot
    from paiyan.assistant.reading import Reader
    from paiyan.datasets.synthesis import FaceSet

_TOLD_EVERY: Final = 60
"""Seconds between two words on how far it is."""
_ROWS: Final = (
    "whole_with_true_boxes",
    "whole_before_decoding",
    "whole",
    "settlement_right",
    "certain",
    "right_after_one_question",
    "certain_but_wrong",
)


@dataclass(frozen=True, slots=True)
class HandsToLay:
    """Which hands are laid out: of which `kinds` of tiles, with those of the photos in the folder `photos`, so many
    from the number `first` on, of the series `seed`; `out` is the file that verdicts are kept in."""

    kinds: list[str]
    photos: Path | None
    scenes: int
    seed: int
    first: int = 0
    out: Path | None = None

    @property
    def numbers(self) -> range:
        """Numbers of the hands."""
        return range(self.first, self.first + self.scenes)


def bench_reading(hands: HandsToLay, *, calibrated: bool, as_json: bool, language: Lang) -> None:
    """Lay out, photograph, read and score hands; with `calibrated` fit the thresholds to every other pair of them and
    report on the rest."""
    from paiyan.assistant.benchmarks.reading import judge
    from paiyan.assistant.benchmarks.reading_report import calibrate

    if calibrated and hands.out:
        misused(text("cli.bench.reading.out_calibrate", language))
    reader, sets = _ready(hands, language)
    names = ", ".join(_set_name(faces.name, language) for faces in sets)
    say(text("bench.reading.running", language, scenes=hands.scenes, sets=names))
    trust = reader.trust
    if calibrated:
        # Sets of tiles come in turns of two: whole turns go to either part.
        found = [shot for _, shot in _told(reader, sets, hands, list(hands.numbers), language)]
        fitting = [shot for place, shot in enumerate(found) if place // 2 % 2 == 0]
        say(text("bench.reading.fitting", language, photos=len(fitting)))
        trust = calibrate(fitting, trust)
        verdicts = [judge(shot, trust) for place, shot in enumerate(found) if place // 2 % 2]
    else:
        verdicts = _measured(reader, sets, hands, language)
    answer = {
        "model": reader.model or "",
        "kinds": hands.kinds,
        "seed": hands.seed,
        "trust": trust.to_json(),
        "before": reader.trust.to_json() if calibrated else None,
    }
    _show(verdicts, answer, as_json, language)
    if calibrated and not as_json:
        stdout_console().print(text("bench.reading.fitted", language, **trust.to_json()))


def sum_readings(files: list[Path], *, as_json: bool, language: Lang) -> None:
    """The figures of all hands in these files of verdicts."""
    from paiyan.assistant.benchmarks.reading_records import Measured, RecordError, joined

    try:
        parts = [Measured.load(file) for file in files]
        verdicts = joined(parts)
    except RecordError as error:
        refuse(text(error.code, language, **error.params))
    seeds = sorted({part.seed for part in parts})
    answer = {
        "model": parts[0].model,
        "kinds": list(parts[0].sets),
        "seed": seeds[0] if len(seeds) == 1 else seeds,
        "trust": dict(parts[0].trust),
        "before": None,
    }
    if not verdicts:
        refuse(text("bench.reading.nothing", language))
    _show(verdicts, answer, as_json, language)


def _show(verdicts: list[Verdict], answer: dict[str, Any], as_json: bool, language: Lang) -> None:
    from paiyan.assistant.benchmarks.reading_report import report

    figures = report(verdicts)
    if as_json:
        print_json({**answer, **figures})
        return
    console = stdout_console()
    console.print(text("bench.reading.title", language, **answer, photos=figures["photos"]))
    console.print(_table(figures, language))
    console.print(_by_table(figures["by"], language))


def _ready(hands: HandsToLay, language: Lang) -> tuple[Reader, list[FaceSet]]:
    from paiyan.assistant.benchmarks.table_shots import KINDS, face_sets
    from paiyan.assistant.reading import Reader
    from paiyan.datasets.pictures import LabelError
    from paiyan.models.registry import ModelError

    unknown = [kind for kind in hands.kinds if kind not in KINDS]
    if unknown:
        refuse(text("cli.bench.reading.kind", language, kind=unknown[0], known=", ".join(KINDS)))
    try:
        return Reader.default(), [
            faces for kind in KINDS if kind in hands.kinds for faces in face_sets(kind, hands.photos)
        ]
    except ModelError as error:
        refuse(text("cli.model_unusable", language, reason=error))
    except (OSError, LabelError, ValueError) as error:
        refuse(text("cli.bench.reading.photos", language, reason=error))


def _measured(reader: Reader, sets: list[FaceSet], hands: HandsToLay, language: Lang) -> list[Verdict]:
    """The verdicts on the hands; those that the file has already are not measured again."""
    from paiyan.assistant.benchmarks.reading import judge
    from paiyan.assistant.benchmarks.reading_records import Measured, Record, RecordError

    names = tuple(faces.name for faces in sets)
    trust = reader.trust
    record: Record | None = None
    try:
        if hands.out:
            record = Record(hands.out, Measured(reader.model or "", names, trust.to_json(), hands.seed, {}))
    except RecordError as error:
        refuse(text(error.code, language, **error.params))
    done = dict(record.done) if record else {}
    for number, shot in _told(reader, sets, hands, [one for one in hands.numbers if one not in done], language):
        done[number] = judge(shot, trust)
        if record:
            record.add(number, done[number])
    return [done[number] for number in hands.numbers]


def _told(
    reader: Reader, sets: list[FaceSet], hands: HandsToLay, numbers: list[int], language: Lang
) -> Iterator[tuple[int, Shot]]:
    """The photos, with a word on stderr now and then how many there are and when they will be done."""
    from paiyan.assistant.benchmarks.table_shots import shots

    started = told = monotonic()
    for place, numbered in enumerate(shots(reader.detector, sets, numbers, hands.seed)):
        now = monotonic()
        if place and now - told > _TOLD_EVERY:
            told = now
            left = timedelta(seconds=(now - started) / place * (len(numbers) - place))
            until = (datetime.now().astimezone() + left).strftime("%H:%M")
            say(text("bench.reading.progress", language, done=place, scenes=len(numbers), until=until))
        yield numbered


def _table(figures: dict[str, Any], language: Lang) -> Table:
    from rich.table import Table

    table = Table(text("bench.reading.what", language), text("bench.reading.photos", language))
    table.columns[1].justify = "right"
    photos = figures["photos"]
    for name in _ROWS:
        table.add_row(text(f"bench.reading.{name}", language), _share(figures[name], photos))
    upper = f"{figures['certain_but_wrong_upper']:.1%}"
    table.add_row(text("bench.reading.upper", language), upper)
    table.add_row(text("bench.reading.asked", language), _share(figures["questions"]["photos"], photos))
    for cause, count in figures["causes"].items():
        table.add_row(text(f"bench.reading.cause.{cause}", language), _share(count, photos))
    cost = figures["certainty_ms"]
    table.add_row(text("bench.reading.cost", language), f"{cost['median']} / {cost['p95']} ms")
    return table


def _by_table(by: dict[str, Any], language: Lang) -> Table:
    from rich.table import Table

    names = ("whole_with_true_boxes", "whole", "certain", "certain_but_wrong")
    table = Table(text("bench.reading.by", language), text("bench.reading.photos", language))
    for name in names:
        table.add_column(text(f"bench.reading.{name}", language), justify="right")
    for tag, figures in by.items():
        table.add_row(tag_text(tag, language), str(figures["photos"]), *(str(figures[name]) for name in names))
    return table


def tag_text(tag: str, language: Lang) -> str:
    """What a photo is counted under, in words: texts are named as the tag is, with n for each number."""
    kind, _, value = tag.partition(":")
    if kind == "faces":
        return text("bench.reading.tag.faces", language, faces=_set_name(value, language))
    numbers = [int(number) for number in re.findall("[0-9]+", value)] or [0]
    key = f"bench.reading.tag.{re.sub('[0-9]+', 'n', tag)}"
    return text(key, language, count=numbers[0], most=numbers[-1])


def _set_name(name: str, language: Lang) -> str:
    """What a set of tiles is called; its folder where it has no name."""
    key = f"bench.reading.set.{name}"
    return text(key, language) if has_text(key) else name


def _share(count: int, photos: int) -> str:
    return f"{count} / {photos} ({count / photos:.1%})"
