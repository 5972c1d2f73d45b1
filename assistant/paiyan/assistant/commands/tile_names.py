"""Names of tiles as people type them."""

from __future__ import annotations

from typing import Final, get_args

from paiyan.assistant.i18n import Lang, text

_SIMPLE: Final = str.maketrans("123456789萬筒餅條東發風財紅蘭", "一二三四五六七八九万饼饼条东发风财红兰")
"""Other ways to write the names of tiles."""
_HONOURS: Final = ("东", "南", "西", "北", "白", "发", "中")
"""Short names of 1z to 7z."""


def face_named(name: str) -> str | None:
    """The face of that code, name (三万, 东风) or character (🀉); None where there is none."""
    from paiyan.engine.notation import from_unicode
    from paiyan.engine.tiles import TILE_CODES, NotationError

    if name in TILE_CODES:
        return name
    called = name.lower().translate(_SIMPLE)
    if called in _HONOURS:
        return f"{_HONOURS.index(called) + 1}z"
    for code in TILE_CODES:
        if called in {text(f"tile.{code}", lang).lower() for lang in get_args(Lang)}:
            return code
    try:
        shown = from_unicode(name)
    except NotationError:
        return None
    return shown[0].code if len(shown) == 1 else None
