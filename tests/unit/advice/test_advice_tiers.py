"""Tiers and lab plans by budget, the truth of supply, directions, and the tables of advice as a whole."""

from __future__ import annotations

import pytest

import resources
from planner.advice.records import table
from planner.advice.tiers import Direction, advise_direction, advise_lab_plan, advise_tier, tiers
from planner.catalog.load import bundled_by_id, bundled_of
from planner.figure import Quality
from planner.messages import format_value
from planner.plan.document import Switches, YesNoUnknown
from planner.plan.templates import template_ids

MARKET = bundled_of("accelerator")
DOMESTIC = Switches(domestic="required")
TABLES = sorted(path.stem for path in resources.path("advice").glob("*.csv"))


@pytest.mark.parametrize(
    ("budget", "choice"),
    [(5_000, ""), (15_000, "tier-1"), (100_000, "tier-2"), (700_000, "tier-3"), (2_000_000, "tier-4")],
)
def test_tier_by_budget(budget: float, choice: str) -> None:
    found = advise_tier(budget, MARKET)
    assert found.choice == choice
    assert all(one.quality in (Quality.ASSUMED, Quality.SECONDARY) for one in found.reasons)


def test_no_imports_leads_to_the_domestic_tier() -> None:
    assert advise_tier(2_000_000, MARKET, DOMESTIC).choice == "tier-5"
    assert advise_tier(500_000, MARKET, DOMESTIC).choice == ""


def test_lab_of_300_000_yuan_starts_with_plan_a() -> None:
    found = advise_lab_plan(300_000, MARKET)
    assert found.choice == "lab-a"
    said = " ".join(format_value(note, "en") for note in found.notes)
    assert "restricted" in said  # supply truth from the first screen
    assert "nearest that can be bought" in said
    assert "half a year" in said
    assert {one.id for one in found.corrections} == {"four_cards_power", "rent_below_a_third"}
    assert advise_lab_plan(100_000, MARKET).choice == "lab-d"


@pytest.mark.parametrize(("may", "said"), [("yes", "allows"), ("no", "out"), ("unknown", "ask first")])
def test_renting_says_that_data_leaves(may: YesNoUnknown, said: str) -> None:
    switches = Switches(data_may_leave=may)
    for found in (
        advise_lab_plan(300_000, MARKET, switches),
        advise_tier(5_000, MARKET, switches),
        advise_direction("language", switches),
    ):
        notes = [format_value(note, "en") for note in found.notes]
        assert sum("Renting" in note and said in note for note in notes) == 1


def test_no_budget_is_asked_for() -> None:
    for found in (advise_tier(None, MARKET), advise_lab_plan(None, MARKET)):
        assert (found.state, found.missing) == ("unknown", ("budget/amount",))


def test_tiers_of_the_guide() -> None:
    """Ranges in yuan as the guide gives them."""
    ranges = {one.id: (one.low.value, one.high.value) for sort in ("tier", "lab") for one in tiers(MARKET, sort)}  # type: ignore[arg-type]
    assert ranges == {
        "tier-1": (8_000, 20_000),
        "tier-2": (80_000, 150_000),
        "tier-3": (600_000, 1_200_000),
        "tier-4": (1_800_000, 2_400_000),
        "tier-5": (1_000_000, 2_000_000),
        "lab-a": (120_000, 180_000),
        "lab-b": (140_000, 220_000),
        "lab-c": (250_000, 350_000),
        "lab-d": (80_000, 120_000),
    }


def test_tiers_lead_to_templates_and_items() -> None:
    for row in table("tiers"):
        assert row["template"] in template_ids()
        assert set(row["cards"].split("|")) <= set(bundled_by_id())
    assert {row["plan"] for row in table("directions")} <= set(template_ids())


@pytest.mark.parametrize(
    ("direction", "plan"), [("vision", "lab-a"), ("language", "lab-a"), ("science", "lab-c"), ("edge", "edge-lab")]
)
def test_directions(direction: Direction, plan: str) -> None:
    found = advise_direction(direction)
    assert found.choice == plan
    assert len(found.rejected) == 3


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_bilingual_and_sourced(name: str) -> None:
    for row in table(name):
        assert row["source"]
        assert Quality(row["quality"]) in (Quality.PUBLISHED, Quality.SECONDARY, Quality.ASSUMED)
        for column in row:
            if column == "en" or column.endswith("_en"):
                chinese = column.removesuffix("en") + "zh"
                assert row[column], (name, column)
                assert row[chinese], (name, chinese)
