"""Plans made for pictures: any number of circuits, sockets, machines and prices, and random ones."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from planner.assess.run import Assessment, assess
from planner.figure import Quality
from planner.messages import Labelled
from planner.money import Money
from planner.plan.document import Alternative, Budget, Connection, Fact, Line, Plan, Price, SiteNode

if TYPE_CHECKING:
    from planner.assess.context import Context

TODAY = dt.date(2026, 11, 30)
TITLES = (
    "四卡工作站",
    "Workstation with two accelerators and a very long name",
    "NAS",
    "存储服务器（双控制器，含三年服务）",
    "GPU 服务器 B",
)


def fact(value: float | str | bool, quality: Quality = Quality.ENTERED) -> Fact:
    return Fact(value=value, quality=quality)


def node(name: str, kind: Any, parent: str = "", title: str = "", **values: Any) -> SiteNode:
    facts = {key: value if isinstance(value, Fact) else fact(value) for key, value in values.items()}
    return SiteNode(id=name, type=kind, parent=parent, title=title, values=facts)


def machine(
    name: str, power_w: float | None, title: str = "四卡工作站", price: Price | None = None, **more: Any
) -> Line:
    facts = {} if power_w is None else {"max_power_w": fact(power_w), "nameplate_w": fact(power_w)}
    return Line(
        id=name, title=Labelled(zh=title, en=title), role="compute", facts=facts, price=price or Price(), **more
    )


def price(low: str, chosen: str, high: str) -> Price:
    return Price(low=Decimal(low), chosen=Decimal(chosen), high=Decimal(high), vat_rate=Decimal("0.13"))


def plan(
    *alternatives: Alternative,
    site: tuple[SiteNode, ...] = (),
    budget: str | None = "300000.00",
    rate: str | None = "0.05",
) -> Plan:
    facts = {"power_factor": fact(0.98, Quality.ASSUMED), "utilisation": fact(0.5), "idle_share": fact(0.24)}
    money = Budget(
        amount=None if budget is None else Money.of(budget), contingency_rate=None if rate is None else Decimal(rate)
    )
    return Plan(
        id="plan-1",
        title=Labelled(zh="计划", en="Plan"),
        created=TODAY,
        site=site,
        budget=money,
        facts=facts,
        alternatives=alternatives,
        chosen=alternatives[0].id if alternatives else "",
    )


def assessed(one: Plan, alternative: str = "") -> Assessment:
    return assess(one, alternative or one.alternatives[0].id, TODAY, checks=())


def context(one: Plan, alternative: str = "") -> Context:
    return assessed(one, alternative).context


def wired(circuits: int, machines: int) -> Plan:
    """Return a plan with a panel, so many circuits with two sockets each, and machines plugged in in turn."""
    site = [node("room", "room"), node("panel", "panel", "room", volts=220.0, volts_kind="L-N")]
    for at in range(1, circuits + 1):
        other = {} if at % 7 == 0 else {"other_load_a": float(at % 5)}
        site.append(node(f"circuit-{at}", "circuit", "panel", breaker_a=16.0, cable_mm2=2.5, shared=True, **other))
        site += [node(f"socket-{at}-{n}", "socket", f"circuit-{at}", rating_a=10.0) for n in (1, 2)]
    lines = tuple(machine(f"m{at}", 300.0 * (at % 9 + 1), TITLES[at % len(TITLES)]) for at in range(machines))
    links = tuple(Connection(line=f"m{at}", node=f"socket-{at % circuits + 1}-{at % 2 + 1}") for at in range(machines))
    one = Alternative(id="A", title=Labelled(zh="大方案", en="Large plan"), lines=lines, connections=links)
    return plan(one, site=tuple(site))


def priced(count: int) -> Plan:
    """Return a plan with so many alternatives, each with one priced machine; every fifth price is open."""
    alternatives = []
    for at in range(count):
        base = 150_000 + 17_000 * at
        prices = Price() if at % 5 == 4 else price(f"{base}", f"{base * 6 // 5}", f"{base * 3 // 2}")
        title = f"方案{at + 1}：{TITLES[at % len(TITLES)]}"
        line = machine("m", 1000.0, price=prices)
        alternatives.append(Alternative(id=f"A{at}", title=Labelled(zh=title, en=title), lines=(line,)))
    return plan(*alternatives)


def assessments(one: Plan) -> list[Assessment]:
    return [assessed(one, alternative.id) for alternative in one.alternatives]


_WORDS = st.text(alphabet="电源机柜插座回路服务器 ABCdefg0123456789（）、-·", min_size=0, max_size=40)
_MAYBE = st.none() | st.floats(min_value=0, max_value=80, allow_nan=False).map(lambda value: round(value, 2))


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Return a random plan: a tree of wiring with gaps in what is known, machines on it or not, prices or none."""
    kinds = ("panel", "circuit", "socket", "strip", "pdu", "ups", "cord")
    site = [node("room", "room", "", draw(_WORDS))]
    for at in range(draw(st.integers(0, 14))):
        parent = draw(st.sampled_from([one.id for one in site]))
        known = {
            name: value
            for name in ("breaker_a", "rating_a", "other_load_a", "volts", "cable_mm2")
            if (value := draw(_MAYBE)) is not None
        }
        site.append(node(f"n-{at}", draw(st.sampled_from(kinds)), parent, draw(_WORDS), **known))
    lines, links = [], []
    places = [one.id for one in site if one.type != "room"]
    for at in range(draw(st.integers(0, 8))):
        power = draw(st.none() | st.floats(min_value=0, max_value=20_000, allow_nan=False))
        cost = draw(st.none() | st.integers(1, 10**8))
        prices = Price() if cost is None else price(str(cost), str(cost * 2), str(cost * 3))
        lines.append(machine(f"l-{at}", power, draw(_WORDS) or "x", prices, quantity=draw(st.integers(1, 5))))
        if places and draw(st.booleans()):
            share = draw(st.sampled_from([1.0, 0.5]))
            links.append(Connection(line=f"l-{at}", node=draw(st.sampled_from(places)), share=share))
    title = draw(_WORDS)
    one = Alternative(id="A", title=Labelled(zh=title, en=title), lines=tuple(lines), connections=tuple(links))
    budget = draw(st.none() | st.integers(0, 10**9))
    return plan(one, site=tuple(site), budget=None if budget is None else f"{budget}.00")
