"""十、编制依据: laws and standards with number, date, how well each is known, and where the book uses it."""

from __future__ import annotations

from planner.documents.book.draft import Draft
from planner.documents.model import Cell, DateCell, Note, Number, Row, Section, Table, Text
from planner.tender.law import Law, laws


def source_section(draft: Draft) -> Section:
    """Return the section; entries from memory or second hand are named so and are open points."""
    found = [law for law in laws(draft.profile, draft.today) if not law.when or law.when in draft.circumstances]
    columns = draft.columns(
        "sources",
        ("no", 10, "id"),
        ("title", 55 if draft.zh else 52, "text"),
        ("number", 35 if draft.zh else 38, "text", "center"),
        ("valid", 23, "date"),
        ("used", 18, "text", "center"),
        ("standing", 25, "text", "center"),
    )
    table = Table(
        columns=columns,
        rows=tuple(_row(draft, at, law) for at, law in enumerate(found, 1)),
        caption=draft.say("sources.caption", date=draft.date(draft.today)),
        anchor="sources",
        media="paper",
    )
    doubtful = [str(at) for at, law in enumerate(found, 1) if law.standing(draft.today) != "checked"]
    if doubtful:
        all_of_them = len(doubtful) == len(found)
        what = draft.say("open.all_laws") if all_of_them else draft.say("open.laws", numbers=draft.join(doubtful))
        draft.open("sources", what, "verify")
    note = Note(text=draft.say(f"sources.note.{draft.profile}"), media="paper")
    return Section(title=draft.say("sources"), anchor="section-sources", blocks=(table, note))


def _row(draft: Draft, at: int, law: Law) -> Row:
    valid: Cell = DateCell(law.valid_from) if law.valid_from else Text("—")
    used = [label for name in law.sections if (label := draft.ref(f"section-{name}"))]
    return Row(
        (
            Number(at),
            draft.label(law.title),
            Text(law.number.label(draft.language) or "—"),
            valid,
            Text(draft.join(used) or "—"),
            Text(draft.say(f"standing.{law.standing(draft.today)}")),
        )
    )
