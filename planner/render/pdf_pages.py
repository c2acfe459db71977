"""Strips to pages: what is tied stays together, heads are repeated, long rows are cut, wide tables turn the paper."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from planner.render.pdf_marks import Strip
from planner.render.pdf_style import body_height
from planner.render.pdf_table import cut_row

_ROUNDING = 0.01
_TALL = body_height(False) / 2  # a lower row goes to the next page whole


class PlacedStrip(msgspec.Struct, frozen=True):
    """A strip on a page, ``top`` points below the top margin."""

    top: float
    strip: Strip


class Page(msgspec.Struct, kw_only=True):
    """A page while it is being filled; ``used`` points of its height are taken, ``fixed`` of them by repeated heads."""

    landscape: bool
    placed: list[PlacedStrip] = msgspec.field(default_factory=list)
    used: float = 0.0
    fixed: float = 0.0

    @property
    def room(self) -> float:
        """Return the height that is left, in points."""
        return body_height(self.landscape) - self.used + _ROUNDING

    @property
    def fresh(self) -> bool:
        """Tell whether nothing but repeated heads stands here."""
        return self.used <= self.fixed

    def put(self, strip: Strip) -> None:
        """Place ``strip`` below what is there."""
        top = self.used + (strip.before if self.placed else 0.0)
        self.placed.append(PlacedStrip(top, strip))
        self.used = top + strip.height


def paginate(strips: Sequence[Strip]) -> list[Page]:
    """Return the pages that ``strips`` fill, in order."""
    filler = _Filler(strips)
    while filler.waiting:
        filler.step()
    return filler.pages


class _Filler:
    """The pages so far and the strips still to come (last one first)."""

    def __init__(self, strips: Sequence[Strip]) -> None:
        self.waiting = list(reversed(turned(strips)))
        self.pages: list[Page] = []
        self.begun: set[int] = set()

    def step(self) -> None:
        """Place the next strips that are tied together, or begin a page for them."""
        first = self.waiting[-1]
        if self._wants_page(first):
            self._new_page(first)
        page = self.pages[-1]
        chain = self._chain(body_height(first.landscape) - page.fixed)
        if chain_height(chain, page) <= page.room:
            for _ in chain:
                self._put(self.waiting.pop())
        elif self._may_cut(chain, page) and self._cut(page, chain):
            return
        elif page.fresh:
            if first.height <= page.room or not self._cut(page, chain[:1]):
                self._put(self.waiting.pop())
        else:
            self._new_page(first)

    def _wants_page(self, strip: Strip) -> bool:
        if not self.pages:
            return True
        page = self.pages[-1]
        return page.landscape != strip.landscape or (strip.new_page and not page.fresh)

    def _new_page(self, strip: Strip) -> None:
        page = Page(landscape=strip.landscape)
        self.pages.append(page)
        if strip.table and strip.table.key in self.begun:
            for again in strip.table.repeated:
                page.put(replace(again, landscape=strip.landscape))
        page.fixed = page.used

    def _chain(self, most: float) -> list[Strip]:
        """Return the next strips up to one that is not tied on; cut after the first row where it would fill a page."""
        chain: list[Strip] = []
        for strip in reversed(self.waiting):
            chain.append(strip)
            if not strip.keep_next:
                break
        if sum(strip.before + strip.height for strip in chain) <= most:
            return chain
        rows = [at for at, strip in enumerate(chain) if strip.is_row]
        return chain[: rows[0] + 1] if rows else chain

    def _put(self, strip: Strip) -> None:
        self.pages[-1].put(strip)
        if strip.is_row and strip.table:
            self.begun.add(strip.table.key)

    def _may_cut(self, chain: Sequence[Strip], page: Page) -> bool:
        """Tell whether the last strip may be cut: it is tall, or with what leads to it longer than a page."""
        return (len(chain) == 1 and chain[0].height > _TALL) or chain_height(chain, page) > body_height(
            page.landscape
        ) - page.fixed

    def _cut(self, page: Page, chain: Sequence[Strip]) -> bool:
        """Place what leads to the last strip of ``chain`` and as much of it as there is room for."""
        *ahead, last = chain
        room = page.room - (chain_height(ahead, page) if ahead else 0.0)
        parts = cut_row(last, room)
        if parts is None:
            return False
        for _ in ahead:
            self._put(self.waiting.pop())
        self.waiting.pop()
        self._put(parts[0])
        self.waiting.append(parts[1])
        return True


def chain_height(chain: Sequence[Strip], page: Page) -> float:
    """Return the height in points ``chain`` needs on ``page``; space before the first strip is not needed at the top."""
    height = sum(strip.before + strip.height for strip in chain)
    spare = chain[-1].height if chain[-1].row is None and not chain[-1].marks else 0.0
    return height - spare - (chain[0].before if not page.placed else 0.0)


def turned(strips: Sequence[Strip]) -> list[Strip]:
    """Return ``strips`` with the headings tied to a wide table, and the space after it, on its turned page."""
    result = list(strips)
    for at in range(len(result) - 2, -1, -1):
        if result[at].keep_next and result[at + 1].landscape and not result[at].landscape:
            result[at] = replace(result[at], landscape=True)
    return result
