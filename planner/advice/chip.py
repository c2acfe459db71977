"""Which kind of chip: by team, by business, and of the domestic side where imports are out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from planner.advice.leaving import rental_only
from planner.advice.records import Advice, Reason, Rejected, Row, Text, because, row_of, table, told
from planner.advice.rules_of_money import MONEY
from planner.advice.rules_of_thumb import SERVING, chips_of_sram, example
from planner.catalog.items import Item
from planner.catalog.load import bundled_item
from planner.catalog.supply import is_domestic, rests_on_memory, supply_state
from planner.cost.tokens import COST
from planner.figure import Figure, constant, trace
from planner.messages import Labelled, msg
from planner.plan.document import Switches
from planner.workload.fit import fit_verdict, visible_gib

Team = Literal["pytorch", "jax", "online", "small"]
Business = Literal["low_latency", "throughput", "mixed", "very_large"]


class ChipKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of chip: idea, strengths, weaknesses, effort of its software, an example of the catalog."""

    id: str
    name: Labelled
    idea: Labelled
    good: Labelled
    weak: Labelled
    effort: str
    rent_only: bool
    example: str
    source: str


def chip_kinds() -> tuple[ChipKind, ...]:
    """Return the kinds of chip that are told apart."""
    return tuple(_kind(row) for row in table("chips"))


def chip_kind(wanted: str) -> ChipKind:
    """Return one kind of chip; raises KeyError."""
    return _kind(row_of("chips", wanted))


def advise_team(team: Team, switches: Switches) -> Advice:
    """Return the kind of chip for a team, with what the plan's switches rule out.

    Raises:
        KeyError: there is no such team.
    """
    row = row_of("teams", team)
    if switches.domestic == "required" and row["chip"] != "api":
        return _domestic_kind(row)
    barred = _barred(row["chip"], switches)
    if barred is not None:
        return _instead(row, barred, "team")
    return Advice(
        topic="chip.team",
        choice=row["chip"],
        recommendation=told(row, "advised"),
        reasons=(because(row, "why", *_team_figures(team)),),
        rejected=(Rejected(option=told(row, "rejected"), why=_against(row["chip"])),),
        would_change=(told(row, "change"),),
        corrections=tuple(made() for made in MONEY) if team == "small" else (),
        notes=_notes(row["chip"], switches),
    )


def advise_business(business: Business, switches: Switches) -> Advice:
    """Return the kind of chip for a business, with what the plan's switches rule out.

    Raises:
        KeyError: there is no such business.
    """
    row = row_of("businesses", business)
    if switches.domestic == "required":
        return _domestic_kind(row)
    barred = _barred(row["chip"], switches)
    if barred is not None:
        return _instead(row, barred, "business")
    return Advice(
        topic="chip.business",
        choice=row["chip"],
        recommendation=told(row, "advised"),
        reasons=(because(row, "why", *_business_figures(business)),),
        rejected=(Rejected(option=told(row, "rejected"), why=_against(row["chip"])),),
        would_change=(
            msg("advice.chip.measure", "A trial with your own model and lengths: peak rates mislead, bandwidth and links usually decide."),
        ),
        corrections=tuple(made() for made in SERVING),
        notes=_notes(row["chip"], switches),
    )  # fmt: skip


def advise_domestic(need_gib: Figure, items: Iterable[Item]) -> Advice:
    """Return the domestic card to start with where imports are out; ``need_gib`` is what one device must hold.

    Offered are purchasable cards that train, whose memory is known and holds the need: with room before without, then
    the family with most public cases, then the same software, then the smaller memory.
    """
    ranked = sorted((one for one in items if _domestic(one) and _verdict(one, need_gib) != "no"),
                    key=lambda one: _place(one, need_gib))  # fmt: skip
    if not ranked:
        return _no_domestic(need_gib)
    best = ranked[0]
    seen = visible_gib(best)
    start = row_of("chips", "domestic_npu")
    if _documented(best):
        reason = because(start, "good", seen, need_gib)
    else:
        reason = Reason(
            text=msg(
                "advice.domestic.holds",
                "{seen} hold the {need} that one device must; the best documented family has less.",
                seen=seen,
                need=need_gib,
            ),
            figures=(seen, need_gib),
            source="catalog",
        )
    return Advice(
        topic="chip.domestic",
        choice=best.id,
        recommendation=msg("advice.domestic.start", "Start with {name} ({memory}); DeepSpeed is the friendliest framework there.",
                           name=best.name, memory=best.figure("memory_gb", "GB")),
        reasons=(reason,),
        rejected=tuple(_rejected_domestic(one) for one in ranked[1:4]),
        would_change=(
            msg("advice.domestic.trial", "A trial: one model through the whole flow first, outputs compared layer by layer, then decide."),
        ),
        notes=(told(start, "weak"),),
    )  # fmt: skip


def _no_domestic(need_gib: Figure) -> Advice:
    return Advice(
        topic="chip.domestic",
        choice="",
        state="unknown",
        recommendation=msg("advice.domestic.none", "No domestic card of the catalog is known to hold {need}.", need=need_gib),
        would_change=(msg("advice.domestic.split", "Split the model over several cards, or take 4-bit weights."),),
        missing=need_gib.missing,
    )  # fmt: skip


