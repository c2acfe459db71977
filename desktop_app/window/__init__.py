"""The window. Shows what it is given and hands back what people do; knows no rule and words no text of its own."""

from __future__ import annotations
