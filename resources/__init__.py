"""Everything the program ships beside its code: tables, templates, texts, fonts. Imports nothing of ours.

Files are found beside this one: in a checkout, an installed wheel and a frozen program alike.
"""

from __future__ import annotations

from pathlib import Path

VERSION = "0.1.0"
_HERE = Path(__file__).parent


def path(name: str = "") -> Path:
    """Return the place of ``name`` (``/``-separated, below this folder) on disk; it need not exist."""
    return _HERE.joinpath(*name.split("/")) if name else _HERE


def read_text(name: str) -> str:
    """Return the text of ``name``, UTF-8 without a byte order mark.

    Raises:
        FileNotFoundError: there is no such resource.
    """
    return read_bytes(name).decode("utf-8-sig")


def read_bytes(name: str) -> bytes:
    """Return the bytes of ``name``.

    Raises:
        FileNotFoundError: there is no such resource.
    """
    return path(name).read_bytes()


def names(folder: str, suffix: str) -> tuple[str, ...]:
    """Return the names of the resources directly in ``folder`` that end in ``suffix``, sorted, below this folder."""
    return tuple(f"{folder}/{found.name}" for found in sorted(path(folder).iterdir()) if found.name.endswith(suffix))
