"""Edits: frozen, serialisable changes of a plan. ``apply`` returns the new plan and what changed, or raises EditError.

A ``Fix`` of a finding is an edit, so is an accepted proposal or a pasted block. Values are plain JSON values and are
converted to the declared type of the place they go to, so an edit can be stored and replayed.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec

from planner.catalog.items import Item, digest
from planner.errors import EditError, InputError
from planner.messages import Message, msg
from planner.plan import kept, paths, shape
from planner.plan.damage import fault_words
from planner.plan.document import Alternative, Line, Plan, WorkloadEntry
from planner.plan.job_rules import refuse_jobs
from planner.plan.odd_texts import refuse_texts
from planner.plan.rows import with_row
from planner.plan.rule_words import refusal
from planner.plan.rules import broken_rules, wrongly_hung


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What an edit touched: paths, the plan's top-level areas, and ids of parts added, removed, updated."""

    paths: tuple[str, ...] = ()
    areas: frozenset[str] = frozenset()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()

    def inverse(self) -> Change:
        """Return the change that undoing makes."""
        return msgspec.structs.replace(self, added=self.removed, removed=self.added)


class EditBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="edit", tag=True):
    """Base of all edits."""

    def apply(self, plan: Plan) -> tuple[Plan, Change]:
        """Return the changed plan and the change; raises EditError and touches nothing.

        ``plan`` itself breaks no rule: it was read, or made by edits.
        """
        after, change = self.apply_unchecked(plan)
        for fault in (*broken_rules(after, plan), *wrongly_hung(after, plan)):
            raise refusal(fault, after, _REMEDY)
        refuse_jobs(after, plan)
        refuse_texts(after, plan)
        return after, change

    def apply_unchecked(self, plan: Plan) -> tuple[Plan, Change]:
        """Return the changed plan without looking at the plan's rules; for batches."""
        raise NotImplementedError

    def label(self) -> Message:
        """Return what the undo menu says."""
        raise NotImplementedError


_REMEDY = msg("edit.rule.remedy", "Nothing was changed; give a value that keeps the plan whole.")


class SetValue(EditBase, frozen=True, kw_only=True):
    """Put a value at a path; another row of a line takes along what was typed for the one before."""

    path: str
    value: Any

    def apply_unchecked(self, plan: Plan) -> tuple[Plan, Change]:
        """Convert the value to the declared type and replace what stands there."""
        segments = _segments(plan, self.path)
        new = _converted(self.value, shape.type_at(segments), self.path)
        holder = paths.read(plan, segments[:-1])
        if isinstance(holder, Line) and segments[-1] in ("item", "card"):
            after = paths.replaced(plan, segments[:-1], with_row(plan, holder, segments[-1], new))
        elif isinstance(holder, WorkloadEntry) and segments[-1] in holder.assumed:
            after = paths.replaced(plan, segments[:-1], _said(holder, segments[-1], new))
        else:
            after = paths.replaced(plan, segments, new)
        return after, _change(segments, updated=_owner(segments))

    def label(self) -> Message:
        """Name the place."""
        return msg("edit.set", "Change {path}", path=self.path)


def _said(entry: WorkloadEntry, name: str, value: Any) -> WorkloadEntry:
    """Return an entry with a value that somebody gave: it is no assumption any more."""
    rest = tuple(one for one in entry.assumed if one != name)
    return msgspec.structs.replace(entry, assumed=rest, **{name: value})


class AddPart(EditBase, frozen=True, kw_only=True):
    """Add a part to a collection, at ``index`` or at the end."""

    path: str
    value: Any
    index: int | None = None

    def apply_unchecked(self, plan: Plan) -> tuple[Plan, Change]:
        """Insert the converted part."""
        segments = _segments(plan, self.path)
        holder = paths.read(plan, segments)
        if not isinstance(holder, tuple):
            raise paths.nowhere(self.path)
        part = _converted(self.value, shape.element(shape.type_at(segments)), self.path)
        at = len(holder) if self.index is None else max(0, min(self.index, len(holder)))
        after = paths.replaced(plan, segments, (*holder[:at], part, *holder[at:]))
        return after, _change(segments, added=_ids(part))

    def label(self) -> Message:
        """Name the collection."""
        return msg("edit.add", "Add to {path}", path=self.path)


