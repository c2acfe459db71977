"""The program's entry: the only module that knows both the command line and the window."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.cli.opening import Opening
    from desktop_app.services.desk import Desk


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
    import gc

    from desktop_app.cli.opening import read_opening

    gc.disable()  # nothing of a start is garbage; the window lets the collector go on once it stands
    opening = read_opening(arguments)
    if opening is None:
        return 0
    if opening.exit_after is None and _given_to_the_running(opening):
        _say_handed_over(opening)
        return 0
    from desktop_app.window.app import run
    from desktop_app.window.content import Options

    def open_desk() -> Desk:
        from desktop_app.cli.state import now
        from desktop_app.services.desk import open_desk as open_at

        return open_at(opening.database, now)

    options = Options(
        plan=opening.plan,
        place=opening.place,
        exit_after=opening.exit_after,  # type: ignore[arg-type]
        shot=opening.shot,
        size=opening.size,
        size_given=opening.size_given,
        theme=opening.theme,  # type: ignore[arg-type]
        language=opening.language,  # type: ignore[arg-type]
        system_language=opening.system_language,  # type: ignore[arg-type]
    )
    return run(options, open_desk)


def _given_to_the_running(opening: Opening) -> bool:
    """Hand what is to be opened to a window that works on the same workspace already; False where there is none."""
    from pathlib import Path

    from desktop_app.services.plans import looks_like_path
    from desktop_app.services.workspace import workspace_path
    from desktop_app.window.single_instance import hand_over, server_name

    plan = str(Path(opening.plan).absolute()) if opening.plan and looks_like_path(opening.plan) else opening.plan
    workspace = str(workspace_path(opening.database).resolve())
    return hand_over(server_name(workspace), {"plan": plan, "place": opening.place})


def _say_handed_over(opening: Opening) -> None:
    """Say at the terminal where the window is that was asked for: without a word it would seem that nothing happened."""
    import click

    from planner.messages import msg, render

    said = msg("instance.raised", "LabProcure is running already; its window was brought to the front.")
    if opening.plan:
        said = msg("instance.handed", "LabProcure is running already; its window opens {plan}.", plan=opening.plan)
    click.echo(render(said, opening.language or opening.system_language))


if __name__ == "__main__":
    sys.exit(main())
