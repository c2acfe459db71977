"""XML parts of office files: parsed without entities and network, named by local name, written as they were declared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from planner.errors import ImportFailed
from planner.exchange.form_package import Package
from planner.messages import msg

Element = Any
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_TYPES = "[Content_Types].xml"


def parse(package: Package, part: str) -> Element:
    """Return the root of a part; raises ImportFailed where it is no XML, or XML with a document type."""
    from lxml import etree

    content = package.read(part)
    if b"<!DOCTYPE" in content[:4096] or b"<!ENTITY" in content:
        raise _broken(package, part)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise _broken(package, part) from error


def _broken(package: Package, part: str) -> ImportFailed:
    return ImportFailed(
        msg("form.damaged_part", "A part of the file is damaged: {part}.", part=part),
        msg("form.damaged.remedy", "Open it in Word, Excel or WPS, let the program repair it, and save it again."),
        package.name,
    )


def serialised(root: Element) -> bytes:
    """Return a part as bytes with the declaration office programs write."""
    from lxml import etree

    content: bytes = etree.tostring(root.getroottree(), xml_declaration=True, encoding="UTF-8", standalone=True)
    return content


def local(element: Element) -> str:
    """Return the local name of an element, '' for remarks and processing instructions."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def namespace(element: Element) -> str:
    """Return the namespace of an element."""
    tag = element.tag
    return tag[1:].partition("}")[0] if isinstance(tag, str) and tag.startswith("{") else ""


def like(element: Element, name: str) -> Element:
    """Return a new element called ``name`` in the namespace of ``element``."""
    from lxml import etree

    return etree.Element(f"{{{namespace(element)}}}{name}")


def children(element: Element, name: str) -> Iterator[Element]:
    """Yield the children with a local name."""
    found: Iterator[Element] = element.iterchildren(f"{{*}}{name}")
    return found


def child(element: Element, name: str) -> Element | None:
    """Return the first child with a local name."""
    return next(children(element, name), None)


def below(element: Element, *names: str) -> Iterator[Element]:
    """Yield the elements below with one of the local names, in document order."""
    found: Iterator[Element] = element.iter(*(f"{{*}}{name}" for name in names))
    return found


def drop(element: Element) -> None:
    """Take an element out of its parent; what follows it stays."""
    parent = element.getparent()
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
        element.tail = None
    parent.remove(element)


def content_types(package: Package) -> dict[str, str]:
    """Return the content type of each part that is named with one, by part name."""
    if _TYPES not in package.infos:
        return {}
    by_folded = {name.casefold(): name for name in package.infos}
    found = {}
    for override in children(parse(package, _TYPES), "Override"):
        name = by_folded.get(override.get("PartName", "").lstrip("/").casefold())
        if name is not None:
            found[name] = override.get("ContentType", "")
    return found


def relations(package: Package, part: str) -> dict[str, tuple[str, str]]:
    """Return id -> (last word of the relation's type, part it leads to) of a part; outside targets are left out."""
    folder, _, file = part.rpartition("/")
    name = f"{folder}/_rels/{file}.rels".lstrip("/")
    if name not in package.infos:
        return {}
    found = {}
    for one in children(parse(package, name), "Relationship"):
        if one.get("TargetMode") != "External":
            kind = one.get("Type", "").rpartition("/")[2]
            found[one.get("Id", "")] = (kind, _resolved(folder, one.get("Target", "")))
    return found


def _resolved(folder: str, target: str) -> str:
    if target.startswith("/"):
        return target.lstrip("/")
    parts = [part for part in folder.split("/") if part]
    for step in target.split("/"):
        if step == "..":
            del parts[-1:]
        elif step not in ("", "."):
            parts.append(step)
    return "/".join(parts)


def attribute(element: Element, name: str) -> str | None:
    """Return an attribute by local name, whatever its namespace (w:val in the old and the strict namespace)."""
    for key, value in element.attrib.items():
        if re.sub(r"^\{.*\}", "", key) == name:
            return str(value)
    return None


def is_struck(font: Element | None) -> bool:
    """Tell whether a font or the properties of a run strike their text out (once or twice)."""
    marks = () if font is None else (one for name in ("strike", "dstrike") for one in children(font, name))
    return any(attribute(one, "val") not in ("0", "false") for one in marks)
