"""Rows of cells as the text the clipboard carries between tables: tabs, line ends, quotes where a cell holds those."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_NEEDS_QUOTES = ("\t", "\n", "\r", '"')


def to_table_text(rows: Iterable[Iterable[str]]) -> str:
    """Return rows as tab-separated text, as spreadsheets take it."""
    return "\n".join("\t".join(_quoted(cell) for cell in row) for row in rows)


def from_table_text(text: str) -> tuple[tuple[str, ...], ...]:
    r"""Return the rows of a tab-separated text; the line end every spreadsheet puts last makes no row.

    A quoted cell may hold tabs and line ends: ``"甲\n乙"``; a quote inside a plain cell is an inch.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    return tuple(_rows(plain)) if plain else ()


def _quoted(cell: str) -> str:
    if not any(mark in cell for mark in _NEEDS_QUOTES):
        return cell
    return '"' + cell.replace('"', '""') + '"'


def _rows(text: str) -> Iterator[tuple[str, ...]]:
    row: list[str] = []
    at = 0
    while True:
        cell, at = _cell(text, at)
        row.append(cell)
        if at >= len(text) or text[at] == "\n":
            yield tuple(row)
            row = []
            if at >= len(text):
                return
        at += 1


def _cell(text: str, start: int) -> tuple[str, int]:
    """Return the cell that begins at ``start`` and where it ends."""
    if text[start : start + 1] == '"':
        closing = _closing_quote(text, start + 1)
        if closing is not None:
            return text[start + 1 : closing].replace('""', '"'), closing + 1
    ends = [end for end in (text.find("\t", start), text.find("\n", start)) if end >= 0]
    end = min(ends, default=len(text))
    return text[start:end], end


def _closing_quote(text: str, start: int) -> int | None:
    """Return where the quote that ends a cell stands; None where it is no quoted cell after all."""
    at = text.find('"', start)
    while at >= 0:
        if text[at + 1 : at + 2] == '"':
            at = text.find('"', at + 2)
            continue
        return at if text[at + 1 : at + 2] in ("", "\t", "\n") else None
    return None
