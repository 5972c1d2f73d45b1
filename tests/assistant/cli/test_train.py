"""`paiyan train`: builds, packs and unpacks the training set before it trains."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from tests.assistant.cli.conftest import Paiyan

from paiyan.datasets.cleaning import proposals
from paiyan.models import registry
from paiyan.models.training import run as training

RECIPE = '[[dataset.source]]\nfolder = "train"\n\n[training]\nstart = "s.pt"\nhours = 1\n'


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a recipe and one raw photo; cleaning asks no detector."""
    monkeypatch.setattr(registry, "default_detector", lambda name=None: None)
    monkeypatch.setattr(proposals, "agreeing_proposer", lambda detector: proposals.nothing)
    for part in ("images", "labels"):
        (tmp_path / "raw" / "train" / part).mkdir(parents=True)
    cv2.imwrite(str(tmp_path / "raw" / "train" / "images" / "a.png"), np.full((80, 80, 3), 90, np.uint8))
    (tmp_path / "raw" / "train" / "labels" / "a.txt").write_text("4 0.5 0.5 0.2 0.3\n")
    (tmp_path / "recipe.toml").write_text(RECIPE)
    (tmp_path / "s.pt").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_training_set_is_built_and_packed_without_the_packages_that_train(real_paiyan: Paiyan, place: Path) -> None:
    run = real_paiyan("train", "recipe.toml", "--photos", "raw", "--out", "out", "--pack", "set.zip", "--json")
    assert run.code == 0
    assert run.lines[0]["pictures"] == 1
    assert (place / "set.zip").stat().st_size == run.lines[0]["bytes"]


