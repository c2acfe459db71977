"""Texts of the user where Qt reads marks: & as the key of a button or row of a menu, <b> as markup of a tip."""

from __future__ import annotations

from PySide6.QtGui import Qt


def keyless(text: str) -> str:
    """Return a text as a button, tab or menu shows it letter by letter: Qt takes a single & for a key and underlines."""
    return text.replace("&", "&&")


def plain_tip(text: str) -> str:
    """Return a text as a tip shows it letter by letter: Qt takes one with tags for markup."""
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text
