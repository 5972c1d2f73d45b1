"""What other people call the tiles: from foreign class names to Paiyan's 43 classes, by name and never by index.

Words are read wherever they are clear (`East Wind`, `1-characters`, `伍萬`, `发财`). Short codes such as `B1` mean
different tiles to different authors, so they are read by the conventions that explain the whole list of names: `B`
beside `W` and `T` is 饼, beside `C` and `D` it is bamboo. A list that fits several conventions is refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from paiyan.datasets.pictures import CLASS_NAMES, LabelError

IGNORED: Final = "ignore"
"""In a recipe's `classes`: labels of this name are not tiles and are left out."""

_SUIT_WORDS: Final = {
    "m": (
        "characters", "character", "char", "chars", "crak", "craks", "man", "manzu", "wan", "万", "萬", "万子", "萬子",
    ),
    "p": (
        "circles", "circle", "dots", "dot", "balls", "ball", "pin", "pinzu", "tong", "bing", "coins", "wheels",
        "饼", "餅", "筒", "饼子", "餅子", "筒子",
    ),
    "s": ("bamboos", "bamboo", "bam", "bams", "sticks", "sou", "so", "souzu", "suo", "tiao", "条", "條", "索", "条子",
          "條子", "索子"),
}  # fmt: skip
_NUMBERS: Final = {
    "1": ("1", "one", "一", "壹"), "2": ("2", "two", "二", "贰", "貳"), "3": ("3", "three", "三", "叁", "參"),
    "4": ("4", "four", "四", "肆"), "5": ("5", "five", "五", "伍"), "6": ("6", "six", "六", "陆", "陸"),
    "7": ("7", "seven", "七", "柒"), "8": ("8", "eight", "八", "捌"), "9": ("9", "nine", "九", "玖"),
}  # fmt: skip
_HONOURS: Final = {
    "1z": ("east", "ew", "ton", "dong", "东", "東"), "2z": ("south", "sw", "nan", "南"),
    "3z": ("west", "ww", "shaa", "sha", "xi", "西"), "4z": ("north", "nw", "pei", "pe", "bei", "北"),
    "5z": ("haku", "wd", "bai", "白板", "白", "板"), "6z": ("hatsu", "gd", "fa", "发财", "發財", "发", "發"),
    "7z": ("chun", "rd", "zhong", "红中", "紅中", "中"),
    "f1": ("plum", "梅", "梅花"), "f2": ("orchid", "兰", "蘭", "兰花", "蘭花"), "f3": ("bamboo flower", "竹", "竹子"),
    "f4": ("chrysanthemum", "mum", "菊", "菊花"),
    "g1": ("spring", "春"), "g2": ("summer", "夏"), "g3": ("autumn", "fall", "秋"), "g4": ("winter", "冬"),
    "1s": ("幺鸡", "么鸡", "幺雞"),
    "back": ("back", "face down", "facedown", "tile back", "reverse", "back side", "backside", "牌背", "背面", "背"),
}  # fmt: skip
_COLOURED: Final = {"white": "5z", "green": "6z", "red": "7z"}

_CONVENTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "mpsz": {
        **{f"{suit}{n}": f"{n}{suit}" for suit in "mps" for n in range(1, 10)},
        **{f"{suit}0": f"5{suit}" for suit in "mps"},
        **{f"z{n}": f"{n}z" for n in range(1, 8)},
        **{f"{suit}{n}": f"{suit}{n}" for suit in "fg" for n in range(1, 5)},
    },
    "wtb": {
        **{f"{letter}{n}": f"{n}{suit}" for letter, suit in zip("wtb", "msp", strict=True) for n in range(1, 10)},
        **{f"f{n}": f"{n}z" for n in range(1, 5)},
        "j1": "7z", "j2": "6z", "j3": "5z",
        **{f"h{n}": f"{'g' if n < 5 else 'f'}{(n - 1) % 4 + 1}" for n in range(1, 9)},
    },
    "cdb": {
        **{f"{letter}{n}": f"{n}{suit}" for letter, suit in zip("cdb", "mps", strict=True) for n in range(1, 10)},
        **{f"{letter}{n}": "" for letter in "fs" for n in range(1, 5)},
    },
}  # fmt: skip
"""Short codes, letter first. Beside `C`, `D` and `B`, `F` and `S` are flowers and seasons, which makers number
differently: which face each is has to be said."""

