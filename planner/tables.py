"""The only reader of bundled tables: CSV files under ``resources`` as tuples of rows, read once."""

from __future__ import annotations

import csv
import io
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import resources

if TYPE_CHECKING:
    from collections.abc import Mapping


@lru_cache(maxsize=64)
def rows(name: str) -> tuple[Mapping[str, str], ...]:
    """Return the rows of ``resources/<name>`` (UTF-8 CSV with a heading row), cells stripped, '' for empty."""
    reader = csv.DictReader(io.StringIO(resources.read_text(name)))
    return tuple(MappingProxyType({key: (cell or "").strip() for key, cell in row.items()}) for row in reader)
