"""The body of a Word paper: title or cover, contents, headings, texts and tables, sections for turned pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from planner.documents.furniture import furniture
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
from planner.documents.numbering import Heading, Placed, flow, labels
from planner.render.cell_text import cell_text
from planner.render.docx_page import Running, section
from planner.render.docx_picture import picture_run
from planner.render.docx_styles import (
    BODY,
    CAPTION,
    CONTENTS,
    COVER,
    FACTS,
    HEADINGS,
    ITEM,
    NOTE,
    PICTURE,
    PICTURE_CAPTION,
    SPACER,
)
from planner.render.docx_table import TableWriter
from planner.render.docx_xml import (
    TWIPS_PER_PT,
    element,
    em_width,
    paragraph,
    paragraph_properties,
    run,
)
from planner.render.plain_text import caption_text, plain

_FACT_MM = (38, 122)
_ITEM_PT, _ITEM_EM = 11, 2.0
_CONTENTS_LEVELS = 2
_SIGNERS_GAP_TWIPS = 700

Part = Heading | Placed


class BodyWriter:
    """Writes the body of one document; a new page asked for is given to the next paragraph."""

    def __init__(self, document: Document, running: Running, add_image: Callable[[bytes], str]) -> None:
        self.document = document
        self.running = running
        self.language = document.language
        self.labels = labels(document, "paper")
        self.parts = flow(document, "paper")
        self.names = {anchor: f"_Ref{at}" for at, anchor in enumerate(self.labels, 1)}
        self.tables = TableWriter(self.language, self.labels, lambda anchor: self.names.get(anchor, ""))
        self.headings = [part for part in self.parts if isinstance(part, Heading) and part.level <= _CONTENTS_LEVELS]
        self.add_image = add_image
        self.bookmarks = 0
        self.pictures = 0
        self.entries = 0
        self.break_next = False

    def write(self) -> str:
        """Return the content of the body with its sections."""
        turned = turned_parts(self.parts)
        is_bound = self.document.cover or self.document.contents
        now = bool(turned and turned[0] and not is_bound)
        made = [*self._front()]
        first = True
        for at, part in enumerate(self.parts):
            if turned[at] != now:
                made.append(self._section_end(now, first and self.document.cover))
                now, first, self.break_next = turned[at], False, False
            made += self._part(part, self.parts[at + 1] if at + 1 < len(self.parts) else None)
        if self.document.signature and not self.document.cover:
            made += [self.tables.signature(self.document.signature), self._spacer()]
        return "".join(made) + section(now, self.running, cover=first and self.document.cover)

    # ------------------------------------------------------------------------------------------ before the text
    def _front(self) -> Iterator[str]:
        if self.document.cover:
            yield from self._cover()
            self.break_next = True
        if self.document.contents:
            yield from self._contents()
            first = self.parts[0] if self.parts else None
            self.break_next = not (
                isinstance(first, Heading) and not first.number
            )  # revisions stand below the contents
        if not self.document.cover:
            yield from self._title()

    def _title(self) -> Iterator[str]:
        document, words = self.document, furniture(self.language)
        yield from self._lines("Title", document.title)
        yield from self._lines("Subtitle", document.subtitle)
        facts = [words.pair.format(key=item.key, value=cell_text(item.value, self.labels)) for item in document.meta]
        facts = [fact for fact in (document.organisation, *facts) if fact]
        yield from self._lines(FACTS, words.facts_gap.join(facts))

    def _cover(self) -> Iterator[str]:
        document = self.document
        for style, text in ((COVER, document.organisation), ("CoverTitle", document.title), ("CoverSubtitle", document.subtitle)):  # fmt: skip
            yield from self._lines(style, text)
        if document.meta:
            yield self.tables.facts([(item.key, item.value) for item in document.meta], _FACT_MM)
            yield self._spacer()
        if document.signature:
            gap = element("spacing", before=_SIGNERS_GAP_TWIPS, after=0, line=100, lineRule="exact")
            yield paragraph(paragraph_properties(SPACER, extra=(gap,)))
            yield from (self.tables.signature(document.signature), self._spacer())

    def _contents(self) -> Iterator[str]:
        """Yield the list of headings as a field: complete as it is, with page numbers once Word is told to update."""
        yield from self._lines(CONTENTS, furniture(self.language).contents)
        begin = _field("begin") + f'<w:r><w:instrText xml:space="preserve"> TOC \\o "1-{_CONTENTS_LEVELS}" \\h \\z </w:instrText></w:r>'  # fmt: skip
        last = len(self.headings) - 1
        for at, heading in enumerate(self.headings):
            link = element("hyperlink", run(plain(heading.text), self.language), anchor=f"_Toc{at + 1}", history=1)
            before, after = begin + _field("separate") if at == 0 else "", _field("end") if at == last else ""
            yield paragraph(paragraph_properties(f"TOC{heading.level}"), before, link, after)

    # ------------------------------------------------------------------------------------------ parts
    def _part(self, part: Part, following: Part | None) -> Iterator[str]:
        if isinstance(part, Heading):
            yield self._heading(part)
            return
        block = part.block
        match block:
            case Table() | KeyValues():
                yield from self._grid(block, part.label, following)
            case Picture():
                yield from self._picture(block, part.label)
            case Signature():
                yield from (*self._pending_break(), self.tables.signature(block), self._spacer())
            case Paragraph():
                yield from self._paragraph(block)
            case Note():
                yield from self._lines(NOTE, block.text)
            case PageBreak():
                self.break_next = True

    def _heading(self, heading: Heading) -> str:
        text = run(plain(heading.text), self.language)
        if heading.anchor:
            text = self._bookmarked(self.names[heading.anchor], text)
        if heading.level <= _CONTENTS_LEVELS and self.document.contents:
            self.entries += 1
            text = self._bookmarked(f"_Toc{self.entries}", text)
        style = HEADINGS[min(heading.level, len(HEADINGS)) - 1]
        return paragraph(paragraph_properties(style, new_page=self._breaks(heading.new_page)), text)

    def _grid(self, block: Table | KeyValues, label: str, following: Part | None) -> Iterator[str]:
        """Yield caption, table and a thin line after it: two tables without one would run together."""
        noted = isinstance(following, Placed) and isinstance(following.block, Note)
        if block.caption:
            text = run(plain(caption_text(self.language, block.caption, label)), self.language)
            if block.anchor:
                text = self._bookmarked(self.names[block.anchor], text)
            yield paragraph(paragraph_properties(CAPTION, new_page=self._breaks()), text)
        else:
            yield from self._pending_break()
        if isinstance(block, Table):
            yield self.tables.table(block, tied=noted)
        else:
            yield self.tables.key_values(block, tied=noted)
        if not noted:
            yield self._spacer()

    def _picture(self, block: Picture, label: str) -> Iterator[str]:
        """Yield a picture and the caption below it."""
        self.pictures += 1
        look = paragraph_properties(PICTURE, keep_next=bool(block.caption), new_page=self._breaks())
        yield paragraph(look, picture_run(block, self.pictures, self.add_image))
        if block.caption:
            text = run(plain(caption_text(self.language, block.caption, label)), self.language)
            if block.anchor:
                text = self._bookmarked(self.names[block.anchor], text)
            yield paragraph(paragraph_properties(PICTURE_CAPTION), text)

    def _paragraph(self, block: Paragraph) -> Iterator[str]:
        gap = " " if block.lead and self.language == "en" else ""
        lead = run(plain(block.lead + gap), self.language, strong=True)
        if not block.marker:
            yield from self._lines(BODY, block.text, lead)
            return
        marker = run(plain(block.marker), self.language) + "<w:r><w:tab/></w:r>"
        yield from self._lines(ITEM, block.text, marker + lead, _wide_marker(block.marker))

    def _lines(self, style: str, text: str, ahead: str = "", extra: tuple[str, ...] = ()) -> Iterator[str]:
        """Yield a paragraph for each line of ``text``."""
        for at, line in enumerate(plain(text).split("\n") if text or ahead else ()):
            content = (ahead if at == 0 else "") + run(line, self.language)
            yield paragraph(paragraph_properties(style, new_page=self._breaks(), extra=extra), content)

    # ------------------------------------------------------------------------------------------ pages and marks
    def _breaks(self, wanted: bool = False) -> bool:
        """Return whether the paragraph being written starts a page."""
        due, self.break_next = wanted or self.break_next, False
        return due

    def _pending_break(self) -> Iterator[str]:
        if self.break_next:
            yield paragraph(paragraph_properties(SPACER, new_page=self._breaks()))

    def _section_end(self, landscape: bool, cover: bool) -> str:
        return paragraph(paragraph_properties(SPACER, extra=(section(landscape, self.running, cover=cover),)))

    def _spacer(self) -> str:
        return paragraph(paragraph_properties(SPACER))

    def _bookmarked(self, name: str, content: str) -> str:
        self.bookmarks += 1
        start = element("bookmarkStart", id=self.bookmarks, name=name)
        return start + content + element("bookmarkEnd", id=self.bookmarks)


def turned_parts(parts: Sequence[Part]) -> list[bool]:
    """Return for each part whether it stands on a turned page: wide tables, headings before and notes after them."""
    turned = [
        isinstance(part, Placed) and isinstance(part.block, Table | Picture) and part.block.landscape for part in parts
    ]
    for at in range(1, len(parts)):
        if isinstance(parts[at], Placed) and isinstance(parts[at].block, Note):  # type: ignore[union-attr]
            turned[at] = turned[at - 1]
    for at in range(len(parts) - 2, -1, -1):
        if isinstance(parts[at], Heading):
            turned[at] = turned[at + 1]
    return turned


def _wide_marker(marker: str) -> tuple[str, ...]:
    """Return the indent that a marker wider than usual asks for."""
    width = em_width(marker) + 0.5
    if width <= _ITEM_EM:
        return ()
    chars = {"leftChars": round(width * 100), "hangingChars": round(width * 100)}
    length = round(width * _ITEM_PT * TWIPS_PER_PT)
    return (element("ind", **chars, left=length, hanging=length),)


def _field(kind: str) -> str:
    return element("r", element("fldChar", fldCharType=kind))
