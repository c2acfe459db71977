"""Users' own forms: read the fields of a .docx or .xlsx, fill them with a plan's values, write the filled copy.

The form itself is never changed. Only parts that hold a field are written again, all others are copied byte for byte;
the copy is opened again and compared before it gets its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from planner.errors import ExportError, ImportFailed, InputError
from planner.exchange import form_docx, form_xlsx
from planner.exchange import form_xml as x
from planner.exchange.form_book import Book
from planner.exchange.form_fields import Field, fields_in
from planner.exchange.form_package import Package, open_package, package_of, rewritten
from planner.exchange.form_report import Filler, FormKind, Missing, Repeated, Spot
from planner.exchange.form_values import FormValues
from planner.messages import Message, msg
from planner.render.atomic import write_whole

_HAN = re.compile("[\u3400-\u9fff]")
_XML_PART = re.compile(r"\.(xml|vml)$", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")
_SIGNATURE, _MACROS = "digital-signature", "vbaProject"
_FEWEST_BRACES = (b"{{", "｛｛".encode())


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A form as it was read: its fields with their places in order, and what has to be said about it."""

    path: Path
    kind: FormKind
    package: Package
    spots: tuple[Spot, ...]
    notices: tuple[Message, ...]

    @property
    def language(self) -> str:
        """Return the language the form is in, by the names of its fields."""
        chinese = sum(bool(_HAN.search(spot.field.raw)) for spot in self.spots)
        return "zh" if 2 * chinese >= len(self.spots) else "en"


class FilledForm(msgspec.Struct, frozen=True, kw_only=True):
    """A filled form: its bytes, what was put in, what is missing, which rows were repeated, which parts changed."""

    source: Form
    content: bytes
    filled: tuple[Field, ...]
    missing: tuple[Missing, ...]
    repeated: tuple[Repeated, ...]
    notices: tuple[Message, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]


