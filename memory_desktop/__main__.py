"""`python -m memory_desktop`."""

import sys

from memory_desktop.cli import main

sys.exit(main())
