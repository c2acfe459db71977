"""Sizes by package: how long functions and files are. Printed by ``make sizes``; the limits are kept by a test.

A function is counted from its ``def`` to its last line, docstring and nested functions included.
"""

from __future__ import annotations

import ast
import math
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parent.parent
FOLDERS = ("desktop_app", "planner", "db", "resources", "packaging", "tests")
FUNCTION_LIMIT = 60
FILE_LIMIT = {"tests": 600}
FILE_LIMIT_ELSEWHERE = 400


class Size(NamedTuple):
    """How many lines something has, and where it is."""

    lines: int
    place: str


def files(folder: str) -> list[Path]:
    """Return the Python files below ``folder`` of the project, sorted."""
    return sorted((PROJECT / folder).rglob("*.py"))


def file_sizes(folder: str) -> list[Size]:
    """Return the lines of each file below ``folder``."""
    return [Size(len(path.read_text(encoding="utf-8").splitlines()), _shown(path)) for path in files(folder)]


def function_sizes(folder: str) -> list[Size]:
    """Return the lines of each function and method below ``folder``."""
    sizes = []
    for path in files(folder):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                sizes.append(Size(lines, f"{_shown(path)}:{node.lineno} {node.name}"))
    return sizes


def _shown(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


def over_limit(folder: str) -> list[str]:
    """Return what is longer than allowed below ``folder``."""
    limit = FILE_LIMIT.get(folder, FILE_LIMIT_ELSEWHERE)
    found = [size for size in file_sizes(folder) if size.lines > limit]
    found += [size for size in function_sizes(folder) if size.lines > FUNCTION_LIMIT]
    return [f"{size.place}: {size.lines} lines" for size in found]


def summary(sizes: list[Size]) -> str:
    """Return count, median, 95 % point and maximum as one piece of a table row."""
    if not sizes:
        return f"{0:>6} {'-':>7} {'-':>6} {'-':>5}"
    lines = sorted(size.lines for size in sizes)
    p95 = lines[math.ceil(0.95 * len(lines)) - 1]
    return f"{len(lines):>6} {statistics.median(lines):>7g} {p95:>6} {lines[-1]:>5}"


def table() -> str:
    """Return the table of all folders."""
    head = f"{'':12}{'files':>6} {'median':>7} {'95 %':>6} {'max':>5}   {'functions':>9} {'median':>7} {'95 %':>6} {'max':>5}"
    rows = [f"{folder:12}{summary(file_sizes(folder))}      {summary(function_sizes(folder))}" for folder in FOLDERS]
    return "\n".join((head, *rows))


if __name__ == "__main__":
    print(table())
    sys.exit(any(over_limit(folder) for folder in FOLDERS))
