"""What a step of the history is called in words: the place it changed, and where it is said from what to what."""

from __future__ import annotations

from desktop_app.services.subjects import subject_title
from planner.checks.site_parts import quantity_name
from planner.messages import Labelled, Message, format_value, msg, render
from planner.plan import paths
from planner.plan.document import Alternative, Connection, Placement, Plan
from planner.plan.field_names import JOB_NAMES, PART_NAMES
from planner.tender.library import library

_PATTERNS: dict[str, Message] = {
    "edit.set": msg("step.set", "Change {what}", what=""),
    "edit.add": msg("step.add", "Add {what}", what=""),
    "edit.remove": msg("step.remove", "Remove {what}", what=""),
}
_WORDS: dict[str, Message] = {
    **PART_NAMES,
    "price": msg("build.head.price", "Unit price"),
    "title": msg("step.title", "name"),
    "parent": msg("step.parent", "feed"),
    "item": msg("step.item", "catalog row"),
    "card": msg("step.card", "card"),
    "model": msg("step.model", "model"),
    "fund": msg("build.head.fund", "Fund"),
    "stage": msg("build.head.stage", "Stage"),
    "budget_line": msg("cost.fund.line", "Budget line"),
    "latest_spending": msg("cost.fund.latest", "Spend by"),
    "contingency_rate": msg("cost.contingency", "Contingency"),
    "vat_rate": msg("cost.vat", "VAT where a line says none"),
    "name": msg("plan.organisation", "Unit"),
    "kind": msg("plan.kind", "Kind of unit"),
    "region": msg("plan.region", "Province or city"),
    "profile": msg("plan.profile", "Electrical standard"),
    "domestic": msg("plan.domestic", "Domestic products"),
    "data_may_leave": msg("plan.data", "Data may leave the unit"),
    "chosen": msg("alternative.choose", "This one is bought"),
    "lines": msg("step.line", "line"),
    "site": msg("step.site", "part of the site"),
    "workload": msg("step.entry", "job"),
    "people": msg("step.people", "group of people"),
    "funds": msg("cost.fund", "Fund"),
    "alternatives": msg("step.alternative", "alternative"),
    "connections": msg("build.head.feed", "Feed"),
    "placements": msg("step.placement", "place in the rack"),
    "links": msg("step.link", "network cables"),
    "to": msg("link.to", "Cabled to"),
    "waivers": msg("findings.aside", "Waived"),
    "snoozes": msg("step.snooze", "finding put aside"),
    "budget": msg("cost.budget", "Budget"),
    "marks": msg("purchase.head.mark", "Mark"),
    "created": msg("step.created", "day of the plan"),
    "type": msg("step.type", "kind"),
    "role": msg("step.role", "category"),
    "uom": msg("step.uom", "counted in"),
    "existing": msg("step.existing", "machine that is there"),
    "year": msg("step.year", "year"),
    "account": msg("step.account", "account number"),
    "units": msg("step.units", "units"),
    "bottom_u": msg("step.bottom_u", "lowest rack unit"),
    "face": msg("step.face", "side of the rack"),
    "stages": msg("build.head.stage", "Stage"),
    "wanted_by": msg("step.wanted_by", "wanted by"),
    "measured": msg("step.measured", "measured value"),
    "assumed": msg("step.assumed", "what is assumed"),
    "facts": msg("step.facts", "properties"),
    "values": msg("step.facts", "properties"),
    "calendar": msg("step.calendar", "operation"),
    "organisation": msg("plan.organisation", "Unit"),
    "switches": msg("step.switches", "rules of purchase"),
}
_HOLDERS = ("site", "workload", "people", "funds", "existing")


def step_words(label: Message | str, plan: Plan, language: str) -> str:
    """Return what a step is called; ``plan`` is any state that still has, or had, the parts the step is about."""
    if isinstance(label, str):
        return label
    inner = label.values.get("label")
    if isinstance(inner, Message):
        plain = Message(
            id=label.id, text=label.text, values={**label.values, "label": step_words(inner, plan, language)}
        )
        return render(plain, language)
    pattern = _PATTERNS.get(label.id)
    if label.id == "edit.batch.title":
        return _title_words(label, plan, language)
    if pattern is None:
        return render(label, language)
    path = label.values.get("path", "")  # one that was stored comes back in both languages, the same in each
    what = place_words(path.en if isinstance(path, Labelled) else str(path), plan, language)
    return render(Message(id=pattern.id, text=pattern.text, values={"what": what}), language)


def _title_words(label: Message, plan: Plan, language: str) -> str:
    """Return the title of several changes as one: where it is that of a line, in the language asked for."""
    said = render(label, language)
    titles = (line.title for one in plan.alternatives for line in one.lines)
    return next((title.label(language) for title in titles if said in (title.zh, title.en)), said)


def place_words(path: str, plan: Plan, language: str) -> str:
    """Return what the place at ``path`` is called: the title of its part and the name of its field."""
    segments = paths.segments_of(plan, path)
    if not segments:
        return path
    alternative, subject, rest = _parts(segments)
    title = subject_title(plan, alternative, subject, language) if subject else ""
    one = plan.alternative(alternative)
    if one is not None and not subject:
        subject = _linked(one, rest)
        title = subject_title(plan, alternative, subject, language) if subject else one.title.label(language)
    named = [part for part in rest if part not in ("values", "facts", "value")] or list(rest[-1:])
    word = _field_word(segments[0], named[0], language) if named else ""
    if named[:1] == ["marks"] and len(named) > 1:
        word = _mark_word(named[1], language)
    if not title and not word:
        word = _word(segments[0], language)
    gap = "" if language == "zh" and not (title[-1:].isascii() and word[:1].isascii()) else " "
    return gap.join(part for part in (title, word) if part) or path


def _parts(segments: tuple[str, ...]) -> tuple[str, str, tuple[str, ...]]:
    """Return alternative, subject and what follows of a path."""
    if segments[0] == "alternatives":
        if len(segments) > 3 and segments[2] in ("lines", "stages", "links"):
            return segments[1], segments[3], segments[4:]
        return segments[1] if len(segments) > 1 else "", "", segments[2:]
    if segments[0] in _HOLDERS and len(segments) > 1:
        return "", segments[1], segments[2:]
    return "", "", segments[1:] or segments


def _linked(one: Alternative, rest: tuple[str, ...]) -> str:
    """Return the line that a feed or a place in a rack belongs to, '' where the path leads to none."""
    if len(rest) < 2 or not rest[1].isdigit() or rest[0] not in ("connections", "placements"):
        return ""
    links: tuple[Connection | Placement, ...] = one.connections if rest[0] == "connections" else one.placements
    return links[int(rest[1])].line if int(rest[1]) < len(links) else ""


def _mark_word(code: str, language: str) -> str:
    """Return what the mark of a requirement is called."""
    row = next((one for one in library() if one.code == code), None)
    mark = render(_WORDS["marks"], language)
    gap = "" if language == "zh" else " "
    return mark if row is None else f"{row.name.label(language)}{gap}{mark}"


def _field_word(area: str, name: str, language: str) -> str:
    """Return what a field is called; those of a job as its form calls them."""
    if area == "workload" and name != "title" and name in JOB_NAMES:
        return render(JOB_NAMES[name], language)
    return _word(name, language)


def _word(name: str, language: str) -> str:
    if name in _WORDS:
        return render(_WORDS[name], language)
    if name.isdigit():
        return ""
    return format_value(quantity_name(name), language)
