"""A virtual X display for tests that need a real window."""

from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def virtual_display(size: str = "1366x768x24") -> Iterator[str]:
    """Start Xvfb on the first free display and give its name; ended on leaving."""
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", size, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write_end,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        with os.fdopen(read_end) as answer:
            number = answer.readline().strip()
        if not number:
            message = "Xvfb ended without naming a display"
            raise RuntimeError(message)
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(timeout=10)
