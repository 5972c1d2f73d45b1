import os
import threading

import pytest

from paiyan.datasets.new_folder import new_file, write_whole


def test_a_file_takes_its_place_only_once_it_is_whole(tmp_path):
    target = tmp_path / "made" / "report.json"
    write_whole(target, "old")
    with pytest.raises(OSError, match="full"), new_file(target) as part:
        part.write_text("ne")
        raise OSError("full")
    assert target.read_text() == "old"
    write_whole(target, "new")
    assert target.read_text() == "new"
    assert [path.name for path in target.parent.iterdir()] == ["report.json"]


def test_what_a_link_names_is_written_and_the_link_stays(tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "report.json").symlink_to(tmp_path / "kept" / "real.json")
    for words in ("first", "second"):
        write_whole(tmp_path / "report.json", words)
        assert (tmp_path / "kept" / "real.json").read_text() == words
    assert (tmp_path / "report.json").is_symlink()


def test_a_pipe_is_written_to_and_stays_one(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "figures")
    reader.join(timeout=10)
    assert read == ["figures"]
    assert pipe.is_fifo()
