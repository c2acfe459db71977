"""The survey sheet and the planned wiring as proposals in the place Site: written, read in, shown, and taken as one step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from desktop_app.window import prompts
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.places.site.proposal_page import Proposal, ProposalPage, ProposalRow
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.services.survey import AnswerRow, SurveyAnswers
    from desktop_app.services.wiring import PlannedWiring
    from desktop_app.window.jobs import JobHandle, Progress
    from desktop_app.window.look.tokens import Status
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import Plan
    from planner.plan.edits import Edit

SURVEY_OUT, SURVEY_IN, WIRE = "survey_out", "survey_in", "wire"
WORDS: dict[str, Message] = {
    SURVEY_OUT: msg("command.survey_out", "Export the survey sheet…"),
    SURVEY_IN: msg("command.survey_in", "Read a filled survey sheet…"),
    WIRE: msg("command.wire", "Plan the wiring"),
}
_SHEETS_OUT = msg("survey.files.out", "Survey sheet (*.xlsx);;Survey sheet (*.docx);;For print (*.pdf)")
_SHEETS_IN = msg("survey.files.in", "Filled survey sheets (*.xlsx *.docx);;All files (*)")
_WIRING: dict[str, Status] = {"left": "error", "moved": "ok", "same": "info", "open": "unknown"}
_STATUS: dict[str, Status] = {"new": "ok", "changed": "warn", "same": "info", "open": "unknown", "refused": "error"}


class Proposals(QObject):
    """``opened`` and ``closed`` say whether the page has something to show."""

    opened = Signal()
    closed = Signal()

    def __init__(self, bench: Workbench) -> None:
        self.page = ProposalPage(bench)
        super().__init__(self.page)
        self._bench = bench
        self._wording = Wording(bench, self.page)
        self._edit: Edit | None = None
        self._show: Callable[[], bool] | None = None
        self._job: JobHandle | None = None
        self._left_out: frozenset[int] = frozenset()
        self.page.accepted.connect(self._accept)
        self.page.ticked.connect(self._tick)
        self.page.left.connect(self.close_page)

    @property
    def is_open(self) -> bool:
        """Tell whether something is proposed."""
        return self._show is not None

    def button(self) -> Button:
        """Return the button of the place that opens a menu with all of them."""
        made = Button(kind="tool", small=True)
        made.setObjectName("site-survey")
        made.set_icon("note")
        self._wording.put(made.setText, msg("site.survey", "Survey and wiring"))
        menu = QMenu(made)
        for name, said in WORDS.items():
            action = QAction(menu)
            self._wording.put(action.setText, said)
            action.setObjectName(f"site-{name}")
            action.triggered.connect(partial(self.start, name))
            menu.addAction(action)
        made.setMenu(menu)
        return made

    def start(self, name: str, _checked: bool = False) -> None:
        """Do what a command or the menu asks."""
        {SURVEY_OUT: self._export, SURVEY_IN: self._read_in, WIRE: self._wire}[name]()

    def refresh(self) -> None:
        """Propose anew for the plan as it stands now, or close the page where nothing is to be proposed any more."""
        if self._show is not None and not self._show():
            self.close_page()

    def close_page(self) -> None:
        """Leave the plan as it is."""
        if self._show is None:
            return
        self._edit, self._show = None, None
        self.closed.emit()

    def _accept(self) -> None:
        edit, done = self._edit, msg("proposal.done", "Done: {title}", title=self.page.windowTitle())
        if edit is None:
            return
        self._edit, self._show = None, None
        if self._bench.do(edit):
            undo = msg("command.undo", "Undo")
            self._bench.tell(
                Notice(text=done, tone="done", label=undo, action=self._bench.undo, until_change=True),
            )
        self.closed.emit()

    def _open(self, shown: Proposal, edit: Edit | None) -> None:
        self._edit = edit
        self.page.setWindowTitle(shown.title)
        self.page.show_proposal(shown)
        self.opened.emit()

    # --- the survey sheet --------------------------------------------------------------------------------------------

    def _export(self) -> None:
        bench = self._bench
        title = bench.text(msg("survey.title", "Site survey sheet"))
        proposed = f"{bench.text(bench.plan.title)} {title}.xlsx".replace("/", "-")
        file = prompts.save_file(bench, self.page, WORDS[SURVEY_OUT], proposed, _SHEETS_OUT)
        if file is None:
            return
        try:
            written = self._written(file if file.suffix else file.with_suffix(".xlsx"))
        except PlannerError as fault:
            bench.tell_fault(fault)
            return
        said = msg("survey.written", "Survey sheet written to {file}. Fill it in and read it in here.", file=written)
        bench.tell(Notice(text=said, tone="done"))

    def _written(self, file: Path) -> str:
        from desktop_app.services.survey import SURVEY_FORMATS, survey_of
        from planner.render import known_format, render

        bench = self._bench
        kind = known_format(file.suffix.lstrip(".").lower(), SURVEY_FORMATS)
        made = survey_of(bench.plan, bench.alternative.id, bench.language, bench.desk.today)
        return render(made, file, kind).path

    def _read_in(self) -> None:
        file = prompts.open_file(self._bench, self.page, WORDS[SURVEY_IN], _SHEETS_IN)
        if file is not None:
            self.read_file(file)

    def read_file(self, file: Path) -> None:
        """Show what the answers of a filled sheet would change; each can be left out."""
        self._left_out = frozenset()
        self._show = partial(self._show_answers, file)
        if not self._show():
            self._show = None

    def _show_answers(self, file: Path) -> bool:
        from desktop_app.services.survey import read_survey

        bench = self._bench
        try:
            read = read_survey(bench.plan, file, bench.desk.store, bench.language, self._left_out)
        except PlannerError as fault:
            bench.tell_fault(fault)
            return False
        self._open(_of_answers(bench, read), read.edit)
        return True

    def _tick(self, taken: object) -> None:
        """Leave out the answers that are not ticked any more."""
        assert isinstance(taken, frozenset)
        rows = [row for row in self.page.rows if row.ticked is not None]
        self._left_out = frozenset(int(row.id) for row in rows if row.id not in taken)
        self.refresh()

    # --- the wiring --------------------------------------------------------------------------------------------------

    def _wire(self) -> None:
        from desktop_app.services.wiring import plan_wiring_of

        if self._job is not None:
            return
        bench = self._bench
        plan, one, today = bench.plan, bench.alternative.id, bench.desk.today

        def work(_progress: Progress) -> PlannedWiring:
            return plan_wiring_of(plan, one, today)

        self._job = bench.jobs.start(msg("wire.job", "Planning the wiring"), work)
        self._job.finished.connect(partial(self._wired, plan))
        self._job.failed.connect(bench.tell_fault)
        self._job.ended.connect(self._job_ended)

    def _job_ended(self) -> None:
        self._job = None

    def _wired(self, plan: Plan, planned: PlannedWiring) -> None:
        if not self._bench.has_plan or self._bench.plan is not plan:
            return  # something else was done meanwhile: the answer is of a plan that is no more
        self._show = partial(self._show_wiring, plan, planned)
        self._show()

    def _show_wiring(self, plan: Plan, planned: PlannedWiring) -> bool:
        if self._bench.plan is not plan or self._bench.alternative.id != planned.alternative:
            return False
        self._open(_of_wiring(self._bench, planned), planned.edit)
        return True


def _of_answers(bench: Workbench, read: SurveyAnswers) -> Proposal:
    text = bench.text
    summary = msg(
        "cli.answers.count",
        "{new} new, {changed} overwritten, {same} as they were, {open} left open, {refused} not read.",
        new=read.count("new"),
        changed=read.count("changed"),
        same=read.count("same"),
        open=read.count("open"),
        refused=read.count("refused"),
    )
    other = msg(
        "survey.other_plan.look",
        "This sheet was written for another plan ({id_}): look at every row before you take it.",
        id_=read.other_plan,
    )
    return Proposal(
        title=text(msg("survey.step", "Site survey sheet {file}", file=read.file)),
        summary=text(summary if read.rows else msg("survey.empty", "No answer is filled in.")),
        warning=text(other) if read.other_plan else "",
        rows=tuple(_answer(at, row) for at, row in enumerate(read.rows)),
        apply=text(msg("survey.apply", "Take {count} answers", count=read.taken)) if read.edit is not None else "",
    )


def _answer(at: int, row: AnswerRow) -> ProposalRow:
    return ProposalRow(
        id=f"{at}",
        status=_STATUS[row.state],
        word=row.state_word,
        about=f"{row.place} {row.asked}".strip(),
        before=row.before,
        after=row.after,
        typed=row.typed,
        cell=row.cell.rpartition(" ")[2] if row.cell.isascii() or " " in row.cell else row.cell,
        note=row.note,
        is_assumed=row.is_assumed,
        ticked=row.taken if row.changes or not row.taken else None,
    )


def _of_wiring(bench: Workbench, planned: PlannedWiring) -> Proposal:
    from desktop_app.services.wiring import wiring_rows, wiring_summary

    text = bench.text
    rows = wiring_rows(bench.plan, planned, bench.language)
    return Proposal(
        title=text(msg("wire.title", "Planned wiring")),
        summary="\n".join(map(text, wiring_summary(planned))),
        warning="",
        rows=tuple(
            ProposalRow(
                id=row.line,
                status=_WIRING[row.state],
                word=row.state_word,
                about=row.title,
                before=row.before,
                after=row.after,
                typed="",
                note=row.note,
            )
            for row in rows
        ),
        apply=text(msg("wire.apply", "Plug in as planned")) if planned.edit is not None else "",
    )
