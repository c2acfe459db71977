"""The entries of the workload as a table: who does what, what it needs, and how it fits each machine of the alternative."""

from __future__ import annotations

import msgspec

from desktop_app.services.build_edits import free_id
from desktop_app.services.why import name_of_figure
from planner.assess.demand import EntryFigures
from planner.assess.run import Assessment
from planner.catalog.choices import choice_text
from planner.catalog.items import Item
from planner.figure import Figure
from planner.messages import Message, format_number
from planner.plan.document import Plan, WorkloadEntry
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue, UseItem
from planner.plan.field_names import JOB_NAMES


class EntryRow(msgspec.Struct, frozen=True, kw_only=True):
    """An entry: what, by whom, how often and long, on how many cards, memory of one card, and which fields nobody said."""

    id: str
    title: str
    detail: str
    people: str
    per_week: str
    hours: str
    devices: int
    memory: Figure
    assumed: tuple[str, ...] = ()


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What cards show, each with its name and memory as sold (GB); ``marked`` is the one that counts (GiB)."""

    cards: tuple[tuple[str, str, Figure], ...]
    marked: Figure | None = None


class MemoryPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the memory of one entry: its figure over all cards, and the GiB of it on one card."""

    name: str
    figure: Figure
    gib: float


def entry_rows(assessment: Assessment, language: str) -> tuple[EntryRow, ...]:
    """Return the entries in the order of the plan."""
    return tuple(_row(assessment, entry, language) for entry in assessment.plan.workload)


def memory_parts(assessment: Assessment, entry: str, language: str) -> tuple[MemoryPart, ...]:
    """Return what the memory of one card is filled with, the largest part first; nothing where it is not known."""
    found = assessment.context.demand.get(entry)
    if found is None:
        return ()
    typed = "memory_need_gib" in found.entry.facts  # is said of one card
    cards = 1 if typed else max(found.entry.devices, 1)
    known = [part for part in found.parts if part.value]
    return tuple(
        MemoryPart(name=name_of_figure(part, assessment.plan, language), figure=part, gib=(part.value or 0.0) / cards)
        for part in sorted(known, key=lambda part: -(part.value or 0))
    )


def demand_of(assessment: Assessment, entry: str) -> EntryFigures | None:
    """Return the figures of an entry, None where there is no such entry."""
    return assessment.context.demand.get(entry)


def _row(assessment: Assessment, entry: WorkloadEntry, language: str) -> EntryRow:
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
        assumed=entry.assumed,
    )


# --- edits -----------------------------------------------------------------------------------------------------------


def add_entry_edit(plan: Plan, kind: str) -> tuple[str, Edit]:
    """Return the id of a new, empty entry of a kind and the edit that adds it."""
    name = free_id(kind, {one.id for one in plan.workload})
    title = {"zh": choice_text("kind", kind, "zh"), "en": choice_text("kind", kind, "en")}
    method = "full" if kind in ("train", "vision") else "infer"
    part = {"id": name, "title": title, "kind": kind, "method": method, "assumed": [*training_defaults(kind, method)]}
    return name, AddPart(path="workload", value=part)


def training_defaults(kind: str, method: str) -> tuple[str, ...]:
    """Return the fields of training whose start values this program chose: they are marked as assumed until somebody says them."""
    return tuple(name for name in _CHOSEN if method != "infer" and name in FIELDS.get(kind, ()))


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


_SERVED = ("dtype", "kv_dtype", "seq_len", "output_len", "batch", "devices", "tensor_parallel")
_TRAINED = (
    *("method", "dtype", "seq_len", "batch", "micro_batches", "devices", "optimizer", "grad_checkpoint", "selective"),
    *("lora_rank", "tensor_parallel", "pipeline_parallel", "zero_stage", "offload"),
)
FIELDS: dict[str, tuple[str, ...]] = {
    "inference": _SERVED,
    "batch": _SERVED,
    "train": _TRAINED,
    "course": ("method", "dtype", "seq_len", "batch", "devices", "lora_rank"),
    "vision": ("method", "batch", "devices"),
    "diffusion": ("method", "dtype", "batch", "devices"),
    "video": ("method", "batch", "devices"),
    "science": ("devices",),
    "edge": ("dtype", "batch", "devices"),
}
_CHOSEN = ("optimizer", "grad_checkpoint")
_SAMPLES = ("train_samples", "sample_tokens", "epochs")
FACTS: dict[str, tuple[str, ...]] = {
    "inference": ("ttft_goal_s", "tpot_goal_ms"),
    "batch": ("documents_per_run", "finish_by_h"),
    "train": _SAMPLES,
    "course": _SAMPLES,
    "video": ("clip_s",),
    "diffusion": ("image_px",),
    "science": ("atoms",),
}
_ALWAYS = ("title", "kind")
_TIMES = ("sessions_per_week", "hours_per_session")


def entry_paths(entry: WorkloadEntry) -> tuple[tuple[str, Message | None], ...]:
    """Return the places of an entry's fields with their names (None: the attribute's); a typed memory need is always there."""
    own = FIELDS.get(entry.kind, ("devices",))
    fields = [(f"workload/{entry.id}/{name}", JOB_NAMES[name]) for name in (*_ALWAYS, *own, *_TIMES, "stack")]
    told = (*FACTS.get(entry.kind, ()), *(("host_memory_gbs",) if entry.offload != "none" else ()))
    facts = [(f"workload/{entry.id}/facts/{name}", None) for name in told]
    return (*fields, *facts, (f"workload/{entry.id}/facts/memory_need_gib", JOB_NAMES["memory_need_gib"]))
