"""How the window looks: colours and sizes from one table, the style sheet, the icons and the fonts."""

from __future__ import annotations
