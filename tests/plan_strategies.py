"""Hypothesis strategies for plans and edits: a sample plan, and chains of edits that people could make to it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from planner.catalog.load import bundled_of
from planner.errors import EditError
from planner.plan.document import Alternative, Plan
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue, UseItem, waive
from tests.sample_plans import TEMPLATES, TODAY, sample

NAMES = st.sampled_from(["x1", "x2", "x3", "显卡", "room-2"])
TITLES = st.fixed_dictionaries({"zh": st.sampled_from(["设备", "新"]), "en": st.sampled_from(["thing", "new"])})
QUANTITIES = st.integers(0, 6)
YUAN = st.decimals(Decimal(0), Decimal(500_000), places=2)
CARDS, SYSTEMS, MODELS = bundled_of("accelerator"), bundled_of("system"), bundled_of("model")[:20]
ROLES = ("compute", "storage", "network", "ups", "cooling", "rack", "cloud", "other")
LINE_FACTS = {
    "max_power_w": st.floats(0, 5000),
    "nameplate_w": st.floats(0, 5000),
    "idle_power_w": st.floats(0, 500),
    "card_power_cap_w": st.floats(100, 450),
    "rack_u": st.integers(0, 10).map(float),
    "weight_kg": st.floats(0, 80),
    "rated_w": st.floats(500, 6000),
}
PLAN_FACTS = {
    "power_factor": st.floats(0.8, 1),
    "utilisation": st.floats(0, 1),
    "idle_share": st.floats(0, 1),
    "shr": st.floats(0.6, 1),
    "psu_efficiency": st.floats(0.8, 0.97),
}
NODE_FACTS = {
    "volts": st.sampled_from([110.0, 220.0, 380.0, 0.0]),
    "volts_kind": st.sampled_from(["L-N", "L-L"]),
    "phases": st.sampled_from([1.0, 3.0]),
    "breaker_a": st.sampled_from([10.0, 16.0, 32.0]),
    "rating_a": st.sampled_from([10.0, 16.0]),
    "shared": st.booleans(),
    "other_load_a": st.floats(0, 20),
    "class_cn": st.sampled_from(["1.5匹", "2匹", "3匹"]),
    "sensible_kw": st.floats(1, 10),
    "u_height": st.sampled_from([12.0, 42.0]),
}


def plans() -> st.SearchStrategy[Plan]:
    """Return the plans of the templates."""
    return st.sampled_from(TEMPLATES).map(sample)


@st.composite
def edits(draw: st.DrawFn, plan: Plan) -> Edit:
    """Draw one edit of ``plan``; it may break a rule (callers ask ``applied``)."""
    one = draw(st.sampled_from(plan.alternatives)) if plan.alternatives else None
    makers = [_plan_fact, _shared_part, _site, _budget, _waiver, _choice, _shared_new]
    if one is not None:
        makers += [_line_value, _line_value, _line_fact, _new_line, _link, _gone, _row, _price]
    made: Edit = draw(st.sampled_from(makers).flatmap(lambda maker: maker(plan, one)))
    if draw(st.integers(0, 9)) == 0:
        made = Batch(edits=(made, draw(_plan_fact(plan, one))), title="two")
    return made


def applied(plan: Plan, edit: Edit) -> Plan | None:
    """Return the plan after ``edit``, None where it does not apply."""
    try:
        return edit.apply(plan)[0]
    except EditError:
        return None


def _fact(value: Any) -> dict[str, Any]:
    return {"value": value, "quality": "entered"}


def _set(path: st.SearchStrategy[str], value: st.SearchStrategy[Any]) -> st.SearchStrategy[Edit]:
    return st.builds(lambda at, new: SetValue(path=at, value=new), path, value)


def _facts(holder: st.SearchStrategy[str], known: dict[str, Any]) -> st.SearchStrategy[Edit]:
    def one(at: str) -> st.SearchStrategy[Edit]:
        return st.sampled_from(sorted(known)).flatmap(
            lambda name: st.one_of(
                _set(st.just(f"{at}/{name}"), known[name].map(_fact)), st.just(RemovePart(path=f"{at}/{name}"))
            )
        )

    return holder.flatmap(one)


def _plan_fact(_plan: Plan, _one: Alternative | None) -> st.SearchStrategy[Edit]:
    return _facts(st.just("facts"), PLAN_FACTS)


def _lines(one: Alternative | None) -> st.SearchStrategy[str]:
    assert one is not None
    ids = [line.id for line in one.lines] or ["none"]
    return st.sampled_from([f"alternatives/{one.id}/lines/{name}" for name in ids])


def _line_value(_plan: Plan, one: Alternative | None) -> st.SearchStrategy[Edit]:
    values: dict[str, st.SearchStrategy[Any]] = {
        "quantity": QUANTITIES,
        "cards_per_unit": st.integers(0, 8),
        "condition": st.sampled_from(["new", "used"]),
        "role": st.sampled_from(ROLES),
        "note": st.text("x新", max_size=3),
        "id": NAMES,
    }
    return _lines(one).flatmap(
        lambda at: st.sampled_from(sorted(values)).flatmap(lambda name: _set(st.just(f"{at}/{name}"), values[name]))
    )


def _line_fact(_plan: Plan, one: Alternative | None) -> st.SearchStrategy[Edit]:
    return _facts(_lines(one).map(lambda at: f"{at}/facts"), LINE_FACTS)


def _price(_plan: Plan, one: Alternative | None) -> st.SearchStrategy[Edit]:
    parts = st.fixed_dictionaries(
        {"chosen": st.none() | YUAN.map(str)},
        optional={
            "tax": st.sampled_from(["included", "excluded", "unknown"]),
            "vat_rate": st.sampled_from(["0.06", "0.13"]),
            "currency": st.sampled_from(["CNY", "USD"]),
        },
    )
    return _set(_lines(one).map(lambda at: f"{at}/price"), parts)


def _row(_plan: Plan, one: Alternative | None) -> st.SearchStrategy[Edit]:
    card = st.builds(lambda at, row: UseItem(path=f"{at}/card", item=row), _lines(one), st.sampled_from(CARDS))
    system = st.builds(lambda at, row: UseItem(path=f"{at}/item", item=row), _lines(one), st.sampled_from(SYSTEMS))
    return st.one_of(card, system, _set(_lines(one).map(lambda at: f"{at}/item"), st.just("")))


def _new_line(_plan: Plan, one: Alternative | None) -> st.SearchStrategy[Edit]:
    assert one is not None
    value = st.fixed_dictionaries(
        {"id": NAMES, "title": TITLES, "role": st.sampled_from(ROLES), "quantity": QUANTITIES},
        optional={"price": YUAN.map(lambda yuan: {"chosen": str(yuan)})},
    )
    at = f"alternatives/{one.id}/lines"
    return st.builds(lambda new, index: AddPart(path=at, value=new, index=index), value, st.none() | st.integers(0, 3))


def _link(plan: Plan, one: Alternative | None) -> st.SearchStrategy[Edit]:
    assert one is not None
    lines = [line.id for line in one.lines] or ["none"]
    nodes = [node.id for node in plan.site] or ["none"]
    value = st.fixed_dictionaries(
        {"line": st.sampled_from(lines), "node": st.sampled_from(nodes), "units": st.integers(1, 3)}
    )
    at = f"alternatives/{one.id}"
    shared = st.builds(lambda new, share: {**new, "share": share}, value, st.sampled_from([0.25, 0.5, 1.0]))
    return st.one_of(
        shared.map(lambda new: AddPart(path=f"{at}/connections", value=new)),
        value.map(lambda new: AddPart(path=f"{at}/placements", value=new)),
        _cabled(at, lines, nodes),
        st.integers(0, 3).map(lambda number: RemovePart(path=f"{at}/connections/{number}")),
    )


def _cabled(at: str, lines: list[str], nodes: list[str]) -> st.SearchStrategy[Edit]:
    """Return edits of network links: new ones, of what is told of them, and their end."""
    told = {"nic_gbps": st.sampled_from([1.0, 25.0]), "cable_m": st.floats(0.5, 90.0), "nic_form": st.just("sfp28")}
    link = st.fixed_dictionaries(
        {"id": NAMES, "line": st.sampled_from(lines), "to": st.sampled_from([*lines, *nodes, ""])},
        optional={"cables": st.integers(1, 60)},
    )
    place = NAMES.map(lambda name: f"{at}/links/{name}")
    return st.one_of(
        link.map(lambda new: AddPart(path=f"{at}/links", value=new)),
        _facts(place.map(lambda one: f"{one}/values"), told),
        place.map(lambda one: RemovePart(path=one)),
    )


def _gone(plan: Plan, one: Alternative | None) -> st.SearchStrategy[Edit]:
    assert one is not None
    paths = [f"alternatives/{one.id}/lines/{line.id}" for line in one.lines]
    paths += [f"site/{node.id}" for node in plan.site] + [f"funds/{fund.id}" for fund in plan.funds]
    paths += [f"people/{group.id}" for group in plan.people] + [f"workload/{entry.id}" for entry in plan.workload]
    return st.sampled_from(paths or ["none"]).map(lambda path: RemovePart(path=path))


def _shared_part(plan: Plan, _one: Alternative | None) -> st.SearchStrategy[Edit]:
    entries = [entry.id for entry in plan.workload] or ["none"]
    numbers = {"seq_len": st.integers(1, 9000), "batch": st.integers(0, 16), "devices": st.integers(1, 8)}
    people = st.fixed_dictionaries({"id": NAMES, "title": TITLES, "count": st.integers(0, 90)})
    return st.one_of(
        people.map(lambda new: AddPart(path="people", value=new)),
        st.sampled_from(entries).flatmap(
            lambda name: st.sampled_from(sorted(numbers)).flatmap(
                lambda field: _set(st.just(f"workload/{name}/{field}"), numbers[field])
            )
        ),
    )


def _site(plan: Plan, _one: Alternative | None) -> st.SearchStrategy[Edit]:
    nodes = [node.id for node in plan.site]
    node = st.fixed_dictionaries(
        {
            "id": NAMES,
            "type": st.sampled_from(["room", "panel", "circuit", "socket", "strip", "pdu", "ups", "ac", "rack"]),
        },
        optional={"parent": st.sampled_from([*nodes, ""])},
    )
    new = node.map(lambda value: AddPart(path="site", value=value))
    if not nodes:
        return new
    at = st.sampled_from(nodes).map(lambda name: f"site/{name}/values")
    moved = _set(st.sampled_from([f"site/{name}/parent" for name in nodes]), st.sampled_from([*nodes, ""]))
    return st.one_of(new, moved, _facts(at, NODE_FACTS))


def _budget(_plan: Plan, _one: Alternative | None) -> st.SearchStrategy[Edit]:
    amount = YUAN.map(lambda yuan: {"amount": str(yuan), "currency": "CNY", "tax": "included"})
    return st.one_of(
        _set(st.just("budget/amount"), st.none() | amount),
        _set(st.just("budget/contingency_rate"), st.sampled_from([None, "0", "0.05", "0.1"])),
        _set(st.just("budget/vat_rate"), st.sampled_from([None, "0.06", "0.13"])),
    )


def _waiver(_plan: Plan, one: Alternative | None) -> st.SearchStrategy[Edit]:
    name = one.id if one is not None else ""
    checks = st.sampled_from(["PW10", "PW30", "BU01"])
    return checks.map(lambda check: waive(check, name, "plan", "reason", "name", TODAY))


CHOICES: dict[str, tuple[Any, ...]] = {
    "switches/domestic": ("any", "preferred", "required"),
    "switches/data_may_leave": ("yes", "no", "unknown"),
    "organisation/kind": ("university", "company"),
    "organisation/profile": ("GB", "IEC", "NEC"),
    "calendar/unattended_overnight": ({"value": True}, {"value": False}),
    "facts/backup": ({"value": True}, {"value": False}),
}


def _choice(_plan: Plan, _one: Alternative | None) -> st.SearchStrategy[Edit]:
    return st.sampled_from(sorted(CHOICES)).flatmap(lambda path: _set(st.just(path), st.sampled_from(CHOICES[path])))


def _shared_new(plan: Plan, one: Alternative | None) -> st.SearchStrategy[Edit]:
    """A new account, piece of equipment, workload or snooze, a model for an entry, or a line's account."""
    title = {"zh": "新", "en": "new"}
    amount = {"amount": "250000.00", "currency": "CNY", "tax": "included"}
    entries = [entry.id for entry in plan.workload]
    owner = one.id if one else ""
    fixed: list[Edit] = [
        AddPart(path="funds", value={"id": "fund-x", "title": "经费", "amount": amount}),
        AddPart(path="existing", value={"id": "old-x", "title": title, "role": "storage"}),
        AddPart(
            path="workload", value={"id": "job-x", "title": title, "kind": "train", "method": "lora", "people": ""}
        ),
        AddPart(
            path="snoozes",
            value={"check": "BU01", "alternative": owner, "subject": "plan", "until": "2027-02-01"},
        ),
    ]
    lines = one.lines if one else ()
    fixed += [SetValue(path=f"{owner}/{line.id}/fund", value=fund.id) for line in lines for fund in plan.funds]
    models = [UseItem(path=f"workload/{entry}/model", item=model) for entry in entries for model in MODELS]
    return st.sampled_from([*fixed, *models] or [SetValue(path="title", value=title)])
