"""Who may import whom: the contracts in pyproject.toml hold, and name every package there is."""

from __future__ import annotations

import tomllib

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.conftest import PROJECT
from tests.house.test_house_rules import nodes

CONFIG = PROJECT / "pyproject.toml"
# Libraries that cost start-up time or memory: each has a contract that says which modules may use it.
HEAVY = {
    *(
        "highspy",
        "numpy",
        "xlsxwriter",
        "reportlab",
        "docx",
        "pypdfium2",
        "python_calamine",
        "openpyxl",
        "pandas",
        "lxml",
    ),
    *("sqlite_utils", "PySide6"),
}


def contracts() -> list[dict[str, object]]:
    settings = tomllib.loads(CONFIG.read_text(encoding="utf-8"))
    found: list[dict[str, object]] = settings["tool"]["importlinter"]["contracts"]
    return found


def test_contracts_hold(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    status = lint_imports(config_filename=str(CONFIG), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


def imported_libraries() -> set[str]:
    import ast

    names: set[str] = set()
    for _path, node in nodes("desktop_app", "planner", "db", "resources"):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def test_every_heavy_library_in_use_is_protected() -> None:
    protected = {str(name) for contract in contracts() for name in contract.get("protected_modules", ())}  # type: ignore[attr-defined]
    assert (imported_libraries() & HEAVY) - protected == set()
