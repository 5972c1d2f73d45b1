"""From a built training set to a trained close-up network and its weight file. Imports torch only when it runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np

from paiyan.datasets.composites.closeups import SINGLE_TILES, CloseUps, cut_close_ups, joined, textures_close_up
from paiyan.datasets.composites.lettering import cjk_fonts
from paiyan.datasets.composites.textures import load_crops
from paiyan.datasets.formats.yolo import read_folder
from paiyan.datasets.origin import sources_of_set
from paiyan.datasets.pictures import CLASS_NAMES, Floats, Picture, Pixels
from paiyan.datasets.recipe import load_recipe
from paiyan.datasets.recipe_file import RecipeError, above_zero, checked, in_range, read_recipe, table_of
from paiyan.models.provenance import SOURCES, sources_named
from paiyan.models.training.recipe import LARGEST_SEED
from paiyan.models.training.run import check_fonts, require_packages
from paiyan.vision.detector import Detector
from paiyan.vision.images import Photo

GENERATED = frozenset({"composites", "rendered"})
_MADE: Final = ("composites", "rendered", "loose", SINGLE_TILES)
"""What a training set calls the pictures that come from no source of the recipe."""
"""Sources whose pictures are made by the project."""

_FAINT = 0.08
_CHECKPOINT = "closeup.pt"


@dataclass(frozen=True, slots=True)
class CloseUpRecipe:
    """The `[closeup]` table of a recipe file.

    `minutes` to train, `threads` at most, `seed`, highest `learning_rate`; `fonts`: folder of CJK fonts for what is no
    tile; `sources` and `faces`: how often tiles of a source, and of a face, are drawn beside others.
    """

    minutes: float
    seed: int = 0
    threads: int = 2
    learning_rate: float = 0.002
    fonts: str = ""
    sources: dict[str, float] = field(default_factory=dict)
    faces: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        above_zero("closeup", self, ("minutes", "threads", "learning_rate"))
        in_range("closeup", self, ("seed",), 0, LARGEST_SEED)
        wrong = sorted(set(self.faces) - set(CLASS_NAMES))
        if wrong:
            raise RecipeError("face_is_no_tile", face=wrong[0])
        negative = [name for name, share in (self.sources | self.faces).items() if share < 0]
        if negative:
            raise RecipeError("negative_share", name=negative[0])


def load_close_up_recipe(path: Path) -> CloseUpRecipe:
    """Read the `[closeup]` table of a recipe file; `RecipeError` says what is wrong with it."""
    table = table_of(read_recipe(path), path.name, "closeup")
    return CloseUpRecipe(**checked(table, CloseUpRecipe, path.name, "closeup"))


def check_close_ups(recipe_path: Path, out: Path) -> CloseUpRecipe:
    """The recipe of close-ups if it can be trained by, to be asked before its training set is built.

    Raises `RecipeError` also where the fonts it names are missing, or a source it names is none of the recipe's,
    `CheckpointError` where the checkpoint in `out` that
    it would go on from is damaged.
    """
    recipe = load_close_up_recipe(recipe_path)
    _check_sources(recipe, load_recipe(recipe_path).names)
    if recipe.fonts:
        check_fonts("closeup", recipe.fonts)
    if (out / _CHECKPOINT).is_file():
        from paiyan.models.closeup.train import kept_weights

        kept_weights(out / _CHECKPOINT)
    return recipe


def _check_sources(recipe: CloseUpRecipe, names: tuple[str, ...]) -> None:
    """`RecipeError` for a source that the training set of a recipe with sources of these `names` cannot have."""
    known = (*names, *_MADE)
    wrong = sorted(set(recipe.sources) - set(known))
    if names and wrong:
        raise RecipeError("close_ups_of_no_source", source=wrong[0], known=", ".join(known))


def gather(
    pictures: Iterable[Picture], recipe: CloseUpRecipe, detector: Detector, single_tiles: Path | None = None
) -> CloseUps:
    """Close-ups of the pictures, and of the photographed single tiles listed in the CSV file `single_tiles`.

    What the detector takes for a tile without a label teaches the network what is none.
    """
    rng = np.random.default_rng(recipe.seed)
    finder = replace(detector, confidence=_FAINT)

    def suspects(pixels: Pixels) -> Floats:
        return np.asarray(finder.detect_once(Photo.from_pixels(pixels)).corners, np.float32)

    parts = [cut_close_ups(pictures, rng, suspects=suspects, fonts=cjk_fonts(recipe.fonts), generated=GENERATED)]
    if single_tiles is not None:
        parts.append(textures_close_up(load_crops(single_tiles), rng))
    return joined(parts)


def train_on_set(
    recipe_path: Path,
    training_set: Path,
    out: Path,
    detector: Detector,
    *,
    single_tiles: Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Path:
    """Train on the pictures of a built training set; returns the manifest of the weight file, in `out`.

    The checkpoint is kept in `out`, and a later run goes on from it; close-ups are cut anew.
    """
    require_packages()
    recipe = check_close_ups(recipe_path, out)
    out.mkdir(parents=True, exist_ok=True)
    progress(str(training_set))
    data = gather(_pictures(training_set), recipe, detector, single_tiles)

    from paiyan.models.closeup.files import export_close_ups
    from paiyan.models.closeup.train import train_close_ups

    checkpoint = train_close_ups(data, recipe, out / _CHECKPOINT, progress)
    counts = dict(Counter(data.sources))
    ours = [source.folder for source in SOURCES if source.folder in counts]
    training = {
        "summary": f"{sum(counts.values())} close-ups, {recipe.minutes:g} minutes.",
        "close_ups": counts,
        "sources": [asdict(source) for source in sources_named([*ours, *sources_of_set(training_set)])],
    }
    facts = {"training": training}
    return export_close_ups(checkpoint, out, facts)


def _pictures(training_set: Path) -> Iterator[Picture]:
    """The pictures of a training set with the sources that their file names begin with."""
    for picture in read_folder(training_set):
        source, _, name = picture.name.partition("--")
        yield replace(picture, source=source, name=name or source)
