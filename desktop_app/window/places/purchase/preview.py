"""The preview of a paper: set on pages beside the window, shown page by page, set anew when the plan has changed."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.services.purchasing_papers import PaperPages, Wanted, paper_pages
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.labels import label
from desktop_app.window.places.purchase.page_view import PageView
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import Message, msg
from planner.render.preview import PageImage, page_image

if TYPE_CHECKING:
    from desktop_app.window.jobs import JobHandle, Progress
    from desktop_app.window.workbench import Workbench
    from planner.catalog.items import Item

_SETTLE_MS = 300  # a plan being typed is not set on pages after every key
_SHARPEN_MS = 80
_KEPT_PAGES = 12
_SETTING = msg("purchase.setting", "Setting the pages")


class _Page(msgspec.Struct, frozen=True, kw_only=True):
    """A drawn page, and which one it is."""

    paper: PaperPages
    number: int
    width: int
    image: PageImage


class PreviewPane(QWidget):
    """Head with paper, pages and zoom; the page below. ``set_anew`` brings the paper (or None) that is shown now."""

    set_anew = Signal(object)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._wording = Wording(bench, self)
        self._market: tuple[Item, ...] = ()
        self._wanted: Wanted | None = None
        self._papers: list[PaperPages] = []
        self._paper: PaperPages | None = None
        self._number = 0
        self._images: OrderedDict[tuple[int, int, int], QImage] = OrderedDict()
        self._setting: JobHandle | None = None
        self._drawing: JobHandle | None = None
        self._goes_on = True
        self._fault: PlannerError | None = None
        self._settle = self._timer(_SETTLE_MS, self._set)
        self._sharpen = self._timer(_SHARPEN_MS, self._draw)
        self._view = PageView()
        self._view.setObjectName("preview-page")
        self._view.turned.connect(self.turn)
        self._view.went.connect(self._go_to_end)
        self._view.width_wanted.connect(self._sharpen.start)
        self._refused = EmptyState(icon="note", button_icon="")
        self._refused.setObjectName("preview-refused")
        self._pages = QStackedWidget()
        self._pages.addWidget(self._view)
        self._pages.addWidget(self._wrapped())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head())
        layout.addWidget(self._pages, 1)

    def _timer(self, pause_ms: int, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(pause_ms)
        timer.timeout.connect(slot)
        return timer

    def _wrapped(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(self._refused)
        layout.addStretch(1)
        return page

    def _head(self) -> QWidget:
        head = QWidget()
        head.setProperty("part", "head")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        head.setFixedHeight(40)
        layout = QHBoxLayout(head)
        layout.setContentsMargins(16, 0, 8, 0)
        layout.setSpacing(4)
        title = label(bold=True)
        self._wording.put(title.setText, msg("purchase.preview", "Preview"))
        self.chooser = ChoiceBox()
        self.chooser.setObjectName("preview-paper")
        self.chooser.setMinimumWidth(150)
        self._wording.put(self.chooser.setAccessibleName, msg("purchase.preview.paper", "Paper to look at"))
        self._busy = label(size="caption", tone="text2")
        self._busy.setObjectName("preview-busy")
        self._where = label()
        self._where.setObjectName("preview-where")
        self._where.setMinimumWidth(48)
        self._where.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout.addWidget(title)
        layout.addSpacing(8)
        layout.addWidget(self.chooser)
        layout.addSpacing(4)
        layout.addWidget(self._busy, 1)
        self._before = self._tool("preview-before", "chevron_left", msg("purchase.page.before", "Page before (←)"))
        self._after = self._tool("preview-after", "chevron_right", msg("purchase.page.after", "Next page (→)"))
        self._before.clicked.connect(partial(self.turn, -1))
        self._after.clicked.connect(partial(self.turn, 1))
        layout.addWidget(self._before)
        layout.addWidget(self._where)
        layout.addWidget(self._after)
        layout.addSpacing(8)
        for name, icon, said, slot in (
            ("preview-out", "zoom_out", msg("purchase.zoom.out", "Smaller (-)"), self._view.zoom_out),
            ("preview-in", "zoom_in", msg("purchase.zoom.in", "Larger (+)"), self._view.zoom_in),
            ("preview-fit", "fit", msg("purchase.zoom.fit", "Fit the width (0)"), self._view.fit),
        ):
            button = self._tool(name, icon, said)
            button.clicked.connect(slot)
            layout.addWidget(button)
        return head

    def _tool(self, name: str, icon: str, said: Message) -> Button:
        made = Button(kind="tool", small=True)
        made.setObjectName(name)
        made.set_icon(icon)
        self._wording.name(made, said)
        return made

    # --- which paper -------------------------------------------------------------------------------------------------

    @property
    def paper(self) -> PaperPages | None:
        """Return the paper that is shown."""
        return self._paper

    @property
    def page(self) -> int:
        """Return the page that is shown, from 0."""
        return self._number

    @property
    def busy(self) -> bool:
        """Tell whether pages are being set or drawn."""
        waiting = self._settle.isActive() or self._sharpen.isActive()
        return waiting or self._setting is not None or self._drawing is not None

    def want(self, wanted: Wanted, market: tuple[Item, ...]) -> None:
        """Show a paper of the alternative on the bench; one that was set for it before is shown at once."""
        self._wanted, self._market = wanted, market
        now = self._bench.assessment
        self._papers = [one for one in self._papers if one.assessment is now]
        ready = next((one for one in self._papers if one.wanted == wanted), None)
        if ready is not None:
            self._cancel_setting()
            self._show_paper(ready)
        elif self._paper is None or self._paper.wanted.document != wanted.document:
            self._set()
        else:
            self._settle.start()
            self._say_busy()

    def leave(self) -> None:
        """Stop what is in the making: nobody looks."""
        self._cancel_setting()
        self._say_busy()

    def _cancel_setting(self) -> None:
        self._settle.stop()
        if self._setting is not None:
            self._setting.cancel()
            self._setting = None

    def _set(self) -> None:
        self._cancel_setting()
        if self._wanted is None or not self._bench.has_plan:
            return
        work = _Setting(wanted=self._wanted, bench=self._bench, market=self._market)
        self._setting = self._bench.jobs.start(_SETTING, work)
        self._setting.finished.connect(self._is_set)
        self._setting.failed.connect(self._is_refused)
        self._say_busy()

    def _is_set(self, paper: object) -> None:
        if not isinstance(paper, PaperPages) or self.sender() is not self._setting:
            return
        self._setting = None
        self._papers.append(paper)
        self._show_paper(paper)

    def _is_refused(self, fault: object) -> None:
        if self.sender() is not self._setting or not isinstance(fault, PlannerError):
            return
        self._setting = None
        self._paper = None
        self._fault = fault
        self._say_fault()
        self._pages.setCurrentIndex(1)
        self._say_busy()
        self.set_anew.emit(None)

    def _say_fault(self) -> None:
        if self._fault is not None:
            remedy = self._fault.remedy
            self._refused.show_words(self._bench.text(self._fault.message), self._bench.text(remedy) if remedy else "")

    def _show_paper(self, paper: PaperPages) -> None:
        same = self._paper is not None and self._paper.wanted.document == paper.wanted.document
        self._fault = None
        self._paper = paper
        self._images.clear()
        self._pages.setCurrentIndex(0)
        number = min(self._number, len(paper.sizes) - 1) if same else 0
        self._show_page(number, top=not same)
        self._say_busy()
        self.set_anew.emit(paper)

    # --- which page --------------------------------------------------------------------------------------------------

    def turn(self, step: int, *_pressed: object) -> None:
        """Show another page."""
        if self._paper is not None and 0 <= self._number + step < len(self._paper.sizes):
            self._show_page(self._number + step, top=True)

    def go_to(self, number: int) -> None:
        """Show a page, from 0, and put the focus there."""
        if self._paper is not None and 0 <= number < len(self._paper.sizes):
            self._show_page(number, top=True)
            self._view.setFocus()

    def _go_to_end(self, end: int) -> None:
        if self._paper is not None:
            self._show_page(0 if end == 0 else len(self._paper.sizes) - 1, top=True)

    def _show_page(self, number: int, *, top: bool) -> None:
        assert self._paper is not None
        turned = number != self._number or top
        self._number = number
        kept = self._kept(number, self._view.pixels)
        before = None if turned else self._view.image
        self._view.show_page(self._paper.sizes[number], kept or before, top=top)
        self._say_where()
        self._draw()

    def _say_where(self) -> None:
        count = len(self._paper.sizes) if self._paper is not None else 0
        self._where.setText(f"{self._number + 1} / {count}" if count else "")
        said = msg("purchase.page", "Page {page} of {count}", page=self._number + 1, count=count)
        self._view.setAccessibleName(self._bench.text(said))
        self._before.setEnabled(self._number > 0)
        self._after.setEnabled(self._number + 1 < count)

    # --- drawing pages -----------------------------------------------------------------------------------------------

    def _kept(self, number: int, width: int) -> QImage | None:
        return self._images.get((id(self._paper), number, width))

    def _draw(self) -> None:
        """Draw the page that is shown in its width, then the one after it."""
        paper = self._paper
        if paper is None or self._drawing is not None:
            return
        width = self._view.pixels
        number = next((at for at in (self._number, self._number + 1) if self._kept(at, width) is None), None)
        if number is None or number >= len(paper.sizes):
            return
        self._goes_on = False
        drawing = partial(_drawn, paper, number, width)
        self._drawing = self._bench.jobs.start(_SETTING, drawing)
        self._drawing.finished.connect(self._is_drawn)
        self._drawing.ended.connect(self._drawing_ended)

    def _is_drawn(self, page: object) -> None:
        self._goes_on = True
        if not isinstance(page, _Page) or page.paper is not self._paper:
            return
        image = _image(page.image)
        self._images[id(page.paper), page.number, page.width] = image
        while len(self._images) > _KEPT_PAGES:
            self._images.popitem(last=False)
        if page.number == self._number:
            self._view.put_image(image)

    def _drawing_ended(self) -> None:
        if self.sender() is self._drawing:
            self._drawing = None
            if self._goes_on:  # a page that cannot be drawn is not tried again and again
                self._draw()

    # --- words -------------------------------------------------------------------------------------------------------

    def _say_busy(self) -> None:
        busy = self._setting is not None or self._settle.isActive()
        self._busy.setText(self._bench.text(msg("purchase.setting.now", "Setting the pages…")) if busy else "")

    def retranslate(self) -> None:
        """Say what stands in the head in the new language."""
        self._say_busy()
        self._say_fault()
        if self._paper is not None:
            self._say_where()


class _Setting:
    """Sets a paper on pages; takes what it needs from the bench at once, so that edits meanwhile do not reach it."""

    def __init__(self, wanted: Wanted, bench: Workbench, market: tuple[Item, ...]) -> None:
        self._wanted = wanted
        self._assessment = bench.assessment
        self._market = market
        self._today = bench.desk.today

    def __call__(self, progress: Progress) -> PaperPages:
        return paper_pages(self._wanted, self._assessment, self._market, self._today, progress)


def _drawn(paper: PaperPages, number: int, width: int, progress: Progress) -> _Page:
    return _Page(paper=paper, number=number, width=width, image=page_image(paper.content, number, width))


def _image(page: PageImage) -> QImage:
    return QImage(page.pixels, page.width, page.height, page.stride, QImage.Format.Format_RGB888).copy()
