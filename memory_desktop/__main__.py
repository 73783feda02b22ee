"""`python -m memory_desktop`, and where the installed program starts."""

import gc
import os
import sys

from memory_desktop import itself

if sys.argv[1:] == [itself.GROWER]:
    from memory_desktop.index import grower

    grower.run()

# What is imported stays: to look for garbage in it again and again takes a tenth of the start.
gc.disable()
from memory_desktop.cli import main  # noqa: E402

gc.freeze()
gc.enable()

code = main()
if "PySide6.QtWidgets" in sys.modules:
    # The window is closed, and its vault. The system takes back at once what is left in memory; Python and Qt need
    # seconds for that, and may wait for each other's threads where a window was closed while it was being filled.
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(code)
sys.exit(code)
