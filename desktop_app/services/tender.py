"""Purchase papers: derive the parameters of a plan, write papers as a set of files, all of them or none."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from desktop_app.services.file_set import published
from desktop_app.services.paper_brands import Refusal, refusals
from desktop_app.services.paper_builders import as_called, builders, dressed, sheet_name
from desktop_app.services.paper_versions import FIRST, Existing, version_for
from planner.assess.run import Assessment, assess
from planner.catalog.items import Item
from planner.documents.house_style import HouseStyle
from planner.documents.model import Document, Language
from planner.errors import PaperRefused, unknown_id
from planner.figure import Figure
from planner.messages import Message, msg, render
from planner.plan.document import Plan
from planner.render import FORMATS, Format, RenderedFile
from planner.tender.derive import derive
from planner.tender.over_money import money_warnings
from planner.tender.parameters import Parameter
from planner.units import convert

JsonObject = dict[str, Any]
Progress = Callable[[float, Message | None], None]
_MARKS = {"star": "★", "important": "▲", "general": " "}
_DERIVED = 0.05  # about the share of the time that deriving takes, writing the rest
_PRICED = frozenset({"sheet", "book"})  # papers that name ceilings
_NO_RANGE = ("enum_any", "enum_all", "bool", "ref_standard")


def silent(share: float, said: Message | None) -> None:
    """Go on; nobody watches."""


def derived(plan: Plan, alternative: str, today: dt.date, market: tuple[Item, ...]) -> tuple[Parameter, ...]:
    """Return the parameters of an alternative ('' is the chosen one); raises UnknownIdError."""
    return derive(_assessed(plan, alternative, today, market), _cards(market))


def export_plan(  # noqa: PLR0913 - a command's whole request
    plan: Plan,
    alternative: str,
    out: Path,
    languages: Iterable[str],
    formats: Iterable[str],
    today: dt.date,
    market: tuple[Item, ...],
    documents: Iterable[str] = ("sheet",),
    *,
    locked: bool = False,
    style: HouseStyle = HouseStyle(),  # noqa: B008 - frozen
    existing: Existing = "refuse",
) -> tuple[RenderedFile, ...]:
    """Write papers of an alternative ('' is the chosen one) to the folder ``out``.

    Raises:
        UnknownIdError: there is no such alternative.
        ExportError: as ``export_papers``.
    """
    assessment = _assessed(plan, alternative, today, market)
    cards = _cards(market)
    return export_papers(
        assessment, out, languages, formats, today, cards, documents, locked=locked, style=style, existing=existing
    )


def warnings_before(plan: Plan, alternative: str, documents: Iterable[str], today: dt.date) -> tuple[Message, ...]:
    """Return what is said before papers are written: ceilings above the money; raises UnknownIdError."""
    if not _PRICED.intersection(documents):
        return ()
    return money_warnings(_assessed(plan, alternative, today, ()))


def export_sheet(  # noqa: PLR0913 - as ``export_papers``
    assessment: Assessment,
    out_dir: Path,
    languages: Iterable[str],
    formats: Iterable[str],
    today: dt.date,
    cards: tuple[Item, ...] | None = None,
    existing: Existing = "refuse",
) -> tuple[RenderedFile, ...]:
    """Write the parameter sheet in every language and format; raises ExportError as ``export_papers``."""
    return export_papers(assessment, out_dir, languages, formats, today, cards, existing=existing)


def export_papers(  # noqa: PLR0913 - a whole order of papers
    assessment: Assessment,
    out_dir: Path,
    languages: Iterable[str],
    formats: Iterable[str],
    today: dt.date,
    cards: tuple[Item, ...] | None = None,
    documents: Iterable[str] = ("sheet",),
    *,
    locked: bool = False,
    style: HouseStyle = HouseStyle(),  # noqa: B008 - frozen
    progress: Progress = silent,
    existing: Existing = "refuse",
    refused: list[Refusal] | None = None,
) -> tuple[RenderedFile, ...]:
    """Write each of ``documents`` in every language and format; under their final names stand all files or none.

    ``locked`` protects the cells of workbooks that nobody is to fill in, without a password; ``style`` is the look.
    ``progress`` is told the share that is done and the paper at hand; it may raise to stop, then nothing is left.
    ``existing`` says what to do where papers of the same name are there: people have filled in blanks in them.
    ``refused`` takes up the papers that must not go out: the others are written without them. Where it is None, one
    such paper refuses the set.

    Raises:
        PapersThere: they are there, and they are neither to be kept beside the next version nor to be replaced.
        ExportError: an unknown document or format, a brand in the paper, a text that cannot be shown, a target that
            cannot be written.
    """
    from planner.render import known_format
    from planner.tender.brands import forbidden_words

    kinds = tuple(dict.fromkeys(known_format(one) for one in formats)) or FORMATS
    said = msg("export.deriving", "Deriving the parameters")
    parameters = derive(assessment, cards, lambda share: progress(_DERIVED * share, said))
    wanted = [cast("Language", one) for one in dict.fromkeys(languages)]
    documents = tuple(documents)
    if refused is not None:
        refused.extend(refusals(assessment, parameters, documents, wanted, today, style))
    left = {(one.document, one.language) for one in refused or ()}

    def papers(version: str) -> Iterator[_File]:
        for name, build in builders(documents, style, version).items():
            for one in (each for each in wanted if (name, each) not in left):
                paper = replace(dressed(build(assessment, parameters, one, today), style), locked=locked)
                for kind in kinds:
                    shown = as_called(paper, name, kind)
                    file = sheet_name(assessment.plan, shown, kind)
                    yield _File(document=name, paper=shown, kind=kind, name=file)

    named = list(papers(FIRST))
    if refused and not named:
        raise PaperRefused(refused[0].reason)
    version = version_for(out_dir, partial(_names, assessment.plan, named), existing)
    named = named if version == FIRST else list(papers(version))
    words = forbidden_words(assessment.plan.items.values())
    return _write_all(named, out_dir, words, progress, refused)


class _File(msgspec.Struct, frozen=True, kw_only=True):
    """A file of an order before it is written: which document, the paper, how, and under which name."""

    document: str
    paper: Document
    kind: Format
    name: str


def _names(plan: Plan, named: Iterable[_File], version: str) -> tuple[str, ...]:
    """Return what the files of the papers are called in another version."""
    return tuple(sheet_name(plan, replace(one.paper, version=version), one.kind) for one in named)


def file_json(file: RenderedFile) -> JsonObject:
    """Return ``{path, kind, language, audience, bytes}``."""
    return {
        "path": file.path,
        "kind": file.kind,
        "language": file.language,
        "audience": file.audience,
        "bytes": file.bytes,
    }


def parameters_json(parameters: Iterable[Parameter], language: str) -> list[JsonObject]:
    """Return the parameters as objects; ``need`` and ``threshold`` are in ``unit``, unknown numbers are null."""
    return [_parameter_json(one, language) for one in parameters]


def parameter_lines(parameters: Iterable[Parameter], language: str) -> Iterator[str]:
    """Yield the parameters as lines to read: id, mark, requirement, basis, makers of chips known to meet all ★."""
    from planner.tender.wording import whole_sentence

    item = ""
    for one in parameters:
        if one.line != item:
            item = one.line
            yield one.line_title.label(language)
        yield f"  {one.code} {_MARKS[one.level]} {whole_sentence(one, language)} [{one.basis.label(language)}]"
        if one.finding is not None:
            yield f"      ! {render(one.finding, language)}"


def _assessed(plan: Plan, alternative: str, today: dt.date, market: tuple[Item, ...]) -> Assessment:
    wanted = alternative or plan.chosen or (plan.alternatives[0].id if plan.alternatives else "")
    ids = tuple(one.id for one in plan.alternatives)
    if wanted not in ids:
        raise unknown_id(msg("kind.alternative", "alternative"), wanted, ids)
    return assess(plan, wanted, today, market=market)


def _cards(market: tuple[Item, ...]) -> tuple[Item, ...] | None:
    """Return the accelerators and machines of the market; None, for the bundled ones, where there is no market."""
    return tuple(item for item in market if item.kind in ("accelerator", "system")) or None


def _parameter_json(one: Parameter, language: str) -> JsonObject:
    shown: JsonObject = {
        "code": one.code,
        "parameter": one.library,
        "line": one.line,
        "name": one.row.name.label(language),
        "need": _in_unit(one.need, one.unit),
        "threshold": _threshold(one, language),
        "operator": one.operator,
        "unit": one.unit or "1",
        "level": one.level,
        "origin": one.origin,
        "basis": one.basis.label(language),
        "to_verify": one.threshold.to_verify,
        "sentence": one.sentence.label(language),
        "k_system": one.k_system,
        "k_chip": one.k_chip,
    }
    if one.finding is not None:
        shown["finding"] = {"message_id": one.finding.id, "message": render(one.finding, language)}
    return shown


def _threshold(one: Parameter, language: str) -> float | list[float | None] | list[str] | bool | None:
    if one.kind == "bool":
        return True
    if one.kind in _NO_RANGE:
        return [option.label(language) for option in one.threshold.options]
    return [one.low, one.high] if one.kind == "range_cover" else one.bound


def _in_unit(figure: Figure | None, unit: str) -> float | None:
    if figure is None or figure.value is None:
        return None
    return convert(figure.value, figure.unit or "1", unit or "1")


def _write_all(
    named: list[_File], out_dir: Path, words: frozenset[str], progress: Progress, refused: list[Refusal] | None
) -> tuple[RenderedFile, ...]:
    """Write the files of an order; one that is refused as it is written goes to ``refused``, without it stops them all."""
    from planner.render import render as render_paper

    written: list[str] = []

    def write(workshop: Path) -> tuple[RenderedFile, ...]:
        made: list[RenderedFile] = []
        for at, one in enumerate(named):
            told = partial(_tell, progress, at, len(named), one.name)
            try:
                made.append(render_paper(one.paper, workshop / one.name, one.kind, words, told))
            except PaperRefused as fault:
                if refused is None or not made and at + 1 == len(named):
                    raise
                refused.append(Refusal(document=one.document, language=one.paper.language, reason=fault.message))
            else:
                written.append(one.name)
        return tuple(made)

    made = published(out_dir, written, write)
    return tuple(msgspec.structs.replace(one, path=str(out_dir / Path(one.path).name)) for one in made)


def _tell(progress: Progress, at: int, count: int, name: str, share: float) -> None:
    said = msg("export.progress", "Writing {name} ({at} of {count})", name=name, at=at + 1, count=count)
    progress(_DERIVED + (1 - _DERIVED) * (at + share) / count, said)
