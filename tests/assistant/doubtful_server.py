"""`paiyan serve` with a reader that wavers at one tile: `python -m tests.assistant.doubtful_server [OPTIONS]`."""

from __future__ import annotations

import sys

from tests.assistant.doubtful_reader import DoubtfulReader

from paiyan.assistant import cli
from paiyan.assistant.commands import read

if __name__ == "__main__":
    read.load_reader = lambda language: DoubtfulReader()  # type: ignore[assignment,return-value]
    cli.main(["serve", *sys.argv[1:]])
