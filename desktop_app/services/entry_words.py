"""A sentence or a preset as an entry of the plan: what was understood is said back, the edit marks what was assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from desktop_app.services.build_edits import free_id
from desktop_app.services.sentence_cleaning import cleaned_sentence
from desktop_app.services.workload_table import training_defaults
from planner import tables
from planner.catalog.attributes import attribute
from planner.catalog.choices import choice_text
from planner.figure import Quality
from planner.messages import Message, format_number, format_value, msg, render
from planner.plan.edits import AddPart, Batch, Edit, SetValue, UseItem
from planner.plan.field_names import JOB_NAMES
from planner.workload.presets import Preset, first_of_kind, job_presets
from planner.workload.two_jobs import Sentence, read_jobs
from planner.workload.words import Group, Reading, Value

if TYPE_CHECKING:
    from db.store import Store
    from planner.catalog.items import Item
    from planner.labels import Labelled
    from planner.plan.document import Plan, WorkloadEntry

_FACTS = {"memory_need_gib": "GiB", "documents_per_run": "", "finish_by_h": "", "clip_s": "s", "image_px": "px"}
_PLAIN = frozenset({"kind"})  # said by the name of the job itself
_LISTED = {"dtype": "workload/formats.csv"}


class Echo(msgspec.Struct, frozen=True, kw_only=True):
    """What a sentence came to, in words: understood, assumed with sources, not understood; each '' where there is none.

    ``usable`` tells that its ``jobs`` can be added, ``whole`` that nothing of weight was left over.
    """

    understood: str
    assumed: str
    unread: str
    usable: bool
    whole: bool = True
    jobs: int = 1
    mixed: bool = False


def read_words(text: str, store: Store) -> Sentence:
    """Return the jobs that a sentence names, with the models of the catalog to know them by name."""
    return read_jobs(cleaned_sentence(text), store.catalog.items("model"))


def echo_of_sentence(sentence: Sentence, store: Store, language: str) -> Echo:
    """Return what a sentence came to in words, its jobs one after the other; two that cannot be told apart are not usable."""
    found = [echo_of_reading(one, store, language) for one in sentence.readings]
    if len(found) == 1:
        both = not sentence.parted
        return msgspec.structs.replace(
            found[0], usable=found[0].usable and not both, whole=not sentence.lost, mixed=both
        )
    return Echo(
        understood=_numbered([one.understood for one in found]),
        assumed=_numbered([one.assumed for one in found]),
        unread=("、" if language == "zh" else ", ").join(one.unread for one in found if one.unread),
        usable=True,
        whole=not sentence.lost,
        jobs=len(found),
    )


def _numbered(parts: list[str]) -> str:
    """Return what is said of several jobs, each after its number."""
    return "  ".join(f"({at}) {part}" for at, part in enumerate(parts, 1) if part)


def echo_of_reading(reading: Reading, store: Store, language: str) -> Echo:
    """Return a reading in words."""
    stop = "；" if language == "zh" else "; "
    parts: list[str] = []
    if reading.preset is not None:
        parts.append(reading.title.label(language))
    if reading.people is not None:
        parts.append(_people_words(reading.people, language))
    values = [one for one in (*reading.values, *reading.facts) if one.field not in _PLAIN]
    if reading.model is not None:
        values.append(reading.model)
    parts += [_said(one, store, language) for one in values if one.said]
    assumed = [_said(one, store, language) for one in values if not one.said]
    unread = ("、" if language == "zh" else ", ").join(f"“{part}”" for part in reading.unread)
    return Echo(
        understood=stop.join(parts),
        assumed=stop.join(assumed),
        unread=unread,
        usable=reading.preset is not None,
    )


def _people_words(people: Group, language: str) -> str:
    text = msg("words.people", "{count} {who}", count=people.count, who=people.title)
    return render(text, language)


def _said(one: Value, store: Store, language: str) -> str:
    name = field_name(one.field, language)
    return f"{name} {_shown(one, store, language)}"


def field_name(field: str, language: str) -> str:
    """Return what a field of an entry, or a fact beside it, is called."""
    if field == "model":
        return render(msg("entry.model", "Model"), language)
    if field in JOB_NAMES:
        return render(JOB_NAMES[field], language)
    return attribute(field, "entry").labelled.label(language)


def _shown(one: Value, store: Store, language: str) -> str:
    value = one.value
    if one.field == "model":
        return store.catalog.get(str(value)).name if store.catalog.has(str(value)) else str(value)
    if one.field == "method":
        return choice_text("method", str(value), language)
    if one.field in _LISTED:
        words = {row["id"]: row["zh" if language == "zh" else "en"] for row in tables.rows(_LISTED[one.field])}
        return words.get(str(value), str(value))
    if one.field == "finish_by_h" and isinstance(value, int | float):
        return f"{int(value)}:{round(value % 1 * 60):02d}"
    unit = _FACTS.get(one.field, "")
    shown = format_number(value) if isinstance(value, int | float) else str(value)
    return f"{shown} {unit}".rstrip()


# --- edits -----------------------------------------------------------------------------------------------------------


def reading_edit(plan: Plan, reading: Reading, store: Store) -> tuple[str, Edit]:
    """Return the id of a new entry and the one step that adds it, with its people and model; needs a preset.

    A group of the same name and number that the plan has is taken, else it is added.
    """
    assert reading.preset is not None
    edits: list[Edit] = []
    people = ""
    if reading.people is not None:
        people, made = _group_edits(plan, reading.people)
        edits += made
    values = {one.field: one.value for one in reading.values}
    facts = {one.field: _fact(one) for one in reading.facts}
    model = None
    if reading.model is not None and store.catalog.has(str(reading.model.value)):
        model = store.catalog.get(str(reading.model.value))
    assumed = [one.field for one in reading.assumed if one.field not in facts]
    part = _part(plan, reading.preset, reading.title, values, facts)
    more = _entry_edits({**part, "people": people}, model, assumed)
    return part["id"], Batch(edits=(*edits, *more), title=reading.title.zh)


def preset_edit(plan: Plan, preset: Preset, store: Store) -> tuple[str, Edit]:
    """Return the id of a new entry and the edit that adds a preset: everything but its kind is assumed."""
    values: dict[str, Any] = dict(preset.values)
    facts: dict[str, Any] = {}
    for field, told in preset.facts.items():
        facts[field] = _fact(Value(field=field, value=told, source=preset.source))
    model = store.catalog.get(preset.model) if preset.model and store.catalog.has(preset.model) else None
    assumed = [name for name in values if name not in ("kind", "method")]
    if model is not None:
        assumed.append("model")
    part = _part(plan, preset, preset.title, values, facts)
    return part["id"], Batch(edits=_entry_edits(part, model, assumed), title=preset.title.zh)


def offered_presets() -> tuple[Preset, ...]:
    """Return the presets of all kinds in the order in which they are offered."""
    return job_presets()


def assumption_source(entry: WorkloadEntry) -> str:
    """Return where the start values of an entry's kind come from, in English; '' for a kind without presets."""
    preset = first_of_kind(entry.kind, entry.method) or first_of_kind(entry.kind)
    return "" if preset is None else preset.source


