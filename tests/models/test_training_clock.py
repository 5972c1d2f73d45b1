import math

import cv2
import pytest

from paiyan.models.training.clock import Clock, ThreadGovernor, learning_rate, restore_clock
from paiyan.models.training.curves import Curves
from paiyan.models.training.recipe import RecipeError, TrainingRecipe, load_training


def test_the_learning_rate_warms_up_and_then_falls_to_its_last_value():
    recipe = TrainingRecipe(start="s.pt", hours=1, learning_rate=0.01, final_learning_rate=0.1, warmup_share=0.1)
    assert learning_rate(recipe, 0.0) == 0.0
    rates = [learning_rate(recipe, share / 10) for share in range(1, 11)]
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] == pytest.approx(0.001)


def test_a_restarted_run_goes_on_where_its_clock_stopped(tmp_path):
    now = iter([0.0, 40.0, 40.0, 100.0, 110.0]).__next__
    clock = Clock(100.0, now=now)
    clock.images = 80
    clock.save(tmp_path / "clock.json")
    again = restore_clock(tmp_path / "clock.json", 100.0)
    assert again.spent == 40.0
    assert again.images == 80
    assert again.progress >= 0.4


def test_a_run_without_a_saved_clock_starts_at_nothing(tmp_path):
    assert restore_clock(tmp_path / "none.json", 100.0).spent == 0.0


@pytest.mark.parametrize(
    "content",
    [
        "",
        '{"spent": 4',
        "{}",
        "[]",
        "5",
        '{"spent": "x", "images": 3}',
        '{"spent": NaN, "images": 3}',
        '{"spent": Infinity, "images": 3}',
        '{"spent": 4.0, "images": Infinity}',
        '{"spent": -4.0, "images": 3}',
        '{"spent": 4.0, "images": -3}',
        '{"spent": 4.0, "images": null}',
    ],
)
def test_a_damaged_clock_is_refused_by_its_file(tmp_path, content):
    (tmp_path / "clock.json").write_text(content)
    with pytest.raises(RecipeError, match=r"clock damaged .*clock\.json"):
        restore_clock(tmp_path / "clock.json", 100.0)


def test_progress_ends_at_one_however_late_it_gets():
    now = iter([0.0, 500.0]).__next__
    assert Clock(100.0, now=now).progress == 1.0


def test_a_run_of_so_many_pictures_ends_with_them_however_long_it_takes(tmp_path):
    now = iter([0.0, 5000.0, 5000.0]).__next__
    clock = Clock(100.0, image_budget=800, now=now)
    assert (clock.progress, clock.left) == (0.0, math.inf)
    clock.images = 200
    assert clock.progress == 0.25
    assert clock.left == pytest.approx(3 * 5000)
    clock.save(tmp_path / "clock.json")
    assert restore_clock(tmp_path / "clock.json", 100.0, 800).progress == 0.25


def test_the_governor_keeps_the_number_of_threads_that_is_faster():
    governor = ThreadGovernor(most=2, window=3, probe_every=100)
    seconds = {2: 4.0, 1: 1.0}
    now = 0.0
    for _ in range(30):
        now += seconds[governor.threads]
        governor.step(now)
    assert governor.threads == 1


def test_the_governor_notices_when_the_other_program_has_gone():
    governor = ThreadGovernor(most=2, window=3, probe_every=4)
    now = 0.0
    for step in range(200):
        busy = step < 60
        now += {2: 4.0 if busy else 0.5, 1: 1.0}[governor.threads]
        governor.step(now)
    assert governor.threads == 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[dataset]\n", r"no table .*training"),
        ("[training]\nhours = 1\n", "missing key .*start"),
        ('[training]\nstart = "s.pt"\nhours = 1\nfliplr = 0.5\n', "unknown key .*field=fliplr"),
        ('[training]\nstart = "s.pt"\nhours = 0\n', "neither hours nor images"),
        ('[training]\nstart = "s.pt"\nhours = nan\n', "not finite .*field=hours"),
        ('[training]\nstart = "s.pt"\nhours = inf\n', "not finite .*field=hours"),
        ('[training]\nstart = "s.pt"\nhours = 1\nlearning_rate = nan\n', "not finite .*field=learning_rate"),
        ('[training]\nstart = "s.pt"\nhours = 1\nseed = -1\n', "out of range .*field=seed"),
        ('[training]\nstart = "s.pt"\nhours = 1\nseed = 4294967296\n', "out of range .*field=seed"),
        ('[training]\nstart = "s.pt"\nhours = 1\nimage_size = 650\n', "out of range .*field=image_size, value=650"),
        ('[training]\nstart = "s.pt"\nhours = 1\nmosaic = 2\n', "out of range .*field=mosaic"),
        ("[training\n", "not valid TOML"),
    ],
)
def test_a_wrong_training_recipe_is_refused_with_the_reason(tmp_path, text, complaint):
    path = tmp_path / "recipe.toml"
    path.write_text(text)
    with pytest.raises(RecipeError, match=complaint):
        load_training(path)


def test_curves_are_drawn_from_a_table_that_a_resumed_run_goes_on_with(tmp_path):
    for start in (0, 3):
        curves = Curves(tmp_path)
        for minute in range(start, start + 3):
            curves.add({"minutes": minute, "loss": 1 / (1 + minute)})
    curves.draw()
    assert curves.columns()["minutes"] == [0, 1, 2, 3, 4, 5]
    picture = cv2.imread(str(curves.picture))
    assert picture.shape == (220, 840, 3)
    assert (picture != 255).any()


def test_a_row_that_a_killed_run_left_half_written_is_passed_over(tmp_path):
    curves = Curves(tmp_path)
    for minute in range(2):
        curves.add({"minutes": minute, "loss": 0.5})
    with curves.table.open("a") as stream:
        stream.write("2,0.")
    assert len(curves.columns()["loss"]) == 3
    with curves.table.open("a") as stream:
        stream.write("\n3\nx,y\n")
    assert len(curves.columns()["loss"]) == 3


def test_nothing_is_drawn_before_there_is_a_curve(tmp_path):
    Curves(tmp_path).draw()
    assert not Curves(tmp_path).picture.exists()
