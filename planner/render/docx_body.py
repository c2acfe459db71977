"""The body of a Word paper: what stands before the text, headings, texts and tables, sections for turned pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from planner.documents.model import (
    Document,
    KeyValues,
    Note,
    PageBreak,
    Paragraph,
    Picture,
    Signature,
    Table,
)
from planner.documents.numbering import Heading, Placed, labels
from planner.render.docx_flow import Part, paper_flow
from planner.render.docx_front import contents_xml, write_contents, write_cover, write_title
from planner.render.docx_looks import (
    BODY,
    CAPTION,
    CONTENTS,
    ENTRIES,
    HEADINGS,
    ITEM,
    NOTE,
    PICTURE,
    PICTURE_CAPTION,
    looks,
)
from planner.render.docx_measure import text_em
from planner.render.docx_page import Running, points, section
from planner.render.docx_picture import picture_run, picture_size
from planner.render.docx_story import Story
from planner.render.docx_table import TableWriter
from planner.render.docx_xml import TWIPS_PER_PT, element, em_width, run
from planner.render.plain_text import caption_text, plain

_TAB = "<w:r><w:tab/></w:r>"
_MARKER_GAP_EM = 0.5
_BELOW_CONTENTS = element("spacing", before=360)
_LEADING_EM = 90.0  # about two lines: a text of so few words that leads to a table stays with it


class BodyWriter:
    """Writes the body of one document."""

    def __init__(self, document: Document, running: Running, add_image: Callable[[bytes], str]) -> None:
        self.document = document
        self.running = running
        self.language = document.language
        self.labels = labels(document, "paper")
        self.parts = paper_flow(document)
        self.looks = looks(document)
        self.names = {anchor: f"_Ref{at}" for at, anchor in enumerate(self.labels, 1)}
        self.tables = TableWriter(self.language, self.looks, self.labels, lambda anchor: self.names.get(anchor, ""))
        self.headings = [part for part in self.parts if isinstance(part, Heading) and self._is_listed(part)]
        self.add_image = add_image
        self.story = Story(document, self.looks)
        self.pictures = 0
        self.entries = 0

    def write(self) -> str:
        """Return the content of the body with its sections."""
        document, story = self.document, self.story
        turned = turned_parts(self.parts)
        story.turned = bool(turned and turned[0] and not (document.cover or document.contents))
        listed = self._front()
        first = document.cover
        for at, part in enumerate(self.parts):
            if turned[at] != story.turned:
                story.end_section(section(story.turned, self.running, cover=first), turned=turned[at])
                first = False
            self._part(part, self.parts[at + 1] if at + 1 < len(self.parts) else None)
        if document.signature and not document.cover:
            story.grid(self.tables.signature(document.signature))
        if document.contents:
            story.xml[listed : listed + len(self.headings)] = contents_xml(document, self.headings, story.pages())
        return story.end(section(story.turned, self.running, cover=first))

    def _front(self) -> int:
        """Write what stands before the text and return where the entries of the contents are."""
        document, story = self.document, self.story
        if document.cover:
            write_cover(story, document, self.tables, self.add_image)
        listed = 0
        if document.contents:
            write_contents(story, document, self.headings)
            listed = len(story.xml) - len(self.headings)
            story.break_next = not (self.parts and self._is_below_contents(self.parts[0]))
        if not document.cover:
            write_title(story, document)
        return listed

    def _is_below_contents(self, part: Part) -> bool:
        """Tell whether ``part`` heads a leading section without a number, such as the revisions, on that very page."""
        first = self.parts[0]
        return self.document.contents and part is first and isinstance(first, Heading) and not first.number

    def _is_listed(self, heading: Heading) -> bool:
        return heading.level <= len(ENTRIES) and not self._is_below_contents(heading)

    # ------------------------------------------------------------------------------------------ parts
    def _part(self, part: Part, following: Part | None) -> None:
        if isinstance(part, Heading):
            self._heading(part)
            return
        block = part.block
        match block:
            case Table() | KeyValues():
                self._grid(block, part.label, isinstance(following, Placed) and isinstance(following.block, Note))
            case Picture():
                self._picture(block, part.label)
            case Signature():
                self.story.grid(self.tables.signature(block))
            case Paragraph():
                self._paragraph(block, following)
            case Note():
                self.story.lines(NOTE, block.text)
            case PageBreak():
                self.story.break_next = True

    def _heading(self, heading: Heading) -> None:
        said = plain(heading.text)
        text = run(said, self.language)
        if heading.anchor:
            text = self.story.bookmarked(self.names[heading.anchor], text)
        listed = self._is_listed(heading) and self.document.contents
        if listed:
            self.entries += 1
            text = self.story.bookmarked(f"_Toc{self.entries}", text)
        style = HEADINGS[min(heading.level, len(HEADINGS)) - 1]
        extra: tuple[str, ...] = ()
        if self._is_below_contents(heading):  # a style that Word does not list either
            style, extra = CONTENTS, (_BELOW_CONTENTS,)
        self.story.paragraph(style, text, said, new_page=heading.new_page, marked=listed, extra=extra)

    def _grid(self, block: Table | KeyValues, label: str, noted: bool) -> None:
        """Write caption and table; where a note follows, the last row is kept with it."""
        if block.caption:
            self._caption(CAPTION, block, label)
        if isinstance(block, Table):
            self.story.grid(self.tables.table(block, tied=noted))
        else:
            self.story.grid(self.tables.key_values(block, tied=noted))

    def _caption(self, style: str, block: Table | KeyValues | Picture, label: str) -> None:
        said = plain(caption_text(self.language, block.caption, label))
        text = run(said, self.language)
        if block.anchor:
            text = self.story.bookmarked(self.names[block.anchor], text)
        self.story.paragraph(style, text, said)

    def _picture(self, block: Picture, label: str) -> None:
        """Write a picture and the caption below it."""
        self.pictures += 1
        content = picture_run(block, self.pictures, self.add_image)
        height = points(picture_size(block)[1])
        self.story.paragraph(PICTURE, content, "", keep_next=bool(block.caption), height=height)
        if block.caption:
            self._caption(PICTURE_CAPTION, block, label)

    def _paragraph(self, block: Paragraph, following: Part | None) -> None:
        """Write a paragraph."""
        gap = " " if self.language == "en" and block.lead and not block.lead.endswith(" ") else ""
        lead = run(plain(block.lead + gap), self.language, strong=True)
        if block.marker:
            marker = run(plain(block.marker), self.language) + _TAB
            self.story.lines(ITEM, block.text, marker + lead, self._wide_marker(block.marker), said=block.lead)
        else:
            kept = _leads(block, following)
            self.story.lines(BODY, block.text, lead, said=block.lead, keep_next=kept)

    def _wide_marker(self, marker: str) -> tuple[str, ...]:
        """Return the indent that a marker wider than usual asks for."""
        look = self.looks[ITEM]
        width = em_width(marker) + _MARKER_GAP_EM
        if width * 100 <= look.hanging:
            return ()
        chars = {"leftChars": round(width * 100), "hangingChars": round(width * 100)}
        length = round(width * look.size * TWIPS_PER_PT)
        return (element("ind", **chars, left=length, hanging=length),)


def turned_parts(parts: Sequence[Part]) -> list[bool]:
    """Return for each part whether it stands on a turned page: wide tables, what leads to them and notes after them."""
    turned = [
        isinstance(part, Placed) and isinstance(part.block, Table | Picture) and part.block.landscape for part in parts
    ]
    for at in range(1, len(parts)):
        if isinstance(parts[at], Placed) and isinstance(parts[at].block, Note):  # type: ignore[union-attr]
            turned[at] = turned[at - 1]
    for at in range(len(parts) - 2, -1, -1):
        part = parts[at]
        if isinstance(part, Heading) or (isinstance(part.block, Paragraph) and _leads(part.block, parts[at + 1])):
            turned[at] = turned[at + 1]
    return turned


def _leads(block: Paragraph, following: Part | None) -> bool:
    """Tell whether ``block`` are a few words that lead to the table after them."""
    leads = isinstance(following, Placed) and isinstance(following.block, Table | KeyValues)
    return leads and not block.marker and text_em(block.text, "zh") <= _LEADING_EM