def read_form(path: Path) -> Form:
    """Return the fields of the form at ``path``.

    Raises:
        ImportFailed: it is no Word or Excel file, encrypted, in an old format, damaged, too large, or without a field.
    """
    with _naming(path):
        return _form_of(open_package(path), path)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name the file in what is refused within."""
    try:
        yield
    except ImportFailed as error:
        error.place = error.place or str(path)
        raise


def _form_of(package: Package, path: Path) -> Form:
    kind = _kind(package)
    if kind == "docx":
        found = list(form_docx.spots(package))
        own = form_docx.text_parts(package)
    else:
        book = Book(package)
        found = list(form_xlsx.spots(book))
        own = [sheet.part for sheet in book.sheets]
        own += [part for part, type_ in book.types.items() if "sharedStrings" in type_ or form_xlsx.is_filled(type_)]
    spots = tuple(one for one in found if isinstance(one, Spot))
    told = tuple(one for one in found if isinstance(one, Message))
    if not spots:
        raise _no_field(path)
    others = () if kind == "xlsx" and told else tuple(_elsewhere(package, own))
    return Form(path=path, kind=kind, package=package, spots=spots, notices=(*told, *others, *_macros(package)))


def _no_field(path: Path) -> ImportFailed:
    return ImportFailed(
        msg("form.no_field", "The form has no field: nothing in it reads like {example}.", example="{{项目名称}}"),
        msg(
            "form.no_field.remedy",
            "Write the names of fields in double braces where the values shall stand; labprocure form fields lists them.",
        ),
        str(path),
    )


def _kind(package: Package) -> FormKind:
    types = " ".join(x.content_types(package).values())
    if re.search(r"(wordprocessingml|ms-word)\S*main\+xml", types):
        return "docx"
    if "sheet.binary" in types:
        raise ImportFailed(
            msg("form.binary_sheet", "The form is a binary workbook (.xlsb)."),
            msg("form.binary_sheet.remedy", "Open it in Excel or WPS and save it as .xlsx."),
            package.name,
        )
    if re.search(r"(spreadsheetml|ms-excel)\S*main\+xml", types):
        return "xlsx"
    raise ImportFailed(
        msg("form.not_office", "This is no Word or Excel file."),
        msg("form.not_office.remedy", "Give a form saved as .docx or .xlsx."),
        package.name,
    )


def _macros(package: Package) -> Iterator[Message]:
    if any(_MACROS in kind for kind in x.content_types(package).values()):
        yield msg("form.macros", "The form has macros; they are copied as they are and were not run.")


def _elsewhere(package: Package, own: list[str]) -> Iterator[Message]:
    """Yield a notice for each other part with a known field: properties, charts of Word, comments of Word, names."""
    for part, info in package.infos.items():
        if part in own or not _XML_PART.search(part) or info.file_size > 2**22:
            continue
        content = package.read(part)
        if any(braces in content for braces in _FEWEST_BRACES):
            text = _TAG.sub("", content.decode("utf-8", "replace"))
            names = sorted({match.field.raw for match in fields_in(text) if match.field.row is not None})
            if names:
                yield msg(
                    "form.elsewhere",
                    "{names} in {part} was not filled: it is not in the text of the form.",
                    names=names,
                    part=part,
                )


# ------------------------------------------------------------------------------------------------ filling
def fill_form(form: Form, values: FormValues, *, blank: bool = False) -> FilledForm:
    """Return the form filled with ``values``; ``blank`` empties fields without a value instead of leaving them.

    Raises:
        ImportFailed: a tracked change touches a field, the form is signed, a row cannot be repeated safely, a text is
            too long for a cell, or there is nothing to fill.
    """
    filler = Filler(values, blank)
    with _naming(form.path):
        _refuse_unfillable(form)
        changed, removed = _filled_parts(form, filler)
    if not filler.filled:
        raise _nothing(form, filler)
    return FilledForm(
        source=form,
        content=rewritten(form.package, changed, removed),
        filled=tuple(filler.filled),
        missing=_once(filler.missing),
        repeated=tuple(filler.repeated),
        notices=(*form.notices, *_told(form, filler)),
        changed=tuple(part for part in form.package.infos if part in changed),
        removed=tuple(sorted(removed)),
    )


def _filled_parts(form: Form, filler: Filler) -> tuple[dict[str, bytes], set[str]]:
    """Return the parts that change, and the names of those that are left out."""
    if form.kind == "docx":
        return form_docx.fill_docx(form.package, filler), set()
    book = Book(form.package)
    form_xlsx.fill_xlsx(book, filler)
    if book.changed and form_xlsx.has_formulas(book):
        form_xlsx.recalculate_on_open(book)
    return book.result(), book.removed


def _refuse_unfillable(form: Form) -> None:
    for spot in form.spots:
        if spot.fault is not None:
            told = msg(
                "form.at_field", "{place}, {field}: {fault}", place=spot.place, field=spot.field.raw, fault=spot.fault
            )
            raise ImportFailed(told, spot.remedy, str(form.path))
    if any(_SIGNATURE in kind for kind in x.content_types(form.package).values()):
        raise ImportFailed(
            msg("form.signed", "The form carries a digital signature, which filling would break."),
            msg("form.signed.remedy", "Take the signature away, or ask for the form without it."),
            str(form.path),
        )


def _nothing(form: Form, filler: Filler) -> ImportFailed:
    names = list(dict.fromkeys(one.field.raw for one in filler.missing))
    return ImportFailed(
        msg("form.nothing", "Nothing could be filled: there is no value for {names}.", names=names),
        msg("form.nothing.remedy", "Complete the plan, or give values when filling the form (--value NAME=TEXT)."),
        str(form.path),
    )


def _once(missing: list[Missing]) -> tuple[Missing, ...]:
    """Return each missing value once: old copies of text boxes are filled too, but not told."""
    return tuple({(one.field.raw, str(one.place), one.row): one for one in missing}.values())


def _told(form: Form, filler: Filler) -> Iterator[Message]:
    if filler.removed_characters:
        yield msg(
            "form.cleaned", "{count} characters that no file can show were removed.", count=filler.removed_characters
        )
    rows = {field.row.key: field.row.name for field in filler.filled if field.row is not None and not field.group}
    assumed = tuple(name for key, name in rows.items() if key in filler.values.assumed)
    if assumed:
        yield msg("form.assumed", "Rests on assumptions, to be verified: {names}.", names=assumed)
    if filler.narrow:
        places = tuple({str(one): one for one in filler.narrow}.values())
        yield msg(
            "form.narrow", "The column is too narrow for the number and would print ####: {places}.", places=places
        )
    if form.kind == "xlsx" and form_xlsx.has_formulas(Book(form.package)):
        yield msg("form.recalculated", "The formulas of the form are calculated when it is opened in Excel or WPS.")


# ------------------------------------------------------------------------------------------------ writing
def write_form(filled: FilledForm, out: Path) -> None:
    """Write a filled form under the name ``out``; it is read again and compared first.

    Raises:
        InputError: ``out`` is the form itself or has another ending.
        ExportError: the target cannot be written, or what was written is not what was meant.
    """
    check_target(filled.source.path, out)
    write_whole(out, filled.content, lambda written: _compare(filled, written))


def check_target(form: Path, out: Path) -> None:
    """Make sure that a form can be written to ``out``; raises InputError."""
    if out.suffix.casefold() != form.suffix.casefold():
        raise InputError(
            msg("form.ending", "The filled form must end in {ending} as the form does.", ending=form.suffix),
            msg("form.ending.remedy", "Give the new file the ending of the form."),
            str(out),
        )
    if out.resolve() == form.resolve() or (out.exists() and form.exists() and out.samefile(form)):
        raise InputError(
            msg("form.itself", "The filled form would replace the form itself."),
            msg("form.itself.remedy", "Give the new file another name."),
            str(out),
        )


def _compare(filled: FilledForm, written: Path) -> None:
    """Make sure of what was written: untouched parts equal to the byte, the others readable and without lost fields."""
    before, after = filled.source.package, package_of(written.read_bytes(), str(written))
    names = [name for name in before.infos if name not in filled.removed]
    if list(after.infos) != names:
        raise _differs(written, names[0] if names else "")
    for name in names:
        if name not in filled.changed and after.packed(name) != before.packed(name):
            raise _differs(written, name)
        if name in filled.changed:
            x.parse(after, name)
    meant = {one.field.raw for one in filled.missing}
    left = {spot.field.raw for spot in _fields_left(after, written)}
    known = {spot.field.raw for spot in filled.source.spots}
    if (left & known) - meant:
        raise _differs(written, sorted((left & known) - meant)[0])


def _fields_left(package: Package, path: Path) -> tuple[Spot, ...]:
    try:
        return _form_of(package, path).spots
    except ImportFailed:  # no field is left, which is what filling is for
        return ()


def _differs(path: Path, what: str) -> ExportError:
    return ExportError(
        msg("form.differs", "The filled form differs from what was meant at {what}; it was not kept.", what=what),
        msg("form.differs.remedy", "Fill it again; if it happens again, report it with the form."),
        str(path),
    )