def _domestic(item: Item) -> bool:
    """Tell whether an item is a card of the mainland that trains and whose facts are no guess."""
    if item.kind != "accelerator" or is_domestic(item) is not True or rests_on_memory(item):
        return False
    return supply_state(item) == "purchasable" and bool(item.number("bf16_dense_tflops"))


def _verdict(item: Item, need_gib: Figure) -> str:
    return fit_verdict(need_gib, visible_gib(item)).verdict


def _place(item: Item, need_gib: Figure) -> tuple[bool, bool, bool, float, str]:
    has = item.text("software_stack")
    return (
        _verdict(item, need_gib) == "tight",
        not _documented(item),
        "torch_npu" not in has,
        item.number("memory_gb") or 0.0,
        item.id,
    )


def _documented(item: Item) -> bool:
    """Tell whether the card is of the family with most public cases."""
    return item.id.startswith(row_of("chips", "domestic_npu")["item"].rstrip("0123456789"))


def _rejected_domestic(item: Item) -> Rejected:
    return Rejected(
        option=Labelled(zh=item.name, en=item.name),
        why=msg("advice.domestic.less", "{memory}, software {stack}: fewer public cases, or less room.",
                memory=item.figure("memory_gb", "GB"), stack=item.text("software_stack") or None),
        figures=(item.figure("memory_gb", "GB"),),
    )  # fmt: skip


def _domestic_kind(row: Row) -> Advice:
    start = row_of("chips", "domestic_npu")
    return Advice(
        topic="chip.domestic_kind",
        choice="domestic_npu",
        recommendation=msg("advice.chip.domestic", "Imports are out: start with the best documented domestic side, {chip}.", chip=told(start)),
        reasons=(because(start, "good"),),
        rejected=(Rejected(option=told(row, "advised"), why=msg("advice.chip.imports", "The plan asks for domestic products.")),),
        would_change=(msg("advice.chip.imports_allowed", "Imports are allowed after all."),),
        notes=(told(start, "weak"),),
    )  # fmt: skip


def _instead(row: Row, barred: Text, of: str) -> Advice:
    """Return GPUs of one's own where what the table advises is rented only and data may not leave."""
    gpu = row_of("chips", "gpu")
    return Advice(
        topic=f"chip.{of}",
        choice="gpu",
        recommendation=msg("advice.chip.own_gpu", "GPUs of your own, with an optimised engine."),
        reasons=(because(gpu, "good"), Reason(text=barred, source="switch of the plan: data may leave")),
        rejected=(Rejected(option=told(row, "advised"), why=barred),),
        would_change=(msg("advice.chip.may_leave", "Data may leave the house after all."),),
    )


def _barred(chip: str, switches: Switches) -> Text | None:
    if chip == "api":
        return msg("advice.leaving.no", "Data would leave the house, and the plan says it may not: out.") if switches.data_may_leave == "no" else None  # fmt: skip
    kind = chip_kind(chip)
    return rental_only(kind.name.en, "no") if kind.rent_only and switches.data_may_leave == "no" else None


def _notes(chip: str, switches: Switches) -> tuple[Text, ...]:
    """Return what is said about data beside what is rented."""
    if chip == "api":
        return (msg("advice.leaving.where", "Data leaves the house; where to is not known: ask the provider."),)
    kind = chip_kind(chip)
    note = rental_only(kind.name.en, switches.data_may_leave) if kind.rent_only else None
    return (note,) if note is not None else ()


def _against(chip: str) -> Text:
    """Return why the opposite of what is advised is not taken: the weakness of the other side."""
    weak = {"gpu": "lpu", "tpu": "tpu", "lpu": "lpu", "api": "gpu"}[chip]
    return told(row_of("chips", weak), "weak")


def _team_figures(team: Team) -> tuple[Figure, ...]:
    if team == "online":
        return chips_of_sram()
    if team == "jax":
        return (bundled_item("tpu-v5e").figure("memory_gb", "GB"),)
    return ()


def _business_figures(business: Business) -> tuple[Figure, ...]:
    if business == "low_latency":
        return chips_of_sram()
    if business == "throughput":
        return tuple(
            trace(COST, f"advice/mtok/{name}", rate_h=example(f"{name}_h", price, "USD/h"), gpus=example("one", 1, "1"),
                  tok_s=example(f"{name}_tps", speed, "tok/s"), load=constant("advice/full", 1.0, "1", "fully used"))
            for name, price, speed in (("one_stream", 2.0, 24.0), ("batched", 2.5, 2102.0))
        )  # fmt: skip
    return ()


def _kind(row: Row) -> ChipKind:
    return ChipKind(
        id=row["id"],
        name=told(row),
        idea=told(row, "idea"),
        good=told(row, "good"),
        weak=told(row, "weak"),
        effort=row["effort"],
        rent_only=row["rent_only"] == "yes",
        example=row["item"],
        source=row["source"],
    )
