"""The entries of the workload as a table: who does what, what it needs, and how it fits each machine of the alternative."""

from __future__ import annotations

import msgspec

from desktop_app.services.build_edits import free_id
from desktop_app.services.desk import Desk
from desktop_app.services.plans import plan_from_template
from desktop_app.services.why import name_of_figure
from planner.assess.demand import EntryFigures, Fit
from planner.assess.run import Assessment
from planner.catalog.choices import choice_text
from planner.catalog.items import Item
from planner.figure import Figure
from planner.messages import Labelled, Message, format_number, msg, render
from planner.plan.document import Plan, WorkloadEntry
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue, UseItem
from planner.plan.templates import template_ids

_STATUS = {"fits": "ok", "tight": "warn", "no": "error", "unknown": "unknown"}
_WORDS: dict[str, Message] = {
    "fits": msg("workload.fits", "fits"),
    "tight": msg("workload.tight", "tight"),
    "no": msg("workload.no", "too small"),
    "unknown": msg("common.unknown", "unknown"),
}


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """A machine the entries are fitted to: its line, its card, and the memory of one card as sold (GB)."""

    line: str
    name: str
    memory: str


class FitCell(msgspec.Struct, frozen=True, kw_only=True):
    """How an entry fits a machine: status, word with the margin in per cent or what is short in GiB, and the reason."""

    status: str
    word: str
    reason: str
    need: Figure


class EntryRow(msgspec.Struct, frozen=True, kw_only=True):
    """An entry: what, by whom, how often and long, on how many cards, memory of one card, and its fits by line."""

    id: str
    title: str
    detail: str
    people: str
    per_week: str
    hours: str
    devices: int
    memory: Figure
    fits: dict[str, FitCell]


class MemoryPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the memory of one entry in GiB."""

    name: str
    figure: Figure


def machines(assessment: Assessment) -> tuple[Machine, ...]:
    """Return the machines that entries are fitted to, in the order of the lines."""
    fitted = dict.fromkeys(fit.line for fit in assessment.context.fits)
    found = []
    for line in fitted:
        figures = assessment.context.lines[line]
        card = figures.card
        memory = card.number("memory_gb") if card is not None else None
        name = card.name if card is not None else line
        found.append(Machine(line=line, name=name, memory=f"{format_number(memory)} GB" if memory else ""))
    return tuple(found)


def entry_rows(assessment: Assessment, language: str) -> tuple[EntryRow, ...]:
    """Return the entries in the order of the plan."""
    by_entry: dict[str, list[Fit]] = {}
    for fit in assessment.context.fits:
        by_entry.setdefault(fit.entry, []).append(fit)
    return tuple(_row(assessment, entry, by_entry.get(entry.id, []), language) for entry in assessment.plan.workload)


def memory_parts(assessment: Assessment, entry: str, language: str) -> tuple[MemoryPart, ...]:
    """Return what the memory of an entry is made of, the largest part first; nothing where it is not known."""
    found = assessment.context.demand.get(entry)
    if found is None:
        return ()
    known = [part for part in found.parts if part.value]
    return tuple(
        MemoryPart(name=name_of_figure(part, assessment.plan, language), figure=part)
        for part in sorted(known, key=lambda part: -(part.value or 0))
    )


def limits(assessment: Assessment, entry: str) -> tuple[tuple[str, Figure], ...]:
    """Return the memory that one card of each machine shows, by the name of the card."""
    names = {machine.line: machine.name for machine in machines(assessment)}
    return tuple((names[fit.line], fit.visible_gib) for fit in assessment.context.fits if fit.entry == entry)


def demand_of(assessment: Assessment, entry: str) -> EntryFigures | None:
    """Return the figures of an entry, None where there is no such entry."""
    return assessment.context.demand.get(entry)


def _row(assessment: Assessment, entry: WorkloadEntry, fits: list[Fit], language: str) -> EntryRow:
    plan = assessment.plan
    group = next((one for one in plan.people if one.id == entry.people), None)
    model = plan.item_of(entry.model)
    kind = choice_text("kind", entry.kind, language)
    method = choice_text("method", entry.method, language) if entry.kind in ("train", "course", "vision") else ""
    detail = [kind, method, model.name if model else "", group.title.label(language) if group else ""]
    return EntryRow(
        id=entry.id,
        title=entry.title.label(language),
        detail=("，" if language == "zh" else ", ").join(part for part in detail if part),
        people=str(group.count) if group else "",
        per_week=format_number(entry.sessions_per_week) if entry.sessions_per_week is not None else "",
        hours=format_number(entry.hours_per_session) if entry.hours_per_session is not None else "",
        devices=entry.devices,
        memory=assessment.context.demand[entry.id].per_device_gib,
        fits={fit.line: _fit(fit, language) for fit in fits},
    )


def _fit(fit: Fit, language: str) -> FitCell:
    need, seen = fit.need_gib.value, fit.visible_gib.value
    word = render(_WORDS[fit.verdict], language)
    if need is not None and seen:
        if need > seen:
            short = format_number(round(need - seen, 1))
            word = render(msg("workload.short", "{amount} GiB short", amount=short), language)
        elif fit.verdict in ("fits", "tight"):
            margin = f"{(1 - need / seen) * 100:.0f} %"
            word = render(msg("workload.margin", "{share} left", share=margin), language)
    return FitCell(status=_STATUS[fit.verdict], word=word, reason=render(fit.reason, language), need=fit.need_gib)


# --- edits -----------------------------------------------------------------------------------------------------------


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """An entry to begin with, taken from a template, with the catalog row of its model."""

    title: Labelled
    entry: WorkloadEntry
    model: Item | None


def presets(desk: Desk) -> tuple[Preset, ...]:
    """Return the entries of all templates, each once."""
    found: dict[str, Preset] = {}
    for template in template_ids():
        plan = plan_from_template(template, desk.store, desk.today, plan_id="presets")
        for entry in plan.workload:
            preset = Preset(title=entry.title, entry=entry, model=plan.item_of(entry.model))
            found.setdefault(entry.id, preset)
    return tuple(found.values())


def add_preset_edit(plan: Plan, preset: Preset) -> tuple[str, Edit]:
    """Return the id of a new entry and the edit that adds it; a group of people the plan does not have is left out."""
    name = free_id(preset.entry.id, {one.id for one in plan.workload})
    people = preset.entry.people if any(one.id == preset.entry.people for one in plan.people) else ""
    entry = msgspec.structs.replace(preset.entry, id=name, model="", people=people)
    edits: list[Edit] = [AddPart(path="workload", value=msgspec.to_builtins(entry))]
    if preset.model is not None:
        edits.append(UseItem(path=f"workload/{name}/model", item=preset.model))
    return name, edits[0] if len(edits) == 1 else Batch(edits=tuple(edits), title=preset.title.zh)


def add_entry_edit(plan: Plan, kind: str) -> tuple[str, Edit]:
    """Return the id of a new, empty entry of a kind and the edit that adds it."""
    name = free_id(kind, {one.id for one in plan.workload})
    title = {"zh": choice_text("kind", kind, "zh"), "en": choice_text("kind", kind, "en")}
    method = "full" if kind in ("train", "vision") else "infer"
    return name, AddPart(path="workload", value={"id": name, "title": title, "kind": kind, "method": method})


def remove_entries_edit(entries: list[str]) -> Edit:
    """Return the edit that removes entries."""
    edits = tuple(RemovePart(path=f"workload/{name}") for name in entries)
    return edits[0] if len(edits) == 1 else Batch(edits=edits)


def model_edit(entry: str, model: Item) -> Edit:
    """Return the edit that lets an entry use a model."""
    return UseItem(path=f"workload/{entry}/model", item=model)


def people_edit(entry: str, group: str) -> Edit:
    """Return the edit that says who does it; '' for nobody in particular."""
    return SetValue(path=f"workload/{entry}/people", value=group)


FIELDS: dict[str, tuple[str, ...]] = {
    "inference": ("dtype", "kv_dtype", "seq_len", "output_len", "batch", "devices"),
    "batch": ("dtype", "kv_dtype", "seq_len", "output_len", "batch", "devices"),
    "train": ("method", "dtype", "seq_len", "batch", "devices", "optimizer", "grad_checkpoint", "lora_rank"),
    "course": ("method", "dtype", "seq_len", "batch", "devices", "lora_rank"),
}
_ALWAYS = ("title", "kind")
_TIMES = ("sessions_per_week", "hours_per_session")
NAMES: dict[str, Message] = {
    "title": msg("entry.title", "What is done"),
    "kind": msg("entry.kind", "Kind"),
    "method": msg("entry.method", "Method"),
    "dtype": msg("entry.dtype", "Weights"),
    "kv_dtype": msg("entry.kv_dtype", "KV cache"),
    "seq_len": msg("entry.seq_len", "Tokens in one sequence"),
    "output_len": msg("entry.output_len", "Tokens of an answer"),
    "batch": msg("entry.batch", "At the same time"),
    "devices": msg("entry.devices", "Cards"),
    "optimizer": msg("entry.optimizer", "Optimiser"),
    "grad_checkpoint": msg("entry.grad_checkpoint", "Checkpoint activations"),
    "lora_rank": msg("entry.lora_rank", "LoRA rank"),
    "sessions_per_week": msg("entry.sessions", "Times a week, each person"),
    "hours_per_session": msg("entry.hours", "Hours each time"),
    "memory_need_gib": msg("entry.memory", "Memory measured or asked for"),
}


def entry_paths(entry: WorkloadEntry) -> tuple[tuple[str, Message], ...]:
    """Return the places of an entry's fields with their names; a typed memory need is always among them."""
    own = FIELDS.get(entry.kind, ("devices",))
    fields = [(f"workload/{entry.id}/{name}", NAMES[name]) for name in (*_ALWAYS, *own, *_TIMES)]
    return (*fields, (f"workload/{entry.id}/facts/memory_need_gib", NAMES["memory_need_gib"]))
