"""Check of the title: it stands on papers that go to suppliers, so it names no amount of money."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.checks.registry import Check, Finding, Fix
from planner.messages import Labelled, msg
from planner.plan.edits import SetValue
from planner.plan.titles import amount_in, without_amount


def money_in_title(view: View) -> Iterator[Finding]:
    """BU19: no amount of money in the title of the plan; nothing is said of one without."""
    title: Labelled = view.title
    amount = amount_in(title.zh) or amount_in(title.en)
    if not amount:
        return
    zh, en = without_amount(title.zh), without_amount(title.en)
    bare = Labelled(zh=zh or en, en=en or zh)
    fix = Fix(
        label=msg("BU19.fix", 'Call it "{title}"', title=bare),
        edit=SetValue(path="title", value={"zh": bare.zh, "en": bare.en}),
    )
    yield Finding(
        outcome="warning",
        subject="plan",
        message=msg(
            "BU19.over",
            'The name of the plan says "{amount}". It stands on every paper and file name: suppliers would quote up to it.',
            amount=amount,
        ),
        remedy=msg("BU19.remedy", "Take the amount out of the name; the budget has a field of its own."),
        fix=fix if bare.zh else None,
    )


CHECKS = (
    Check(
        id="BU19",
        area="budget",
        title=msg("BU19.title", "Amount of money in the name of the plan"),
        reads=("title",),
        source="practice of purchasing offices: the budget of an inquiry is not told to suppliers",
        run=money_in_title,
        blocking=False,
    ),
)
