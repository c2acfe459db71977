"""What leaves the house: said beside every cloud, API and foreign chip, and whether the plan allows it."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.catalog.items import Item
from planner.catalog.supply import is_domestic, supply_state
from planner.messages import Message, msg
from planner.plan.document import YesNoUnknown

Place = Literal["mainland", "abroad", "unknown"]
_SERVICES = ("cloud_offer", "api_offer")


class Leaving(msgspec.Struct, frozen=True, kw_only=True):
    """Whether data leaves with an offer, where to, whether the plan allows it (None: nobody said), and the words for it."""

    item: str
    leaves: bool
    place: Place
    allowed: bool | None
    note: Message


def leaving(item: Item, may_leave: YesNoUnknown) -> Leaving:
    """Return what is to be said of ``item`` about data and use in the mainland."""
    if item.kind not in _SERVICES:
        return Leaving(item=item.id, leaves=False, place="mainland", allowed=True, note=_own(item))
    place = _place(item)
    allowed = {"yes": True, "no": False}.get(may_leave)
    return Leaving(item=item.id, leaves=True, place=place, allowed=allowed, note=_rented(place, allowed))


def rental_only(chip: str, may_leave: YesNoUnknown) -> Message | None:
    """Return why a chip that is only rented is out where data may not leave, None where it may be."""
    if may_leave == "no":
        return msg(
            "advice.leaving.chip_no", "{chip} is rented only, and the plan says that data may not leave.", chip=chip
        )
    if may_leave == "unknown":
        return msg("advice.leaving.chip_ask", "{chip} is rented only: ask first whether data may leave.", chip=chip)
    return None


def renting(may_leave: YesNoUnknown) -> Message:
    """Return what is said beside every advice to rent: whether the plan lets data leave."""
    return {
        "yes": msg("advice.leaving.rent_yes", "Renting: data leaves the house; the plan allows it."),
        "no": msg(
            "advice.leaving.rent_no",
            "Renting is out for data that may not leave, as the plan says: use the platform of the school, or own.",
        ),
        "unknown": msg("advice.leaving.rent_ask", "Renting: data leaves the house; ask first whether it may."),
    }[may_leave]


def _place(item: Item) -> Place:
    region = (item.text("country") if item.kind == "cloud_offer" else item.text("region")).upper()
    if not region:
        return "unknown"
    return "mainland" if region == "CN" else "abroad"


def _rented(place: Place, allowed: bool | None) -> Message:
    if allowed is False:
        return msg("advice.leaving.no", "Data would leave the house, and the plan says it may not: out.")
    if place == "abroad":
        if allowed:
            return msg("advice.leaving.abroad", "Data leaves the country: rules on data going abroad apply beside the plan's yes; from the mainland the service may not be usable.")  # fmt: skip
        return msg("advice.leaving.abroad_ask", "Data leaves the country: ask whether it may; from the mainland the service may not be usable.")  # fmt: skip
    if place == "unknown":
        return msg("advice.leaving.where", "Data leaves the house; where to is not known: ask the provider.")
    if allowed:
        return msg("advice.leaving.mainland", "Data leaves the house and stays in the mainland; the plan allows it.")
    return msg("advice.leaving.mainland_ask", "Data leaves the house and stays in the mainland: ask whether it may.")


def _own(item: Item) -> Message:
    state = supply_state(item)
    if is_domestic(item) is False and state == "export_restricted":
        return msg("advice.leaving.restricted", "Data stays in the house. The chip is export-restricted: no new ones through official channels.")  # fmt: skip
    if is_domestic(item) is False and state == "cloud_only":
        return msg("advice.leaving.cloud_only", "This chip is only rented: data would leave the house.")
    return msg("advice.leaving.stays", "Data stays in the house.")
