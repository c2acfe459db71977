"""Small sites and machines for the tests of the wiring planner, a strategy that makes them, and the oracle that tries everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from planner.facility.wiring_model import LINES, Branch, Cord, Device, Outlet, Places, Problem, Site
from planner.facility.wiring_score import Score, score


def circuit(name: str, breaker_a: float = 16.0, feed: str = "F1", line: str = "", parent: str = "") -> Branch:
    """Return a single-phase circuit of 220 V; 80 % of its breaker is advised."""
    lines = (line,) if line else ()
    return Branch(
        id=name, parent=parent, limit_a=breaker_a, advised_a=0.8 * breaker_a, lines=lines, feed=feed, title=name
    )


def socket(name: str, branch: str, count: int = 4, rating_a: float | None = None, line: str = "") -> Outlet:
    """Return outlets of 220 V."""
    lines = (line,) if line else ()
    return Outlet(id=name, branch=branch, volts_v=220.0, count=count, rating_a=rating_a, lines=lines, title=name)


def machine(name: str, power_w: float, *at: str, sides: str = "", line: str = "", parted: int = 0) -> Device:
    """Return a device with one cord, one for each letter of ``sides``, or ``parted`` cords without a promise."""
    if parted:
        cords = tuple(Cord(at=there) for there in [*at, *[""] * parted][:parted])
        return Device(id=name, line=line or name, power_w=power_w, cords=cords, title=name, parted=True)
    here = [*at, *[""] * max(0, len(sides) - len(at))]
    cords = (
        tuple(Cord(side=side, at=there) for side, there in zip(sides, here, strict=True))
        if sides
        else (Cord(at=at[0] if at else ""),)
    )
    return Device(id=name, line=line or name, power_w=power_w, cords=cords, title=name)


def panel(name: str, feed: str = "F1", limit_a: float = 63.0) -> Branch:
    """Return a three-phase panel."""
    return Branch(id=name, kind="panel", limit_a=limit_a, lines=LINES, feed=feed, title=name)


def ups(name: str, parent: str, rated_w: float, feed: str = "F1", line: str = "", charger_w: float = 0.0) -> Branch:
    """Return a UPS that loses 4 % of its rating and 5 % of what hangs behind it (APC white paper 25)."""
    lines = (line,) if line else ()
    return Branch(
        id=name,
        title=name,
        kind="ups",
        parent=parent,
        feed=feed,
        lines=lines,
        limit_w=rated_w,
        advised_w=0.8 * rated_w,
        loss_share=0.05,
        loss_w=0.04 * rated_w,
        charger_w=charger_w,
    )


def every_plan(site: Site) -> Iterator[Places]:
    """Yield every way to plug everything in or leave it out that overloads nothing and has outlets enough."""
    choices = [
        [None, *(at for at in product(*fits) if _allowed(site, number, at))] for number, fits in enumerate(site.fits)
    ]
    for places in product(*choices):
        used = [0] * len(site.groups)
        for at in places:
            for group in at or ():
                used[group] += 1
        if all(count <= group.count for count, group in zip(used, site.groups, strict=True)):
            yield places


def _allowed(site: Site, number: int, at: tuple[int, ...]) -> bool:
    """A side hangs on one feed; the sides hang apart or together."""
    device, feeds = site.problem.devices[number], {}
    for cord, group in zip(device.cords, at, strict=True):
        if feeds.setdefault(cord.side, site.groups[group].feed) != site.groups[group].feed:
            return not device.sides
    return not device.sides or len(set(feeds.values())) in (1, len(device.sides))


def best_scores(site: Site) -> list[Score]:
    """Return the scores of every plan that overloads nothing."""
    return [found for places in every_plan(site) if (found := score(site, places)).overload_a == 0]


POWERS = st.sampled_from([200.0, 500.0, 900.0, 1500.0, 2100.0, 2600.0])


@st.composite
def problems(draw: st.DrawFn, devices: int = 4, circuits: int = 3, most_feeds: int = 2) -> Problem:
    """Draw a site of one or two feeds with a three-phase panel or without, and devices with one or two cords."""
    feeds = draw(st.integers(1, most_feeds))
    three = draw(st.booleans())
    branches = [panel(f"P{feed}", f"F{feed}") for feed in range(feeds)] if three else []
    outlets = []
    for number in range(draw(st.integers(min(feeds, circuits), circuits))):
        feed, line = number % feeds, LINES[number // feeds % 3] if three else ""
        limit_a = draw(st.sampled_from([10.0, 16.0, 20.0]))
        branches.append(circuit(f"C{number}", limit_a, f"F{feed}", line, f"P{feed}" if three else ""))
        outlets.append(socket(f"S{number}", f"C{number}", draw(st.integers(1, 3)), None, line))
        rated_w = draw(st.sampled_from([0.0, 0.0, 0.0, 900.0, 2700.0]))
        if rated_w:
            charger_w = draw(st.sampled_from([0.0, 300.0]))
            branches.append(ups(f"U{number}", f"C{number}", rated_w, f"F{feed}", line, charger_w))
            outlets[-1] = socket(f"S{number}", f"U{number}", outlets[-1].count, None, line)
    names = st.sampled_from(["", *(outlet.id for outlet in outlets)])
    machines = [
        machine(
            f"d{number}",
            draw(POWERS),
            *[draw(names) for _cord in sides or "x"],
            sides="" if sides == "xx" else sides,
            line=draw(st.sampled_from("lm")),
            parted=2 if sides == "xx" else 0,
        )
        for number in range(draw(st.integers(1, devices)))
        for sides in [draw(st.sampled_from(["", "AB", "ABC", "xx"] if most_feeds > 2 else ["", "", "AB", "xx"]))]
    ]
    return Problem(branches=tuple(branches), outlets=tuple(outlets), devices=tuple(machines))
