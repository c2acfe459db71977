"""The look of an institution's papers: read its style file, write an example of one."""

from __future__ import annotations

from pathlib import Path

from desktop_app.services.plans import refuse_existing
from planner.documents.house_style import HouseStyle
from resources import read_text

_EXAMPLES = {"zh": "house_style/example.zh.txt", "en": "house_style/example.en.txt"}


def style_at(file: Path | None) -> HouseStyle:
    """Return the style in ``file``, the program's own look where there is none; raises ImportFailed."""
    if file is None:
        return HouseStyle()
    from planner.exchange.house_style import read_style

    return read_style(file)


def write_example(file: Path, language: str, *, overwrite: bool) -> int:
    """Write the example style file in ``language`` and return its size in bytes.

    Raises:
        ExportError: the file cannot be written, or is there and not to be replaced.
    """
    from planner.render.atomic import write_whole

    refuse_existing(file, overwrite)
    content = read_text(_EXAMPLES[language]).encode("utf-8")
    write_whole(file, content, lambda _: None)
    return len(content)
