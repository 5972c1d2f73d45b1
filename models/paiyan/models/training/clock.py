"""Training by the clock: learning rate and end follow the time spent, or pictures seen, and survive a restart."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from paiyan.datasets.new_folder import write_whole
from paiyan.datasets.recipe_file import RecipeError
from paiyan.models.training.recipe import TrainingRecipe


@dataclass(slots=True)
class Clock:
    """Time spent in a run, over all its starts.

    `budget`: seconds to train; `spent`: seconds of earlier starts; `images`: pictures seen over all starts;
    `image_budget`: pictures to train on instead of a time, so that runs are alike on a busy machine (0: by time).
    """

    budget: float
    spent: float = 0.0
    images: int = 0
    image_budget: int = 0
    now: Callable[[], float] = time.monotonic
    started: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.now()

    @property
    def elapsed(self) -> float:
        """Seconds spent so far, earlier starts included."""
        return self.spent + self.now() - self.started

    @property
    def progress(self) -> float:
        """Share of the budget spent, at most 1."""
        return min(1.0, self.images / self.image_budget if self.image_budget else self.elapsed / self.budget)

    @property
    def left(self) -> float:
        """Seconds to the end; for a number of pictures as the mean pace so far tells, infinite before the first."""
        if not self.image_budget:
            return self.budget - self.elapsed
        return (self.image_budget - self.images) / self.images_per_second if self.images else math.inf

    @property
    def images_per_second(self) -> float:
        """Mean pace over all starts."""
        return self.images / max(1e-9, self.elapsed)

    def save(self, path: Path) -> None:
        """Write what a restart has to know; a kill meanwhile leaves the old file whole."""
        write_whole(path, json.dumps({"spent": self.elapsed, "images": self.images}) + "\n")


def restore_clock(path: Path, budget: float, image_budget: int = 0) -> Clock:
    """A clock that goes on where the one saved at `path` stopped; a new one if there is none.

    Raises `RecipeError` where the saved one is damaged.
    """
    if not path.is_file():
        return Clock(budget, image_budget=image_budget)
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        spent, images = float(saved["spent"]), int(saved["images"])
    except (KeyError, OverflowError, RecursionError, TypeError, ValueError) as error:
        raise RecipeError("clock_damaged", file=path) from error
    if not (0 <= spent < math.inf and images >= 0):
        raise RecipeError("clock_damaged", file=path)
    return Clock(budget, spent, images, image_budget)


def learning_rate(recipe: TrainingRecipe, progress: float) -> float:
    """Learning rate after a share `progress` of the time, see `schedule`."""
    return recipe.learning_rate * schedule(progress, recipe.final_learning_rate, recipe.warmup_share)


def schedule(progress: float, final: float = 0.02, warmup: float = 0.02) -> float:
    """Share of the highest learning rate: a short linear rise over `warmup`, then a cosine down to `final`."""
    cosine = final + (1 - final) * 0.5 * (1 + math.cos(math.pi * progress))
    return cosine if progress >= warmup else cosine * progress / warmup


@dataclass(slots=True)
class ThreadGovernor:
    """Chooses the number of threads by the pace it sees.

    Beside another busy program two threads can be far slower than one, since each waits for the other. The governor
    measures windows of `window` steps, from one thread up, keeps the fastest number and tries the next one again every
    `probe_every` windows.
    """

    most: int
    window: int = 8
    probe_every: int = 12
    threads: int = field(init=False)
    _paces: dict[int, float] = field(default_factory=dict)
    _steps: int = 0
    _windows: int = 0
    _since: float | None = None

    def __post_init__(self) -> None:
        self.threads = 1

    def step(self, now: float) -> int:
        """Count a step that ended at `now` (seconds); returns the number of threads for the next one."""
        if self._since is None:
            self._since = now
            return self.threads
        self._steps += 1
        if self._steps < self.window:
            return self.threads
        self._paces[self.threads] = self._steps / max(1e-9, now - self._since)
        self._steps, self._since = 0, now
        self._windows += 1
        untried = [count for count in range(1, self.most + 1) if count not in self._paces]
        if untried:
            self.threads = untried[0]
        elif self._windows % self.probe_every == 0:
            self.threads = self.threads % self.most + 1
        else:
            self.threads = max(self._paces, key=lambda count: self._paces[count])
        return self.threads
