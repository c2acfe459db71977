"""一、项目概况与目标: the project at a glance, goals as functions, the workload, and where the thresholds come from."""

from __future__ import annotations

from planner.assess.demand import EntryFigures
from planner.assess.mix import load_of
from planner.catalog.items import Item as CatalogItem
from planner.documents.book.derivation import derivation
from planner.documents.book.draft import Draft
from planner.documents.model import Block, Cell, KeyValue, KeyValues, Note, Number, Paragraph, Row, Section, Table, Text
from planner.limits import limit
from planner.messages import Labelled, format_number, format_quantity
from planner.money import Money, sum_money
from planner.plan.document import WorkloadEntry
from planner.tables import rows
from planner.tender.needs import WHOLE, label_need
from planner.tender.over_money import excess_of
from planner.tender.texts import opening
from planner.workload.demand import load_hours
from planner.workload.fit import VISIBLE_SHARE

_PLACE = "overview"


def overview(draft: Draft) -> Section:
    """Return the section; what the plan does not tell is a blank and on the list of open points."""
    parts: list[Block] = [_project(draft), _goals(draft)]
    if draft.assessment.context.workload:
        parts.append(_workload(draft))
    derived = derivation(draft)
    if derived is not None:
        parts.append(derived)
    return Section(title=draft.say("overview"), anchor="section-overview", blocks=tuple(parts), new_page=True)


# ---------------------------------------------------------------------------------------------- the project
def _project(draft: Draft) -> Section:
    items = (
        KeyValue(draft.say("project.name"), Text(draft.name)),
        KeyValue(draft.say("project.money"), Text(money_line(draft))),
        KeyValue(draft.say("project.method"), Text(draft.say("blank"))),
        KeyValue(draft.say("project.evaluation"), Text(_evaluation(draft))),
        KeyValue(draft.say("project.place"), _place(draft)),
        KeyValue(draft.say("project.origin"), Text(_origin(draft))),
        KeyValue(draft.say("project.contact"), draft.blank(_PLACE, "project.contact")),
    )
    table = KeyValues(
        items=items, caption=draft.say("project.caption"), anchor="project", widths_mm=(34, 132), media="paper"
    )
    return Section(title=draft.say("project.caption"), blocks=(table,))


def money_line(draft: Draft) -> str:
    """Return budget, ceilings and what is outside in one sentence; the parts add up to the budget."""
    purchase, budget = draft.purchase, draft.assessment.context.budget.amount
    said = [draft.say("money.budget", amount=draft.money(budget))]
    if budget is None:
        draft.open(_PLACE, "money.budget_name", "fill")
    if purchase.cap is None:
        draft.open(_PLACE, "money.caps_name", "fill")
    each = ("、" if draft.zh else " and ").join(
        draft.say("money.each", package=draft.package(one), amount=draft.money(one.cap)) for one in purchase.packages
    )
    said.append(
        draft.say("money.caps", amount=draft.money(purchase.cap), each=each)
        if draft.is_split
        else draft.say("money.cap", amount=draft.money(purchase.cap))
    )
    outside = [draft.say("money.other", name=draft.title(one), amount=draft.money(one.cap)) for one in purchase.outside]
    rest = _rest(draft, budget)
    if rest is not None:
        outside.append(draft.say("money.other", name=draft.say("money.rest"), amount=draft.money(rest)))
    if outside:
        said.append(draft.say("money.outside", each=("、" if draft.zh else "; ").join(outside)))
    over = excess_of(draft.assessment, purchase)
    if over is not None:
        values = {"asked": draft.money(over.asked), "excess": draft.money(over.excess)}
        values["what"] = draft.say("money.over.with" if purchase.outside else "money.over.alone")
        draft.open(_PLACE, draft.say("open.over_budget", **values), "settle")
        said.append(draft.say("money.over", **values))
    return "".join(said) if draft.zh else " ".join(said)


