"""The speed of one entry on one candidate in words: figures, the roofline, and what was measured here in their place."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import msgspec

from planner.assess.entry_jobs import quantity_of
from planner.assess.entry_use import NAMES
from planner.assess.speed import EntrySpeed, entry_speed
from planner.assess.terms import Terms, card_terms, line_terms
from planner.checks.site_parts import asked
from planner.errors import PlannerError
from planner.figure import Figure, Quality
from planner.messages import Message, format_figure, msg, render
from planner.pictures.roofline import BOUND_WORDS, roofline_scene
from planner.plan.edits import Edit, RemovePart, SetValue
from planner.plan.measured import QUANTITIES, job_now, same_job, typed_measurement
from planner.workload.bands import BandClass, band, short
from planner.workload.deadline import RUN_H, run_h
from planner.workload.entry_job import EntryJob, ceiling_on, floor_on, speed_on
from planner.workload.guard import refuse_impossible, refuse_too_short
from planner.workload.roofline import Roofline, roofline
from planner.workload.throughput import SpeedJob, sparse

if TYPE_CHECKING:
    from planner.assess.demand import EntryFigures
    from planner.assess.run import Assessment
    from planner.catalog.items import Item
    from planner.documents.model import Language
    from planner.pictures.scene import Scene
    from planner.plan.document import Measurement, Plan, WorkloadEntry


_CLASSES: dict[str, BandClass] = {
    "decode_tps": "decode",
    "prefill_tps": "prefill",
    "ttft_s": "prefill",
    "served_tps": "serve",
    "train_tps": "train",
    "step_time_s": "train",
    "slo_tps": "serve",
    "run_hours": "train",
    "images_s": "vision",
    "clip_s": "video",
    "image_s": "image",
}


class SpeedRow(msgspec.Struct, frozen=True, kw_only=True):
    """One figure of speed: its name, value and range in words, what it replaces, and the figure itself."""

    name: str
    value: str
    extent: str
    figure: Figure


class Speed(msgspec.Struct, frozen=True, kw_only=True):
    """An entry on a card: the rows of figures, the picture of its roofline with its figures by key, and what must be said."""

    rows: tuple[SpeedRow, ...]
    scene: Scene
    figures: dict[str, Figure]
    bound: str
    notes: tuple[str, ...]


class MeasuredView(msgspec.Struct, frozen=True, kw_only=True):
    """What is measured in place of the speed: its quantity ('' where none is reckoned), unit, value, day and note as typed.

    ``unused`` says why it does not count on the card that is shown, '' where it does.
    """

    quantity: str
    name: str
    unit: str
    value: str = ""
    date: str = ""
    note: str = ""
    here: bool = False
    unused: str = ""


def terms_on(assessment: Assessment, card: Item, offers: tuple[Item, ...] = ()) -> Terms:
    """Return power and prices of the alternative's machine with the card, else of the bare card with a share of a host."""
    lines = assessment.context.lines.values()
    line = next((one for one in lines if one.card is not None and one.card.id == card.id and one.line.quantity), None)
    if line is None:
        return card_terms(card, assessment.plan.facts)
    return line_terms(assessment, line, offers)


def speed_of(  # noqa: PLR0913 - what the panel shows depends on
    demand: EntryFigures,
    job: EntryJob,
    card: Item,
    language: Language,
    size_mm: tuple[float, float],
    terms: Terms | None = None,
) -> Speed:
    """Return the speed of an entry on a card and its roofline drawn ``size_mm`` wide and high; energy and cost by ``terms``."""
    speeds = entry_speed(demand, card.id, card, terms)
    found = roofline(job, card)
    entry = demand.entry.title.label(language)
    scene = roofline_scene(found, entry, card.name, language, *size_mm)
    said = [*speeds.notes, *found.notes]
    if job.measured is not None and job.measured.card in ("", card.id):
        said.append(msg("speed.picture_estimate", "The point in the roofline is the estimate, not the measurement."))
    notes = dict.fromkeys(render(note, language) for note in said)
    return Speed(
        rows=(*_deadline(demand, job, card, language), *_rows(speeds, job, language)),
        scene=scene,
        figures=_figures(found),
        bound=render(BOUND_WORDS[found.bound], language),
        notes=tuple(notes),
    )


def _rows(speeds: EntrySpeed, job: EntryJob, language: str) -> list[SpeedRow]:
    rows = []
    for name, settled in speeds.results:
        figure, estimate = settled.figure, settled.estimate
        extent = ""
        if figure is not estimate:
            extent = render(_replaced(figure, estimate), language)
        elif figure.low is not None and figure.high is not None:
            extent = render(_ranges(name, figure, job), language)
        elif figure.value is None and figure.missing:
            extent = render(msg("speed.missing", "to be told: {missing}", missing=asked(figure.missing)), language)
        rows.append(
            SpeedRow(
                name=_name(name, estimate, language),
                value=format_figure(figure, language),
                extent=extent,
                figure=figure,
            )
        )
    return rows


def _deadline(demand: EntryFigures, job: EntryJob, card: Item, language: str) -> tuple[SpeedRow, ...]:
    """Return the time that a batch of documents takes beside the hours there are; nothing where nobody told a number."""
    told, task = demand.entry.facts.get("documents_per_run"), job.task
    if told is None or not isinstance(told.value, float) or not isinstance(task, SpeedJob):
        return ()
    try:
        took = run_h(msgspec.structs.replace(task, card=card), told.value, f"workload/{job.id}/{card.id}")
    except PlannerError:
        return ()
    there = demand.entry.hours_per_session
    extent = ""
    if took.value is not None and there is not None:
        said = (
            msg("speed.in_time", "done in the {hours} h there are", hours=there)
            if took.value <= there
            else msg("speed.too_late", "too late: there are {hours} h", hours=there)
        )
        extent = render(said, language)
    return (
        SpeedRow(name=RUN_H.label.label(language), value=format_figure(took, language), extent=extent, figure=took),
    )


