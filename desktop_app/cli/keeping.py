"""Where a changed plan goes: back into the workspace it came from, or into the file that ``--out`` names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.cli.state import State
    from desktop_app.services.plans import FoundPlan
    from planner.plan.document import Plan
    from planner.plan.edits import Edit


def no_target(state: State) -> click.UsageError:
    """Return the error for a plan that is a file, where nothing says into which file the changed one goes."""
    text = msg("cli.plan.no_target", "The plan is a file: give --out FILE (it may be the same file).")
    return click.UsageError(state.text(text))


def keep(state: State, found: FoundPlan, edit: Edit, out: Path | None) -> Plan:
    """Apply ``edit``, keep the plan where it came from or in ``out``, and return it."""
    from desktop_app.services.session import PlanSession
    from planner.plan.codec import write_plan

    if out is not None:
        after, _ = edit.apply(found.plan)
        write_plan(after, out)
        return after
    if found.revision is None:
        raise no_target(state)
    session = PlanSession(state.store(), found.plan, found.revision, state.environment())
    session.do(edit)
    return session.plan
