"""The place Settings: language, colours, the workspace with its backups and its check, versions and licences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services.backups import remember_backup
from desktop_app.services.workspace import back_up, checked
from desktop_app.window import prompts
from desktop_app.window.jobs import Progress
from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.theme import apply_theme
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.card import Card
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.labels import label
from desktop_app.window.places.place import Place
from desktop_app.window.places.settings.backups import BACKUP_FILES, BackupsPanel
from planner.errors import PlannerError
from planner.messages import Message, msg
from resources import VERSION

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

LANGUAGE_KEY = "window.language"
THEME_KEY = "window.theme"
_THEMES: tuple[tuple[str, Message], ...] = (
    ("system", msg("settings.system", "As the system")),
    ("light", msg("settings.light", "Light")),
    ("dark", msg("settings.dark", "Dark")),
)


class SettingsPlace(Place):
    """A few cards; what is chosen holds at once and at the next start."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._language, self._theme = ChoiceBox(), ChoiceBox()
        self._language.setObjectName("settings-language")
        self._theme.setObjectName("settings-theme")
        self._language.chosen.connect(self._speak)
        self._theme.chosen.connect(self._wear)
        self._where = label(tone="text2", wrap=True)
        self._where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._found = QGridLayout()
        self._buttons: dict[str, Button] = {}
        self._backups = BackupsPanel(bench)
        self._backups.hide()
        self._versions = label(tone="text2", wrap=True)
        self._lay_out()

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setProperty("part", "scrolled")
        column = QVBoxLayout(inside)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(12)
        for title, fill in (
            (msg("settings.window", "Window"), self._fill_window),
            (msg("settings.workspace", "Workspace"), self._fill_workspace),
            (msg("settings.about", "About this program"), self._fill_about),
        ):
            card = Card()
            card.setMaximumWidth(760)
            self.wording.put(card.title.setText, title)
            card.title.show()
            fill(card)
            column.addWidget(card)
        column.addStretch(1)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)

    def _fill_window(self, card: Card) -> None:
        rows = QGridLayout()
        rows.setColumnMinimumWidth(0, 132)
        rows.setColumnStretch(2, 1)
        for at, (said, box) in enumerate(
            ((msg("settings.language", "Language"), self._language), (msg("settings.theme", "Colours"), self._theme))
        ):
            name = label(tone="text2")
            name.setBuddy(box)
            self.wording.put(name.setText, said)
            self.wording.put(box.setAccessibleName, said)
            box.setMinimumWidth(180)
            rows.addWidget(name, at, 0)
            rows.addWidget(box, at, 1)
        card.body.addLayout(rows)

    def _fill_workspace(self, card: Card) -> None:
        card.body.addWidget(self._where)
        buttons = QHBoxLayout()
        for name, said, slot in (
            ("check", msg("settings.check", "Check the workspace"), self._check),
            ("backup", msg("settings.backup", "Back up…"), self._back_up),
            ("restore", msg("settings.restore", "Put a backup back"), self._turn_backups),
        ):
            made = Button(kind="plain")
            made.setCheckable(name == "restore")
            self._buttons[name] = made
            made.setObjectName(f"settings-{name}")
            self.wording.put(made.setText, said)
            made.clicked.connect(slot)
            buttons.addWidget(made)
        buttons.addStretch(1)
        card.body.addLayout(buttons)
        card.body.addLayout(self._found)
        card.body.addWidget(self._backups)

    def _fill_about(self, card: Card) -> None:
        card.body.addWidget(self._versions)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_plan(self) -> None:
        """Show what is set."""
        text, settings = self.bench.text, self.bench.desk.store.settings
        self._language.show_choices([("zh", "简体中文"), ("en", "English")], self.bench.language)
        self._theme.show_choices([(key, text(said)) for key, said in _THEMES], settings.get(THEME_KEY, "system"))
        where = msg("settings.where", "All data is in {file}, on this computer.", file=str(self.bench.desk.store.path))
        self._where.setText(text(where))
        about = msg(
            "settings.versions",
            "LabProcure {version}, Qt {qt}. Prices and laws carry their dates; numbers from memory are marked as assumed.",
            version=VERSION,
            qt=qVersion() or "?",
        )
        self._versions.setText(text(about))
        if self._backups.isVisibleTo(self):
            self._backups.show_list()

    def retranslate(self) -> None:
        """Say heads and lists in the new language."""
        self._backups.retranslate()
        self.show_plan()

    def show_backups(self, shown: bool) -> None:
        """Open or fold the list of backups."""
        self._buttons["restore"].setChecked(shown)
        self._backups.setVisible(shown)
        if shown:
            self._backups.show_list()

    def _turn_backups(self) -> None:
        self.show_backups(self._buttons["restore"].isChecked())

    # --- acts --------------------------------------------------------------------------------------------------------

    def _speak(self, language: str) -> None:
        self.bench.speak("zh" if language == "zh" else "en")
        self._keep(LANGUAGE_KEY, language)

    def _wear(self, theme: str) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        apply_theme(application, theme)  # type: ignore[arg-type]
        self._keep(THEME_KEY, theme)

    def _keep(self, key: str, value: str) -> None:
        try:
            self.bench.desk.store.settings.set(key, value)
        except PlannerError as fault:
            self.bench.tell_fault(fault)

    def _check(self) -> None:
        """Look the workspace over and list what was found."""
        while (item := self._found.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        try:
            results = checked(self.bench.desk.store)
        except PlannerError as fault:
            self.bench.tell_fault(fault)
            return
        for row, (good, said) in enumerate(results):
            mark = QLabel()
            mark.setPixmap(pixmap("ok" if good else "error", "ok" if good else "error", 16, self.devicePixelRatioF()))
            self._found.addWidget(mark, row, 0)
            self._found.addWidget(label(self.bench.text(said), size="caption", wrap=True), row, 1)
        self._found.setColumnStretch(1, 1)

    def _back_up(self) -> None:
        """Ask where, and write a verified copy beside the window."""
        today = self.bench.desk.today
        title = msg("settings.backup.title", "Back up the workspace")
        file = prompts.save_file(self.bench, self, title, f"labprocure-{today.isoformat()}.db", BACKUP_FILES)
        if file is None:
            return
        source = self.bench.desk.store.path

        def work(progress: Progress) -> Path:
            progress(0.1, None)
            return back_up(source, file)

        handle = self.bench.jobs.start(title, work, "write")
        handle.finished.connect(self._backed_up)
        handle.failed.connect(self.bench.tell_fault)

    def _backed_up(self, file: object) -> None:
        assert isinstance(file, Path)
        try:
            remember_backup(self.bench.desk, file)
        except PlannerError as fault:
            self.bench.tell_fault(fault)
        if self._backups.isVisibleTo(self):
            self._backups.show_list()
        said = msg("settings.backed_up", "Backup written to {file} and verified.", file=str(file))
        self.bench.tell(Notice(text=said, tone="done"))
