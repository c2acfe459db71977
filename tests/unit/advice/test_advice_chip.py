"""Kinds of chip by team and business as the guide's tables have them, switches of the plan, boxes and cards."""

from __future__ import annotations

import pytest

from planner.advice.boxes import advise_same_memory, advise_separation
from planner.advice.chip import Business, Team, advise_business, advise_domestic, advise_team, chip_kinds
from planner.advice.leaving import leaving
from planner.advice.records import table
from planner.catalog.load import bundled_by_id, bundled_item, bundled_of
from planner.figure import Quality, leaf, unknown
from planner.messages import format_value
from planner.plan.document import Switches, YesNoUnknown

FREE = Switches(data_may_leave="yes")
CARDS = bundled_of("accelerator")


@pytest.mark.parametrize(
    ("team", "choice", "rejected"),
    [("pytorch", "gpu", "TPU or LPU"), ("jax", "tpu", "learning JAX"), ("online", "lpu", "batch"), ("small", "api", "own hardware")],
)  # fmt: skip
def test_team_table(team: Team, choice: str, rejected: str) -> None:
    found = advise_team(team, FREE)
    assert found.choice == choice
    assert rejected in format_value(found.rejected[0].option, "en")
    assert found.rests_on
    assert found.would_change


@pytest.mark.parametrize(
    ("business", "choice"), [("low_latency", "lpu"), ("throughput", "gpu"), ("mixed", "gpu"), ("very_large", "tpu")]
)
def test_business_table(business: Business, choice: str) -> None:
    assert advise_business(business, FREE).choice == choice


def test_chips_of_sram_that_hold_70b() -> None:
    """140 GB / 0.23 GB = 609 chips, at 8 bits 305."""
    assert [figure.value for figure in advise_team("online", FREE).reasons[0].figures] == [609, 305]


def test_batches_are_what_makes_tokens_cheap() -> None:
    """2 USD / (3600 x 24) x 1e6 = 23.1; 2.5 USD at 2,102 tok/s 0.33."""
    one, batched = advise_business("throughput", FREE).reasons[0].figures
    assert (one.value, batched.value) == (pytest.approx(23.15, abs=0.01), pytest.approx(0.330, abs=0.001))


@pytest.mark.parametrize("business", ["low_latency", "very_large"])
def test_rented_chips_are_out_where_data_may_not_leave(business: Business) -> None:
    found = advise_business(business, Switches(data_may_leave="no"))
    assert found.choice == "gpu"
    assert "may not leave" in format_value(found.rejected[0].why, "en")
    assert advise_team("small", Switches(data_may_leave="no")).choice == "gpu"


def test_it_is_said_where_nobody_said_whether_data_may_leave() -> None:
    assert any("ask first" in format_value(note, "en") for note in advise_business("low_latency", Switches()).notes)
    assert advise_team("small", Switches()).notes
    assert advise_business("mixed", Switches()).notes == ()


def test_imports_out_gives_the_domestic_side() -> None:
    out = Switches(domestic="required", data_may_leave="yes")
    assert advise_team("pytorch", out).choice == advise_business("low_latency", out).choice == "domestic_npu"


def test_domestic_card_is_the_best_documented_that_holds_the_need() -> None:
    found = advise_domestic(leaf("need", 40.0, "GiB", Quality.ENTERED), CARDS)
    assert found.choice.startswith("hw-910b")
    assert bundled_item(found.choice).text("purchasable") == "yes"
    large = advise_domestic(leaf("need", 70.0, "GiB", Quality.ENTERED), CARDS)
    assert (bundled_item(large.choice).number("memory_gb") or 0) > 70
    assert advise_domestic(leaf("need", 5000.0, "GiB", Quality.ENTERED), CARDS).state == "unknown"


def test_kinds_name_an_item_of_the_catalog() -> None:
    assert len(chip_kinds()) == 7
    assert {one.example for one in chip_kinds()} <= set(bundled_by_id())
    assert {row["maker"] for row in table("makers")} <= {item.maker for item in CARDS}


# ---------------------------------------------------------------------------------------------------- boxes and cards
def test_training_and_service_are_kept_apart() -> None:
    need = leaf("a", 19.0, "GiB", Quality.ENTERED), leaf("b", 11.0, "GiB", Quality.ENTERED)
    found = advise_separation(*need, leaf("seen", 23.5, "GiB", Quality.ENTERED))
    assert found.choice == "apart"
    assert found.reasons[0].figures[0].value == 30.0
    assert advise_separation(need[0], unknown("b", "GiB"), need[1]).missing == ("b",)


def test_same_memory_tuning_takes_the_cheaper_and_batches_the_faster() -> None:
    cards = (bundled_item("nv-a100-sxm-80"), bundled_item("nv-h100-sxm"))
    tuning = advise_same_memory("tuning", cards, 80)
    assert tuning.choice == "nv-a100-sxm-80"
    assert advise_same_memory("pretraining", cards, 80).choice == "nv-h100-sxm"
    assert advise_same_memory("batch_inference", cards, 80).choice == "nv-h100-sxm"
    rate, speed = tuning.reasons[0].figures
    assert rate.value == pytest.approx(989.5 / 312, rel=0.01)  # 3.17 in the data sheets
    assert speed.value == pytest.approx(3350 / 2039, rel=0.01)
    assert tuning.notes  # prices were not given
    assert advise_same_memory("tuning", cards, 80, cheaper="nv-a100-sxm-80").notes == ()
    assert advise_same_memory("tuning", cards[:1], 80).state == "unknown"


# ------------------------------------------------------------------------------------------------------ what leaves
@pytest.mark.parametrize(
    ("kind", "where", "may", "allowed", "place", "said"),
    [
        ("cloud", {"country": "US"}, "no", False, "abroad", "out"),
        ("cloud", {"country": "US"}, "yes", True, "abroad", "abroad"),
        ("cloud", {"country": "CN"}, "yes", True, "mainland", "allows"),
        ("api", {"region": "CN"}, "unknown", None, "mainland", "ask"),
        ("api", {"region": "global"}, "unknown", None, "abroad", "ask"),
    ],
)
def test_every_offer_says_that_data_leaves(
    kind: str, where: dict[str, str], may: YesNoUnknown, allowed: bool | None, place: str, said: str
) -> None:
    items = bundled_of("cloud_offer" if kind == "cloud" else "api_offer")
    item = next(one for one in items if all(one.text(key) == value for key, value in where.items()))
    found = leaving(item, may)
    assert (found.leaves, found.allowed, found.place) == (True, allowed, place)
    assert said in format_value(found.note, "en")


def test_all_offers_leave_and_own_cards_do_not() -> None:
    assert all(leaving(one, "yes").leaves for kind in ("cloud_offer", "api_offer") for one in bundled_of(kind))  # type: ignore[arg-type]
    own = leaving(bundled_item("nv-rtx4090"), "no")
    assert not own.leaves
    assert "restricted" in format_value(own.note, "en")


def test_records_are_frozen() -> None:
    with pytest.raises(AttributeError):
        advise_team("pytorch", FREE).choice = "x"  # type: ignore[misc]
