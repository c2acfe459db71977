"""The desk a window works at: the open workspace, the plans laid on it, and what opening a file means."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from db.plans import PlanEntry
from db.store import Store, restore_store
from desktop_app.services.plans import free_title, kept_beside, plan_from_template
from desktop_app.services.session import Clock, Environment, PlanSession, open_session, start_session
from desktop_app.services.workspace import open_workspace
from planner.messages import Message, msg
from planner.plan.codec import read_plan, write_plan
from planner.plan.document import Plan

if TYPE_CHECKING:
    from db.backup import Restored

Relation = Literal["new", "same", "older", "different"]


class OpenedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A plan read from a file, and how it stands to the plan of that id in the workspace."""

    plan: Plan
    relation: Relation


class Desk:
    """Owns the store and one session for each plan that was opened, so that undo survives a switch of plans; no Qt."""

    def __init__(self, store: Store, environment: Environment) -> None:
        """Take over an open store; it is closed with the desk."""
        self.store = store
        self.environment = environment
        self._sessions: dict[str, PlanSession] = {}

    @property
    def today(self) -> dt.date:
        """Return the day this desk reckons with."""
        return self.environment.today

    def new_day(self) -> bool:
        """Reckon with today where a program left open has seen midnight; tells whether plans have to be opened anew."""
        today = self.environment.clock().date()
        if today == self.environment.today:
            return False
        self.environment = msgspec.structs.replace(self.environment, today=today)
        self._sessions.clear()
        return True

    @property
    def notices(self) -> tuple[Message, ...]:
        """Return what the user should know about the workspace."""
        return self.store.notices

    def plans(self) -> tuple[PlanEntry, ...]:
        """Return the plans of the workspace, last changed first."""
        return self.store.plans.list()

    def open(self, wanted: str) -> PlanSession:
        """Return the session on the plan with this id or title, a new one where somebody else changed the plan.

        Raises UnknownIdError, KnownStoreError.
        """
        plan_id = self.store.plans.resolve(wanted)
        kept = self._sessions.get(plan_id)
        if kept is None or kept.revision != self.store.plans.newest(plan_id):
            self._sessions[plan_id] = open_session(self.store, plan_id, self.environment)
        return self._sessions[plan_id]

    def create(self, template: str) -> PlanSession:
        """Start a plan from a template; raises UnknownIdError, KnownStoreError."""
        return self.start(plan_from_template(template, self.store, self.today))

    def start(self, plan: Plan) -> PlanSession:
        """Put a new plan into the workspace, under a name that no other has, and return its session.

        Raises KnownStoreError.
        """
        plan = msgspec.structs.replace(plan, title=free_title(plan.title, self.store))
        session = start_session(self.store, plan, self.environment)
        self._sessions[plan.id] = session
        return session

    def read(self, file: Path) -> OpenedFile:
        """Return the plan of a file without taking it in; raises PlanFileError."""
        plan = read_plan(file)
        if all(one.id != plan.id for one in self.store.plans.list()):
            return OpenedFile(plan=plan, relation="new")
        stored = self.store.plans.load(plan.id)
        if stored.plan == plan:
            return OpenedFile(plan=plan, relation="same")
        earlier = (one.number for one in self.store.plans.revisions(plan.id) if one.number != stored.revision)
        older = any(self.store.plans.load(plan.id, number).plan == plan for number in earlier)
        return OpenedFile(plan=plan, relation="older" if older else "different")

    def take_in(self, plan: Plan, name: str, *, as_new: bool) -> PlanSession:
        """Take a read plan in: under an id and a name of its own, or as the newest revision of the one that is there."""
        if as_new:
            plan = kept_beside(plan, self.store)
        label = msg("session.imported", "Taken from {file}", file=name)
        self.store.plans.save_revision(plan, label, self.environment.clock())
        self._sessions.pop(plan.id, None)
        return self.open(plan.id)

    def save_copy(self, plan: Plan, file: Path) -> None:
        """Write ``plan`` to a file of its own; raises PlanFileError."""
        write_plan(plan, file)

    def restore(self, source: Path) -> Restored:
        """Put the backup ``source`` in the place of the workspace and open that; sessions are gone.

        Raises KnownStoreError; then the workspace is as it was, and open.
        """
        path = self.store.path
        self._sessions.clear()
        self.store.close()
        try:
            return restore_store(source, path, self.environment.clock())
        finally:
            self.store = open_workspace(path)
            market = self.store.catalog.items("accelerator")
            self.environment = msgspec.structs.replace(self.environment, market=market)

    def duplicate(self, plan: Plan) -> PlanSession:
        """Put a copy of a plan into the workspace, under an id and a name of its own; raises KnownStoreError."""
        return self.start(kept_beside(plan, self.store))

    def remove(self, plan_id: str) -> None:
        """Put a plan into the bin; nothing of it is lost. Raises KnownStoreError, UnknownIdError."""
        self.store.plans.remove(plan_id, self.environment.clock())

    def bring_back(self, plan_id: str) -> None:
        """Take a plan out of the bin; raises KnownStoreError, UnknownIdError."""
        self.store.plans.bring_back(plan_id)

    def removed(self) -> tuple[PlanEntry, ...]:
        """Return the plans in the bin, the last removed first."""
        return self.store.plans.removed()

    def close(self) -> None:
        """Close the workspace."""
        self._sessions.clear()
        self.store.close()


def open_desk(database: Path | None, clock: Clock) -> Desk:
    """Open the workspace (None: the user's own) and return the desk; raises KnownStoreError."""
    store = open_workspace(database)
    market = store.catalog.items("accelerator")
    return Desk(store, Environment(today=clock().date(), clock=clock, market=market))
