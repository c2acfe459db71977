"""The parts places are made of. They show texts they are given, in whatever language, and know nothing of plans."""

from __future__ import annotations
