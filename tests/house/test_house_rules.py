"""What the code promises about itself and no tool of the lint step looks at."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import subprocess
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PROJECT
from tests.house.scripts import script

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PRODUCT = ("desktop_app", "planner", "db", "resources")
ALL = (*PRODUCT, "packaging", "tests")
TOP_LEVEL = {
    *("desktop_app", "resources", "planner", "db", "tests", "packaging", "docs", ".ci"),
    *(
        "pyproject.toml",
        "Makefile",
        "README.md",
        "README.zh.md",
        "LICENSE",
        "NOTICE",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
    ),
    *(".gitignore", ".gitattributes", ".editorconfig"),
}
SQL = re.compile(
    r"\s*(SELECT\s.+?\sFROM\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s"
    r"|CREATE\s+(UNIQUE\s+|TEMP\w*\s+|VIRTUAL\s+)?(TABLE|INDEX|VIEW|TRIGGER)\s|DROP\s+(TABLE|INDEX)\s|PRAGMA\s+\w+)",
    re.IGNORECASE | re.DOTALL,
)
IMPORT_HOMES = {
    "PySide6": ("desktop_app/window/", "desktop_app/__main__.py", "packaging/screen"),
    "shiboken6": ("desktop_app/window/",),
    "sqlite3": ("db/",),
    "sqlite_utils": ("db/",),
}
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "misc", "tools"}
BROAD_EXCEPTS = 3


@lru_cache
def trees(*folders: str) -> tuple[tuple[str, ast.Module], ...]:
    """Return (path, syntax tree) of each file below the folders."""
    sizes = script("size_table")
    paths: list[Path] = [path for folder in folders for path in sizes.files(folder)]
    return tuple((p.relative_to(PROJECT).as_posix(), ast.parse(p.read_text(encoding="utf-8"))) for p in paths)


def nodes(*folders: str) -> Iterator[tuple[str, ast.AST]]:
    for path, tree in trees(*folders):
        for node in ast.walk(tree):
            yield path, node


def place(path: str, node: ast.AST) -> str:
    return f"{path}:{getattr(node, 'lineno', 1)}"


@pytest.mark.parametrize("folder", ALL)
def test_functions_and_files_stay_short(folder: str) -> None:
    assert script("size_table").over_limit(folder) == []


def test_every_module_says_what_it_is_for() -> None:
    assert [path for path, tree in trees(*ALL) if not ast.get_docstring(tree)] == []


def test_modules_are_named_after_their_matter() -> None:
    assert [path for path, _tree in trees(*PRODUCT) if EMPTY_NAMES & set(path.removesuffix(".py").split("/"))] == []


def test_sql_is_written_in_db_alone() -> None:
    found = [
        place(path, node)
        for path, node in nodes("desktop_app", "planner", "resources", "packaging")
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.match(node.value)
    ]
    assert found == []


@pytest.mark.parametrize(
    "text", ["SELECT a FROM b", "\n  insert into t values (1)", "PRAGMA user_version", "Update t set a=1"]
)
def test_the_sql_pattern_knows_sql(text: str) -> None:
    assert SQL.match(text)


@pytest.mark.parametrize(
    "text", ["Select a place on the left", "Update prices", "Create a plan", "Delete the line from it"]
)
def test_the_sql_pattern_leaves_sentences_alone(text: str) -> None:
    assert not SQL.match(text)


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module]
    return []


def test_libraries_with_a_home_are_imported_there() -> None:
    found = [
        f"{place(path, node)}: {name}"
        for path, node in nodes(*PRODUCT, "packaging")
        for name in imported(node)
        if not path.startswith(IMPORT_HOMES.get(name.split(".")[0], ("",)))
    ]
    assert found == []


def called(node: ast.AST) -> str:
    """Return the last name of what is called, '' for other nodes."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", None) or getattr(node.func, "id", "")


def test_engine_and_store_print_nothing() -> None:
    wrote = [
        place(path, node) for path, node in nodes("planner", "db", "resources") if called(node) in ("print", "pprint")
    ]
    streams = [
        place(path, node)
        for path, node in nodes("planner", "db", "resources")
        if isinstance(node, ast.Attribute)
        and node.attr in ("stdout", "stderr")
        and getattr(node.value, "id", "") == "sys"
    ]
    assert wrote + streams == []


def test_engine_has_no_clock() -> None:
    """Today is an argument: the same plan gives the same answer tomorrow."""
    found = [
        place(path, node)
        for path, node in nodes("planner")
        if called(node) in ("today", "now", "utcnow") or called(node) in ("time", "perf_counter") and not _args(node)
    ]
    assert found == []


def _args(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and bool(node.args or node.keywords)


def test_broad_excepts_are_few() -> None:
    """Only the check runner, the job runner and the top-level hook may catch everything."""
    found = [
        place(path, node) for path, node in nodes(*PRODUCT) if isinstance(node, ast.ExceptHandler) and _broad(node)
    ]
    assert len(found) <= BROAD_EXCEPTS, found


def _broad(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or getattr(kind, "id", "") in ("Exception", "BaseException") for kind in kinds)


def test_window_has_no_lambda_slots_and_spins_no_loop() -> None:
    """A lambda slot outlives its widget; processEvents re-enters what is half done."""
    found = [
        place(path, node)
        for path, node in nodes("desktop_app")
        if called(node) == "processEvents"
        or (called(node) == "connect" and any(isinstance(arg, ast.Lambda) for arg in getattr(node, "args", ())))
    ]
    assert found == []


def test_packaging_does_not_hide_the_library_of_that_name() -> None:
    import packaging.version

    assert not (PROJECT / "packaging" / "__init__.py").exists()
    assert str(packaging.version.Version("1.0")) == "1.0"


def test_scripts_are_not_named_like_modules_one_can_install() -> None:
    taken = (
        set(importlib.metadata.packages_distributions())
        | set(sys.stdlib_module_names)
        | {"build", "wheel", "installer"}
    )
    assert [p.name for p in (PROJECT / "packaging").glob("*.py") if p.stem in taken] == []


def test_top_level_holds_what_was_agreed() -> None:
    if not (PROJECT / ".git").exists():
        pytest.skip("not a checkout: what is tracked cannot be told")
    listed = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    assert {line.split("/")[0] for line in listed.splitlines()} - TOP_LEVEL == set()


def test_the_linter_sees_every_file() -> None:
    """A name that is left out anywhere (``build``) also leaves out a package of that name."""
    linter = [sys.executable, "-m", "ruff", "check", "--show-files", *ALL]
    said = subprocess.run(linter, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    seen = set(said.splitlines())
    sizes = script("size_table")
    assert [str(path) for folder in ALL for path in sizes.files(folder) if str(path) not in seen] == []
