"""The window. Shows what it is given and hands back what people do; knows no rule and words no text of its own."""

from __future__ import annotations

from desktop_app.window.source_reading import stop_source_reading

stop_source_reading()
