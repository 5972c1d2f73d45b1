import pytest

from paiyan.datasets.formats.names import classes_of
from paiyan.datasets.pictures import CLASS_NAMES, LabelError


def _codes(names, own=None):
    return [None if index is None else CLASS_NAMES[index] for index in classes_of(names, own)]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("1-characters", "1m"),
        ("characters_9", "9m"),
        ("Man3", "3m"),
        ("3man", "3m"),
        ("一万", "1m"),
        ("伍萬", "5m"),
        ("five of circles", "5p"),
        ("2 dots", "2p"),
        ("９筒", "9p"),
        ("bamboo-7", "7s"),
        ("二条", "2s"),
        ("幺鸡", "1s"),
        ("east", "1z"),
        ("South Wind", "2z"),
        ("wind-west", "3z"),
        ("北風", "4z"),
        ("NW", "4z"),
        ("White Dragon", "5z"),
        ("dragon_green", "6z"),
        ("红中", "7z"),
        ("Plum", "f1"),
        ("竹", "f3"),
        ("autumn", "g3"),
        ("face-down", "back"),
    ],
)
def test_names_that_say_the_tile_are_read_whatever_the_spelling(name, code):
    assert _codes([name]) == [code]


def test_paiyans_own_class_names_are_read_as_themselves():
    assert _codes(CLASS_NAMES) == list(CLASS_NAMES)


def test_a_red_five_is_a_five():
    assert _codes(["0p", "0m", "1s"]) == ["5p", "5m", "1s"]


def test_b_is_circles_beside_w_and_t_and_bamboo_beside_c_and_d():
    assert _codes(["W1", "T2", "B3", "F4", "J1"]) == ["1m", "2s", "3p", "4z", "7z"]
    assert _codes(["1C", "2D", "3B", "EW", "RD"]) == ["1m", "2p", "3s", "1z", "7z"]


def test_short_codes_that_authors_use_differently_are_refused():
    with pytest.raises(LabelError, match=r"ambiguous classes .*example=B1"):
        classes_of(["B1", "B2"])


def test_unknown_names_are_listed_all_at_once_with_what_to_do():
    with pytest.raises(LabelError, match=r"unknown classes .*names='chip', 'dice'"):
        classes_of(["dice", "1m", "chip"])


def test_numbered_flowers_beside_c_d_and_b_have_to_be_said():
    with pytest.raises(LabelError, match=r"unknown classes .*'1F'"):
        classes_of(["1C", "1D", "1F"])
    assert _codes(["1C", "1D", "1F"], {"1F": "f1"}) == ["1m", "1p", "f1"]


def test_what_the_recipe_says_comes_first_and_can_leave_names_out():
    assert _codes(["B1", "dice", "east"], {"B1": "1s", "dice": "ignore", "east": "2z"}) == ["1s", None, "2z"]


def test_a_recipe_that_names_no_class_is_refused():
    with pytest.raises(LabelError, match="'dice' = 'cube'"):
        classes_of(["dice"], {"dice": "cube"})
