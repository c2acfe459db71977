"""On which page a heading of a Word paper will stand: reckoned from the heights of what stands before it, in points.

Word sets the pages, by the rules followed here: what is kept with the next stays with it where a page can hold both, a
paragraph leaves two lines behind and takes two along, a row goes to the next page whole unless it may be parted, heads
are repeated. The numbers are those that the contents show until Word is told to update its fields. Of the space after a paragraph and that before the next the larger
counts, as in HTML: that is Word's way unless a file asks for that of its older versions.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from planner.render.docx_page import points, text_height_mm

_WIDOW_LINES = 2
_ROUNDING_PT = 0.01


class Slab(msgspec.Struct, frozen=True, kw_only=True):
    """A paragraph or a row of a table.

    ``kept``: with the next. ``line``: its lines' height where it may be parted between two of them. ``head``: what is
    repeated above it on a new page. ``turned``: on a section of turned pages. ``marked``: its page is wanted.
    """

    height: float
    before: float = 0.0
    after: float = 0.0
    kept: bool = False
    line: float = 0.0
    head: float = 0.0
    new_page: bool = False
    turned: bool = False
    marked: bool = False


def marked_pages(slabs: Sequence[Slab]) -> list[int]:
    """Return the page of each marked slab."""
    pages = _Pages()
    found = []
    for at, slab in enumerate(slabs):
        pages.place(slab, slabs, at)
        if slab.marked:
            found.append(pages.started)
    return found


class _Pages:
    """The page that is being filled: ``used`` of its height, and the page on which the last slab began."""

    def __init__(self) -> None:
        self.page = 1
        self.used = 0.0
        self.turned = False
        self.fresh = True
        self.started = 1
        self.after = 0.0  # the space after the last slab, which is used already

    @property
    def room(self) -> float:
        """Return the height between the margins in points."""
        return points(text_height_mm(self.turned))

    def place(self, slab: Slab, slabs: Sequence[Slab], at: int) -> None:
        """Add ``slab``, which is ``slabs[at]``, to the page, or begin the next with it."""
        if slab.turned != self.turned or slab.new_page:
            if not (self.fresh and self.page == 1):
                self._next_page()
            self.turned = slab.turned
            self.used = slab.before
        elif self._is_too_high(slabs, at):
            self._next_page(slab.head)
        elif not self.fresh or at == 0:
            self.used += max(0.0, slab.before - self.after)
        self.started = self.page
        self._fill(slab)
        self.fresh, self.after = False, slab.after

    def _is_too_high(self, slabs: Sequence[Slab], at: int) -> bool:
        """Tell whether the slab and what it is kept with has no room here but would have on a page of its own."""
        if self.fresh:
            return False
        left = self.room - self.used + _ROUNDING_PT
        first = slabs[at]
        after = self.after
        if max(0.0, first.before - after) + _least(first) > left:
            return True
        needed = 0.0
        for slab in slabs[at:]:
            needed += max(0.0, slab.before - after) + (slab.height + slab.after if slab.kept else _least(slab))
            if not slab.kept or needed > self.room:
                break
            after = slab.after
        return left < needed <= self.room

    def _fill(self, slab: Slab) -> None:
        """Take the height of ``slab``; one that may be parted goes on over as many pages as it needs."""
        height = slab.height
        while slab.line and self.used + height > self.room + _ROUNDING_PT:
            lines = int((self.room - self.used) // slab.line)
            whole = round(height / slab.line)
            lines = max(1, min(lines, max(1, whole - _WIDOW_LINES)))
            height -= lines * slab.line
            self._next_page(slab.head)
            if height <= 0:
                break
        self.used += max(0.0, height) + slab.after

    def _next_page(self, head: float = 0.0) -> None:
        self.page += 1
        self.used = head
        self.fresh = not head


def _least(slab: Slab) -> float:
    """Return the height that ``slab`` needs to begin on a page."""
    if not slab.line:
        return slab.height
    lines = round(slab.height / slab.line)
    return slab.height if lines <= _WIDOW_LINES + 1 else min(slab.height, _WIDOW_LINES * slab.line)
