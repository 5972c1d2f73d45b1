"""Verdicts kept in files, one a line: a long measurement goes on where it stopped, and several are summed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from paiyan.assistant.benchmarks.reading import Verdict


class RecordError(Exception):
    """A file that can't be gone on with or summed: `code` is a key of the catalogue, `params` fill in its text."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured: `model`, the `sets` of tiles, the `trust` that counted, the seed, the verdicts by number."""

    model: str
    sets: tuple[str, ...]
    trust: Mapping[str, float]
    seed: int
    verdicts: Mapping[int, Verdict]

    @property
    def head(self) -> dict[str, Any]:
        """All but the verdicts: the first line of a file."""
        return {"model": self.model, "sets": list(self.sets), "trust": dict(self.trust), "seed": self.seed}

    @classmethod
    def load(cls, path: Path) -> Self:
        """From a file; a last line that was cut off is left out. :class:`RecordError` where it is no such file."""
        verdicts: dict[int, Verdict] = {}
        try:
            first, *lines = path.read_text(encoding="utf-8").split("\n")
            head = json.loads(first)
            for line in lines[:-1]:
                raw = json.loads(line)
                named = {**raw["verdict"], "tags": tuple(raw["verdict"]["tags"])}
                verdicts[int(raw["number"])] = Verdict(**{**named, "questions": tuple(named["questions"])})
            return cls(head["model"], tuple(head["sets"]), head["trust"], int(head["seed"]), verdicts)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RecordError("bench.reading.no_record", file=path.name, reason=error) from error


class Record:
    """A file that verdicts are added to as they come."""

    def __init__(self, path: Path, measured: Measured) -> None:
        """Goes on with the file if it is there and was measured in the same way, else :class:`RecordError`."""
        self._path = path
        self.done: dict[int, Verdict] = {}
        if path.exists():
            before = Measured.load(path)
            if before.head != measured.head:
                raise RecordError("bench.reading.other_record", file=path.name)
            self.done = dict(before.verdicts)
        # Written anew: a line that was cut off must not be continued.
        lines = [json.dumps(measured.head), *(_line(number, verdict) for number, verdict in self.done.items())]
        try:
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        except OSError as error:
            raise RecordError("bench.reading.no_record", file=path.name, reason=error) from error

    def add(self, number: int, verdict: Verdict) -> None:
        """Keeps one more verdict."""
        self.done[number] = verdict
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{_line(number, verdict)}\n")


def _line(number: int, verdict: Verdict) -> str:
    return json.dumps({"number": number, "verdict": asdict(verdict)})


def joined(parts: Iterable[Measured]) -> list[Verdict]:
    """The verdicts of several files, each hand once. :class:`RecordError` where they were measured otherwise."""
    found: dict[tuple[int, int], Verdict] = {}
    first: Measured | None = None
    for part in parts:
        first = first or part
        if (part.model, part.sets, part.trust) != (first.model, first.sets, first.trust):
            raise RecordError("bench.reading.unlike")
        found.update({(part.seed, number): verdict for number, verdict in part.verdicts.items()})
    return [found[place] for place in sorted(found)]
