"""A document as sheets: each table, list of facts or picture on one, with the texts before and after it."""

from __future__ import annotations

import msgspec

from planner.documents.furniture import furniture
from planner.documents.model import Document, KeyValue, KeyValues, Note, Paragraph, Picture, Signature, Table
from planner.documents.numbering import Heading, flow
from planner.render.xlsx_limits import refuse_too_large

Grid = Table | KeyValues | Picture
Line = Paragraph | Note


class Part(msgspec.Struct, kw_only=True):
    """One sheet: its title and name, what stands above and below its grid."""

    title: str
    name: str = ""
    grid: Grid | None = None
    above: list[Line] = msgspec.field(default_factory=list)
    below: list[Line | Signature] = msgspec.field(default_factory=list)
    meta: tuple[KeyValue, ...] = ()
    subtitle: str = ""


def parts(document: Document) -> list[Part]:
    """Return the sheets of ``document``; at least one.

    Raises:
        ExportError: more rows or columns than a sheet holds, or a text longer than a cell.
    """
    sorter = _Sorter(document.title, apart=document.one_sheet)
    for part in flow(document, "sheet"):
        if isinstance(part, Heading):
            sorter.heading(part)
        elif isinstance(part.block, Table | KeyValues | Picture):
            sorter.grid(part.block)
        elif isinstance(part.block, Signature):
            sorter.signature(part.block)
        elif isinstance(part.block, Paragraph | Note):
            sorter.line(part.block)
    sorter.finish()
    made = sorter.parts or [Part(title=document.title, name=document.title)]
    made[0].meta, made[0].subtitle = document.meta, document.subtitle
    for one in made:
        refuse_too_large(one.title, one.grid, (*one.above, *one.below))
    return made


class _Sorter:
    """The sheets so far, and the lines that wait for the next grid of their section; ``apart`` gives signers their own."""

    def __init__(self, title: str, *, apart: bool = False) -> None:
        self.title = self.numbered = title
        self.apart = apart
        self.parts: list[Part] = []
        self.waiting: list[Line] = []
        self.in_section = 0

    def heading(self, heading: Heading) -> None:
        self.finish()
        self.title, self.numbered = heading.title, heading.text
        self.in_section = 0

    def grid(self, grid: Grid) -> None:
        title = grid.caption or self.title
        if self.apart and not self.in_section and title == self.title:
            title = self.numbered  # one sheet with all parts below each other: running text names them by number
        self._add(Part(title=title, name=grid.sheet or title, grid=grid, above=self.waiting))
        self.waiting = []

    def line(self, line: Line) -> None:
        if isinstance(line, Note) and self.in_section and not self.waiting:
            self.parts[-1].below.append(line)
        else:
            self.waiting.append(line)

    def signature(self, block: Signature) -> None:
        """Place signers under the last table if it has columns enough, else on a sheet of their own."""
        self.finish()
        grid = self.parts[-1].grid if self.parts else None
        if self.apart or not (isinstance(grid, Table) and len(grid.columns) >= len(block.heads)):
            self._add(Part(title=self.numbered if self.apart else self.title))
        self.parts[-1].below.append(block)

    def finish(self) -> None:
        """Place lines that no grid followed: under the section's last grid, else on a sheet of their own."""
        if self.waiting and self.in_section:
            self.parts[-1].below.extend(self.waiting)
        elif self.waiting:
            self._add(Part(title=self.numbered if self.apart else self.title, above=self.waiting))
        self.waiting = []

    def _add(self, part: Part) -> None:
        part.name = part.name or part.title
        self.parts.append(part)
        self.in_section += 1


def line_text(line: Line, document: Document) -> str:
    """Return a paragraph or note as one text."""
    if isinstance(line, Note):
        return line.text
    gap = " " if document.language == "en" else ""
    return " ".join(part for part in (line.marker, gap.join(part for part in (line.lead, line.text) if part)) if part)


def meta_text(part: Part, document: Document) -> str:
    """Return what the paper belongs to and the facts about it as one line."""
    from planner.render.cell_text import cell_text

    words = furniture(document.language)
    facts = [words.pair.format(key=item.key, value=cell_text(item.value, {})) for item in part.meta]
    return words.facts_gap.join(filter(None, (part.subtitle, *facts)))
