"""Advice as JSON."""

from __future__ import annotations

from paiyan.engine.advice.expectation import ENDED, METHOD
from paiyan.engine.advice.position import read_position
from paiyan.engine.advice.results import Advice, Blocked, Choice, Wait
from paiyan.engine.ruling import Label

Json = dict[str, object]


def advise_case(data: object) -> Json:
    """Advice for the position in ``data`` as JSON; :class:`~paiyan.engine.errors.InputError` if it is none."""
    # Working it out needs numpy, which nothing else of the engine waits for.
    from paiyan.engine.advice.advise import advise

    return write_advice(advise(read_position(data)))


def write_advice(advice: Advice) -> Json:
    """``advice`` as JSON; the key of each entry is that of its text."""
    position = advice.position
    return {
        "ruleset": position.rules.id,
        "tiles": len(position.tiles),
        "shanten": advice.shape - 1,
        "win_shanten": None if advice.win is None else advice.win - 1,
        "unseen": position.unseen,
        "rounds": position.rounds,
        "assumed": dict(position.assumed),
        "method": {
            "id": METHOD,
            "params": {"rounds": position.rounds, "ended": round(100 * ENDED)},
            "key": f"advice.method.{METHOD}",
        },
        "wins": [_wait(one) for one in advice.wins],
        "choices": [_choice(one) for one in advice.choices],
    }


def _choice(one: Choice) -> Json:
    return {
        "discard": None if one.discard is None else one.discard.code,
        "shanten": one.shape - 1,
        "win_shanten": None if one.win is None else one.win - 1,
        "expected": None if one.expected is None else round(one.expected, 2),
        "copies": one.copies,
        "useful": [{"tile": each.tile.code, "left": each.left} for each in one.useful],
        "waits": [_wait(each) for each in one.waits],
        "blocked": [_blocked(each) for each in one.blocked],
        "risks": [
            {"id": note.id.partition(".")[0], "params": dict(note.params), "key": f"risk.{note.id}"}
            for note in one.risks
        ],
    }


def _wait(one: Wait) -> Json:
    sheet = one.sheet
    return {
        "tile": one.tile.code,
        "left": one.left,
        "hu_class": sheet.hu_class,
        "hu_label": sheet.label.term if sheet.label else None,
        "label": _label(sheet.label),
        "class_points": sheet.class_points,
        "points": sheet.points,
        "fans": list(sheet.fans) if isinstance(sheet.fans, tuple) else dict(sheet.fans) if sheet.fans else None,
        "tags": list(sheet.tags) if sheet.tags is not None else None,
        "zimo": list(one.drawn),
        "ron": {str(seat): list(gains) for seat, gains in sorted(one.given.items())},
    }


def _label(label: Label | None) -> Json | None:
    return {"id": label.id, "term": label.term, "key": f"hu.{label.id}"} if label else None


def _blocked(one: Blocked) -> Json:
    return {
        "tile": one.tile.code,
        "left": one.left,
        "faults": [{"id": fault.id, "params": dict(fault.params), "key": fault.key} for fault in one.faults],
    }
