"""Qt's own words (OK, Cancel, menus of fields) in the window's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator

_FILES = {"zh": "qtbase_zh_CN"}
_NAME = "labprocure-qt-texts"


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
    translator = QTranslator(application)
    translator.setObjectName(_NAME)
    if not translator.load(name, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        return False
    return application.installTranslator(translator)
