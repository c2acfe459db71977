"""What the commands of the window do: open and make plans, save copies, step back, switch language and theme."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QMenu

from desktop_app.window import prompts
from desktop_app.window.look.theme import apply_theme
from desktop_app.window.look.worn import current_look
from desktop_app.window.notice import Notice
from desktop_app.window.plan_acts import PlanActs
from planner.errors import PlannerError
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.main_window import MainWindow
    from desktop_app.window.shell.help_window import HelpWindow
    from desktop_app.window.shell.history_list import HistoryList
    from desktop_app.window.shell.palette import Palette
    from desktop_app.window.workbench import Workbench

_RECENT = 12
_IN_MAIN_MENU = (
    "new",
    "open",
    "save_copy",
    "export",
    "",
    "survey_out",
    "survey_in",
    "wire",
    "",
    "rename_plan",
    "duplicate_plan",
    "remove_plan",
    "",
    "undo",
    "redo",
    "history",
    "",
    "language",
    "theme",
    "help",
    "quit",
)


class Commands(QObject):
    """Connects the actions of a window with what they do."""

    def __init__(self, bench: Workbench, window: MainWindow) -> None:
        super().__init__(window)
        self._bench = bench
        self._window = window
        self._actions = window.actions_by_name
        self._palette: Palette | None = None
        self._history: HistoryList | None = None
        self._help: HelpWindow | None = None
        self._plan_acts = PlanActs(bench, self, opens=True)
        self._plan_acts.changed.connect(self._show_plans_anew)
        for name, work in (
            ("new", self.new_plan),
            ("open", self.open_file),
            ("save_copy", self.save_copy),
            ("export", self.export),
            ("undo", bench.undo),
            ("redo", bench.redo),
            ("filter", self._filter),
            ("add", self._add),
            ("findings", self._findings),
            ("search", self._search),
            ("history", self._show_history),
            ("help", self._show_help),
            ("language", self.switch_language),
            ("theme", self.switch_theme),
            ("rename_plan", self._rename_plan),
            ("duplicate_plan", self._duplicate_plan),
            ("remove_plan", self._remove_plan),
            ("quit", window.close),
        ):
            self._actions.connect(name, work)
        for name in ("survey_out", "survey_in", "wire"):
            self._actions.connect(name, partial(self._at_site, name))
        window.top_bar.plans_asked.connect(self.fill_plans)
        window.open_plan_asked.connect(self.open_plan)
        self._fill_main_menu(window.main_menu)

    def _fill_main_menu(self, menu: QMenu) -> None:
        for name in _IN_MAIN_MENU:
            if name:
                menu.addAction(self._actions[name])
            else:
                menu.addSeparator()

    # --- plans -------------------------------------------------------------------------------------------------------

    def new_plan(self) -> None:
        """Go to the start place, where a plan is made; the one on the bench stays in the workspace."""
        self._bench.lay_out(None)
        self._window.show_place("start")

    def open_file(self) -> None:
        """Ask for a plan file and take it in."""
        file = prompts.open_file(self._bench, self._window, msg("command.open.title", "Open a plan"))
        if file is not None:
            self.open_path(file)

    def open_path(self, file: Path, *, quietly: bool = False) -> None:
        """Take a plan file into the workspace and lay it on the bench; ask where the workspace has another state of it.

        ``quietly`` asks nothing and shows the workspace's state: nobody sits before a window that closes by itself.
        """
        bench = self._bench
        try:
            opened = bench.desk.read(file)
            if opened.relation == "same":
                bench.lay_out(bench.desk.open(opened.plan.id))
                return
            as_new = False
            if opened.relation in ("older", "different"):
                chosen = 2 if quietly else self._ask_which(opened.relation == "older")
                if chosen is None:
                    return
                if chosen == 2:
                    bench.lay_out(bench.desk.open(opened.plan.id))
                    return
                as_new = chosen == 0
            bench.lay_out(bench.desk.take_in(opened.plan, file.name, as_new=as_new))
        except PlannerError as fault:
            bench.tell_fault(fault)
            return
        said = msg("window.opened", "{file} was taken into the workspace.", file=file.name)
        kept = msg(
            "window.opened.kept",
            "What you change is saved there, not in the file; Save a copy writes a file again.",
        )
        bench.tell(Notice(text=said, detail=kept, tone="done"))

    def _ask_which(self, older: bool) -> int | None:
        question = (
            msg("open.older", "The workspace has a newer state of this plan. What is to be done with the file?")
            if older
            else msg(
                "open.different", "The workspace has this plan in another state. What is to be done with the file?"
            )
        )
        choices = (
            msg("open.as_new", "Keep both, open the file as a new plan"),
            msg("open.replace", "Make the file the newest state"),
            msg("open.keep", "Open the plan of the workspace"),
        )
        return prompts.choose(self._bench, self._window, question, choices)

    def open_plan(self, plan_id: str) -> None:
        """Lay a plan of the workspace on the bench."""
        self._plan_acts.open(plan_id)

    def _rename_plan(self) -> None:
        self._plan_acts.rename(self._bench.plan.id)

    def _duplicate_plan(self) -> None:
        self._plan_acts.duplicate(self._bench.plan.id)

    def _remove_plan(self) -> None:
        self._plan_acts.remove(self._bench.plan.id)

    def _show_plans_anew(self) -> None:
        place = self._window.stack.place
        if place is not None and not self._bench.has_plan:
            place.show_plan()

    def save_copy(self) -> None:
        """Write the plan into a file of its own."""
        title = self._bench.text(self._bench.plan.title)
        file = prompts.save_file(
            self._bench, self._window, msg("command.save_copy.title", "Save a copy"), f"{title}.lpplan"
        )
        if file is None:
            return
        try:
            self._bench.desk.save_copy(self._bench.plan, file)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        self._bench.tell(Notice(text=msg("window.copied", "Saved as {file}.", file=str(file)), tone="done"))

    def export(self) -> None:
        """Go to where papers are made."""
        self._bench.go("purchase", "papers")

    def _at_site(self, what: str, _checked: bool = False) -> None:
        """Go to the site and write or read the survey sheet, or plan the wiring there."""
        self._bench.go("site", what)

    def fill_plans(self, menu: QMenu) -> None:
        """Fill the plan switcher: the plans of the workspace, last changed first, then new and open."""
        menu.clear()
        acts = self._plan_acts
        if self._bench.has_desk:
            current = self._bench.plan.id if self._bench.has_plan else ""
            entries = self._bench.desk.plans()
            acts.add_plans(menu, entries[:_RECENT], current)
            if len(entries) > _RECENT:
                more = menu.addMenu(
                    self._bench.text(msg("plans.more", "More plans: {count}", count=len(entries) - _RECENT))
                )
                acts.add_plans(more, entries[_RECENT:], current)
            menu.addSeparator()
        for name in ("rename_plan", "duplicate_plan", "remove_plan"):
            menu.addAction(self._actions[name])
        if self._bench.has_desk:
            acts.add_bin(menu)
        menu.addSeparator()
        for name in ("new", "open", "save_copy"):
            menu.addAction(self._actions[name])

    # --- what opens over the place -----------------------------------------------------------------------------------

    def _search(self) -> None:
        from desktop_app.window.shell.palette import Palette

        if self._palette is None:
            self._palette = Palette(self._bench, self._window)
        self._palette.open_at_top()

    def _show_history(self) -> None:
        from desktop_app.window.shell.history_list import HistoryList

        if self._history is None:
            self._history = HistoryList(self._bench, self._window)
        self._history.open_at_right()

    def _show_help(self) -> None:
        from desktop_app.window.shell.help_window import HelpWindow

        if self._help is None:
            self._help = HelpWindow(self._bench, self._window)
        spec = self._window.stack.spec
        self._help.show_topic(spec.name if spec is not None else "start")

    # --- the window --------------------------------------------------------------------------------------------------

    def _filter(self) -> None:
        place = self._window.stack.place
        if place is None or not place.seek():
            self._actions["search"].trigger()

    def _add(self) -> None:
        place = self._window.stack.place
        if place is not None:
            place.start_adding()

    def _findings(self) -> None:
        self._window.show_place("findings")

    def switch_language(self) -> None:
        """Speak the other language from now on, and keep to it at the next start."""
        self._bench.speak("en" if self._bench.language == "zh" else "zh")
        self._keep("window.language", self._bench.language)

    def switch_theme(self) -> None:
        """Wear the other theme from now on, and keep to it at the next start."""
        wanted = "light" if current_look().theme == "dark" else "dark"
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        apply_theme(application, "dark" if wanted == "dark" else "light")
        self._keep("window.theme", wanted)

    def _keep(self, key: str, value: str) -> None:
        if not self._bench.has_desk:
            return
        try:
            self._bench.desk.store.settings.set(key, value)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
