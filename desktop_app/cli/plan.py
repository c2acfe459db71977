"""``plan templates``, ``plan new``, ``plan list``, ``plan edit``, ``plan diff``, ``plan demand``, ``plan limits``, ``plan wire``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from desktop_app.cli.demand import demand
from desktop_app.cli.in_order import InOrder, in_order
from desktop_app.cli.keeping import keep, no_target
from desktop_app.cli.limits import limits
from desktop_app.cli.state import OVERWRITE, State, command_options, now
from desktop_app.cli.survey import answers, survey
from desktop_app.cli.targets import PLAN_FILE
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.services.plans import FoundPlan
    from desktop_app.services.typed_steps import StepKind
    from planner.plan.document import Plan
    from planner.plan.edits import Edit


@click.group()
def plan() -> None:
    """Make, change and compare plans."""


@plan.command()
@command_options("plan.templates")
def templates(state: State) -> None:
    """List the templates."""
    from planner.plan.templates import templates as all_templates

    found = [
        {"id": one.id, "name": one.title.label(state.language), "about": one.about.label(state.language)}
        for one in all_templates()
    ]
    state.out({"templates": found}, lambda: (f"{one['id']}\t{one['name']}\t{one['about']}" for one in found))


@plan.command()
@click.option("--template", required=True, help="Id of a template, see: plan templates.")
@click.option("--out", type=PLAN_FILE, help="Write the plan to this file; else keep it in the workspace.")
@OVERWRITE
@command_options("plan.new")
def new(state: State, template: str, out: Path | None, overwrite: bool) -> None:
    """Make a plan from a template."""
    from desktop_app.services.plans import free_title, plan_from_template, refuse_existing
    from desktop_app.services.session import start_session
    from desktop_app.services.views import plan_json
    from planner.plan.codec import write_plan

    if out is not None:
        refuse_existing(out, overwrite)
    made = plan_from_template(template.strip().lower(), state.reading() if out else state.store(), state.today)
    if out is None:
        made = msgspec.structs.replace(made, title=free_title(made.title, state.store()))
        start_session(state.store(), made, state.environment())
        told = msg("cli.plan.kept", "Plan {name} kept in the workspace as {id_}", name=made.title, id_=made.id)
    else:
        write_plan(made, out)
        told = msg("cli.plan.written", "Plan {name} written to {file}", name=made.title, file=str(out))
    state.out({"plan": plan_json(made, state.language), "file": str(out) if out else None}, lambda: [state.text(told)])


@plan.command("list")
@command_options("plan.list")
def list_plans(state: State) -> None:
    """List the plans of the workspace."""
    found = [
        {
            "id": one.id,
            "name": one.title.label(state.language),
            "changed": one.changed_at.astimezone().isoformat(timespec="seconds"),
            "revision": one.revision,
        }
        for one in state.store().plans.list()
    ]
    state.out({"plans": found}, lambda: (f"{one['id']}\t{one['name']}\t{one['changed']}" for one in found))


def _pairs(state: State, option: str, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    pairs = []
    for value in values:
        path, sign, text = value.partition("=")
        if not sign or not path.strip():
            raise click.UsageError(
                state.text(msg("cli.pair.of", "{option} {value} is not PATH=VALUE.", option=option, value=value))
            )
        pairs.append((path.strip(), text))
    return tuple(pairs)


_KINDS: dict[str, StepKind] = {"settings": "set", "added": "add", "removed": "remove"}


@plan.command(cls=InOrder)
@click.argument("wanted", metavar="PLAN")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="PATH=VALUE",
    help="Change one value, e.g. A/ws/quantity=2.",
)
@click.option("--add", "added", multiple=True, metavar="PATH=WORDS", help="Add a part, e.g. workload=chat inference.")
@click.option("--remove", "removed", multiple=True, metavar="PATH", help="Remove a part, e.g. A/nas.")
@click.option("--out", type=PLAN_FILE, help="Write the changed plan to this file.")
@command_options("plan.edit")
def edit(
    state: State,
    wanted: str,
    settings: tuple[str, ...],
    added: tuple[str, ...],
    removed: tuple[str, ...],
    out: Path | None,
) -> None:
    """Change a plan, step by step as given; a file is never changed in place unless --out names it."""
    from desktop_app.services.plans import find_plan, looks_like_path
    from desktop_app.services.typed_steps import TypedStep, typed_edits
    from planner.plan.edits import Batch

    if not settings and not removed and not added:
        raise click.UsageError(
            state.text(msg("cli.plan.no_change", "Nothing to change: give --set PATH=VALUE, --add or --remove PATH."))
        )
    steps = [
        TypedStep(kind=_KINDS[name], path=path, text=text)
        for name, (path, text) in in_order(
            settings=_pairs(state, "--set", settings),
            added=_pairs(state, "--add", added),
            removed=tuple((path, "") for path in removed),
        )
    ]
    if out is None and looks_like_path(wanted):
        raise no_target(state)
    found = find_plan(wanted, state.store)
    edits = typed_edits(found.plan, steps, state.store(), state.today)
    _store(state, found, Batch(edits=edits), out)


@plan.command()
@click.argument("before")
@click.argument("after")
@command_options("plan.diff")
def diff(state: State, before: str, after: str) -> None:
    """Show what differs between two plans."""
    from desktop_app.services.plans import find_plan
    from planner.plan.difference import differences

    left, right = find_plan(before, state.store).plan, find_plan(after, state.store).plan
    changes = [{"path": one.path, "before": one.before, "after": one.after} for one in differences(left, right)]
    state.out({"changes": _plain(changes)}, lambda: _change_lines(state, changes, _row_names(left, right)))


@plan.command()
@click.argument("wanted", metavar="PLAN")
@click.option("--undo", is_flag=True, help="Go one step back; again for one more.")
@click.option("--to", "number", type=click.IntRange(1), help="Go to this revision, back or forth.")
@command_options("plan.history")
def history(state: State, wanted: str, undo: bool, number: int | None) -> None:
    """List the stored revisions of a plan in the workspace, or go to an earlier or later one."""
    from desktop_app.services.plans import go_back, go_to

    store = state.store()
    if undo:
        go_back(store, wanted, now())
    if number is not None:
        go_to(store, wanted, number, now())
    found = [
        {
            "number": one.number,
            "at": one.created_at.astimezone().isoformat(timespec="seconds"),
            "label": one.label if isinstance(one.label, str) else state.text(one.label),
        }
        for one in store.plans.revisions(store.plans.resolve(wanted))
    ]
    state.out({"revisions": found}, lambda: (f"{one['number']}\t{one['at']}\t{one['label']}" for one in found))


@plan.command()
@click.argument("wanted", metavar="PLAN")
@click.argument("check_id", metavar="CHECK")
@click.argument("subject")
@click.option("--alternative", help="Which alternative (default: the chosen one).")
@click.option("--out", type=PLAN_FILE, help="Write the changed plan to this file.")
@command_options("plan.fix")
def fix(state: State, wanted: str, check_id: str, subject: str, alternative: str | None, out: Path | None) -> None:
    """Apply the one-step remedy of a finding, e.g. plan fix a.lpplan PW30 socket-1."""
    from desktop_app.services.assessing import fix_of
    from desktop_app.services.plans import find_plan

    found = find_plan(wanted, state.store)
    remedy = fix_of(found.plan, alternative or "", check_id.upper(), subject, state.today, state.market())
    _store(state, found, remedy.edit, out)


@plan.command()
@click.argument("wanted", metavar="PLAN")
@click.option("--alternative", help="Which alternative (default: the chosen one).")
@click.option("--apply", "is_applied", is_flag=True, help="Plug the machines in as planned, as one step.")
@click.option("--out", type=PLAN_FILE, help="Write the changed plan to this file.")
@command_options("plan.wire")
def wire(state: State, wanted: str, alternative: str | None, is_applied: bool, out: Path | None) -> None:
    """Plan which cord goes into which outlet, so that nothing is overloaded; say why something finds no place."""
    from desktop_app.services.plans import find_plan, looks_like_path
    from desktop_app.services.wiring import plan_wiring_of, wiring_json, wiring_lines
    from planner.plan.codec import write_plan

    if is_applied and out is None and looks_like_path(wanted):
        raise no_target(state)
    found = find_plan(wanted, state.store)
    planned = plan_wiring_of(found.plan, alternative or "", state.today)
    if planned.edit is not None and (is_applied or out is not None):
        keep(state, found, planned.edit, out)
    elif out is not None:
        write_plan(found.plan, out)
        state.tell([msg("cli.wire.same", "The plan was not changed; {file} is a copy of it.", file=str(out))])
    body = {**wiring_json(found.plan, planned, state.language), "file": str(out) if out else None}
    state.out(body, lambda: map(state.text, wiring_lines(found.plan, planned)))


@plan.command()
@click.argument("wanted", metavar="PLAN")
@click.argument("check_id", metavar="CHECK")
@click.argument("subject")
@click.option("--reason", required=True, help="Why the finding may pass.")
@click.option("--by", "name", required=True, help="Who says so.")
@click.option("--alternative", help="Which alternative (default: the chosen one).")
@click.option("--out", type=PLAN_FILE, help="Write the changed plan to this file.")
@command_options("plan.waive")
def waive(
    state: State,
    wanted: str,
    check_id: str,
    subject: str,
    reason: str,
    name: str,
    alternative: str | None,
    out: Path | None,
) -> None:
    """Let a finding pass, with reason and name."""
    from desktop_app.services.assessing import finding_of
    from desktop_app.services.plans import find_plan
    from desktop_app.services.session import chosen_alternative
    from planner.plan.edits import waive as waiver

    found = find_plan(wanted, state.store)
    one = alternative or chosen_alternative(found.plan)
    finding = finding_of(found.plan, one, check_id.upper(), subject, state.today, state.market())
    _store(state, found, waiver(finding.check, one, subject, reason, name, state.today), out)


@plan.command("export")
@click.argument("wanted", metavar="PLAN")
@click.argument("file", type=PLAN_FILE)
@OVERWRITE
@command_options("plan.export")
def export_plan(state: State, wanted: str, file: Path, overwrite: bool) -> None:
    """Write a copy of a plan to a file, to hand on or to keep."""
    from desktop_app.services.plans import find_plan, refuse_existing
    from desktop_app.services.views import plan_json
    from planner.plan.codec import write_plan

    found = find_plan(wanted, state.store)
    refuse_existing(file, overwrite)
    write_plan(found.plan, file)
    told = msg("cli.plan.written", "Plan {name} written to {file}", name=found.plan.title, file=str(file))
    state.out({"plan": plan_json(found.plan, state.language), "file": str(file)}, lambda: [state.text(told)])


@plan.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as-new", is_flag=True, help="Keep it as another plan where the workspace has this one already.")
@OVERWRITE
@command_options("plan.import")
def import_plan(state: State, file: Path, as_new: bool, overwrite: bool) -> None:
    """Take a plan file into the workspace."""
    from desktop_app.services.plans import take_in
    from desktop_app.services.views import plan_json
    from planner.checks.entered import odd_facts

    kept = take_in(state.store(), file, as_new=as_new, overwrite=overwrite, moment=now())
    told = msg("cli.plan.kept", "Plan {name} kept in the workspace as {id_}", name=kept.title, id_=kept.id)
    odd = [line for one in odd_facts(kept) for line in (one.message, one.remedy) if line is not None]
    state.out({"plan": plan_json(kept, state.language)}, lambda: [state.text(line) for line in (told, *odd)])


def _store(state: State, found: FoundPlan, edit: Edit, out: Path | None) -> None:
    """Apply ``edit`` and keep the plan where it came from or in ``out``, then print what changed."""
    from desktop_app.services.job_notices import job_notices
    from planner.plan.difference import differences

    after = keep(state, found, edit, out)
    changes = [{"path": one.path, "before": one.before, "after": one.after} for one in differences(found.plan, after)]
    names, notices = _row_names(found.plan, after), job_notices(found.plan, after)
    body = {
        "changes": _plain(changes),
        "file": str(out) if out else None,
        "notices": [state.text(one) for one in notices],
    }
    state.tell(notices)
    state.out(body, lambda: _change_lines(state, changes, names))


def _plain(changes: list[dict[str, object]]) -> list[dict[str, object]]:
    import msgspec

    plain: list[dict[str, object]] = msgspec.to_builtins(changes)
    return plain


def _row_names(*plans: Plan) -> dict[str, str]:
    """Return the names of catalog rows by digest, to say what a digest stands for."""
    return {key: f"{item.maker} {item.name}".strip() for one in plans for key, item in one.items.items()}


def _change_lines(state: State, changes: list[dict[str, object]], names: dict[str, str]) -> Iterator[str]:
    if not changes:
        yield state.text(msg("cli.plan.same", "No difference."))
    for one in _plain(changes):
        yield f"{one['path']}: {_short(one['before'], names, state)} → {_short(one['after'], names, state)}"


def _short(value: object, names: dict[str, str], state: State) -> str:
    """Return a value as people read it: a part by its title, a fact by its value, a row by its name."""
    from planner.messages import format_value
    from planner.source_words import source_text

    if isinstance(value, dict):
        title = value.get("title")
        shown = value.get("value", title if title is not None else value.get("id", "…"))
        return (
            _short(shown.get("zh" if state.language == "zh" else "en"), names, state)
            if isinstance(shown, dict)
            else _short(shown, names, state)
        )
    if isinstance(value, list):
        return "[" + ", ".join(_short(part, names, state) for part in value) + "]"
    if value is None or value == "":
        return "–"
    if isinstance(value, str):
        return names.get(value) or source_text(value, state.language)
    return format_value(value, state.language)


for command in (demand, limits, survey, answers):
    plan.add_command(command)
COMMANDS = (plan,)