def _ranges(name: str, figure: Figure, job: EntryJob) -> Message:
    """Return the ranges that half and nine of ten published cases of the figure's class lie in."""
    value, low, high = figure.require(), short(figure.low or 0.0), short(figure.high or 0.0)
    kind = _CLASSES.get(name)
    if kind is None:
        return msg("speed.range", "nine of ten cases {low} to {high}", low=low, high=high)
    if kind == "decode" and isinstance(job.task, SpeedJob) and sparse(job.task.model):
        kind = "decode_moe"
    factor = 1 + band(kind).p50
    return msg(
        "speed.ranges",
        "half {near}–{far}, nine of ten {low}–{high}",
        near=short(value / factor),
        far=short(value * factor),
        low=low,
        high=high,
    )


def _replaced(figure: Figure, estimate: Figure) -> Message:
    day = figure.source_date or "-"
    if figure.quality is not Quality.MEASURED or figure.formula is not None:
        return msg(
            "speed.follows",
            "follows from the measurement {date}; the estimate was {estimate}",
            date=day,
            estimate=estimate,
        )
    if estimate.value is None:
        return msg("speed.measured_only", "measured here {date}", date=day)
    return msg(
        "speed.measured_instead", "measured here {date}; the estimate was {estimate}", date=day, estimate=estimate
    )


def _name(name: str, estimate: Figure, language: str) -> str:
    known = NAMES.get(name) or (QUANTITIES[name][1] if name in QUANTITIES else None)
    if known is not None:
        return known.label(language)
    return name if estimate.formula is None else estimate.formula.label.label(language)


def _figures(found: Roofline) -> dict[str, Figure]:
    """Return the figures that the picture's spots stand for, by key."""
    shown = [one.reached for one in found.points] + [found.peak, found.bandwidth, found.ridge]
    return {one.key: one for one in shown}


# --- measured here ---------------------------------------------------------------------------------------------------


def measured_view(plan: Plan, entry: str, job: EntryJob | None, card: Item | None, language: str) -> MeasuredView:
    """Return what stands in the fields of a measurement of the entry's speed."""
    quantity = "" if job is None else quantity_of(job)
    if not quantity:
        return MeasuredView(quantity="", name="", unit="")
    unit, name = QUANTITIES[quantity]
    of = next(one for one in plan.workload if one.id == entry)
    told = of.measured.get(quantity)
    if told is None:
        return MeasuredView(quantity=quantity, name=name.label(language), unit=unit)
    return MeasuredView(
        quantity=quantity,
        name=name.label(language),
        unit=unit,
        value=_as_typed(told.value),
        date=told.date.isoformat() if told.date else "",
        note=told.note,
        here=True,
        unused=_unused(told, of, plan.item_of(of.model), card, language),
    )


def _as_typed(value: float) -> str:
    """Return a number as somebody would type it: never with a power of ten."""
    return f"{value:.10f}".rstrip("0").rstrip(".")


def _unused(told: Measurement, entry: WorkloadEntry, model: Item | None, card: Item | None, language: str) -> str:
    """Return why a measurement does not count for the entry as it is, on ``card``; '' where it does."""
    if not same_job(told, entry, model):
        return render(msg("measured.other_job.short", "measured for another job: not used"), language)
    if card is not None and told.card not in ("", card.id):
        return render(
            msg("measured.other_card", "measured on another card ({card}): not used", card=told.card), language
        )
    return ""


def measured_edit(  # noqa: PLR0913 - what is kept of a measurement
    plan: Plan, job: EntryJob, card: Item, text: str, note: str, today: dt.date
) -> Edit:
    """Return the edit that puts a measured speed on ``card`` in the place of its estimate, for the job as it is now.

    Raises:
        InputError: the text is no speed, or more than the card's memory and arithmetic allow.
    """
    quantity = quantity_of(job)
    path = f"workload/{job.id}/measured/{quantity}"
    told = typed_measurement(quantity, text, path)
    refuse_impossible(told["value"], ceiling_on(job, card), path)
    refuse_too_short(told["value"], floor_on(job, card), path)
    entry = next(one for one in plan.workload if one.id == job.id)
    kept = {"date": today.isoformat(), "note": note.strip(), "card": card.id}
    return SetValue(path=path, value={**told, **kept, "job": job_now(entry, plan.item_of(entry.model))})


def forget_measured_edit(job: EntryJob) -> Edit:
    """Return the edit that takes a measured speed away: the estimate stands again."""
    return RemovePart(path=f"workload/{job.id}/measured/{quantity_of(job)}")


def estimate_text(job: EntryJob, card: Item, language: str) -> str:
    """Return the estimate that a measurement replaces, with its range; '' where there is none."""
    try:
        found = speed_on(job, card)
    except PlannerError:
        return ""
    if found is None or found.value is None or found.low is None or found.high is None:
        return ""
    said = msg("speed.estimate", "estimate {value}, nine of ten cases {low} to {high}", value=found,
               low=short(found.low), high=short(found.high))  # fmt: skip
    return render(said, language)
