"""The main job on the sample plan: make it, check it, write its papers, and show what one more machine changes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import msgspec

from db.store import Store
from desktop_app.services.plans import plan_from_template
from desktop_app.services.summary import account, finding_lines, shown_findings, verdict_message
from desktop_app.services.tender import export_plan
from desktop_app.services.whatif import after_edit
from planner.assess.run import Assessment, assess
from planner.catalog.items import Item
from planner.errors import ExportError
from planner.messages import Message, msg, render
from planner.plan.codec import write_plan
from planner.plan.document import Plan
from planner.plan.edits import SetValue
from planner.render import RenderedFile

TEMPLATE, MACHINE = "lab-a", "ws"


class Demo(msgspec.Struct, frozen=True, kw_only=True):
    """What the demonstration made: plan, its assessment, one with a machine more, and the files."""

    plan: Plan
    plan_file: Path
    assessment: Assessment
    doubled: Assessment
    files: tuple[RenderedFile, ...]


def run_demo(store: Store, out: Path, today: dt.date, market: tuple[Item, ...]) -> Demo:
    """Run the job; raises ExportError or PlanFileError where ``out`` cannot be written."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExportError(
            msg("demo.folder", "The folder cannot be made ({reason}).", reason=error.strerror or str(error)),
            msg("demo.folder.remedy", "Choose another folder with --out."),
            str(out),
        ) from error
    plan = plan_from_template(TEMPLATE, store, today, plan_id="sample-lab-a")
    plan_file = out / f"{TEMPLATE}.lpplan"
    write_plan(plan, plan_file)
    one = plan.chosen
    more = SetValue(path=f"{one}/{MACHINE}/quantity", value=2)
    return Demo(
        plan=plan,
        plan_file=plan_file,
        assessment=assess(plan, one, today, market=market),
        doubled=after_edit(plan, more, one, today, market),
        files=export_plan(plan, one, out, ("zh", "en"), ("xlsx", "pdf"), today, market, existing="replace"),
    )


def demo_lines(done: Demo, language: str) -> Iterator[str]:
    """Yield what a person wants to read: account, findings with remedies, what one more machine changes, files."""
    yield f"{done.plan.title.label(language)}: {render(verdict_message(done.assessment), language)}"
    yield from (f"  {render(said, language)}" for said in account(done.assessment))
    yield ""
    yield render(msg("demo.findings", "Findings and remedies:"), language)
    for finding in shown_findings(done.assessment):
        yield from (f"  {line}" for line in finding_lines(finding, language))
    yield ""
    yield render(_comparison(done), language)
    yield ""
    yield render(msg("demo.files", "Files written:"), language)
    yield f"  {done.plan_file}"
    yield from (f"  {one.path}" for one in done.files)


def _comparison(done: Demo) -> Message:
    before, after = done.assessment.context, done.doubled.context
    return msg(
        "demo.doubled",
        "With two of the main machines: {price} instead of {price_before}, {power} instead of {power_before}, "
        "heat {heat} instead of {heat_before}, {errors} errors instead of {errors_before}.",
        price=after.money.chosen.money,
        price_before=before.money.chosen.money,
        power=after.totals.max_w,
        power_before=before.totals.max_w,
        heat=after.totals.heat_w,
        heat_before=before.totals.heat_w,
        errors=_errors(done.doubled),
        errors_before=_errors(done.assessment),
    )


def _errors(assessment: Assessment) -> int:
    return sum(one.outcome == "error" for one in assessment.findings)
