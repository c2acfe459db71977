"""Qt's own words (OK, Cancel, menus of fields, file dialogs) in the window's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator

from planner.messages import Message, msg, render

_FILES = {"zh": "qtbase_zh_CN"}
_NAME = "labprocure-qt-texts"
# What Qt's translation leaves out of the file dialog, or says as nobody does; by Qt's own English text.
_OURS: dict[str, Message] = {
    "&Look in:": msg("qt.look_in", "&Look in:"),
    "Files of &type:": msg("qt.files_of_type", "Files of &type:"),
    "Folder": msg("qt.folder", "Folder"),
    "File Folder": msg("qt.folder", "Folder"),
    "Size": msg("qt.size", "Size"),
    "Drive": msg("qt.drive", "Drive"),
}
_DIALOG = frozenset({"QFileDialog", "QFileSystemModel", "QAbstractFileIconProvider", "QFileIconProvider"})


class _Words(QTranslator):
    """Qt's translation, with our words where it has none."""

    def __init__(self, application: QCoreApplication, language: str) -> None:
        super().__init__(application)
        self.setObjectName(_NAME)
        self._ours = {source: render(message, language) for source, message in _OURS.items()}

    def translate(self, context: str, text: str, disambiguation: str | None = None, number: int = -1) -> str | None:
        """Return a text of Qt in the language; None where there is none, so that Qt asks elsewhere."""
        ours = self._ours.get(text) if context in _DIALOG else None
        return ours or super().translate(context, text, disambiguation, number) or None


def speak_qt(language: str) -> bool:
    """Load Qt's translation for ``language`` in place of the one before; False where it has none that can be read."""
    application = QCoreApplication.instance()
    if application is None:
        return False
    for old in application.findChildren(QTranslator, _NAME):
        application.removeTranslator(old)
        old.deleteLater()
    name = _FILES.get(language)
    if name is None:
        return True
    translator = _Words(application, language)
    if not translator.load(name, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        return False
    return application.installTranslator(translator)