class RemovePart(EditBase, frozen=True, kw_only=True):
    """Remove a part; what hangs on a removed line or site node goes with it."""

    path: str

    def apply_unchecked(self, plan: Plan) -> tuple[Plan, Change]:
        """Take the part out."""
        segments = _segments(plan, self.path)
        gone = paths.read(plan, segments)
        if isinstance(gone, Alternative) and len(plan.alternatives) == 1:
            raise EditError(
                msg("edit.last_alternative", "The last alternative of a plan cannot be removed."),
                msg("edit.last_alternative.remedy", "Change it instead, or make a new plan."),
                self.path,
            )
        after = _unlinked(paths.without(plan, segments), segments)
        return after, _change(segments, removed=_ids(gone))

    def label(self) -> Message:
        """Name the part."""
        return msg("edit.remove", "Remove {path}", path=self.path)


class UseItem(EditBase, frozen=True, kw_only=True):
    """Let a line use a catalog row: the row is kept in the plan, the line carries its digest."""

    path: str
    item: Item

    def apply_unchecked(self, plan: Plan) -> tuple[Plan, Change]:
        """Store the row under its digest and point the line to it."""
        name = digest(self.item)
        items = plan.items if name in plan.items else {**plan.items, name: self.item}
        held = plan if items is plan.items else msgspec.structs.replace(plan, items=items)
        return SetValue(path=self.path, value=name).apply_unchecked(held)

    def label(self) -> Message:
        """Name the row."""
        return msg("edit.use_item", "Use {name}", name=f"{self.item.maker} {self.item.name}".strip())


class Batch(EditBase, frozen=True, kw_only=True):
    """Several edits as one step."""

    edits: tuple[Edit, ...]
    title: str = ""

    def apply_unchecked(self, plan: Plan) -> tuple[Plan, Change]:
        """Apply one after the other; the first that fails fails the whole."""
        changes: list[Change] = []
        for edit in self.edits:
            plan, change = edit.apply_unchecked(plan)
            changes.append(change)
        return plan, joined(changes)

    def label(self) -> Message:
        """Give the title, or count the edits."""
        if self.title:
            return msg("edit.batch.title", "{title}", title=self.title)
        return msg("edit.batch", "{count} changes", count=len(self.edits))


Edit = SetValue | AddPart | RemovePart | UseItem | Batch


def joined(changes: list[Change]) -> Change:
    """Return several changes as one."""
    return Change(
        paths=tuple(dict.fromkeys(path for change in changes for path in change.paths)),
        areas=frozenset(area for change in changes for area in change.areas),
        added=tuple(dict.fromkeys(one for change in changes for one in change.added)),
        removed=tuple(dict.fromkeys(one for change in changes for one in change.removed)),
        updated=tuple(dict.fromkeys(one for change in changes for one in change.updated)),
    )


def _segments(plan: Plan, path: str) -> paths.Segments:
    segments = paths.segments_of(plan, path)
    if not segments or segments[0] in ("id", "items", "extra", "created"):
        raise EditError(msg("edit.fixed", "{path} cannot be changed.", path=path or "/"), None, path)
    return segments


def _converted(value: Any, kind: Any, path: str) -> Any:
    if kind is None:
        raise paths.nowhere(path)
    for stranger in kept.strangers(value, kind):
        raise EditError(
            msg("edit.stranger", "What goes to {path} has nothing called {name}.", path=path, name=stranger.strip("/")),
            msg("edit.value.remedy", "Nothing was changed; give a value of that kind."),
            path,
        )
    try:
        return msgspec.convert(value, kind, strict=True)
    except (msgspec.ValidationError, ValueError, ArithmeticError, InputError) as error:
        raise EditError(
            msg(
                "edit.value",
                "The value {value} does not fit at {path}: {reason}.",
                value=str(value)[:80],
                path=path,
                reason=fault_words(error) if isinstance(error, msgspec.ValidationError) else str(error),
            ),
            msg("edit.value.remedy", "Nothing was changed; give a value of that kind."),
            path,
        ) from error


