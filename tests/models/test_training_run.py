from pathlib import Path

import numpy as np
import pytest

import paiyan.models
from paiyan.datasets.recipe import load_recipe
from paiyan.models.provenance import SOURCES
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
