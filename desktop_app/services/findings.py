"""The findings of an alternative as a person reads them: errors, warnings, questions grouped by whom to ask, and the rest.

Rows are plain records with texts in the window's language; the window only shows them and does their edits.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Literal

import msgspec

from desktop_app.services.subjects import Title, landing_of, title_among, titles_of
from planner.assess.run import Assessment
from planner.checks.catalogue import ALL_CHECKS
from planner.checks.registry import Finding
from planner.checks.site_parts import asked
from planner.figure import Figure
from planner.messages import Message, format_value, msg, render
from planner.plan.document import Snooze
from planner.plan.edits import AddPart, Edit, RemovePart, waive

Group = Literal["error", "warning", "unknown", "note", "aside"]
ORDER: tuple[Group, ...] = ("error", "warning", "unknown", "note", "aside")
_TITLES = {check.id: check.title for check in ALL_CHECKS}


class FindingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A finding as shown: ``head`` is what was found, ``about`` whom it concerns, ``remedy`` what to do.

    ``figure`` is the number to explain when the finding is looked at. ``fix`` is the one step that mends it.
    ``aside`` says why it is let pass or until when it is put aside. ``lands`` is what of the place is shown: the subject,
    or a view of the place.
    """

    key: str
    check: str
    group: Group
    head: str
    about: str
    remedy: str
    place: str
    subject: str
    lands: str = ""
    figure: Figure | None = None
    fix: Edit | None = None
    fix_label: str = ""
    aside: str = ""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What has to be asked once for several findings: the question, what is missing, the rows that wait for it."""

    text: str
    missing: str
    rows: tuple[FindingRow, ...]


class FindingList(msgspec.Struct, frozen=True, kw_only=True):
    """All findings of an alternative by group, and the questions that the unknown ones come to."""

    rows: dict[Group, tuple[FindingRow, ...]]
    questions: tuple[Question, ...]
    checked: int

    def count(self, group: Group) -> int:
        """Return the number of findings of a group."""
        return len(self.rows[group])


def finding_list(assessment: Assessment, language: str) -> FindingList:
    """Return the findings of ``assessment`` in the order in which they are worth reading."""
    return FindingReader().read(assessment, language)


class FindingReader:
    """Reads one assessment after the other, and puts into words only what is not as it was in the one before.

    An assessment hands on the findings that an edit did not touch; of a thousand a few dozen are new.
    """

    def __init__(self) -> None:
        """Start with nothing read."""
        self._language = ""
        self._said: dict[int, tuple[Finding, Title, FindingRow]] = {}  # by identity; the finding is held with it

    def read(self, assessment: Assessment, language: str) -> FindingList:
        """Return the findings of ``assessment`` in the order in which they are worth reading."""
        before = self._said if language == self._language else {}
        self._language, self._said = language, {}
        titles = titles_of(assessment.plan, assessment.context.alternative.id)
        rows: dict[Group, list[FindingRow]] = {group: [] for group in ORDER}
        asking: dict[str, list[tuple[FindingRow, Finding]]] = {}
        for finding in assessment.findings:
            if finding.outcome == "pass":
                continue  # counted by the checks made; nobody reads them one by one
            row = self._row(finding, title_among(titles, finding.subject), before)
            rows[row.group].append(row)
            if row.group == "unknown":
                asking.setdefault(row.remedy or row.head, []).append((row, finding))
        return FindingList(
            rows={group: tuple(found) for group, found in rows.items()},
            questions=tuple(_question(text, found, language) for text, found in asking.items()),
            checked=len({finding.check for finding in assessment.findings}),
        )

    def _row(self, finding: Finding, title: Title, before: dict[int, tuple[Finding, Title, FindingRow]]) -> FindingRow:
        said = before.get(id(finding))
        row = said[2] if said is not None and said[1] == title else _row(finding, title, self._language)
        self._said[id(finding)] = (finding, title, row)
        return row


def _row(finding: Finding, title: Title, language: str) -> FindingRow:
    fix = finding.fix
    place, lands = landing_of(finding)
    return FindingRow(
        key=f"{finding.check} {finding.subject}",
        check=finding.check,
        group=_group(finding),
        head=render(finding.message, language),
        about=_about(finding, format_value(title, language), language),
        remedy=render(finding.remedy, language) if finding.remedy else "",
        place=place,
        subject=finding.subject,
        lands=lands,
        figure=next((one for one in finding.figures if one.formula is not None), next(iter(finding.figures), None)),
        fix=fix.edit if fix else None,
        fix_label=render(fix.label, language) if fix else "",
        aside=_aside(finding, language),
    )


def _group(finding: Finding) -> Group:
    if finding.waiver is not None or finding.snooze is not None or finding.outcome == "pass":
        return "aside"
    return finding.outcome


def _about(finding: Finding, subject: str, language: str) -> str:
    title = _TITLES.get(finding.check)
    parts = [subject, render(title, language) if title else ""]
    return ("：" if language == "zh" else ": ").join(part for part in parts if part)


def _aside(finding: Finding, language: str) -> str:
    if finding.waiver is not None:
        one = finding.waiver
        said = msg("findings.waived", "Waived by {by}, {date}: {reason}", by=one.by, date=one.date, reason=one.reason)
        return render(said, language)
    if finding.snooze is not None:
        return render(msg("findings.snoozed", "Put aside until {date}", date=finding.snooze.until), language)
    return ""


def _question(text: str, found: Iterable[tuple[FindingRow, Finding]], language: str) -> Question:
    pairs = tuple(found)
    keys = dict.fromkeys(key for _, finding in pairs for key in finding.missing)
    names = dict.fromkeys(format_value(name, language) for name in asked(keys))
    comma = "、" if language == "zh" else ", "
    return Question(text=text, missing=comma.join(names), rows=tuple(row for row, _ in pairs))


def waive_edit(row: FindingRow, alternative: str, reason: str, by: str, today: dt.date) -> Edit:
    """Return the edit that lets a finding pass; raises EditError without a reason or a name."""
    return waive(row.check, alternative, row.subject, reason, by, today)


def snooze_edit(row: FindingRow, alternative: str, until: dt.date) -> Edit:
    """Return the edit that puts a finding aside until a day."""
    value = Snooze(check=row.check, alternative=alternative, subject=row.subject, until=until)
    return AddPart(path="snoozes", value=msgspec.to_builtins(value))


def recall_edit(assessment: Assessment, row: FindingRow) -> Edit | None:
    """Return the edit that brings a finding back which was let pass or put aside; None where neither is so."""
    wanted = (row.check, assessment.context.alternative.id, row.subject)
    for at, waiver in enumerate(assessment.plan.waivers):
        if (waiver.check, waiver.alternative, waiver.subject) == wanted:
            return RemovePart(path=f"waivers/{at}")
    for at, snooze in enumerate(assessment.plan.snoozes):
        if (snooze.check, snooze.alternative, snooze.subject) == wanted:
            return RemovePart(path=f"snoozes/{at}")
    return None


def questions_text(found: FindingList, title: str, language: str) -> str:
    """Return the questions as plain text to send to whoever knows, numbered, with what each is needed for."""
    lines = [title, ""]
    for number, question in enumerate(found.questions, 1):
        lines.append(f"{number}. {question.text}")
        about = dict.fromkeys(row.about for row in question.rows)
        lines.extend(f"   - {one}" for one in about)
    return "\n".join(lines) + "\n"


SEVERITY: dict[Group, Message] = {
    "error": msg("summary.error", "Error"),
    "warning": msg("summary.warning", "Warning"),
    "unknown": msg("common.unknown", "unknown"),
    "note": msg("summary.note", "Note"),
    "aside": msg("findings.aside", "Waived"),
}
