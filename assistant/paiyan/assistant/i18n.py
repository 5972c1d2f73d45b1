"""One catalogue of texts for the command line, the API and the page, in Chinese (zh-Hans) and English.

`catalogue/<area>.json` holds `{"key": {"zh": "…{param}…", "en": "…{param}…"}}`; keys are unique over all areas.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, Literal

from paiyan.assistant.program import program

Lang = Literal["zh", "en"]

LANGUAGES: Final[tuple[Lang, ...]] = ("zh", "en")
DEFAULT_LANGUAGE: Final[Lang] = "zh"
_CHOSEN: Final = "PAIYAN_LANG"
_OF_TYPE: Final = ("expected", "got")
"""Params that may name the type of a JSON value, `type.<name>` in the catalogue."""
_OF_FIELD: Final = "name"
_ABOUT_FIELDS: Final = ("error.", "note.compare_")
"""A param that may name a field of a case, `case.<name>` in the catalogue, in texts whose keys begin so."""
_REASONS: Final = ("reason", "detail")
"""Params that may be what the system or a parser said."""
_PLACE_IN_TOML: Final = re.compile(r"(.+) \(at (?:line (\d+), column (\d+)|end of document)\)")
_ENGLISH: Final = re.compile(r"(?=.*[A-Za-z]{2} [A-Za-z]{2})[\x00-\x7f\u2010-\u201f\u2026]+", re.DOTALL)
"""A sentence of another program, not a name or a path."""


class CatalogueError(Exception):
    """A catalogue that cannot be used: a key twice, or a language missing."""


@cache
def catalogue() -> Mapping[str, Mapping[Lang, str]]:
    """All texts by key; `CatalogueError` if two areas share a key or an entry lacks a language."""
    texts: dict[str, Mapping[Lang, str]] = {}
    for area in sorted(files("paiyan.assistant").joinpath("catalogue").iterdir(), key=lambda entry: entry.name):
        if not area.name.endswith(".json"):
            continue
        for key, entry in json.loads(area.read_text(encoding="utf-8")).items():
            if key in texts:
                raise CatalogueError(f"{area.name}: the key {key!r} is defined twice")
            missing = [language for language in LANGUAGES if not isinstance(entry.get(language), str)]
            if missing:
                raise CatalogueError(f"{area.name}: {key!r} lacks {', '.join(missing)}")
            texts[key] = MappingProxyType({language: entry[language] for language in LANGUAGES})
    return MappingProxyType(texts)


def has_text(key: str) -> bool:
    """Whether the catalogue knows `key`."""
    return key in catalogue()


def text(key: str, lang: Lang, **params: object) -> str:
    """The text `key` in `lang` with its `{params}` filled in; `KeyError` for an unknown key or a missing param.

    Where `count` is 1 the key's `.one` is taken, and its `.near` where `near` says what was likely meant, if there is
    such a text. Types of JSON values and fields of a case that the engine's errors name are put in words. `{program}`
    is how this program is run, `{tile_name}` what the face `tile` is called.
    """
    known = catalogue()
    forms = (f"{key}.one" if params.get("count") == 1 else "", f"{key}.near" if params.get("near") else "")
    found = next((form for form in forms if form in known), key)
    return known[found][lang].format_map(
        _Params({name: _in_words(key, name, value, lang) for name, value in params.items()}, lang)
    )


class _Params(dict[str, object]):
    """Params of a text; `program`, how this program is run, need not be among them, nor `tile_name` beside a `tile`."""

    def __init__(self, params: Mapping[str, object], lang: Lang) -> None:
        super().__init__(params)
        self._lang = lang

    def __missing__(self, name: str) -> object:
        if name == "program":
            return program()
        if name == "tile_name":
            return catalogue()[f"tile.{self['tile']}"][self._lang]
        raise KeyError(name)


def _in_words(key: str, name: str, value: object, lang: Lang) -> object:
    if name in _OF_TYPE:
        named = catalogue().get(f"type.{value}")
        return named[lang] if named else value
    if name == _OF_FIELD and key.startswith(_ABOUT_FIELDS):
        words = catalogue().get(f"case.{value}", {}).get(lang, value)
        return value if words == value else text("case.field", lang, words=words, field=value)
    if name in _REASONS:
        return _reason_in_words(value, lang)
    return value


def _reason_in_words(reason: object, lang: Lang) -> object:
    """Why the data pipeline, the system, or the parser of TOML, could not: in words where the catalogue has them as
    `unusable.<code>` or `reason.<what they say>`, else quoted as it stands."""
    by_code = _code_in_words(reason, lang)
    if by_code is not None:
        return by_code
    if isinstance(reason, OSError) and reason.strerror:
        why = _reason_in_words(reason.strerror, lang)
        return why if reason.filename is None else text("reason.of", lang, what=reason.filename, why=why)
    said = str(reason)
    named = catalogue().get(f"reason.{said}")
    if named is not None:
        return named[lang]
    place = _PLACE_IN_TOML.fullmatch(said)
    if place is not None:
        why, line, column = place.groups()
        at = text("reason.toml.line", lang, line=line, column=column) if line else text("reason.toml.end", lang)
        return text("reason.toml", lang, at=at, why=_reason_in_words(why, lang))
    if lang != DEFAULT_LANGUAGE or not _ENGLISH.fullmatch(said):
        return reason
    return text("reason.other", lang, said=said)


def _code_in_words(reason: object, lang: Lang) -> str | None:
    """What an error of ours with a code and params says, such as a `ToldError` or a `PhotoError`."""
    code, params = getattr(reason, "code", None), getattr(reason, "params", None)
    key = next((key for key in (f"unusable.{code}", f"{code}") if key in catalogue()), None)
    return None if key is None or not isinstance(params, Mapping) else text(key, lang, **params)


def term_text(term: str, language: Lang) -> str:
    """What a Chinese term of a win is called in the language, the term beside it where they differ."""
    key = _keys_of_terms().get(term)
    name = term if key is None else text(key, language)
    return name if name == term else f"{name} ({term})"


@cache
def _keys_of_terms() -> Mapping[str, str]:
    return {texts["zh"]: key for key, texts in catalogue().items() if key.startswith("hu.")}


def preferred_language(accept_language: str | None) -> Lang:
    """The language an `Accept-Language` header asks for; Chinese where it names neither of ours."""
    ranked: list[tuple[float, Lang]] = []
    for part in (accept_language or "")[:1000].split(","):
        tag, _, parameters = part.strip().partition(";")
        language = _language_of_tag(tag)
        weight = _weight(parameters)
        if language and weight > 0:
            ranked.append((weight, language))
    return max(ranked, key=lambda entry: entry[0])[1] if ranked else DEFAULT_LANGUAGE


def environment_language(environment: Mapping[str, str] = os.environ) -> Lang:
    """The language of the terminal: `PAIYAN_LANG`, else the locale variables, else Chinese."""
    for name in (_CHOSEN, "LC_ALL", "LC_MESSAGES", "LANG"):
        if language := _language_of_tag(environment.get(name, "").replace("_", "-")):
            return language
    return DEFAULT_LANGUAGE


@contextmanager
def speaking(language: Lang) -> Iterator[Lang]:
    """Has this process, and those that it starts meanwhile, speak `language`."""
    before = os.environ.get(_CHOSEN)
    os.environ[_CHOSEN] = language
    try:
        yield language
    finally:
        if before is None:
            del os.environ[_CHOSEN]
        else:
            os.environ[_CHOSEN] = before


def _language_of_tag(tag: str) -> Lang | None:
    primary = tag.strip().lower().split("-")[0].split(".")[0]
    return next((language for language in LANGUAGES if language == primary), None)


def _weight(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
