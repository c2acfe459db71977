"""What a sheet cannot hold is refused before it is written: the workbook library leaves it out without a word.

Limits of the format (ECMA-376 part 1, 18.3.1.73 and 18.3.1.13, as spreadsheets keep them): 1,048,576 rows, 16,384 columns.
"""

from __future__ import annotations

from collections.abc import Sequence

from planner.documents.model import KeyValues, Picture, Signature, Table
from planner.errors import ExportError
from planner.messages import msg
from planner.render.xlsx_cells import check_length

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
_HEAD_ROWS = 3  # title, facts about the paper, heads


def refuse_too_large(title: str, grid: Table | KeyValues | Picture | None, beside: Sequence[object]) -> None:
    """Make sure that a sheet holds ``grid`` with the lines and signers ``beside`` it, and its heads their texts.

    Raises:
        ExportError: more rows or columns than a sheet has, or a text longer than a cell.
    """
    rows = grid.rows if isinstance(grid, Table) else grid.items if isinstance(grid, KeyValues) else ()
    signers = [one for one in beside if isinstance(one, Signature)]
    count = _HEAD_ROWS + len(rows) + len(beside) + sum(1 + len(one.rows) for one in signers)
    columns = len(grid.columns) if isinstance(grid, Table) else 0
    if count > MOST_ROWS or columns > MOST_COLUMNS:
        raise ExportError(
            msg(
                "export.sheet_size",
                "The sheet would have {rows} rows and {columns} columns; it holds at most {most_rows} and {most_columns}.",
                rows=count,
                columns=columns,
                most_rows=MOST_ROWS,
                most_columns=MOST_COLUMNS,
            ),
            msg("export.sheet_size.remedy", "Split the table, or export this paper as plain text."),
            title,
        )
    for column in grid.columns if isinstance(grid, Table) else ():
        check_length(column.title + column.unit, title)
    for text in (text for one in signers for row in (one.heads, *one.rows) for text in row):
        check_length(text, title)