def test_a_packed_set_is_trained_on_without_the_photos(
    real_paiyan: Paiyan, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_paiyan("train", "recipe.toml", "--photos", "raw", "--out", "out", "--pack", "set.zip")
    seen: list[str] = []

    def trained(recipe: Path, data: Path, folder: Path) -> Path:
        print("the trainer's own progress")
        seen.extend((data.parent / "train.txt").read_text().split())
        return folder / "weights" / "last.pt"

    monkeypatch.setattr(training, "require_packages", lambda: None)
    monkeypatch.setattr(training, "load_checkpoint", lambda file: {})
    monkeypatch.setattr(training, "train_detector", trained)
    run = real_paiyan("train", "recipe.toml", "--packed", "set.zip", "--out", "elsewhere", "--json")
    assert run.lines == [{"checkpoint": "elsewhere/run/weights/last.pt", "data": "elsewhere/set/data.yaml"}]
    assert seen == [str(place / "elsewhere" / "set" / "images" / "train--a.jpg")]
    assert "the trainer's own progress" in run.err


def test_a_set_made_from_another_recipe_or_packed_file_is_not_trained_on_and_stays(
    real_paiyan: Paiyan, place: Path
) -> None:
    def run(*arguments: str) -> tuple[int, str]:
        done = real_paiyan("train", "recipe.toml", "--audit", "audit", "--lang", "zh", *arguments)
        return done.code, done.err

    pack = ("--photos", "raw", "--pack", "set.zip", "--lang", "zh")
    assert real_paiyan("train", "recipe.toml", "--out", "out", *pack).code == 0
    again = real_paiyan("train", "recipe.toml", "--out", "out", *pack)
    assert (again.code, "沿用 out/set 里已做好的训练集。" in again.err) == (0, True)
    assert run("--out", "there", "--packed", "set.zip")[0] == 0
    (place / "recipe.toml").write_text(f"[dataset]\nseed = 4\n\n{RECIPE}")
    code, said = run("--out", "out", "--photos", "raw")
    assert code == 1
    assert "out/set 里的训练集不是照现在这样做的，变了的有：seed。请另选 --out" in said
    assert run("--out", "there", "--packed", "set.zip")[0] == 0
    (place / "set.zip").write_bytes(b"other")
    code, said = run("--out", "there", "--packed", "set.zip")
    assert (code, "变了的有：--packed" in said) == (1, True)
    assert (place / "out" / "set" / "data.yaml").is_file()
    assert (place / "there" / "set" / "data.yaml").is_file()


def test_an_audit_counts_labels_and_shows_pictures_of_each_source(real_paiyan: Paiyan, place: Path) -> None:
    run = real_paiyan("train", "recipe.toml", "--photos", "raw", "--out", "out", "--audit", "audit", "--json")
    assert run.code == 0
    (result,) = run.lines
    assert (result["pictures"], result["classes"], result["findings"]) == ({"train": 1}, {"5m": 1}, {})
    page = (place / "audit" / "index.html").read_text(encoding="utf-8")
    assert page.count("<img") == len(list((place / "audit").glob("*.jpg"))) == 1


@pytest.mark.parametrize(
    "arguments", [(), ("--photos", "raw", "--packed", "set.zip"), ("--packed", "a.zip", "--pack", "b.zip")]
)
def test_photos_and_packed_exclude_each_other(real_paiyan: Paiyan, place: Path, arguments: tuple[str, ...]) -> None:
    run = real_paiyan("train", "recipe.toml", "--out", "out", *arguments)
    assert run.code == 2
    assert "--photos" in run.err and "--packed" in run.err


def test_a_file_that_is_no_packed_set_is_refused(
    real_paiyan: Paiyan, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "require_packages", lambda: None)
    monkeypatch.setattr(training, "load_checkpoint", lambda file: {})
    (place / "set.zip").write_text("hello")
    run = real_paiyan("train", "recipe.toml", "--packed", "set.zip", "--out", "out")
    assert run.code == 1
    assert "no packed training set" in run.err


@pytest.mark.parametrize(
    ("arguments", "code", "lang", "said"),
    [
        (["recipe.toml", "--audit", "audit"], 2, "en", "An audit needs photos to look at"),
        (["recipe.toml", "--audit", "audit"], 2, "zh", "检查标注要有照片"),
        (["recipe.toml"], 2, "en", "Training needs photos"),
        (["recipe.toml", "--pack", "set.zip"], 2, "en", "Packing needs photos"),
        (["recipe.toml", "--photos", "nowhere", "--audit", "audit"], 1, "en", "there is no folder nowhere"),
        (["nothing.toml", "--photos", "raw"], 1, "zh", "没有配方文件 nothing.toml"),
        (["recipe.toml", "--packed", "none.zip"], 1, "en", "there is no file none.zip"),
        (["recipe.toml", "--photos", "raw"], 1, "zh", "不能训练：还要装 torch"),
    ],
)
def test_what_is_missing_is_said_for_what_was_asked(
    real_paiyan: Paiyan,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    lang: str,
    said: str,
) -> None:
    monkeypatch.setattr(training.importlib.util, "find_spec", lambda name: None)
    run = real_paiyan("train", *arguments, "--out", "out", "--lang", lang)
    assert run.code == code
    assert said in run.err


@pytest.mark.parametrize(
    "options",
    [
        ["--audit", "audit", "--pack", "set.zip"],
        ["--audit", "audit", "--closeups"],
        ["--pack", "set.zip", "--closeups"],
    ],
)
def test_two_things_at_once_are_refused_instead_of_one_being_dropped(
    real_paiyan: Paiyan, place: Path, options: list[str]
) -> None:
    run = real_paiyan("train", "recipe.toml", "--photos", "raw", "--out", "out", "--lang", "en", *options)
    named = " ".join(option for option in options if option.startswith("--"))
    assert (run.code, f"{named}: use one at a time" in run.err) == (2, True)
    assert not (place / "out").exists()


def test_a_finished_run_is_told_so_and_not_trained_further(
    real_paiyan: Paiyan, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "require_packages", lambda: None)
    monkeypatch.setattr(training, "load_checkpoint", lambda file: {"optimizer": {}})
    (place / "out" / "run" / "weights").mkdir(parents=True)
    last = place / "out" / "run" / "weights" / "last.pt"
    last.write_text("as it was")
    (place / "out" / "run" / "clock.json").write_text('{"spent": 3601, "images": 9}')
    run = real_paiyan("train", "recipe.toml", "--photos", "raw", "--out", "out", "--lang", "zh")
    assert run.code == 0
    assert "out/run 里的训练已经练完，没有再练" in run.err
    assert last.read_text() == "as it was"


@pytest.mark.parametrize(
    ("job", "said"),
    [("--audit", "不能检查标注：bad.toml：不是完整的 TOML，第 2 行第 7 列"), ("--pack", "不能打包训练集：bad.toml：")],
)
def test_a_recipe_that_is_no_toml_is_refused_with_its_line_in_the_language(
    real_paiyan: Paiyan, place: Path, job: str, said: str
) -> None:
    (place / "bad.toml").write_text("[training]\nstart s.pt\n")
    run = real_paiyan("train", "bad.toml", "--photos", "raw", "--out", "out", job, "there", "--lang", "zh")
    assert run.code == 1
    assert said in run.err


def test_a_set_whose_building_failed_is_built_by_the_next_run(real_paiyan: Paiyan, place: Path) -> None:
    def run(crops: str) -> tuple[int, str]:
        (place / "recipe.toml").write_text(f'[dataset]\nrendered = 0\ncrops = "{crops}"\n\n{RECIPE}')
        done = real_paiyan(
            "train", "recipe.toml", "--photos", "raw", "--out", "out", "--pack", "set.zip", "--lang", "zh"
        )
        return done.code, done.err

    code, said = run("corps.csv")
    assert code == 1
    assert "raw 里没有配方 crops 写的文件 corps.csv" in said
    (place / "raw" / "train" / "labels" / "a.txt").write_text("4 0.5\n")
    (place / "raw" / "crops.csv").write_text("image,tile\n")
    code, said = run("crops.csv")
    assert code == 1
    assert "a.txt 第 1 行" in said
    (place / "raw" / "train" / "labels" / "a.txt").write_text("4 0.5 0.5 0.2 0.3\n")
    code, said = run("crops.csv")
    assert code == 0, said
    assert "训练集：清理 train 的照片" in said


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        ('[[dataset.source]]\nfolder = "trian"\n', "raw 里没有配方要用的文件夹 trian。--photos 要指明"),
        ("[dataset]\nseed = 'x'\n", 'seed 应是整数，写的却是 "x"'),
        ('[[dataset.source]]\nfolder = "."\n', "raw 里没有 images/。有标注的文件夹要有 images/（照片）和 labels/"),
    ],
)
def test_a_recipe_that_does_not_fit_the_photos_is_told_in_chinese_with_what_to_do(
    real_paiyan: Paiyan, place: Path, recipe: str, said: str
) -> None:
    (place / "recipe.toml").write_text(recipe)
    run = real_paiyan("train", "recipe.toml", "--photos", "raw", "--out", "out", "--audit", "audit", "--lang", "zh")
    assert run.code == 1
    assert said in run.err


@pytest.mark.parametrize(
    ("recipe", "more", "said"),
    [
        (RECIPE.replace("s.pt", "away.pt"), [], "不能训练：. 里没有起点检查点 away.pt"),
        (RECIPE.replace("= 1", "= -1"), [], "[training] 的 hours 是 -1；应为 ≥ 0"),
        (RECIPE, ["--closeups"], "没有 [closeup] 这张表"),
        (RECIPE + 'lettering = 0.5\nfonts = "/nope"\n', [], "[training] 的 fonts“/nope”里没有中文字体"),
    ],
)
def test_a_recipe_that_cannot_be_trained_by_is_told_before_the_set_is_built(
    real_paiyan: Paiyan, place: Path, monkeypatch: pytest.MonkeyPatch, recipe: str, more: list[str], said: str
) -> None:
    monkeypatch.setattr(training, "require_packages", lambda: None)
    (place / "recipe.toml").write_text(recipe)
    run = real_paiyan("train", "recipe.toml", "--photos", "raw", "--out", "out", "--lang", "zh", *more)
    assert run.code == 1
    assert said in run.err
    assert not (place / "out").exists()
