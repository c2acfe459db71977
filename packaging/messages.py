"""Texts and their translations: collect from the code, merge, compile, check.

    python packaging/messages.py extract            collect msg() calls into the .po, keep what is translated
    python packaging/messages.py merge FILE.tsv ... put lines ``id<TAB>English<TAB>Chinese`` into the .po
    python packaging/messages.py compile            write the .mo
    python packaging/messages.py check              name every fault; exit 1 if there is one

``msgctxt`` is the id, ``msgid`` the English text. The files carry no dates and no line numbers, so a change of theirs
is a change of a text.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import datetime as dt
import io
import string
import sys
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import normalize, read_po

PROJECT = Path(__file__).resolve().parent.parent
CODE = ("desktop_app", "planner", "db")
PO = PROJECT / "resources" / "locale" / "zh_CN" / "LC_MESSAGES" / "labprocure.po"
MO = PO.with_suffix(".mo")
KEYWORDS = {"msg": ((1, "c"), 2), "translate": ((1, "c"), 2)}
_NO_DATE = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
_HEADER = """msgid ""
msgstr ""
"Project-Id-Version: LabProcure\\n"
"Language: zh_CN\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"
"""


class Entry(NamedTuple):
    """A translation: the English text it was made from, the Chinese one, and whether it has to be looked at again."""

    text: str
    translation: str
    fuzzy: bool = False


class Row(NamedTuple):
    """A line of a file to merge."""

    id: str
    text: str
    translation: str
    place: str


def sources() -> list[Path]:
    """Return the code files that may hold texts, sorted."""
    return sorted(path for folder in CODE for path in (PROJECT / folder).rglob("*.py"))


def extracted() -> dict[str, set[str]]:
    """Return id -> English texts as Babel finds them in the code."""
    found: dict[str, set[str]] = {}
    # Babel complains of an f-string anywhere in the call, also as a value, where it is right; call_problems() is exact.
    with contextlib.redirect_stderr(io.StringIO()):
        for path in sources():
            for _line, text, _comments, context in extract_from_file("python", path, keywords=KEYWORDS):
                if context and isinstance(text, str):
                    found.setdefault(context, set()).add(text)
    return found


def call_problems() -> list[str]:
    """Return what is wrong with msg() calls: arguments that are no literals, values the text asks for and lacks."""
    problems = []
    for path in sources():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and _called(call) == "msg":
                problems += [f"{path.relative_to(PROJECT)}:{call.lineno}: {fault}" for fault in _call_faults(call)]
    return problems


def _called(call: ast.Call) -> str:
    return getattr(call.func, "id", None) or getattr(call.func, "attr", "")


def _call_faults(call: ast.Call) -> list[str]:
    texts = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if len(call.args) != 2 or len(texts) != 2:
        return ["msg() takes an id and a text, both as plain literals"]
    try:
        wanted = placeholders(texts[1])
    except ValueError as error:
        return [f"{texts[0]}: {error}"]
    given = {keyword.arg for keyword in call.keywords}
    if None in given:
        return []
    return [
        f"{texts[0]}: the text asks for {{{name}}}, the call gives no such value" for name in sorted(wanted - given)
    ]


def placeholders(text: str) -> set[str]:
    """Return the names in braces of ``text``.

    Raises:
        ValueError: a brace is left open, or a name carries a format, an index or an attribute.
    """
    names = set()
    for _literal, name, form, conversion in string.Formatter().parse(text):
        if name is None:
            continue
        if not name.isidentifier() or form or conversion:
            message = f"{{{name}}} must be a plain name: values are formatted for the language, not in the text"
            raise ValueError(message)
        names.add(name)
    return names


def read_entries() -> dict[str, Entry]:
    """Return id -> translation from the .po; empty when there is none."""
    if not PO.exists():
        return {}
    with PO.open("rb") as file:
        catalog = read_po(file, locale="zh_CN", abort_invalid=True)
    return {
        message.context: Entry(str(message.id), str(message.string), message.fuzzy)
        for message in catalog
        if message.context and isinstance(message.id, str)
    }


def write_entries(entries: dict[str, Entry]) -> None:
    """Write the .po, sorted by id."""
    parts = [_HEADER]
    for id_, entry in sorted(entries.items()):
        fuzzy = "#, fuzzy\n" if entry.fuzzy else ""
        lines = (f"{key} {normalize(text, width=0)}\n" for key, text in _lines(id_, entry))
        parts.append(fuzzy + "".join(lines))
    PO.parent.mkdir(parents=True, exist_ok=True)
    PO.write_bytes("\n".join(parts).encode("utf-8"))


def _lines(id_: str, entry: Entry) -> tuple[tuple[str, str], ...]:
    return (("msgctxt", id_), ("msgid", entry.text), ("msgstr", entry.translation))


def compiled() -> bytes:
    """Return the .mo that belongs to the .po; untranslated and doubtful entries are left out."""
    catalog = Catalog(locale="zh_CN", project="LabProcure", version="", charset="utf-8", fuzzy=False)
    catalog.creation_date = catalog.revision_date = _NO_DATE
    for id_, entry in sorted(read_entries().items()):
        if entry.translation and not entry.fuzzy:
            catalog.add(entry.text, entry.translation, context=id_)
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def collect(code: dict[str, set[str]], old: dict[str, Entry]) -> dict[str, Entry]:
    """Return the entries for ``code``: translations kept, those of changed English texts marked fuzzy, others dropped."""
    entries = {}
    for id_, texts in code.items():
        text = min(texts)
        before = old.get(id_)
        if before is None or not before.translation:
            entries[id_] = Entry(text, "")
        else:
            entries[id_] = Entry(text, before.translation, fuzzy=before.fuzzy or before.text != text)
    return entries


def read_rows(path: Path) -> tuple[list[Row], list[str]]:
    r"""Return the lines of a file to merge, and what is wrong with the others; ``\n`` in a cell is a line break."""
    rows, faults = [], []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.replace("\\n", "\n") for cell in line.split("\t")]
        if len(cells) == 3 and all(cells):
            rows.append(Row(*cells, place=f"{path.name}:{number}"))
        else:
            faults.append(f"{path.name}:{number}: not three cells id<TAB>English<TAB>Chinese")
    return rows, faults


def merge(paths: list[Path]) -> list[str]:
    """Put the translations of ``paths`` into the .po; return what could not be taken."""
    code = extracted()
    entries = collect(code, read_entries())
    problems = []
    for path in paths:
        rows, faults = read_rows(path)
        problems += faults
        for row in rows:
            if row.id not in entries:
                problems.append(f"{row.place}: {row.id}: no such text in the code")
            elif row.text not in code[row.id]:
                problems.append(f"{row.place}: {row.id}: the code says {sorted(code[row.id])}, the line {row.text!r}")
            else:
                entries[row.id] = Entry(row.text, row.translation)
    write_entries(entries)
    return problems


def check() -> list[str]:
    """Return every fault of texts and translations, worded with its place."""
    code, entries = extracted(), read_entries()
    problems = call_problems()
    problems += [f"{id_}: two texts: {sorted(texts)}" for id_, texts in sorted(code.items()) if len(texts) > 1]
    problems += [f"{id_}: in the .po, but not in the code" for id_ in sorted(entries.keys() - code.keys())]
    for id_, texts in sorted(code.items()):
        problems += [f"{id_}: {fault}" for fault in _entry_faults(texts, entries.get(id_))]
    if not MO.exists() or MO.read_bytes() != compiled():
        problems.append(f"{MO.name} does not belong to {PO.name}: run make messages")
    return problems


def _entry_faults(texts: set[str], entry: Entry | None) -> list[str]:
    if entry is None or not entry.translation.strip():
        return ["not translated"]
    if entry.text not in texts:
        return [f"translated from another text: {entry.text!r}"]
    if entry.fuzzy:
        return ["the English text changed: look at the translation again"]
    try:
        wanted, given = placeholders(entry.text), placeholders(entry.translation)
    except ValueError as error:
        return [str(error)]
    return [] if wanted == given else [f"names in braces differ: {sorted(wanted)} and {sorted(given)}"]


def _extract() -> list[str]:
    write_entries(collect(extracted(), read_entries()))
    return []


def _compile() -> list[str]:
    MO.write_bytes(compiled())
    return []


def main(argv: list[str] | None = None) -> int:
    """Run one command; return 1 when it found a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("extract", "merge", "compile", "check"))
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args(argv)
    commands = {"extract": _extract, "merge": lambda: merge(options.files), "compile": _compile, "check": check}
    problems = commands[options.command]()
    for problem in problems:
        print(problem)
    entries = read_entries()
    done = sum(bool(entry.translation) and not entry.fuzzy for entry in entries.values())
    print(f"{done} of {len(entries)} texts translated, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