def _rest(draft: Draft, budget: Money | None) -> Money | None:
    """Return what the budget leaves beside the ceilings and the works, None where it is not known or nothing."""
    caps = [draft.purchase.cap, *(one.cap for one in draft.purchase.outside)]
    known = [one for one in caps if one is not None]
    if budget is None or len(known) < len(caps):
        return None
    rest = budget - sum_money(known)
    return rest if rest.amount > 0 else None


def _evaluation(draft: Draft) -> str:
    if draft.is_company:
        return draft.say("evaluation.company")
    said = [draft.prefix(one) + draft.say(f"evaluation.{one.kind}") for one in draft.purchase.packages]
    if draft.is_split:
        said.append(draft.say("evaluation.apart"))
    return "".join(said) if draft.zh else " ".join(said)


def _place(draft: Draft) -> Cell:
    rooms = [node.title for node in draft.assessment.plan.nodes("room") if node.title]
    goods = draft.purchase.of("goods")
    if rooms and goods is not None:
        return Text(draft.join(rooms))
    return draft.blank(_PLACE, "project.place")


def _origin(draft: Draft) -> str:
    if draft.assessment.context.switches.domestic == "required":
        return draft.say("origin.required")
    if not draft.is_company:
        draft.open(_PLACE, "project.origin", "settle")
    return draft.say(f"origin.{draft.profile}")


# ---------------------------------------------------------------------------------------------- goals
def _goals(draft: Draft) -> Section:
    context = draft.assessment.context
    roles = {item.line.role for item in draft.purchase.items}
    told = [_goal(draft, entry, context.demand[entry.id].model) for entry in context.workload]
    told += [draft.say(f"goal.{role}") for role in ("storage", "ups", "cloud") if role in roles]
    listed = tuple(Paragraph(marker=f"{number}.", text=words, media="paper") for number, words in enumerate(told, 1))
    intro = Paragraph(text=draft.say("goals.intro" if told else "goals.none"), media="paper")
    if not context.workload:
        draft.open(_PLACE, "goals", "fill")
    return Section(title=draft.say("goals"), blocks=(intro, *listed))


def _goal(draft: Draft, entry: WorkloadEntry, model: CatalogItem | None) -> str:
    what = (
        _goal_words(entry)
        .label(draft.language)
        .format_map({"model": model_name(draft, model), "title": entry.title.label(draft.language)})
    )
    users = people(draft, entry)
    details = [
        draft.say("goal.users", users=users) if users else "",
        draft.say("goal.length", count=format_number(entry.seq_len)) if entry.seq_len else "",
        draft.say("goal.batch", count=format_number(entry.batch)) if entry.batch and entry.kind == "inference" else "",
        draft.say("goal.devices", count=entry.devices) if entry.devices > 1 else "",
    ]
    joint = "，" if draft.zh else ", "
    if not draft.zh:
        what = what[0].upper() + what[1:]
    return draft.say("goal", what=what, details="".join(joint + part for part in details if part))


def _goal_words(entry: WorkloadEntry) -> Labelled:
    found = rows("tender/goals.csv")
    row = next(
        (row for row in found if row["kind"] == entry.kind and row["method"] in ("", entry.method)),
        found[0],
    )
    return Labelled(zh=row["zh"], en=row["en"])


def model_name(draft: Draft, model: CatalogItem | None) -> str:
    """Return a model by its size ('76亿参数模型'), never by its name."""
    size = _size(draft, model)
    return draft.say("model.sized", size=size) if size else draft.say("model.any")


def _size(draft: Draft, model: CatalogItem | None) -> str:
    """Return the parameters of a model to two figures, in 亿 or in thousand millions; '' where they are not known."""
    billions = model.number("params_total_b") if model is not None else None
    if billions is None:
        return ""
    return format_number(float(f"{billions * 10 if draft.zh else billions:.2g}"))


def people(draft: Draft, entry: WorkloadEntry) -> str:
    """Return who uses it and how many they are; '' where nobody is named."""
    found = next((one for one in draft.assessment.plan.people if one.id == entry.people), None)
    if found is None:
        return ""
    return draft.say("people", who=found.title.label(draft.language), count=found.count)


