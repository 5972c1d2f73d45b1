from pathlib import Path

import numpy as np
import pytest

import paiyan.models
from paiyan.datasets.composites.closeups import CloseUps
from paiyan.datasets.recipe import load_recipe
from paiyan.models.checkpoints import CheckpointError
from paiyan.models.closeup.run import CloseUpRecipe, check_close_ups
from paiyan.models.provenance import SOURCES
from paiyan.models.training import run
from paiyan.models.training.recipe import RecipeError, load_training
from paiyan.models.training.run import train_detector

RECIPES = Path(paiyan.models.__path__[0]).parents[1] / "recipes"
NEEDS_TRAIN = "the train extra (torch, ultralytics) is not installed"


def test_the_shipped_recipe_is_valid_and_every_source_in_it_has_a_licence():
    recipe = RECIPES / "obb-n.toml"
    dataset, training = load_recipe(recipe), load_training(recipe)
    known = {source.folder for source in SOURCES}
    assert {source.folder.split("/")[-1] for source in dataset.source} <= known
    assert all(folder.startswith("dev/") for folder in dataset.held_out)
    assert training.hours > 0


def test_the_start_of_the_shipped_recipe_is_there():
    recipe = RECIPES / "obb-n.toml"
    assert (recipe.parent / load_training(recipe).start).is_file()


def test_training_without_a_training_set_or_packages_is_refused(tmp_path):
    recipe = tmp_path / "r.toml"
    recipe.write_text('[training]\nstart = "s.pt"\nhours = 1\n')
    with pytest.raises(RecipeError, match=r"no data file|missing packages"):
        train_detector(recipe, tmp_path / "data.yaml", tmp_path / "run")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A recipe of an hour and its start; `load_checkpoint` gives what a file's text says, and damaged ones nothing."""

    def loaded(file):
        if file.read_text() == "damaged":
            raise CheckpointError("not_a_checkpoint", file=file.name)
        return {"optimizer": {} if file.read_text() == "run" else None}

    monkeypatch.setattr(run, "load_checkpoint", loaded)
    monkeypatch.setattr(run, "require_packages", lambda: None)
    (tmp_path / "r.toml").write_text('[training]\nstart = "s.pt"\nhours = 1\n')
    (tmp_path / "s.pt").write_text("weights")
    (tmp_path / "data.yaml").touch()
    (tmp_path / "run" / "weights").mkdir(parents=True)
    return tmp_path


def test_a_start_that_is_no_checkpoint_is_refused_before_a_run_begins(place):
    assert run.check_training(place / "r.toml", place / "run").hours == 1
    (place / "s.pt").write_text("damaged")
    with pytest.raises(CheckpointError, match=r"not a checkpoint .*s\.pt"):
        run.check_training(place / "r.toml", place / "run")


@pytest.mark.parametrize(
    ("last", "best", "complaint"),
    [
        ("damaged", None, r"^run damaged \(.*last\.pt"),
        ("damaged", "run", r"^run damaged best kept .*best=.*best\.pt"),
        ("weights", None, "^no run to go on with"),
    ],
)
def test_a_run_that_cannot_be_gone_on_with_is_told_with_what_to_do(place, last, best, complaint):
    weights = place / "run" / "weights"
    (weights / "last.pt").write_text(last)
    if best:
        (weights / "best.pt").write_text(best)
    with pytest.raises(CheckpointError, match=complaint):
        run.check_training(place / "r.toml", place / "run")
    (weights / "last.pt").write_text("run")
    run.check_training(place / "r.toml", place / "run")
    (place / "run" / "clock.json").write_text('{"spent": 4')
    with pytest.raises(RecipeError, match="clock damaged"):
        run.check_training(place / "r.toml", place / "run")


@pytest.mark.parametrize(("recipe", "finished"), [("hours = 1", True), ("hours = 2", False), ("images = 500", True)])
def test_a_run_is_finished_once_its_time_or_its_pictures_are_through(place, recipe, finished):
    (place / "r.toml").write_text(f'[training]\nstart = "s.pt"\n{recipe}\n')
    (place / "run" / "clock.json").write_text('{"spent": 3600.5, "images": 500}')
    assert not run.is_finished(place / "r.toml", place / "run")
    (place / "run" / "weights" / "last.pt").write_text("run")
    assert run.is_finished(place / "r.toml", place / "run") is finished


def test_a_finished_run_is_left_as_it_is(place):
    last = place / "run" / "weights" / "last.pt"
    last.write_text("run")
    (place / "run" / "clock.json").write_text('{"spent": 3600.5, "images": 500}')
    before = {path: path.stat().st_mtime_ns for path in (place / "run").rglob("*")}
    assert train_detector(place / "r.toml", place / "data.yaml", place / "run") == last
    assert {path: path.stat().st_mtime_ns for path in (place / "run").rglob("*")} == before


