"""Lowers the priority of worker threads, so that the GUI thread gets the processor when it needs it.

Qt's own thread priorities do nothing under Linux's usual scheduler. There every thread has a niceness of its own, and
threads that it starts inherit it. Elsewhere the system is left to decide.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

#: For what somebody waits for, and for what runs on its own.
QUERY, BACKGROUND = 4, 10


def stand_back(niceness: int) -> None:
    """Lower the calling thread's priority; calling it again changes nothing."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
