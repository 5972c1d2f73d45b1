"""Writes the OpenAPI document that is committed: `python -m paiyan.assistant.api.schema [FILE]`."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Final

from paiyan.assistant.api.app import create_app
from paiyan.assistant.reading import EnrolledSet, TableReading
from paiyan.assistant.settings import Settings

COMMITTED: Final = Path(__file__).resolve().parents[3] / "openapi.json"


def openapi_text() -> str:
    """The document as it is committed."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data=Path(folder)), _NoReader())
        document = app.openapi()
        app.state.context.store.close()
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


class _NoReader:
    """The document does not depend on a model, so none is loaded to write it."""

    model = None

    def read(self, source: Path, rules: str | None = None, enrolled: EnrolledSet | None = None) -> TableReading:
        raise NotImplementedError


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else COMMITTED
    target.write_text(openapi_text(), encoding="utf-8")
    print(target)
