"""Where the built program starts without a console: the window."""

import sys

from desktop_app.__main__ import gui_main

sys.exit(gui_main())
