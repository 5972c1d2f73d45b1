"""Rulings and settlements as tables for people. They come as the JSON of `paiyan rule`; texts from the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from paiyan.assistant.commands.question_views import answer_text, answer_words, questions_view
from paiyan.assistant.commands.set_options import triplets
from paiyan.assistant.i18n import Lang, has_text, term_text, text
from paiyan.assistant.reading.focus import own_tiles
from paiyan.assistant.reading.model import FOREIGN_TILES, Status, TableReading
from paiyan.assistant.scoring import Facts, Scoring
from paiyan.engine.rules import find_ruleset

Json = Mapping[str, Any]

_METHODS = ("method", "as_method")
"""Params that name a way of winning."""


def answer_view(answer: Json, title: str, language: Lang) -> RenderableType:
    """A line of `paiyan rule` with its `ruleset` under a title: a ruling, or what is wrong with the case."""
    heading = Text(title, style="bold")
    if "error" in answer:
        return Group(heading, Text(f"  {answer['error']['message']}", style="red"), Text())
    paid = [settlement_view(answer["settlement"], language)] if find_ruleset(answer["ruleset"]).pays_wins else []
    return Group(heading, ruling_view(answer, language), *paid, Text())


def ruling_view(ruling: Json, language: Lang) -> RenderableType:
    """Whether the hand wins, its class, every condition, factor and payment with its reason."""
    explanation = ruling["explanation"]
    parts: list[RenderableType] = [_verdict(ruling, language)]
    parts += _judgement(explanation, bool(ruling["valid"]), language)
    for claim in explanation.get("claims", ()):
        won = text("score.valid" if claim["valid"] else "score.rejected", language)
        parts.append(Text(f"{text('score.seat', language, seat=claim['winner'])}: {won}", style="bold"))
        parts += _judgement(claim, claim["valid"], language)
    parts += [Text(f"  ! {entry_text(note, language)}", style="yellow") for note in explanation["notes"]]
    if explanation["payments"]:
        parts.append(_payments_table(explanation["payments"], language))
    return Group(*parts)


def _judgement(explanation: Json, valid: bool, language: Lang) -> list[RenderableType]:
    """What one claim fails and what would help; or the conditions it meets and what it is worth."""
    parts: list[RenderableType] = []
    faults = [entry_text(fault, language) for fault in explanation["faults"]]
    fixes = [entry_text(fix, language) for fix in explanation["nearest"]]
    parts += [Text(f"  ✗ {fault}", style="red") for fault in faults]
    parts += [Text(f"  → {fix}", style="yellow") for fix in fixes]
    if valid:
        parts += [Text(f"  ✓ {entry_text(one, language)}") for one in explanation["conditions"] if one["holds"]]
        parts += [Text(f"  ✓ {entry_text(use, language)}") for use in explanation["wilds"]]
        if explanation["lines"]:
            parts.append(_lines_table(explanation["lines"], language))
        parts += [Text(f"  · {entry_text(one, language)}", style="dim") for one in explanation["alternatives"]]
    return parts


def _verdict(ruling: Json, language: Lang) -> Text:
    if ruling["valid"] is None:
        return Text(text("score.events_only", language), style="bold")
    if not ruling["valid"]:
        return Text(text("score.rejected", language), style="bold red")
    label = ruling["explanation"]["label"]
    name = text(label["key"], language) if label and has_text(label["key"]) else str(ruling["hu_label"] or "")
    verdict = Text(text("score.valid", language), style="bold green")
    lines = ruling["explanation"]["lines"]
    # A fixed sum, as for 天胡, is not the worth of its class.
    fixed = bool(lines) and not lines[0]["id"].startswith("class_")
    if ruling["hu_class"] is not None and not fixed:
        params = {"number": ruling["hu_class"], "name": name, "points": ruling["class_points"]}
        verdict.append("  " + text("score.class", language, **params), style="bold")
    elif name:
        verdict.append(f"  {name}", style="bold")
    if ruling["waits"]:
        verdict.append("  " + text("score.waits", language, waits=" ".join(ruling["waits"])), style="dim")
    return verdict


def entry_text(entry: Json, language: Lang) -> str:
    """The text of a condition, fault, line or payment; its id where the catalogue has none."""
    tiles = " ".join(entry.get("tiles", ()))
    params = {name: _plain(value) for name, value in {"tiles": tiles, **entry["params"]}.items()}
    params |= {name: term_text(str(params[name]), language) for name in ("label", "by") if name in params}
    params |= {name: answer_words(params[name], language) for name in _METHODS if name in params}
    return text(entry["key"], language, **params) if has_text(entry["key"]) else str(entry.get("id", entry["key"]))


def _plain(value: object) -> object:
    return " ".join(str(part) for part in value) if isinstance(value, list) else value


def _lines_table(lines: Sequence[Json], language: Lang) -> RenderableType:
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 2))
    for _ in range(3):
        table.add_column(overflow="fold")
    for line in lines:
        value = str(line["points"]) if "points" in line else f"×{line['factor']}"
        seats = line["seats"]
        note = "" if seats is None else text("score.line.seats", language, seats=", ".join(map(str, seats)))
        table.add_row(entry_text(line, language), value, Text(note, style="dim"))
    return table


def _payments_table(payments: Sequence[Json], language: Lang) -> RenderableType:
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 2))
    for _ in range(3):
        table.add_column(overflow="fold")
    for payment in payments:
        who = text("score.payment", language, payer=payment["payer"], payee=payment["payee"])
        reason = entry_text({"id": payment["reason"], **payment}, language)
        table.add_row(who, Text(str(payment["amount"]), justify="right"), Text(reason, style="dim"))
    return table


def settlement_view(settlement: Sequence[int], language: Lang, title: str | None = None) -> RenderableType:
    """Gains and losses of the four seats."""
    table = Table(title=title, title_justify="left", show_edge=False)
    for seat in range(len(settlement)):
        table.add_column(text("score.seat", language, seat=seat), justify="right")
    table.add_row(*(amount_text(amount) for amount in settlement))
    return table


def amount_text(amount: int) -> Text:
    """An amount with its sign, in colour."""
    return Text(f"{amount:+d}" if amount else "0", style="green" if amount > 0 else "red" if amount < 0 else "dim")


def scoring_view(
    scoring: Scoring, language: Lang, at_sight: TableReading | None = None, facts: Facts | None = None
) -> RenderableType:
    """A scoring: the ruling where it is certain; otherwise what is possible under which answers, and what to ask.
    `at_sight` is the reading before anything was said of its tiles: places count as in it. Examples fit the `facts`."""
    at_sight = at_sight or scoring.reading
    parts: list[RenderableType] = []
    if scoring.ruling is None:
        parts.append(Text(_why_no_ruling(scoring, language), style="bold yellow"))
    elif scoring.certain:
        parts.append(ruling_view(scoring.ruling, language))
        parts += _settled_view(scoring, language)
    else:
        parts.append(Text(text(_of("score.uncertain", scoring), language), style="bold yellow"))
        parts.append(_conditional_view(scoring, at_sight, language))
    if scoring.questions:
        now = scoring.reading
        asked = questions_view(at_sight, scoring.questions, language, with_options=True, now=now, facts=facts)
        parts.append(asked)
    kongs = scoring.may_be_kongs
    options = " ".join(f"--set {tile}=kong" for tile in kongs)
    triplet = next(iter(triplets(scoring.reading)), "") if scoring.reading is not None else ""
    for one in scoring.assumed:
        assumed = text(f"score.assumed.{one}", language, tiles=", ".join(kongs), option=options, triplet=triplet)
        parts.append(Text(assumed, style="yellow"))
    return Group(*parts)


def _of(key: str, scoring: Scoring) -> str:
    """The key of a text about a settlement, or about the verdict where the rules say nothing of payments."""
    return key if scoring.pays else f"{key}.unpaid"


def _settled_view(scoring: Scoring, language: Lang) -> list[RenderableType]:
    """A settlement that is certain; nothing where the rules say nothing of payments."""
    if scoring.settlement is None:
        return []
    doubtful = [Text(text("score.certain.doubtful", language), style="dim")] if _has_doubtful_tiles(scoring) else []
    return [
        settlement_view(scoring.settlement, language, text("score.settlement", language)),
        Text(text("score.certain", language), style="green"),
        *doubtful,
    ]


def _why_no_ruling(scoring: Scoring, language: Lang) -> str:
    foreign = next((one for one in scoring.questions if one.id == FOREIGN_TILES), None)
    if foreign is None:
        return text("score.cannot_rule", language)
    return text(
        "score.cannot_rule.foreign_tiles", language, rules=text(f"ruleset.{foreign.params['ruleset']}", language)
    )


def _has_doubtful_tiles(scoring: Scoring) -> bool:
    reading = scoring.reading
    return reading is not None and any(reading.tiles[index].status is Status.DOUBTFUL for index in own_tiles(reading))


def _conditional_view(scoring: Scoring, at_sight: TableReading | None, language: Lang) -> RenderableType:
    """One line for each combination of answers, how many more there are, and the range of what each seat may gain in
    any of them."""
    table = Table(title=text(_of("score.conditional", scoring), language), title_justify="left", show_edge=False)
    table.add_column(text("score.condition", language), overflow="fold")
    table.add_column("", overflow="fold")
    for seat in range(4) if scoring.pays else ():
        table.add_column(text("score.seat", language, seat=seat), justify="right")
    for one in scoring.conditional:
        answers = "; ".join(answer_text(at_sight, question, answer, language) for question, answer in one.answers)
        table.add_row(
            answers or text("score.as_read", language),
            _verdict(one.ruling, language),
            *(amount_text(amount) for amount in one.settlement if scoring.pays),
        )
    if scoring.left_out:
        table.add_row(Text(text("score.conditional.left_out", language, count=scoring.left_out), style="dim"))
    if scoring.pays and scoring.low and scoring.high and scoring.low != scoring.high:
        table.add_section()
        spans = (_span(low, high, language) for low, high in zip(scoring.low, scoring.high, strict=True))
        table.add_row(text("score.range", language), "", *spans)
    return table


def _span(low: int, high: int, language: Lang) -> str:
    """The least and the most a seat may gain, or that nothing still open changes it."""
    least = amount_text(low).plain
    return text("score.range.same", language, amount=least) if low == high else f"{least}…{amount_text(high).plain}"
