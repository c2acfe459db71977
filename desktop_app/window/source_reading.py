"""Keeps Qt's Python side from reading the source of every module that is imported."""

from __future__ import annotations

import sys
from types import ModuleType

from PySide6 import QtCore  # noqa: F401 - brings the hook that is quieted here


def stop_source_reading() -> None:
    """Take every module for one that switches no naming of Qt's over, as a packed program without sources does.

    From the first import on, PySide6 reads the source of each module that is imported, ours and all others, and looks
    for its own name in it: only a module that has it may turn on ``snake_case`` or ``true_property``. Nothing here does
    so. Where this version of PySide6 keeps no such hook, nothing happens.
    """
    feature = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        feature._mod_uses_pyside = _switches_nothing  # type: ignore[union-attr]


def _switches_nothing(_module: ModuleType) -> bool:
    return False
