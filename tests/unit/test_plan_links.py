"""Network links of a build: added, typed, refused where they lead nowhere, gone with what they hang on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.errors import EditError, InputError
from planner.messages import Labelled
from planner.plan.codec import decode_plan, encode_plan
from planner.plan.document import Existing, Link, Plan
from planner.plan.edits import AddPart, Batch, RemovePart, SetValue
from planner.plan.typed import edit_from_text
from tests.checks.factories import assess_one, find_all, make_line, make_link, make_plan
from tests.checks.rooms import room

LINK: dict[str, Any] = {"id": "l1", "line": "srv", "to": "sw", "cables": 4}


def bare(*links: Link) -> Plan:
    return make_plan(make_line("srv", quantity=4), make_line("sw", "network"), site=(room(),), links=links)


def links(plan: Plan) -> tuple[Link, ...]:
    return plan.alternatives[0].links


def nothing(_id: str) -> Any:
    raise AssertionError("no row is asked for")


def test_a_plan_without_links_is_written_as_before_and_read() -> None:
    assert b"links" not in encode_plan(bare())
    linked, _ = AddPart(path="alternatives/A/links", value=LINK).apply(bare())
    assert links(decode_plan(encode_plan(linked))) == (Link(id="l1", line="srv", to="sw", cables=4),)


@pytest.mark.parametrize(
    "value",
    [
        {**LINK, "line": "nobody"},
        {**LINK, "to": "nobody"},
        {**LINK, "to": "srv"},
        {**LINK, "cables": 0},
        {**LINK, "id": "srv"},  # the id of a line
        {**LINK, "id": "room"},  # the id of a node
        {**LINK, "id": ""},
        {**LINK, "ports": 2},
    ],
)
def test_links_that_lead_nowhere_are_refused(value: dict[str, Any]) -> None:
    with pytest.raises(EditError):
        AddPart(path="alternatives/A/links", value=value).apply(bare())


def test_the_same_id_twice_is_refused() -> None:
    with pytest.raises(EditError):
        AddPart(path="alternatives/A/links", value=LINK).apply(bare(make_link("l1", "srv", "sw")))


def test_a_link_may_go_to_the_wall_or_to_where_nobody_said() -> None:
    edits = (
        AddPart(path="alternatives/A/links", value={**LINK, "to": "room"}),
        AddPart(path="alternatives/A/links", value={**LINK, "id": "l2", "to": ""}),
    )
    after, change = Batch(edits=edits).apply(bare())
    assert [link.to for link in links(after)] == ["room", ""]
    assert change.added == ("l1", "l2")


@pytest.mark.parametrize(
    ("path", "left"),
    [("A/sw", ["l3"]), ("A/srv", []), ("site/room", ["l1", "l2"]), ("alternatives/A/links/l1", ["l2", "l3"])],
)
def test_links_go_with_what_they_hang_on(path: str, left: list[str]) -> None:
    plan = bare(make_link("l1", "srv", "sw"), make_link("l2", "srv", "sw", 2), make_link("l3", "srv", "room"))
    after, _ = RemovePart(path=path).apply(plan)
    assert [link.id for link in links(after)] == left


def test_a_link_may_go_to_a_switch_that_is_there_already() -> None:
    there = Existing(id="old-switch", title=Labelled(zh="原有交换机", en="old switch"), role="network")
    plan = msgspec.structs.replace(bare(), existing=(there,))
    plan, _ = AddPart(path="alternatives/A/links", value={**LINK, "to": "old-switch"}).apply(plan)
    # its ports are not those of a planned switch: one cable to each machine is none of the ports that are bought
    assert find_all(assess_one(plan), "NW02", "l1") != ()
    gone, _ = RemovePart(path="existing/old-switch").apply(plan)
    assert links(gone) == ()


def test_what_is_told_of_a_link_is_read_with_its_units() -> None:
    plan = bare(make_link("l1", "srv", "sw"))
    at = "alternatives/A/links/l1"
    for path, text in (
        (f"{at}/values/cable_m", "250 cm"),
        (f"{at}/values/nic_gbps", "25"),
        (f"{at}/values/nic_form", "SFP28"),
        (f"{at}/cables", "八"),
    ):
        plan, _ = edit_from_text(plan, path, text, nothing).apply(plan)
    (link,) = links(plan)
    assert {name: fact.value for name, fact in link.values.items()} == {
        "cable_m": 2.5,
        "nic_gbps": 25.0,
        "nic_form": "sfp28",
    }
    assert link.cables == 8
    with pytest.raises(InputError):
        edit_from_text(plan, f"{at}/values/breaker_a", "16", nothing)
    emptied, _ = edit_from_text(plan, f"{at}/values/cable_m", "", nothing).apply(plan)
    assert "cable_m" not in links(emptied)[0].values


def test_prices_leave_links_alone() -> None:
    plan = bare(make_link("l1", "srv", "sw"))
    after, _ = SetValue(path="A/srv/price/chosen", value="120000").apply(plan)
    assert links(after) is links(plan)