def _change(
    segments: paths.Segments, added: tuple[str, ...] = (), removed: tuple[str, ...] = (), updated: tuple[str, ...] = ()
) -> Change:
    return Change(
        paths=("/".join(segments),), areas=frozenset({segments[0]}), added=added, removed=removed, updated=updated
    )


def _owner(segments: paths.Segments) -> tuple[str, ...]:
    if segments[0] == "alternatives" and len(segments) > 3 and segments[2] == "lines":
        return (segments[3],)
    return (segments[1],) if len(segments) > 1 else ()


def _ids(part: Any) -> tuple[str, ...]:
    name = getattr(part, "id", None)
    return (name,) if isinstance(name, str) else ()


def _unlinked(plan: Plan, segments: paths.Segments) -> Plan:
    """Drop connections, placements and references to a line, node, machine there, stage, fund or group of people that is gone."""
    if segments[0] == "site" and len(segments) == 2:
        site = tuple(
            msgspec.structs.replace(node, parent="") if node.parent == segments[1] else node for node in plan.site
        )
        freed = msgspec.structs.replace(plan, site=site)
        return msgspec.structs.replace(
            freed, alternatives=tuple(_dropped(one, node=segments[1]) for one in freed.alternatives)
        )
    if segments[0] == "existing" and len(segments) == 2:
        return msgspec.structs.replace(
            plan, alternatives=tuple(_dropped(one, node=segments[1]) for one in plan.alternatives)
        )
    if segments[0] == "alternatives" and len(segments) == 4 and segments[2] == "lines":
        others = tuple(_dropped(one, line=segments[3]) if one.id == segments[1] else one for one in plan.alternatives)
        return msgspec.structs.replace(plan, alternatives=others)
    if segments[0] == "alternatives" and len(segments) == 2 and plan.chosen == segments[1]:
        return msgspec.structs.replace(plan, chosen="")
    if segments[0] == "people" and len(segments) == 2:
        workload = tuple(
            msgspec.structs.replace(entry, people="") if entry.people == segments[1] else entry
            for entry in plan.workload
        )
        return msgspec.structs.replace(plan, workload=workload)
    if segments[0] == "funds" and len(segments) == 2:
        return msgspec.structs.replace(
            plan, alternatives=tuple(_unfunded(one, segments[1]) for one in plan.alternatives)
        )
    if segments[0] == "alternatives" and len(segments) == 4 and segments[2] == "stages":
        return msgspec.structs.replace(plan, alternatives=tuple(_unstaged(one, segments) for one in plan.alternatives))
    return plan


def _dropped(one: Any, line: str = "", node: str = "") -> Any:
    links = tuple(link for link in one.connections if link.line != line and link.node != node)
    mounts = tuple(mount for mount in one.placements if mount.line != line and mount.node != node)
    cabled = tuple(link for link in one.links if link.line != line and link.to not in (line or None, node or None))
    if (len(links), len(mounts), len(cabled)) == (len(one.connections), len(one.placements), len(one.links)):
        return one
    return msgspec.structs.replace(one, connections=links, placements=mounts, links=cabled)


def _unfunded(one: Any, fund: str) -> Any:
    if all(line.fund != fund for line in one.lines):
        return one
    lines = tuple(msgspec.structs.replace(line, fund="") if line.fund == fund else line for line in one.lines)
    return msgspec.structs.replace(one, lines=lines)


def _unstaged(one: Any, segments: paths.Segments) -> Any:
    if one.id != segments[1] or all(line.stage != segments[3] for line in one.lines):
        return one
    lines = tuple(msgspec.structs.replace(line, stage="") if line.stage == segments[3] else line for line in one.lines)
    return msgspec.structs.replace(one, lines=lines)


def waive(check: str, alternative: str, subject: str, reason: str, by: str, on: dt.date) -> AddPart:
    """Return the edit that lets a finding pass; reason and name must not be empty."""
    if not reason.strip() or not by.strip():
        raise EditError(
            msg("edit.waive", "A waiver needs a reason and a name."),
            msg("edit.waive.remedy", "Say why the finding may pass, and who says so."),
        )
    value = {
        "check": check,
        "alternative": alternative,
        "subject": subject,
        "reason": reason,
        "by": by,
        "date": on.isoformat(),
    }
    return AddPart(path="waivers", value=value)
