"""The one door to PDFium: it keeps its state in one place for the whole process, so threads take turns."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_TURN = threading.RLock()


@contextmanager
def opened(content: bytes) -> Iterator[PdfDocument]:
    """Open a PDF for the length of a ``with``; other threads wait until it is closed.

    Raises:
        pypdfium2.PdfiumError: the bytes are no PDF.
    """
    import pypdfium2

    with _TURN, pypdfium2.PdfDocument(content) as pdf:
        yield pdf