_CODE: Final = re.compile(r"([a-z])([0-9])|([0-9])([a-z])")


def classes_of(
    names: Sequence[str], own: Mapping[str, str] | None = None, *, file: str = "classes"
) -> list[int | None]:
    """For each foreign class name the index of the class it means, or None for one to be left out.

    `own` says what names mean where this module does not know or knows otherwise: a tile code, `back` or `ignore`.
    Raises `LabelError` with all names that nothing is known about, or that several conventions read differently.
    """
    given = checked_meanings(own or {}, file)
    rest = [name for name in names if name not in given]
    words = {name: _word(name) for name in rest}
    codes = _codes([name for name in rest if words[name] is None], file)
    known = {**{name: word for name, word in words.items() if word}, **codes, **given}
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise LabelError("unknown_classes", file=file, names=", ".join(map(repr, unknown)), example=unknown[0])
    return [None if known[name] == IGNORED else CLASS_NAMES.index(known[name]) for name in names]


def checked_meanings(own: Mapping[str, str], file: str) -> dict[str, str]:
    """What a person says that names mean; `LabelError` where one would be no tile, `back` or `ignore`."""
    wrong = sorted(f"{name!r} = {code!r}" for name, code in own.items() if code not in (*CLASS_NAMES, IGNORED))
    if wrong:
        raise LabelError("class_means_no_tile", file=file, classes=", ".join(wrong))
    return dict(own)


def _word(name: str) -> str | None:
    """The class a name spells out, None if it is no such word."""
    plain = _plain(name)
    return _HONOUR_OF.get(plain) or _coloured(plain) or _wind(plain) or _suited(plain)


def _coloured(plain: str) -> str | None:
    words = plain.split()
    return _COLOURED.get("".join(word for word in words if word != "dragon")) if "dragon" in words else None


def _wind(plain: str) -> str | None:
    code = _HONOUR_OF.get(re.sub(r"^wind | ?wind$|[风風]$", "", plain))
    return code if code in ("1z", "2z", "3z", "4z") else None


def _suited(plain: str) -> str | None:
    """A number beside a suit, in either order: `1 characters`, `two of bamboos`, `dots 5`, `伍萬`."""
    joined = plain.replace(" of ", " ")
    for number, word in ((number, word) for number, words in _NUMBERS.items() for word in words):
        for rest in (joined.removeprefix(word), joined.removesuffix(word)):
            if rest != joined and rest.strip() in _SUIT_OF:
                return f"{number}{_SUIT_OF[rest.strip()]}"
    return None


def _codes(names: Sequence[str], file: str) -> dict[str, str]:
    """Short codes read by the one convention that explains all of them; names that none explains are left out."""
    letters = {name: _letter_first(name) for name in names}
    found = {name: code for name, code in letters.items() if any(code in codes for codes in _CONVENTIONS.values())}
    if not found:
        return {}
    fitting = [codes for codes in _CONVENTIONS.values() if all(code in codes for code in found.values())]
    readings = {tuple(codes[code] for code in found.values()) for codes in fitting}
    if len(readings) > 1:
        raise LabelError("ambiguous_classes", file=file, example=next(iter(found)))
    if not readings:
        return {}
    return {name: code for name, code in zip(found, readings.pop(), strict=True) if code}


def _letter_first(name: str) -> str:
    match = _CODE.fullmatch(_plain(name).replace(" ", ""))
    if match is None:
        return ""
    return f"{match[1]}{match[2]}" if match[1] else f"{match[4]}{match[3]}"


def _plain(name: str) -> str:
    """Lower case, full-width characters made plain, words parted by single spaces."""
    folded = unicodedata.normalize("NFKC", name).lower()
    return " ".join(re.sub(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z]{2})|[-_./\s]+", " ", folded).split())


_SUIT_OF: Final = {word: suit for suit, words in _SUIT_WORDS.items() for word in words}
_HONOUR_OF: Final = {word: code for code, words in _HONOURS.items() for word in words}
