"""`paiyan serve` with a reader that needs no model: `python -m tests.assistant.row_server [OPTIONS]`."""

from __future__ import annotations

import sys

from tests.assistant.row_reader import RowReader

from paiyan.assistant import cli
from paiyan.assistant.commands import read

if __name__ == "__main__":
    read.load_reader = lambda language: RowReader()  # type: ignore[assignment,return-value]
    cli.main(["serve", *sys.argv[1:]])
