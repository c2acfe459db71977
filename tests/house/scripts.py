"""Loads the scripts of ``packaging`` for tests: that folder is no package, so they are loaded by their path."""

from __future__ import annotations

import importlib.util
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from tests.conftest import PROJECT

if TYPE_CHECKING:
    from types import ModuleType


@lru_cache
def script(name: str) -> ModuleType:
    """Return ``packaging/<name>.py`` as a module."""
    spec = importlib.util.spec_from_file_location(f"packaging_{name}", PROJECT / "packaging" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
