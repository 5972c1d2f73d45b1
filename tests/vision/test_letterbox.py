import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.vision.images import BACKGROUND
from paiyan.vision.letterbox import Letterbox, Region

sides = st.integers(1, 5000)


@given(sides, sides, st.integers(1, 40).map(lambda count: count * 32))
def test_the_input_is_whole_strides_and_the_longer_side_fills_it(width, height, longest):
    view = Letterbox.fit(Region(0, 0, width, height), longest)
    assert view.width % 32 == view.height % 32 == 0
    assert max(view.width, view.height) == longest
    assert view.width - view.content[0] < 32
    assert view.height - view.content[1] < 32


@given(sides, sides, st.floats(0, 1), st.floats(0, 1))
def test_a_point_comes_back_where_it_was(width, height, x, y):
    view = Letterbox.fit(Region(70, 30, width, height), 640)
    point = np.array([70 + x * width, 30 + y * height])
    assert view.to_photo(view.to_input(point)) == pytest.approx(point)


def test_a_photo_is_scaled_evenly_and_padded_with_grey():
    pixels = np.full((100, 400, 3), 255, np.uint8)
    view = Letterbox.fit(Region(0, 0, 400, 100), 96)
    image = view.apply(pixels)
    assert image.shape == (3, 32, 96)
    assert (view.content, view.offset) == ((96, 24), (0, 4))
    assert image[:, 4:28].min() == pytest.approx(1)
    assert image[:, 0, 0] == pytest.approx(np.array(BACKGROUND) / 255)


def test_channels_come_in_the_order_red_green_blue():
    pixels = np.zeros((64, 64, 3), np.uint8)
    pixels[..., 0] = 255
    image = Letterbox.fit(Region(0, 0, 64, 64), 64).apply(pixels)
    assert image.mean(axis=(1, 2)) == pytest.approx([1, 0, 0])
    assert image.dtype == np.float32
    assert image.flags.c_contiguous


def test_a_region_shows_only_its_part_of_the_photo():
    pixels = np.zeros((64, 128, 3), np.uint8)
    pixels[:, 64:] = 255
    assert Letterbox.fit(Region(64, 0, 64, 64), 64).apply(pixels).min() == pytest.approx(1)


@pytest.mark.parametrize("longest", [32, 640])
def test_a_mark_lies_where_the_view_says(longest):
    pixels = np.zeros((320, 320, 3), np.uint8)
    pixels[60:100, 200:240] = 255
    view = Letterbox.fit(Region(0, 0, 320, 320), longest)
    x, y = view.to_input(np.array([220.0, 80.0])).astype(int)
    assert view.apply(pixels)[0, y, x] == pytest.approx(1)
