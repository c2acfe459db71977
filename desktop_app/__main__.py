"""The program's entry: the only module that knows both the command line and the window."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main() -> int:
    """Run the command line; without arguments the window opens. Returns the exit code."""
    from desktop_app.cli.main import main as run

    return run(sys.argv[1:], open_window)


def gui_main() -> int:
    """Open the window; further arguments are those of ``gui``."""
    from desktop_app.cli.main import main as run

    return run(["gui", *sys.argv[1:]], open_window)


def open_window(arguments: Sequence[str]) -> int:
    """Open the window as ``arguments`` say and return its exit code."""
    from desktop_app.cli.opening import read_opening

    opening = read_opening(arguments)
    if opening is None:
        return 0
    from desktop_app.window.app import run
    from desktop_app.window.content import Options, Table, Texts
    from planner.messages import msg, render

    def load() -> Table:
        from desktop_app.cli.state import now
        from desktop_app.services.opening import opened_overview

        found = opened_overview(opening.plan, opening.database, opening.language, now().date())
        return Table(headings=found.headings, rows=found.rows)

    texts = Texts(
        title=render(msg("window.title", "LabProcure"), opening.language),
        heading=render(msg("window.heading", "The plan and what was found"), opening.language),
        table_name=render(msg("window.table", "Results"), opening.language),
    )
    options = Options(
        exit_after=opening.exit_after,  # type: ignore[arg-type]
        shot=opening.shot,
        size=opening.size,
        theme=opening.theme,  # type: ignore[arg-type]
        language=opening.language,
    )
    return run(options, texts, load)


if __name__ == "__main__":
    sys.exit(main())
