"""`paiyan serve` with a reader that sees three tiles of a kong.

`python -m tests.assistant.stacked_server [OPTIONS]`
"""

from __future__ import annotations

import sys

from tests.assistant.stacked_reader import StackedReader

from paiyan.assistant import cli
from paiyan.assistant.commands import read

if __name__ == "__main__":
    reader = StackedReader()
    read.load_reader = lambda language: reader  # type: ignore[assignment,return-value]
    cli.main(["serve", *sys.argv[1:]])
