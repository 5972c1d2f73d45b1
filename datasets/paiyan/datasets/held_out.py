"""Writes the photos that patch files hold out as a folder for `paiyan evaluate`.

Run as `python -m paiyan.datasets.held_out PHOTOS TARGET PATCHES...`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from paiyan.datasets.cleaning.patches import load_patches, write_held_out
from paiyan.datasets.new_folder import new_folder
from paiyan.datasets.pictures import LabelError


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the folder; returns the exit status, 1 with the reason on standard error where a photo is missing."""
    parser = argparse.ArgumentParser(prog="python -m paiyan.datasets.held_out", description=__doc__)
    parser.add_argument("photos", type=Path, help="the folder below which the photos lie")
    parser.add_argument("target", type=Path, help="a new folder")
    parser.add_argument("patches", type=Path, nargs="+", help="patch files")
    chosen = parser.parse_args(arguments)
    try:
        with new_folder(chosen.target) as folder:
            count = write_held_out(load_patches(*chosen.patches), chosen.photos, folder)
    except (LabelError, OSError) as error:
        parser.exit(1, f"{error}\n")
    print(f"{count} photos in {chosen.target}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
