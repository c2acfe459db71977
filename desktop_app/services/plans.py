"""Use cases on plans: find, make from a template, change from typed text, compare."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from db.plans import Revision
from db.store import Store
from planner.catalog.items import Item
from planner.errors import EditError, ExportError, UnknownIdError, unknown_id
from planner.messages import Labelled, format_value, msg
from planner.plan.codec import read_plan
from planner.plan.document import Plan
from planner.plan.templates import new_plan, template_ids

_NUMBERED = re.compile(r"\s*\(\d+\)$")


class FoundPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A plan and where it came from: a file (revision None) or the workspace."""

    plan: Plan
    revision: int | None = None


def looks_like_path(wanted: str) -> bool:
    """Tell whether ``wanted`` names a file rather than a plan of the workspace."""
    if wanted.endswith((".lpplan", ".json")) or "/" in wanted or "\\" in wanted:
        return True
    try:
        return Path(wanted).is_file()
    except (OSError, ValueError):  # too long, or with characters that no file name has
        return False


def find_plan(wanted: str, store: Callable[[], Store]) -> FoundPlan:
    """Return the plan at a path, else in the workspace by id or title; reading a path writes nothing.

    Raises:
        PlanFileError: the file is missing, damaged or newer.
        UnknownIdError: the workspace has no such plan.
    """
    if looks_like_path(wanted):
        return FoundPlan(plan=read_plan(Path(wanted)))
    stored = store().plans.load(wanted)
    return FoundPlan(plan=stored.plan, revision=stored.revision)


def plan_from_template(template: str, store: Store, today: dt.date, plan_id: str = "") -> Plan:
    """Return a new plan from ``template`` with the catalog rows of ``store``; raises UnknownIdError."""
    if template not in template_ids():
        raise unknown_id(msg("kind.template", "template"), template, template_ids())
    prices = {price.id: price for price in store.catalog.prices()}
    return new_plan(template, plan_id or uuid.uuid4().hex, today, CatalogById(store), prices)


class CatalogById(Mapping[str, Item]):
    """The catalog of a store as a mapping by id that reads a row when it is asked for."""

    def __init__(self, store: Store) -> None:
        """Keep the store."""
        self._store = store

    def __getitem__(self, key: str) -> Item:
        """Return the row; raises KeyError."""
        try:
            return self._store.catalog.get(key)
        except UnknownIdError as error:
            raise KeyError(key) from error

    def __iter__(self):  # type: ignore[no-untyped-def]
        """Iterate over the ids."""
        return (item.id for item in self._store.catalog.items())

    def __len__(self) -> int:
        """Return the number of rows."""
        return self._store.catalog.count()


def go_back(store: Store, wanted: str, moment: dt.datetime) -> None:
    """Store the state one step earlier as a new revision; going back again goes further back.

    Raises:
        EditError: there is nothing earlier.
    """
    current = store.plans.load(wanted)
    revisions = store.plans.revisions(current.plan.id)
    stands_for = _stands_for(revisions, current.revision)
    earlier = [one.number for one in revisions if one.number < stands_for and not _is_return(one)]
    if not earlier:
        raise EditError(msg("session.nothing_to_undo", "There is nothing to undo."))
    go_to(store, wanted, max(earlier), moment)


def go_to(store: Store, wanted: str, number: int, moment: dt.datetime) -> None:
    """Store revision ``number`` as the newest one; raises UnknownIdError with the revisions there are."""
    current = store.plans.load(wanted)
    before = store.plans.load(current.plan.id, number)
    label = msg("session.back", "Back to revision {number}", number=str(number))
    store.plans.save_revision(before.plan, label, moment, current.revision)


def _is_return(revision: Revision) -> bool:
    return not isinstance(revision.label, str) and revision.label.id == "session.back"


def _stands_for(revisions: Sequence[Revision], newest: int) -> int:
    """Return the revision whose state the newest one repeats: itself, or the one it went back to."""
    found = next((one for one in revisions if one.number == newest), None)
    if found is None or isinstance(found.label, str) or not _is_return(found):
        return newest
    return int(format_value(found.label.values["number"], "en"))


def refuse_existing(file: Path, overwrite: bool) -> None:
    """Raise ExportError where ``file`` is there already and may not be replaced."""
    if file.exists() and not overwrite:
        raise ExportError(
            msg("target.exists", "There is a file of that name already."),
            msg("target.exists.remedy", "Choose another name, or say --overwrite to replace it."),
            str(file),
        )


def kept_beside(plan: Plan, store: Store) -> Plan:
    """Return the plan under an id of its own, and under a name that no plan of the workspace has: ``… (2)``."""
    return msgspec.structs.replace(plan, id=uuid.uuid4().hex, title=free_title(plan.title, store))


def free_title(title: Labelled, store: Store) -> Labelled:
    """Return a title that no plan of the workspace has in either language: itself, else ``… (2)`` and so on."""
    titles = [one.title for one in store.plans.list()]
    taken = {one.zh for one in titles} | {one.en for one in titles}
    bare = Labelled(zh=_NUMBERED.sub("", title.zh), en=_NUMBERED.sub("", title.en))
    free, number = title, 2
    while free.zh in taken or free.en in taken:
        free = Labelled(zh=f"{bare.zh} ({number})", en=f"{bare.en} ({number})")
        number += 1
    return free


def refuse_taken_title(before: Plan, after: Plan, store: Store) -> None:
    """Raise EditError where a plan was renamed to what another one of the workspace is called."""
    if before.title == after.title:
        return
    others = [one.title for one in store.plans.list() if one.id != after.id]
    changed = {"zh": after.title.zh != before.title.zh, "en": after.title.en != before.title.en}
    for language, is_new in changed.items():
        name = after.title.label(language)
        if is_new and name in {one.label(language) for one in others}:
            free = free_title(after.title, store).label(language)
            raise EditError(
                msg("plan.title_taken", "Another plan is called “{name}” already.", name=name),
                msg("plan.title_taken.remedy", "Choose another name, such as “{free}”.", free=free),
                "title",
            )


def take_in(store: Store, file: Path, *, as_new: bool, overwrite: bool, moment: dt.datetime) -> Plan:
    """Store the plan of a file; raises EditError where the workspace has it already and neither choice is made.

    ``as_new`` gives it another id, ``overwrite`` makes it the newest revision of the one that is there.
    """
    plan = read_plan(file)
    there = any(one.id == plan.id for one in store.plans.list())
    if there and as_new:
        plan = kept_beside(plan, store)
    elif there and not overwrite:
        raise EditError(
            msg("plan.there", "The workspace has this plan already: {name}.", name=plan.title),
            msg("plan.there.remedy", "Say --overwrite to make the file its newest revision, or --as-new to keep both."),
            str(file),
        )
    store.plans.save_revision(plan, msg("session.imported", "Taken from {file}", file=file.name), moment)
    return plan
