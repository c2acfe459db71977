"""Bars against limits and price ranges: lengths worked out by hand, states as the checks see them, the unknown."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from planner.figure import Quality, leaf, trace
from planner.formulas import recompute
from planner.messages import Labelled
from planner.money import Money
from planner.pictures.bar_groups import groups_of, margin_text, money_text
from planner.pictures.bars import LIMIT, bars_scene
from planner.pictures.flatten import flat
from planner.pictures.formulas import FREE_W
from planner.pictures.prices import prices_scene
from planner.pictures.scene import Axis, Legend, Line, Polygon, Rect, Text
from planner.plan.document import Alternative, Price
from planner.plan.edits import Batch, SetValue
from tests.pictures.plans import assessed, assessments, context, machine, plan, price, priced, wired
from tests.sample_plans import assessed as assessed_sample
from tests.sample_plans import sample

if TYPE_CHECKING:
    from planner.pictures.bar_groups import Group
    from planner.pictures.scene import Scene
    from planner.plan.document import Plan


def words(scene: Scene) -> list[str]:
    return [item.text for item in flat(scene) if isinstance(item, Text)]


def rects(scene: Scene, fill: str) -> list[Rect]:
    return [item for item in scene.items if isinstance(item, Rect) and item.fill == fill]


def one_price(prices: Price, budget: str | None = "300000.00", rate: str | None = "0.05") -> Plan:
    line = machine("m", 1000.0, price=prices)
    one = Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=(line,))
    return plan(one, budget=budget, rate=rate)


def group(title: str, name: str) -> Group:
    return next(one for one in groups_of(assessed_sample(sample(name)).context, "en") if one.title.startswith(title))


def test_free_power_of_a_circuit() -> None:
    """16 A less 3 A of others at 220 V and 0.98: 13 x 215.6 W = 2,802.8 W."""
    given = {"load_w": (2500.0, "W"), "rating_a": (16.0, "A"), "other_a": (3.0, "A"), "own_a": (2500 / 215.6, "A")}
    figures = {name: leaf(name, value, unit, Quality.ENTERED) for name, (value, unit) in given.items()}
    free = trace(FREE_W, "x", **figures)
    assert free.value == pytest.approx(2802.8)
    assert recompute(free) == pytest.approx(2802.8)
    assert trace(FREE_W, "x", **{**figures, "own_a": leaf("own_a", 0.0, "A", Quality.ENTERED)}).value is None


def test_power_is_open_while_a_circuit_is() -> None:
    power = group("Power", "lab-a")
    assert [bar.value for bar in power.bars] == pytest.approx([4.25, 2.65, 1.643])
    assert power.limit is None
    assert power.limit_text == "limit to confirm: current of other loads"
    assert power.bars[1].row.status == "unknown"


def test_power_against_what_circuits_leave() -> None:
    """Six circuits in use, 16 A each less 1, 2, 3, 4, 0, 1 A of others: 85 A x 215.6 W = 18.326 kW."""
    power = groups_of(context(wired(6, 6)), "en")[0]
    assert power.limit == pytest.approx(85 * 0.2156)
    assert power.bars[1].value == pytest.approx(0.3 * 21)  # 300 W x (1 + 2 + ... + 6)
    assert power.bars[1].row.state == "fits, 12 kW left"


def test_heat_of_sample_b_is_beyond_the_cooling() -> None:
    heat = group("Heat", "lab-b")
    assert (heat.bars[0].value, heat.limit) == pytest.approx((3.807, 3.5))
    assert (heat.bars[0].row.status, heat.bars[0].row.state) == ("over", "short by 0.307 kW")


def test_heat_of_the_room_stands_below_that_of_the_machines() -> None:
    """2.89 kW of machines, 4 people and 300 W of lamps are 3.59 kW against 3.5 kW; without them there is one bar."""
    plain = sample("lab-a")
    told = {"people_count": 4, "lights_w": 300.0}
    edits = [SetValue(path=f"site/room/values/{key}", value={"value": value}) for key, value in told.items()]
    heat = next(
        one
        for one in groups_of(assessed_sample(Batch(edits=tuple(edits)).apply(plain)[0]).context, "en")
        if one.title.startswith("Heat")
    )
    assert [bar.value for bar in heat.bars] == pytest.approx([2.8905, 3.5905])
    assert heat.bars[1].row.state == "short by 0.0905 kW"
    assert len(group("Heat", "lab-a").bars) == 1


def test_heat_without_known_cooling_is_open() -> None:
    heat = group("Heat", "tier-4")
    assert (heat.limit, heat.bars[0].row.status) == (None, "unknown")
    assert "air conditioner" in heat.limit_text


def test_tightest_places_come_first() -> None:
    places = group("Tightest", "lab-a")
    assert [bar.row.label for bar in places.bars] == ["Socket 1", "Circuit 1", "Socket 2"]
    assert places.title == "Tightest of 4 places (1 to confirm), % of rating"
    assert places.bars[0].value == pytest.approx(115.955, abs=0.001)


@pytest.mark.parametrize(
    ("prices", "budget", "status", "state"),
    [
        (price("200000", "264000", "285000"), "300000.00", "fits", "fits, CNY 22,800 left"),  # 285,000 x 1.05 = 299,250
        (
            price("200000", "264000", "290000"),
            "300000.00",
            "tight",
            "tight, CNY 22,800 left",
        ),  # 290,000 x 1.05 = 304,500
        (price("200000", "264000", "316000"), "300000.00", "tight", "tight, CNY 22,800 left"),
        (price("200000", "290000", "316000"), "300000.00", "over", "short by CNY 4,500"),  # 290,000 x 1.05 = 304,500
        (price("200000", "264000", "290000"), None, "unknown", "to confirm"),
        (Price(), "300000.00", "unknown", "to confirm"),
    ],
)
def test_budget_is_judged_as_the_check_does(prices: Price, budget: str | None, status: str, state: str) -> None:
    bar = groups_of(context(one_price(prices, budget)), "en")[-1].bars[0]
    assert (bar.row.status, bar.row.state) == (status, state)


def test_lengths_of_the_budget_bars() -> None:
    """Planned 264,000 + 5 %: bar and hatched contingency keep the scale of the axis; the limit stands at the budget."""
    scene = bars_scene(context(one_price(price("200000", "264000", "316000"))), "en")
    axis = [item for item in scene.items if isinstance(item, Axis)][-1]
    tick = next(tick for tick in axis.ticks if tick.text == "100,000")
    scale = tick.at / 100_000
    bar = rects(scene, "bar")[-1]
    assert bar.width == pytest.approx(264_000 * scale)
    kept = next(item for item in scene.items if isinstance(item, Rect) and item.hatch and item.hatch.kind == "falling")
    assert (kept.x, kept.width) == pytest.approx((bar.x + bar.width, 13_200 * scale))
    limit = [item for item in scene.items if isinstance(item, Line) and item.stroke == LIMIT][-1]
    assert limit.x1 == limit.x2 == pytest.approx(axis.x + 300_000 * scale)
    beyond = rects(scene, "over_tint")[0]  # 316,000 x 1.05 = 331,800
    assert (beyond.x, beyond.width) == pytest.approx((limit.x1, 31_800 * scale))
    assert {"CNY 277,200", "CNY 331,800"} <= set(words(scene))


@pytest.mark.parametrize(("chosen", "hatched"), [("264000", True), ("348000", False)])
def test_the_legend_has_the_hatch_only_where_a_bar_shows_it(chosen: str, hatched: bool) -> None:
    """348,000 lies beyond 300,000 by itself: its contingency is covered by what is beyond the limit."""
    scene = bars_scene(context(one_price(price(chosen, chosen, "350000"))), "en")
    legend = next(item for item in scene.items if isinstance(item, Legend))
    assert ("contingency" in [sample.text for sample in legend.samples]) is hatched


def test_without_a_rate_the_upper_end_says_so() -> None:
    bars = groups_of(context(one_price(price("200000", "264000", "316000"), rate=None)), "en")[-1].bars
    assert bars[1].row.label == "All prices at their upper end, without contingency"
    assert (bars[1].value, bars[1].kept, bars[0].value) == (316_000, 0.0, None)


def test_bars_begin_at_zero() -> None:
    scene = bars_scene(assessed_sample(sample("lab-b")).context, "zh")
    starts = {round(item.x, 6) for item in rects(scene, "bar")}
    axes = [item for item in scene.items if isinstance(item, Axis)]
    assert starts == {round(axis.x, 6) for axis in axes}
    assert all(axis.ticks[0] == axis.ticks[0].__class__(0.0, "0") for axis in axes)


def test_empty_alternative_says_so() -> None:
    empty = context(plan(Alternative(id="A", title=Labelled(zh="空", en="Empty"))))
    assert "no lines yet" in words(bars_scene(empty, "en"))
    assert "还没有条目" in words(bars_scene(empty, "zh"))


def test_all_unknown_shows_no_number() -> None:
    unknown = one_price(Price(), budget=None, rate=None)
    line = machine("m", None)
    one = plan(Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=(line,)), budget=None, rate=None)
    for scene in (bars_scene(context(one), "en"), prices_scene(assessments(unknown), "en")):
        numbers = [text for text in words(scene) if any(char.isdigit() for char in text)]
        assert set(numbers) == {"0"}  # the origin of the axes
        assert "to confirm" in words(scene)
        assert rects(scene, "bar") == [] or isinstance(scene.items[-1], Legend)


def test_partly_priced_shows_at_least() -> None:
    lines = (machine("a", 1.0, price=price("1000", "2000", "3000")), machine("b", 1.0))
    one = plan(Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=lines))
    # 2,000 + 5 % = 2,100
    assert "≥ CNY 2,100" in words(bars_scene(context(one), "en"))
    assert "≥ 0.21 万元" in words(prices_scene(assessments(one), "zh"))


def test_a_known_part_that_is_too_much_is_short_by_at_least() -> None:
    """348,000 x 1.05 = 365,400, and one line is still open: 65,400 above 300,000 at least."""
    lines = (machine("a", 1.0, price=price("1", "348000", "350000")), machine("b", 1.0))
    one = plan(Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=lines), budget="300000.00", rate="0.05")
    bar = groups_of(context(one), "en")[-1].bars[0]
    assert (bar.row.status, bar.row.state) == ("over", "short by at least CNY 65,400")
    assert bar.row.values == ("≥ CNY 365,400",)


def ends_of(scene: Scene) -> tuple[float, float, float]:
    """Return lowest, diamond and highest of the first bar in 10,000 yuan, read off the axis."""
    axis = next(item for item in scene.items if isinstance(item, Axis))
    scale = next(tick.at for tick in axis.ticks if tick.text == "10") / 10
    bar = rects(scene, "bar_light")[0]
    diamond = next(item for item in scene.items if isinstance(item, Polygon) and item.fill == "bar")
    ends = (bar.x, diamond.points[0][0], bar.x + bar.width)
    low, chosen, high = ((at - axis.x) / scale for at in ends)
    return low, chosen, high


def test_price_range_by_hand() -> None:
    """200,000, 264,000 and 316,000, each with 5 %: bar, diamond, number and what is left of 300,000 are of one kind."""
    scene = prices_scene([assessed(one_price(price("200000", "264000", "316000")))], "zh")
    assert ends_of(scene) == pytest.approx((21.0, 27.72, 33.18))
    assert {"27.72 万元", "21～33.18", "偏紧，余 2.28 万元", "预算 30 万元"} <= set(words(scene))
    assert any("含税、含预备费" in text for text in words(scene))


def test_price_range_where_no_contingency_is_set() -> None:
    scene = prices_scene([assessed(one_price(price("200000", "264000", "316000"), rate=None))], "zh")
    assert ends_of(scene) == pytest.approx((20.0, 26.4, 31.6))
    assert any("不含预备费" in text for text in words(scene))


def test_every_alternative_has_its_row() -> None:
    scene = prices_scene(assessments(priced(12)), "en")
    assert [spot.key for spot in scene.spots] == [f"A{at}/total/planned" for at in range(12)]
    assert sum("chosen" in text for text in words(scene)) == 1


@pytest.mark.parametrize(
    ("amount", "zh", "en"),
    [
        ("264000.00", "26.4 万元", "CNY 264,000"),
        ("1234567.89", "123.46 万元", "CNY 1,234,568"),
        ("50.00", "0.01 万元", "CNY 50"),
        ("2400000.00", "240 万元", "CNY 2,400,000"),
    ],
)
def test_money_on_pictures(amount: str, zh: str, en: str) -> None:
    money = Money(amount=Decimal(amount))
    assert (money_text(money, "zh"), money_text(money, "en")) == (zh, en)
    assert money_text(None, "zh") == "?"


def test_margins_in_words() -> None:
    assert margin_text("over", "2 kW", "zh", over=True) == "不够，差 2 kW"
    assert margin_text("fits", "2 kW", "zh", over=False) == "够用，余 2 kW"
