"""The run of paragraphs and tables of a Word paper while it is written: as XML, and as heights for reckoning pages."""

from __future__ import annotations

from msgspec.structs import replace

from planner.documents.model import Document
from planner.render.docx_looks import BODY, BODY_AFTER, ITEM, ITEM_AFTER, SECTION_END, SPACER, Looks
from planner.render.docx_measure import line_count
from planner.render.docx_page import points, text_width_mm
from planner.render.docx_pages import Slab, marked_pages
from planner.render.docx_rows import Grid
from planner.render.docx_xml import element, paragraph, paragraph_properties, run
from planner.render.plain_text import plain

_AFTER_TABLE = {BODY: BODY_AFTER, ITEM: ITEM_AFTER}
_MOST_TOGETHER = 3  # lines: a paragraph of more may be parted


class Story:
    """What has been written so far; a new page asked for is given to the next paragraph."""

    def __init__(self, document: Document, looks: Looks) -> None:
        self.language = document.language
        self.looks = looks
        self.xml: list[str] = []
        self.slabs: list[Slab] = []
        self.turned = False
        self.break_next = False
        self._after_table = False
        self._bookmarks = 0

    # ------------------------------------------------------------------------------------------ texts
    def lines(  # noqa: PLR0913 - what a text may ask for
        self,
        style: str,
        text: str,
        ahead: str = "",
        extra: tuple[str, ...] = (),
        *,
        said: str = "",
        keep_next: bool = False,
    ) -> None:
        """Write a paragraph for each line of ``text``; ``ahead`` are runs before the first, which say ``said``."""
        for at, line in enumerate(plain(text).split("\n") if text or ahead else ()):
            content = (ahead if at == 0 else "") + run(line, self.language)
            self.paragraph(style, content, (said if at == 0 else "") + line, extra=extra, keep_next=keep_next)

    def paragraph(  # noqa: PLR0913 - what a paragraph may ask for
        self,
        style: str,
        content: str,
        said: str,
        *,
        keep_next: bool = False,
        new_page: bool = False,
        marked: bool = False,
        extra: tuple[str, ...] = (),
        height: float = 0.0,
    ) -> None:
        """Write a paragraph that says ``said``; ``height`` in points is that of an image in it."""
        due, self.break_next = new_page or self.break_next, False
        name = _AFTER_TABLE.get(style, style) if self._after_table else style
        self._after_table = False
        self.xml.append(paragraph(paragraph_properties(name, keep_next=keep_next, new_page=due, extra=extra), content))
        self._measure(name, said, keep_next=keep_next, new_page=due, marked=marked, height=height)

    def _measure(self, name: str, said: str, *, keep_next: bool, new_page: bool, marked: bool, height: float) -> None:
        look = self.looks[name]
        ems = points(text_width_mm(self.turned)) / look.size - look.left / 100
        if self.language == "en":
            ems /= look.latin
        first = (look.first_indent - look.hanging) / 100
        indent = max(first, 0.0)
        count = line_count(said, ems, self.language, sans=look.sans, indent=indent, hanging=not look.justify)
        leading = look.line or look.size * 1.3
        self.slabs.append(
            Slab(
                height=height or count * leading,
                before=look.before,
                after=look.after,
                kept=keep_next or look.keep_next,
                line=leading if count > _MOST_TOGETHER and not height else 0.0,
                new_page=new_page,
                turned=self.turned,
                marked=marked,
            )
        )

    def bookmarked(self, name: str, content: str) -> str:
        """Return ``content`` between the marks of the bookmark ``name``."""
        self._bookmarks += 1
        start = element("bookmarkStart", id=self._bookmarks, name=name)
        return start + content + element("bookmarkEnd", id=self._bookmarks)

    # ------------------------------------------------------------------------------------------ tables and sections
    def grid(self, grid: Grid) -> None:
        """Write a table; a thin line keeps it off a table before it, since two without one would run together."""
        if not grid.xml:
            return
        if self._after_table or self.break_next:
            self.paragraph(SPACER, "", "")
        self.xml.append(grid.xml)
        self.slabs += (replace(slab, turned=self.turned) for slab in grid.slabs)
        self._after_table = True

    def end_section(self, properties_xml: str, *, turned: bool) -> None:
        """End a section here; what follows begins a page, which is ``turned`` or not."""
        self.xml.append(paragraph(paragraph_properties(SECTION_END, extra=(properties_xml,))))
        self.turned, self.break_next, self._after_table = turned, False, False

    def end(self, properties_xml: str) -> str:
        """Return the whole body; it never ends with a table."""
        if self._after_table:
            self.paragraph(SECTION_END, "", "")
        return "".join(self.xml) + properties_xml

    def pages(self) -> list[int]:
        """Return the pages of the marked paragraphs."""
        return marked_pages(self.slabs)