# ---------------------------------------------------------------------------------------------- workload
def _workload(draft: Draft) -> Section:
    columns = draft.columns(
        "workload",
        ("task", 34, "text"),
        ("users", 26, "text", "center"),
        ("weekly", 22, "text", "center"),
        ("hours", 17, "number", "center"),
        ("model", 26, "text", "center"),
        ("memory", 21, "text", "center"),
        ("carried", 20, "text", "center"),
    )
    lines = tuple(_workload_row(draft, one) for one in draft.assessment.context.demand.values())
    table = Table(columns=columns, rows=lines, caption=draft.say("workload.caption"), anchor="workload", media="paper")
    share = format_number(limit("mem.fits").require() * 100) + "%"
    said = draft.say("workload.note", share=share)
    tight = [one.title.label(draft.language) for one in draft.assessment.context.workload if _is_tight(draft, one.id)]
    for task in tight:
        draft.open(_PLACE, draft.say("open.tight", task=task), "check")
    if tight:
        named = draft.join(draft.say("quoted", task=task) for task in tight)
        said += ("" if draft.zh else " ") + draft.say("workload.tight", tasks=named)
    note = Note(text=said, media="paper")
    return Section(title=draft.say("workload"), blocks=(table, note))


def _workload_row(draft: Draft, one: EntryFigures) -> Row:
    entry = one.entry
    weekly, total = _weekly(draft, one)
    return Row(
        (
            Text(entry.title.label(draft.language)),
            draft.dash(people(draft, entry)),
            weekly,
            total,
            Text(draft.say("model.size", size=size) if (size := _size(draft, one.model)) else "—"),
            _memory(draft, one),
            Text(_carried(draft, entry)),
        )
    )


def _weekly(draft: Draft, one: EntryFigures) -> tuple[Cell, Cell]:
    """Return how often each person works and for how long, and the card-hours that all of them take in a week."""
    entry = one.entry
    counts = {group.id: float(group.count) for group in draft.assessment.plan.people}
    total = load_hours(load_of(one, counts), f"workload/{entry.id}")
    sessions, hours = entry.sessions_per_week, entry.hours_per_session
    if sessions is None or hours is None or total.value is None:
        draft.open(_PLACE, draft.say("open.weekly", task=entry.title.label(draft.language)), "verify")
        return draft.cell(draft.say("verify")), draft.cell(draft.say("verify"))
    key = "weekly.each" if entry.people in counts and entry.kind != "inference" else "weekly"
    said = draft.say(key, sessions=format_number(sessions), hours=format_number(hours))
    return Text(said), Number(round(total.value, 1))


def _memory(draft: Draft, one: EntryFigures) -> Cell:
    share = WHOLE if _is_tight(draft, one.entry.id) else limit("mem.fits")
    need = label_need(f"workload/{one.entry.id}/label_gb", one.per_device_gib, VISIBLE_SHARE, share)
    if not need.known:
        draft.open(_PLACE, draft.say("open.memory", task=one.entry.title.label(draft.language)), "verify")
        return draft.cell(draft.say("verify"))
    return Text(format_quantity(need.require(), "GB", draft.language))


def _is_tight(draft: Draft, entry: str) -> bool:
    """Tell whether an entry fits the machines of the plan without the customary margin only."""
    verdicts = {one.verdict for one in draft.assessment.context.fits if one.entry == entry}
    return "tight" in verdicts and "fits" not in verdicts


def _carried(draft: Draft, entry: WorkloadEntry) -> str:
    fits = draft.assessment.context.fits
    numbers = [draft.numbers[one.line] for one in fits if one.entry == entry.id and one.verdict in ("fits", "tight")]
    if numbers:
        key = "carried" if len(numbers) == 1 else "carried.many"
        return draft.say(key, numbers=draft.join(map(str, numbers)))
    service = draft.purchase.of("service")
    if service is not None:
        return opening(draft.package(service), draft.language)
    draft.open(_PLACE, draft.say("open.carried", task=entry.title.label(draft.language)), "settle")
    return draft.say("carried.none")
