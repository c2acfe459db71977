"""``plan pictures``: the pictures of a plan as files of their own."""

from __future__ import annotations

from pathlib import Path

import click

from desktop_app.cli.plan import plan
from desktop_app.cli.state import OVERWRITE, State, command_options
from desktop_app.cli.targets import FOLDER
from desktop_app.cli.tender import parts_of
from planner.documents.model import Audience, Language
from planner.messages import msg


@plan.command("pictures")
@click.argument("wanted", metavar="PLAN")
@click.option("--out", type=FOLDER, required=True, help="Folder to write to.")
@click.option("--formats", default="svg,png,pdf", show_default=True, help="Of: svg, png, pdf.")
@click.option("--alternative", help="Only this alternative (default: all).")
@OVERWRITE
@click.option("--internal", is_flag=True, help="They stay inside: names of makers and products may be shown.")
@command_options("plan.pictures")
def pictures(
    state: State, wanted: str, out: Path, formats: str, alternative: str | None, internal: bool, overwrite: bool
) -> None:
    """Write wiring, bars and price ranges as pictures; those that may go out are scanned for brands first."""
    from desktop_app.services.assessing import assess_plan
    from desktop_app.services.pictures import export_pictures, picture_json
    from desktop_app.services.plans import find_plan

    found = find_plan(wanted, state.store).plan
    assessments = assess_plan(found, alternative or "", state.today, state.market())
    audience: Audience = "internal" if internal else "external"
    language: Language = "zh" if state.language == "zh" else "en"
    files = export_pictures(assessments, out, language, parts_of(formats), audience=audience, overwrite=overwrite)
    told = [msg("cli.file", "Written: {file} ({size} bytes)", file=one.path, size=one.bytes) for one in files]
    told = told or [msg("session.no_alternative", "The plan has no alternative yet.")]
    body = {"files": [picture_json(one, audience) for one in files]}
    state.out(body, lambda: (state.text(line) for line in told))


COMMANDS = ()
