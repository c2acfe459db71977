"""二、政策要求: policies in force on the day, as the profile has them; for a company the rules of a fair comparison."""

from __future__ import annotations

from planner.documents.book.draft import Draft
from planner.documents.model import Block, Number, Paragraph, Row, Section, Table, Text
from planner.tender.policy import Policy, policies

_PLACE = "policies"


def policy_section(draft: Draft) -> Section:
    """Return the section; whether the purchase is a government one is for the purchasing office to say."""
    kinds = {one.kind for one in draft.purchase.packages}
    shown = [
        one
        for one in policies(draft.profile, draft.today)
        if kinds & set(one.kinds) and (not one.when or one.when in draft.circumstances)
    ]
    columns = draft.columns(
        f"policies.{draft.profile}", ("no", 12, "id"), ("name", 30, "text", "center"), ("text", 124, "text")
    )
    table = Table(
        columns=columns,
        rows=tuple(
            Row((Number(at), draft.label(one.name), Text(_text(draft, one)))) for at, one in enumerate(shown, 1)
        ),
        caption=draft.say(f"policies.caption.{draft.profile}"),
        anchor="policies",
        media="paper",
    )
    intro = Paragraph(text=draft.say(f"policies.intro.{draft.profile}"), media="paper")
    if not draft.is_company:
        draft.open(_PLACE, "open.government", "settle")
        draft.open(_PLACE, "open.proposed_policies", "settle")
    blocks: tuple[Block, ...] = (intro, table)
    return Section(title=draft.say(f"policies.{draft.profile}"), anchor="section-policies", blocks=blocks)


def _text(draft: Draft, policy: Policy) -> str:
    return draft.fill(policy.text, sme_parts=_sme(draft))


def _sme(draft: Draft) -> str:
    """Return what a small enterprise must have made or rendered, package by package, and the trades."""
    parts = [
        draft.say(f"sme.{package.kind}", package=draft.package(package), rate=draft.known_values()["sme_rate"])
        for package in draft.purchase.packages
    ]
    trades = draft.join(
        draft.say("sme.trade", package=draft.package(package), trade=trade)
        for package in draft.purchase.packages
        for trade in dict.fromkeys(item.category.industry.label(draft.language) for item in package.items)
    )
    return (
        "".join(parts) + draft.say("sme.trades", trades=trades)
        if draft.zh
        else (" ".join([*parts, draft.say("sme.trades", trades=trades)]))
    )
