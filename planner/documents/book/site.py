"""八、安装环境与现场条件: what the room offers, what still has to be asked, and what the supplier does about it."""

from __future__ import annotations

from planner.documents.book.draft import Draft
from planner.documents.model import Note, Paragraph, Row, Section, Table, Text
from planner.documents.site_facts import reckoned_cooling, site_rows


def site_section(draft: Draft) -> Section:
    """Return the section; conditions nobody has told are named as such and are open points."""
    room = draft.assessment.context.site
    facts = site_rows(room.nodes, draft.language, reckoned_cooling(room), room.place_derate)
    columns = draft.columns("site", ("topic", 26, "text", "center"), ("fact", 84, "text"), ("ask", 56, "text"))
    table = Table(
        columns=columns,
        rows=tuple(Row((Text(one.topic), Text(one.fact), Text(one.ask))) for one in facts),
        caption=draft.say("site.caption"),
        anchor="site",
        media="paper",
    )
    unknown = [one.topic for one in facts if one.is_open]
    if unknown:
        draft.open("site", draft.join(unknown), "verify")
    intro = Paragraph(text=draft.say("site.intro"), media="paper")
    note = Note(text=_note(draft), media="paper")
    return Section(title=draft.say("site"), anchor="section-site", blocks=(intro, table, note))


def _note(draft: Draft) -> str:
    """Return the note, with the works that will change the site: bounds taken from it have to be reckoned again."""
    said = draft.say("site.note")
    works = draft.join(draft.title(item) for item in draft.purchase.outside)
    if not works:
        return said
    draft.open("site", draft.say("open.works", items=works), "check")
    return said + ("" if draft.zh else " ") + draft.say("site.works", items=works)
