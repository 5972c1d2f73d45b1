"""A case as a client sends it: facts nobody has answered yet are questions, never silent defaults."""

from __future__ import annotations

from typing import Any, Final

from paiyan.engine.cases import rule_case

Document = dict[str, Any]

_FROM_OTHER: Final = ("ron", "rob_kong", "kong_leak", "haidi_ron", "dihu")
_AFTER_KONG: Final = ("kong_open", "kong_leak")


def rule_or_ask(case: Document) -> Document:
    """Ruling, settlement, certainty and questions of a case. A question is a fact that is there as null."""
    questions = [{"id": id, "params": params, "choices": choices} for id, params, choices in _questions(case)]
    if questions:
        return {"ruling": None, "settlement": None, "certain": False, "questions": questions}
    ruling = rule_case(case)
    return {"ruling": ruling, "settlement": ruling["settlement"], "certain": True, "questions": []}


def _questions(case: Document) -> list[tuple[str, Document, list[Any]]]:
    seats: list[Any] = [0, 1, 2, 3]
    asked: list[tuple[str, Document, list[Any]]] = []
    if _unanswered(case, "dealer"):
        asked.append(("dealer", {}, seats))
    if case.get("kind", "win") != "win":
        return asked
    if _unanswered(case, "winner") and not case.get("winners"):
        asked.append(("winner", {}, seats))
    method = case.get("win_method")
    if _unanswered(case, "win_method"):
        asked.append(("method", {}, []))
    if method in _FROM_OTHER and _unanswered(case, "discarder"):
        asked.append(("discarder", {}, [seat for seat in seats if seat != case.get("winner")]))
    if _unanswered(case, "win_tile"):
        asked.append(("win_tile", {}, []))
    if _unanswered(case, "kongs"):
        asked.append(("kongs", {}, []))
    if method in _AFTER_KONG and _unanswered(case, "red_kong"):
        asked.append(("red_kong", {}, [True, False]))
    melds = case.get("melds")
    for number, meld in enumerate(melds if isinstance(melds, list) else []):
        if isinstance(meld, dict) and meld.get("type") == "minggang":
            asked.append(("meld_kind", {"meld": number}, ["minggang_da", "minggang_zhua"]))
    is_open = case.get("open")
    if isinstance(is_open, list) and None in is_open:
        asked.append(("who_is_open", {"seats": [seat for seat, known in enumerate(is_open) if known is None]}, []))
    return asked


def _unanswered(case: Document, name: str) -> bool:
    return name in case and case[name] is None
