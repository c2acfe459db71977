"""A UPS in the wiring: its load of its rating in kW, per cent of the tighter of W and VA, and how long it lasts; by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from planner.pictures.layout import outside, overlaps, struck
from planner.pictures.wiring import wiring_scene
from planner.pictures.wiring_tree import Card, cards_of, load_words
from planner.plan.edits import AddPart, Batch, Edit, SetValue
from tests.pictures.plans import assessed
from tests.sample_plans import sample

if TYPE_CHECKING:
    from planner.assess.run import Assessment
    from planner.documents.model import Language

LANGUAGES: tuple[Language, ...] = ("zh", "en")


def behind(machines: tuple[int, ...] = (0,), **told: Any) -> Assessment:
    """Return lab-a with a UPS at socket 1 and the connections of these numbers behind it (0: 2,500 W, 1: 150 W)."""
    values = {key: {"value": value} for key, value in told.items()}
    node = {"id": "ups-1", "type": "ups", "parent": "socket-1", "values": values}
    edits: list[Edit] = [AddPart(path="site", value=node)]
    edits += [SetValue(path=f"alternatives/A/connections/{at}/node", value="ups-1") for at in machines]
    edits.append(AddPart(path="alternatives/A/connections", value={"line": "ups", "node": "ups-1"}))
    after, _ = Batch(edits=tuple(edits)).apply(sample("lab-a"))
    return assessed(after)


def found(one: Assessment, name: str = "ups-1", language: Language = "en") -> Card:
    cards = list(cards_of(one.context, language))
    while cards:
        card = cards.pop()
        if card.id == name:
            return card
        cards += card.children
    raise AssertionError(name)


def test_watts_decide_where_they_are_tighter() -> None:
    """2,500 of 2,700 W are 92.6 %; 2,500 / 0.98 = 2,551 of 3,000 VA are 85 %."""
    card = found(behind(rated_w=2700.0, rated_va=3000.0))
    assert card.value == "2.5 / 2.7 kW, 93 %"
    assert card.status == "tight"  # above 80 %
    assert card.share == pytest.approx(0.9259, abs=1e-4)


def test_volt_amperes_decide_where_they_are_tighter() -> None:
    """2,551 of 2,600 VA are 98.1 %, 2,500 of 2,700 W only 92.6 %."""
    assert found(behind(rated_w=2700.0, rated_va=2600.0)).value == "2.55 / 2.6 kVA, 98 %"


def test_too_much_is_an_overload_and_its_wire_too() -> None:
    """2,650 of 2,000 W."""
    card = found(behind((0, 1), rated_w=2000.0, rated_va=3000.0))
    assert (card.value, card.status) == ("2.65 / 2 kW, 133 %", "over")


def test_what_the_node_does_not_tell_is_told_by_its_line() -> None:
    """The UPS of lab-a is rated 2,700 W and 3,000 VA."""
    for one in (behind(rated_w=2700.0), behind()):
        card = found(one)
        assert (card.value, card.status) == ("2.5 / 2.7 kW, 93 %", "tight")


def test_it_says_how_long_it_lasts() -> None:
    """The maker's minutes; what the battery's energy gives is an estimate."""
    told = behind(rated_w=2700.0, rated_va=3000.0, autonomy_min=12.0)
    assert found(told).facts == "3 kVA, 12 min"
    assert found(behind(rated_w=2700.0, rated_va=3000.0)).facts == "3 kVA, lasts ?"
    estimate = found(behind(rated_w=2700.0, rated_va=3000.0, battery_wh=1000.0))
    assert estimate.facts.startswith("3 kVA, about ")


def test_the_ups_of_the_build_is_not_drawn_as_a_machine_behind_itself() -> None:
    card = found(behind(rated_w=2700.0, rated_va=3000.0))
    assert [one.id for one in card.children] == ["ups-1/ws"]


def test_a_ups_without_load_says_its_rating_only() -> None:
    card = found(behind((), rated_w=2700.0, rated_va=3000.0))
    assert (card.value, card.status) == ("2.7 kW", "idle")


def test_a_ups_that_the_wiring_does_not_have_stands_below_it() -> None:
    """2,650 of 2,700 W, if it is to carry all machines."""
    card = found(assessed(sample("lab-a")), "loose/ups")
    assert card.kind == "loose"
    assert card.value == "2.65 / 2.7 kW, 98 %"


def test_its_figure_can_be_asked_for() -> None:
    from planner.assess.run import assess
    from tests.pictures.plans import TODAY

    one = behind(rated_w=2700.0, rated_va=3000.0)
    keys = assess(one.plan, "A", TODAY).figures()
    assert found(one).key in keys


def test_what_feeds_a_machine_names_its_ups_first() -> None:
    said = load_words(behind(rated_w=2700.0, rated_va=3000.0).context, "ups-1", "en")
    assert [one.name for one in said] == ["UPS 1", "Socket 1", "Circuit 1", "Panel"]
    assert said[0].value == "2.5 / 2.7 kW, 93 %"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("told", [{}, {"rated_w": 2000.0, "rated_va": 3000.0, "autonomy_min": 12.0}])
def test_the_picture_is_clear(language: Language, told: dict[str, float]) -> None:
    scene = wiring_scene(behind(**told).context, language)
    assert (overlaps(scene), outside(scene), struck(scene)) == ((), (), ())
