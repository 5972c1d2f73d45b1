"""`paiyan serve` with a reader that wavers at one tile.

`python -m tests.assistant.doubtful_server [FACE=SCORE]… [certain=PROBABILITY] [OPTIONS]`; without faces it is torn
between two.
"""

from __future__ import annotations

import sys

from tests.assistant.doubtful_reader import FACES, DoubtfulReader

from paiyan.assistant import cli
from paiyan.assistant.commands import read
from paiyan.assistant.reading import Trust

if __name__ == "__main__":
    pairs = (argument.split("=") for argument in sys.argv[1:] if "=" in argument)
    said = {name: float(value) for name, value in pairs}
    certain = said.pop("certain", Trust().certain)
    reader = DoubtfulReader(said or FACES, certain)
    read.load_reader = lambda language: reader  # type: ignore[assignment,return-value]
    cli.main(["serve", *(argument for argument in sys.argv[1:] if "=" not in argument)])
