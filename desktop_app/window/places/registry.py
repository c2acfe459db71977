"""The places there are: name, word, icon, where they stand in the rail, and how one is made when first visited."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.places.place import Place
    from desktop_app.window.workbench import Workbench


class PlaceSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A place: ``needs_plan`` hides it without one, ``below`` sets it at the foot, ``wide`` takes the side panel's room."""

    name: str
    title: Message
    icon: str
    make: Callable[[Workbench], Place]
    needs_plan: bool = True
    below: bool = False
    wide: bool = False


def _start(bench: Workbench) -> Place:
    from desktop_app.window.places.start.place import StartPlace

    return StartPlace(bench)


def _plan(bench: Workbench) -> Place:
    from desktop_app.window.places.plan.place import PlanPlace

    return PlanPlace(bench)


def _workload(bench: Workbench) -> Place:
    from desktop_app.window.places.workload.place import WorkloadPlace

    return WorkloadPlace(bench)


def _build(bench: Workbench) -> Place:
    from desktop_app.window.places.build.place import BuildPlace

    return BuildPlace(bench)


def _site(bench: Workbench) -> Place:
    from desktop_app.window.places.site.place import SitePlace

    return SitePlace(bench)


def _cost(bench: Workbench) -> Place:
    from desktop_app.window.places.cost.place import CostPlace

    return CostPlace(bench)


def _purchase(bench: Workbench) -> Place:
    from desktop_app.window.places.purchase.place import PurchasePlace

    return PurchasePlace(bench)


def _catalog(bench: Workbench) -> Place:
    from desktop_app.window.places.catalog.place import CatalogPlace

    return CatalogPlace(bench)


def _settings(bench: Workbench) -> Place:
    from desktop_app.window.places.settings.place import SettingsPlace

    return SettingsPlace(bench)


START = PlaceSpec(
    name="start", title=msg("place.start", "Start"), icon="folder", make=_start, needs_plan=False, wide=True
)
PLACES = (
    PlaceSpec(name="plan", title=msg("place.plan", "Plan"), icon="plan", make=_plan),
    PlaceSpec(name="workload", title=msg("place.workload", "Workload"), icon="workload", make=_workload),
    PlaceSpec(name="build", title=msg("place.build", "Build"), icon="build", make=_build),
    PlaceSpec(
        name="site",
        title=msg("place.site", "Site"),
        icon="site",
        make=_site,
    ),
    PlaceSpec(name="cost", title=msg("place.cost", "Cost"), icon="cost", make=_cost),
    PlaceSpec(name="purchase", title=msg("place.purchase", "Purchase"), icon="tender", make=_purchase),
    PlaceSpec(
        name="catalog",
        title=msg("place.catalog", "Catalog"),
        icon="catalog",
        make=_catalog,
        needs_plan=False,
        below=True,
        wide=True,
    ),
    PlaceSpec(
        name="settings",
        title=msg("place.settings", "Settings"),
        icon="settings",
        make=_settings,
        needs_plan=False,
        below=True,
        wide=True,
    ),
)
ALL_PLACES = (START, *PLACES)


def place_named(name: str) -> PlaceSpec | None:
    """Return the place with this name, None where there is none."""
    return next((one for one in ALL_PLACES if one.name == name), None)
