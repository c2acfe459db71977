"""The program as people meet it: the command line, the window, and the use cases both are made of.

``services`` and ``cli`` know nothing of Qt; ``window`` knows nothing of rules; ``__main__`` alone knows both.
"""

from __future__ import annotations