def _part(plan: Plan, preset: Preset, title: Labelled, values: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    part = {
        "id": free_id(preset.id, {one.id for one in plan.workload}),
        "title": {"zh": title.zh, "en": title.en},
        "stack": list(preset.stack),
        "facts": facts,
        **values,
    }
    if part.get("method") == "infer":
        part["kv_dtype"] = "fp8" if part.get("dtype") == "fp8" else "bf16"
    return part


def _entry_edits(part: dict[str, Any], model: Item | None, assumed: list[str]) -> tuple[Edit, ...]:
    """Return the steps of a new entry; what is assumed is marked last, since a value that is set counts as said."""
    edits: list[Edit] = [AddPart(path="workload", value=part)]
    if model is not None:
        edits.append(UseItem(path=f"workload/{part['id']}/model", item=model))
    assumed = [
        *assumed,
        *(name for name in training_defaults(part["kind"], part.get("method", "infer")) if name not in part),
    ]
    if assumed:
        edits.append(SetValue(path=f"workload/{part['id']}/assumed", value=sorted(set(assumed))))
    return tuple(edits)


def _group_edits(plan: Plan, people: Group) -> tuple[str, list[Edit]]:
    """Return the id of the group of these people, and the edit that adds it where the plan has none."""
    for one in plan.people:
        if one.count == people.count and people.title.en.casefold() in one.title.en.casefold():
            return one.id, []
    wanted = people.title.en.replace(" ", "-")
    name = free_id(wanted, {one.id for one in plan.people})
    value = {"id": name, "title": {"zh": people.title.zh, "en": people.title.en}, "count": people.count}
    return name, [AddPart(path="people", value=value)]


def _fact(one: Value) -> dict[str, Any]:
    quality = Quality.ENTERED if one.said else Quality.ASSUMED
    value = float(one.value) if isinstance(one.value, int | float) else one.value
    return {"value": value, "quality": quality.value, "source": one.source}


def assumed_words(entry: WorkloadEntry, language: str) -> Message | None:
    """Return the sentence that names what nobody said of an entry, None where everything was said."""
    if not entry.assumed:
        return None
    names = tuple(field_name(one, language) for one in entry.assumed if one in (*JOB_NAMES, "model"))
    return msg("entry.assumed", "Assumed, please confirm: {names}", names=format_value(names, language))
