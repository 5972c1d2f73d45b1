"""`docs/training.md` explains every key of a recipe with its default, and its shortest recipe is one."""

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from paiyan.datasets.formats import READERS
from paiyan.datasets.recipe import STEPS, DatasetRecipe, SourceRecipe, load_recipe
from paiyan.models.closeup.run import CloseUpRecipe, load_close_up_recipe
from paiyan.models.training.recipe import TrainingRecipe, load_training

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
TABLES = {
    "[dataset]": DatasetRecipe,
    "[[dataset.source]]": SourceRecipe,
    "[training]": TrainingRecipe,
    "[closeup]": CloseUpRecipe,
}


def section(heading: str) -> str:
    (found,) = re.findall(rf"^### `{re.escape(heading)}`.*?(?=^##)", GUIDE, re.MULTILINE | re.DOTALL)
    return str(found)


def written(default: object) -> str:
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    return f'`"{default}"`' if isinstance(default, str) else f"`{default}`"


def default_of(item) -> str:
    if item.name == "source":
        return "none"
    if item.default_factory is not MISSING:
        return "`{}`"
    if item.default is MISSING:
        return "required"
    return "`[]`" if item.default == () else written(item.default)


@pytest.mark.parametrize("heading", TABLES)
def test_every_key_is_explained_with_its_default_and_no_other(heading):
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+?) \| .{10,}\|$", section(heading), re.MULTILINE))
    assert rows == {item.name: default_of(item) for item in fields(TABLES[heading])}


def test_every_cleaning_step_and_label_format_is_explained():
    part = section("[[dataset.source]]")
    assert re.findall(r"^\| `([\w-]+)` \| [^|]{10,}\|$", part, re.MULTILINE) == list(STEPS)
    assert re.findall(r"^\* `(\w+)`: ", GUIDE, re.MULTILINE)[: len(READERS)] == list(READERS)


def test_the_shortest_recipe_shown_is_one_whose_start_is_there_beside_the_shipped_recipes(tmp_path):
    (shown,) = re.findall(r"^```toml\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    path = tmp_path / "mine.toml"
    path.write_text(shown, encoding="utf-8")
    assert [source.folder for source in load_recipe(path).source] == ["my-photos"]
    assert (ROOT / "models" / "recipes" / load_training(path).start).is_file()


def test_the_examples_of_the_close_look_are_read_as_they_stand(tmp_path):
    path = tmp_path / "mine.toml"
    given = re.findall(r"^\| `(\w+)` \| `\{\}` \| .*`(\{.*\})`", section("[closeup]"), re.MULTILINE)
    path.write_text("[closeup]\nminutes = 1\n" + "".join(f"{name} = {value}\n" for name, value in given))
    recipe = load_close_up_recipe(path)
    assert recipe.sources and recipe.faces
