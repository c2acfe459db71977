"""Machines of several supplies that nobody promised to go on without a feed: their cords hang apart all the same.

That is a machine whose supplies nobody described, and one whose spare supplies want more feeds than there are. The cords
go as evenly over the feeds as their number allows: a feed that is lost then takes as few supplies as it can. Where one
feed supplies everything and several UPS hang on it, these are what fails apart (``planner.wiring.supply``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from planner.facility.wiring_model import Places, Site


def together(site: Site, number: int, at: tuple[int, ...]) -> int:
    """Return how many cords of a device, placed ``at``, share a feed with more of its cords than need be."""
    most = site.most_on_one.get(number)
    if most is None:
        return 0
    return max(0, max(Counter(site.groups[group].feed for group in at).values()) - most)


def all_together(site: Site, places: Places) -> int:
    """Return the sum of ``together`` over a plan."""
    return sum(together(site, number, at) for number in site.most_on_one if (at := places[number]) is not None)


def least_together(site: Site, places: Places) -> int:
    """Return a count of cords below which no plan comes that places as many devices: by the outlets that the feeds have.

    Of n cords, o find outlets elsewhere and r may be on a feed each way: n - o - r are together whatever the plan.
    """
    if not site.most_on_one or any(at is None for at in places):
        return 0
    least = 0
    for feed in site.feeds:
        reach = {number: site.in_reach(number) for number in site.most_on_one}
        mine = [number for number, feeds in reach.items() if feed in feeds]
        cords = sum(len(site.problem.devices[number].cords) for number in mine)
        others = {
            group for number in mine for other, groups in reach[number].items() if other != feed for group in groups
        }
        elsewhere = sum(site.groups[group].count for group in others)
        least = max(least, cords - elsewhere - sum(site.most_on_one[number] for number in mine))
    return least


def parted_ways(site: Site, number: int) -> Iterator[tuple[int, ...]]:
    """Yield ways to plug a device of many alike cords in: as evenly over all feeds as can be, one group on each."""
    rows = site.fits[number]
    shared = set.intersection(*map(set, rows)) if rows else set()
    by_feed = [sorted(there) for groups in site.in_reach(number).values() if (there := groups.intersection(shared))]
    for groups in product(*by_feed):
        yield tuple(sorted(groups[place % len(groups)] for place in range(len(rows)))) if groups else ()
