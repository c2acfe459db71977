"""PySide6 6.12.0 loses a reference to None at each call that returns nothing; Python 3.11 then aborts within seconds."""

from __future__ import annotations

import importlib.metadata
import sys

import pytest
from packaging.version import Version


def test_pyside_is_below_the_faulty_version() -> None:
    assert Version(importlib.metadata.version("PySide6-Essentials")) < Version("6.12")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from 3.12 on: a lost reference does no harm")
def test_calls_that_return_nothing_keep_the_references_to_none() -> None:
    from PySide6.QtCore import QObject

    thing = QObject()
    before = sys.getrefcount(None)
    for _turn in range(1000):
        thing.setObjectName("x")
        thing.blockSignals(False)
    assert abs(sys.getrefcount(None) - before) < 100
