"""Where the built program starts: the command line, which opens the window without arguments."""

import sys

from desktop_app.__main__ import main

sys.exit(main())
