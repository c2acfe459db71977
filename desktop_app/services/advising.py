"""Advice for a plan as JSON and as text."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator

from desktop_app.services.assessing import assess_plan
from desktop_app.services.views import JsonObject, figure_json
from planner.advice.acceptance import AcceptanceTest
from planner.advice.leaving import Leaving
from planner.advice.of_plan import Adaptation, PlanAdvice, StackFit, advise
from planner.advice.records import Advice, Correction, Reason, Rejected, Text
from planner.advice.sources import Sourcing, source_name
from planner.catalog.items import Item
from planner.figure import Figure, Quality
from planner.messages import Message, format_value, msg, render
from planner.plan.document import Plan
from planner.source_words import source_text


def advise_plan(
    plan: Plan, alternative: str, market: tuple[Item, ...], today: dt.date, offers: tuple[Item, ...] = ()
) -> PlanAdvice:
    """Return all advice for a plan and one alternative ('' the chosen one); raises UnknownIdError."""
    assessment = None
    if plan.alternatives:
        assessment = assess_plan(plan, alternative or plan.chosen or plan.alternatives[0].id, today, market)[0]
    return advise(plan, alternative, market, assessment, offers)


def advice_json(found: PlanAdvice, language: str) -> JsonObject:
    """Return the advice as ``advise`` prints it."""
    return {
        "alternative": found.alternative or None,
        "advice": [_advice(one, language) for one in found.advice],
        "corrections": [_correction(rule, language) for rule in corrections(found)],
        "sources": None if found.sources is None else _sources(found.sources, language),
        "adaptation": [_adaptation(one) for one in found.adaptations],
        "acceptance": [_test(one, language) for one in found.tests],
        "software": [_stack(one, language) for one in found.stacks],
        "leaving": [_leaving(line, one, language) for line, one in found.leaving],
    }


def corrections(found: PlanAdvice) -> tuple[Correction, ...]:
    """Return the rules of thumb that the advice puts right, each once."""
    return tuple({rule.id: rule for one in found.advice for rule in one.corrections}.values())


def advice_lines(found: PlanAdvice, language: str) -> Iterator[str]:
    """Yield the advice for people: what, why, what not, what would change it."""
    for one in found.advice:
        yield from _lines(one, language)
    rules = corrections(found)
    if rules:
        yield "== " + render(msg("advise.rules", "Rules of thumb, put right"), language)
        yield from (f"  {render(_verdict(rule), language)}" for rule in rules)
    if found.tests:
        yield "== " + render(msg("advise.tests", "To measure on arrival"), language)
        yield from (f"  {_test_line(one, language)}" for one in found.tests)
    if found.stacks:
        yield "== " + render(msg("advise.software", "Software on the cards"), language)
        yield from _stack_lines(found.stacks, language)
    for moved in found.adaptations:
        yield "== " + render(_moved(moved), language)
    if found.leaving:
        yield "== " + render(msg("advise.data", "Data"), language)
        yield from (f"  {_headed(line, one.note, language)}" for line, one in found.leaving)


def _stack_lines(found: tuple[StackFit, ...], language: str) -> Iterator[str]:
    for one in found:
        yield f"  {_MARKS[one.fit.outcome]} {_headed(f'{one.entry} · {one.line}', one.fit.message, language)}"
        if one.fit.remedy is not None and one.fit.outcome != "pass":
            yield f"    {_said(one.fit.remedy, language)}"


_MARKS = {"pass": "+", "note": "+", "warning": "!", "error": "!!", "unknown": "?"}


def _headed(head: str, text: Text, language: str) -> str:
    return render(msg("advise.headed", "{head}: {said}", head=head, said=text), language)


def _lines(one: Advice, language: str) -> Iterator[str]:
    about = f" [{one.subject}]" if one.subject else ""
    yield "== " + _headed(topic_name(one.topic, language) + about, one.recommendation, language)
    for reason in one.reasons:
        yield f"  + {_said(reason.text, language)}{_numbers(reason, language)}"
    for other in one.rejected:
        told = msg("advise.not", "Not {option}: {why}", option=other.option, why=other.why)
        yield f"  - {render(told, language)}"
    for text in one.would_change:
        yield f"  ? {_said(text, language)}"
    for text in one.notes:
        yield f"  ! {_said(text, language)}"


def topic_name(topic: str, language: str) -> str:
    """Return the name of a topic for people."""
    found = _TOPICS.get(topic)
    return topic if found is None else render(found, language)


_TOPICS = {
    "chip.team": msg("advise.topic.team", "Kind of chip, by team"),
    "chip.business": msg("advise.topic.business", "Kind of chip, by business"),
    "chip.domestic_kind": msg("advise.topic.domestic_kind", "Kind of chip without imports"),
    "chip.domestic": msg("advise.topic.domestic", "Domestic card"),
    "tier": msg("advise.topic.tier", "Tier"),
    "lab_plan": msg("advise.topic.lab_plan", "Lab plan"),
    "direction": msg("advise.topic.direction", "Direction of work"),
    "separation": msg("advise.topic.separation", "Training and service"),
    "same_memory": msg("advise.topic.same_memory", "Same memory, which card"),
    "method": msg("advise.topic.method", "Fine-tuning method"),
    "framework": msg("advise.topic.framework", "Training framework"),
    "quantisation": msg("advise.topic.quantisation", "Quantisation"),
    "speculative": msg("advise.topic.speculative", "Speculative decoding"),
    "precision": msg("advise.topic.precision", "Precision"),
    "sourcing": msg("advise.topic.sourcing", "Own, rent, API, platform"),
}


def _moved(one: Adaptation) -> Message:
    if not one.low.known:
        return msg(
            "advise.adaptation_unknown",
            "Moving programs to the software of {line}: effort not known, ask for a trial.",
            line=one.line,
        )
    if one.low.quality is Quality.ENTERED:
        weeks = msg(
            "advise.adaptation_said",
            "Moving programs to the software of {line}: {weeks} person-weeks, once",
            line=one.line,
            weeks=one.low.value,
        )
    else:
        weeks = msg(
            "advise.adaptation",
            "Moving programs to the software of {line}: {low} to {high} person-weeks, once (an assumption: put in your own)",
            line=one.line,
            low=one.low.value,
            high=one.high.value,
        )
    if not one.cost_low.known:
        return weeks
    if one.cost_low.value == one.cost_high.value:
        return msg("advise.adaptation_priced", "{weeks}; {cost}", weeks=weeks, cost=one.cost_low)
    return msg("advise.adaptation_cost", "{weeks}; {low} to {high}", weeks=weeks, low=one.cost_low, high=one.cost_high)


def _sources(found: Sourcing, language: str) -> JsonObject:
    """Return the sources side by side: yuan a week and a card-hour, hours a week."""
    return {
        "gpu_hours_week": figure_json(found.asked),
        "left_gpu_hours_week": figure_json(found.left),
        "equal_gpu_hours_week": figure_json(found.equal_hours),
        "sources": [
            {
                "id": one.id,
                "name": render(source_name(one.id), language),
                "week_cny": figure_json(one.week),
                "card_hour_cny": figure_json(one.card_hour),
                "gpu_hours_week": None if one.hours is None else figure_json(one.hours),
                "parts": [figure_json(part) for part in one.parts],
                "allowed": one.allowed,
                "notes": [render(note, language) for note in one.notes],
            }
            for one in found.sources
        ],
    }


def _adaptation(one: Adaptation) -> JsonObject:
    parts = {"low": one.low, "high": one.high, "cost_low": one.cost_low, "cost_high": one.cost_high}
    return {"line": one.line, "effort": one.effort, **{name: figure_json(part) for name, part in parts.items()}}


def _verdict(rule: Correction) -> Message:
    if rule.verdict == "wrong":
        return msg("advise.wrong", "Wrong rule: “{said}” {right}", said=rule.said, right=rule.right)
    return msg("advise.loose", "Loose rule: “{said}” {right}", said=rule.said, right=rule.right)


def _numbers(reason: Reason, language: str) -> str:
    """Return the numbers of a reason that its text does not say."""
    told = tuple(getattr(reason.text, "values", {}).values())
    values = [getattr(value, "value", value) for value in told]
    said = {round(value, 9) for value in values if isinstance(value, int | float)}
    shown = (one for one in reason.figures if not any(one is value for value in told))
    rest = [one for one in shown if one.value is None or not {round(one.value, 9), round(one.value)} & said]
    if not rest:
        return ""
    return " (" + "; ".join(f"{_label(one, language)} {format_value(one, language)}" for one in rest) + ")"


def _label(figure: Figure, language: str) -> str:
    return figure.formula.label.label(language) if figure.formula is not None else figure.key.rpartition("/")[2]


def _test_line(one: AcceptanceTest, language: str) -> str:
    if one.passes is None:
        return render(msg("advise.test_plain", "{name}: {how}", name=one.name, how=one.how), language)
    if one.passes.value is None:
        said = msg("advise.agree", "{name}: {how}; pass value to be agreed on", name=one.name, how=one.how)
    elif one.sense == "least":
        said = msg("advise.least", "{name}: {how}; ≥ {value}", name=one.name, how=one.how, value=one.passes)
    else:
        said = msg("advise.most", "{name}: {how}; ≤ {value}", name=one.name, how=one.how, value=one.passes)
    return render(said, language)


def _said(text: Text, language: str) -> str:
    return format_value(text, language)


def _figures(found: Iterable[Figure]) -> list[JsonObject]:
    return [figure_json(one) for one in found]


def _advice(one: Advice, language: str) -> JsonObject:
    return {
        "topic": one.topic,
        "subject": one.subject,
        "state": one.state,
        "choice": one.choice or None,
        "recommendation": _said(one.recommendation, language),
        "reasons": [_reason(reason, language) for reason in one.reasons],
        "rests_on": [source_text(source, language) for source in one.rests_on],
        "rejected": [_rejected(other, language) for other in one.rejected],
        "would_change": [_said(text, language) for text in one.would_change],
        "notes": [_said(text, language) for text in one.notes],
        "corrections": [rule.id for rule in one.corrections],
        "missing": list(one.missing),
    }


def _reason(reason: Reason, language: str) -> JsonObject:
    return {
        "text": _said(reason.text, language),
        "figures": _figures(reason.figures),
        "source": source_text(reason.source, language),
        "quality": reason.quality.value,
    }


def _rejected(other: Rejected, language: str) -> JsonObject:
    return {
        "option": _said(other.option, language),
        "why": _said(other.why, language),
        "figures": _figures(other.figures),
    }


def _correction(rule: Correction, language: str) -> JsonObject:
    return {
        "id": rule.id,
        "verdict": rule.verdict,
        "said": _said(rule.said, language),
        "right": _said(rule.right, language),
        "figures": _figures(rule.figures),
        "source": source_text(rule.source, language),
    }


def _test(one: AcceptanceTest, language: str) -> JsonObject:
    return {
        "id": one.id,
        "part": one.part,
        "name": _said(one.name, language),
        "how": _said(one.how, language),
        "sense": one.sense,
        "pass": None if one.passes is None else figure_json(one.passes),
        "also": _figures(one.also),
        "source": source_text(one.source, language),
        "quality": one.quality.value,
    }


def _stack(one: StackFit, language: str) -> JsonObject:
    fit = one.fit
    return {
        "id": fit.id,
        "entry": one.entry,
        "line": one.line,
        "outcome": fit.outcome,
        "message": _said(fit.message, language),
        "remedy": "" if fit.remedy is None else _said(fit.remedy, language),
        "missing": list(fit.missing),
        "figures": _figures(fit.figures),
    }


def _leaving(line: str, one: Leaving, language: str) -> JsonObject:
    return {
        "line": line,
        "item": one.item,
        "leaves": one.leaves,
        "place": one.place,
        "allowed": one.allowed,
        "note": _said(one.note, language),
    }
