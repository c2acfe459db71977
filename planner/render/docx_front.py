"""What stands before the text of a Word paper: a cover with facts and signers, contents with pages, or a plain title."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from planner.documents.furniture import furniture
from planner.documents.model import Document
from planner.documents.numbering import Heading
from planner.render.cell_text import cell_text
from planner.render.docx_looks import (
    CONTENTS,
    COVER,
    COVER_GAP,
    COVER_LOGO,
    COVER_SUBTITLE,
    COVER_TITLE,
    ENTRIES,
    FACTS,
)
from planner.render.docx_page import points
from planner.render.docx_running import logo_run
from planner.render.docx_story import Story
from planner.render.docx_table import TableWriter
from planner.render.docx_xml import element, paragraph, paragraph_properties, run
from planner.render.plain_text import plain

_FACT_MM = (46, 88)
_LOGO_NUMBER = 2000
_TAB = "<w:r><w:tab/></w:r>"


def write_title(story: Story, document: Document) -> None:
    """Write title, subtitle and facts at the head of the first page."""
    words = furniture(document.language)
    story.lines("Title", document.title)
    story.lines("Subtitle", document.subtitle)
    facts = [words.pair.format(key=item.key, value=cell_text(item.value, {})) for item in document.meta]
    story.lines(FACTS, words.facts_gap.join(fact for fact in (document.organisation, *facts) if fact))


def write_cover(story: Story, document: Document, tables: TableWriter, add_image: Callable[[bytes], str]) -> None:
    """Write a cover and ask for a new page after it."""
    logo = document.style.logo
    if logo:
        relation = add_image(logo.content)
        content = logo_run(logo, logo.cover_height_mm, document.language, _LOGO_NUMBER, relation)
        story.paragraph(COVER_LOGO, content, "", height=points(logo.cover_height_mm))
    for style, text in (
        (COVER, document.organisation),
        (COVER_TITLE, document.title),
        (COVER_SUBTITLE, document.subtitle),
    ):
        story.lines(style, text)
    if document.meta:
        story.paragraph(COVER_GAP, "", "")
        story.grid(tables.facts([(item.key, item.value) for item in document.meta], _FACT_MM))
    if document.signature:
        story.paragraph(COVER_GAP, "", "")
        story.grid(tables.signature(document.signature, stretched=False))
    story.break_next = True


def write_contents(story: Story, document: Document, headings: Sequence[Heading]) -> None:
    """Write the title of the contents and leave room for an entry for each heading."""
    story.lines(CONTENTS, furniture(document.language).contents)
    for heading in headings:
        story.paragraph(ENTRIES[heading.level - 1], "", plain(heading.text))


def contents_xml(document: Document, headings: Sequence[Heading], pages: Sequence[int]) -> list[str]:
    """Return the entries of the contents: a field that is complete as it stands, and nobody is asked to update it.

    The pages are those that the paper's own layout comes to; Word's may differ by one where it breaks a line otherwise,
    and puts its own when the field is updated.
    """
    code = f' TOC \\o "1-{len(ENTRIES)}" \\h \\z '
    begin = _field("begin") + _code(code) + _field("separate")
    last = len(headings) - 1
    made = []
    for at, (heading, page) in enumerate(zip(headings, pages, strict=True)):
        name = f"_Toc{at + 1}"
        number = _field("begin") + _code(f" PAGEREF {name} \\h ") + _field("separate")
        number += run(str(page), document.language) + _field("end")
        text = run(plain(heading.text).replace("\n", " "), document.language)
        link = element("hyperlink", text, _TAB, number, anchor=name, history=1)
        look = paragraph_properties(ENTRIES[heading.level - 1])
        made.append(paragraph(look, begin if at == 0 else "", link, _field("end") if at == last else ""))
    return made


def _field(kind: str) -> str:
    return element("r", element("fldChar", fldCharType=kind))


def _code(text: str) -> str:
    return f'<w:r><w:instrText xml:space="preserve">{text}</w:instrText></w:r>'