def test_writing_beside_the_tiles_needs_fonts(place):
    def check(fonts, lettering=0.5):
        text = f'[training]\nstart = "s.pt"\nhours = 1\nlettering = {lettering}\nfonts = "{fonts}"\n'
        (place / "r.toml").write_text(text)
        run.check_training(place / "r.toml", place / "run")

    (place / "fonts" / "noto").mkdir(parents=True)
    for missing in ("", place / "nowhere", place / "fonts"):
        with pytest.raises(RecipeError, match=r"no fonts .*table=training"):
            check(missing)
        check(missing, lettering=0.0)
    (place / "fonts" / "noto" / "NotoSansCJK-Regular.ttc").touch()
    check(place / "fonts")


def test_close_ups_need_the_fonts_they_name(place):
    (place / "r.toml").write_text("[closeup]\nminutes = 1\n")
    assert check_close_ups(place / "r.toml", place).minutes == 1
    (place / "r.toml").write_text('[closeup]\nminutes = 1\nfonts = "/nowhere"\n')
    with pytest.raises(RecipeError, match=r"no fonts .*table=closeup, folder=/nowhere"):
        check_close_ups(place / "r.toml", place)


def test_close_ups_of_a_source_that_the_recipe_does_not_have_are_refused(place):
    shares = "[closeup]\nminutes = 1\nsources = { fotos = 2.0, rendered = 0.5, single-tiles = 1.0, loose = 1.0 }\n"
    (place / "r.toml").write_text(f'[[dataset.source]]\nfolder = "my/photos"\n{shares}')
    with pytest.raises(RecipeError, match=r"close ups of no source .*source=fotos, known=photos, composites"):
        check_close_ups(place / "r.toml", place)
    (place / "r.toml").write_text(f'[[dataset.source]]\nfolder = "my/photos"\n{shares.replace("fotos", "photos")}')
    assert check_close_ups(place / "r.toml", place).sources["photos"] == 2


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("content", [b"", b"damaged", {"weight": [1]}])
def test_a_damaged_checkpoint_of_close_ups_is_refused_before_a_training_set_is_built(place, content):
    torch = pytest.importorskip("torch", reason=NEEDS_TRAIN)
    (place / "r.toml").write_text("[closeup]\nminutes = 1\n")
    if isinstance(content, bytes):
        (place / "closeup.pt").write_bytes(content)
    else:
        torch.save(content, place / "closeup.pt")
    with pytest.raises(CheckpointError, match=r"close ups damaged .*closeup\.pt"):
        check_close_ups(place / "r.toml", place)


@pytest.mark.filterwarnings("default")
def test_assigning_picture_by_picture_gives_what_the_padded_batch_gives():
    torch = pytest.importorskip("torch", reason=NEEDS_TRAIN)
    pytest.importorskip("ultralytics", reason=NEEDS_TRAIN)
    from ultralytics.utils.tal import RotatedTaskAlignedAssigner

    from paiyan.models.training.trainer import PerImageAssigner

    generator = torch.Generator().manual_seed(3)
    anchors = torch.stack(torch.meshgrid(torch.arange(20.0), torch.arange(20.0), indexing="ij"), -1).reshape(-1, 2) * 8
    counts, most = (1, 6, 3), 6
    boxes = torch.rand(3, most, 5, generator=generator) * torch.tensor([120.0, 120.0, 20.0, 20.0, 1.5])
    boxes[..., :4] += 20
    mask = torch.tensor([[float(index < count) for index in range(most)] for count in counts]).unsqueeze(-1)
    arguments = (
        torch.rand(3, len(anchors), 43, generator=generator),
        torch.cat([anchors, torch.full((len(anchors), 2), 24.0), torch.zeros(len(anchors), 1)], 1).repeat(3, 1, 1),
        anchors,
        torch.randint(0, 43, (3, most, 1), generator=generator),
        boxes * mask,
        mask,
    )
    padded = RotatedTaskAlignedAssigner(num_classes=43)(*arguments)
    single = PerImageAssigner(num_classes=43)(*arguments)
    foreground = padded[3]
    assert foreground.any()
    assert torch.equal(foreground, single[3])
    np.testing.assert_allclose(padded[1][foreground], single[1][foreground])
    np.testing.assert_allclose(padded[2], single[2], atol=1e-6)


@pytest.mark.filterwarnings("default")
def test_the_substitute_for_torchvisions_nms_keeps_the_best_of_overlapping_boxes():
    torch = pytest.importorskip("torch", reason=NEEDS_TRAIN)
    from paiyan.models.training.torchvision_shim import nms

    boxes = torch.tensor([[0, 0, 10, 10], [1, 0, 11, 10], [50, 50, 60, 60.0]])
    assert nms(boxes, torch.tensor([0.5, 0.9, 0.7]), 0.5).tolist() == [1, 2]
    assert nms(torch.zeros(0, 4), torch.zeros(0), 0.5).tolist() == []


def test_close_ups_of_which_none_is_to_be_drawn_are_refused():
    pytest.importorskip("torch", reason=NEEDS_TRAIN)
    from paiyan.models.closeup.train import _shares

    pixels = np.zeros((2, 8, 6, 3), np.uint8)
    data = CloseUps(pixels, np.array([0, 4]), ("photos", "photos"))
    assert _shares(data, CloseUpRecipe(1)).sum() == pytest.approx(1)
    with pytest.raises(RecipeError, match="nothing to draw"):
        _shares(data, CloseUpRecipe(1, sources={"photos": 0.0}))
