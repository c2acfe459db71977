"""``demo``: the main job on the sample plan, from catalog to papers."""

from __future__ import annotations

from pathlib import Path

import click

from desktop_app.cli.state import State, command_options
from desktop_app.cli.targets import FOLDER


@click.command()
@click.option("--out", type=FOLDER, default=Path("out/demo"), show_default=True, help="Folder for the files.")
@command_options("demo")
def demo(state: State, out: Path) -> None:
    """Check the sample plan of a university lab (300,000 yuan) and write its papers."""
    from desktop_app.services.demo import demo_lines, run_demo
    from desktop_app.services.tender import file_json
    from desktop_app.services.views import assessment_json

    done = run_demo(state.reading(), out, state.today, state.market())
    body = {
        "files": [file_json(one) for one in done.files],
        "plan_file": str(done.plan_file),
        "summary": assessment_json(done.assessment, state.language),
    }
    state.out(body, lambda: demo_lines(done, state.language))


COMMANDS = (demo,)
