import pytest

from paiyan.models.checkpoints import CheckpointError, load_checkpoint

torch = pytest.importorskip("torch", reason="the train extra (torch, ultralytics) is not installed")


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04"])
def test_a_file_that_is_no_checkpoint_is_refused_by_its_name(tmp_path, content):
    (tmp_path / "last.pt").write_bytes(content)
    with pytest.raises(CheckpointError, match=r"not a checkpoint .*last\.pt"):
        load_checkpoint(tmp_path / "last.pt")


@pytest.mark.parametrize("content", [[1, 2], {"a": 1}, {"model": None}])
def test_a_saved_value_without_a_network_is_refused(tmp_path, content):
    torch.save(content, tmp_path / "last.pt")
    with pytest.raises(CheckpointError, match="not a checkpoint"):
        load_checkpoint(tmp_path / "last.pt")
