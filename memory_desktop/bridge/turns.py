"""How soon the GUI thread gets the interpreter's lock when another thread has it.

While the GUI thread handles events, Qt calls Python for cells, layouts and event filters, and each call asks for the
lock anew. A thread that runs Python is told to let go after an interval, which is five milliseconds unless it is set:
painting one table would take a second. A shorter one is no gain beyond a point, as the GUI thread is told to let go as
often when it runs Python itself.
"""

from __future__ import annotations

import ctypes
import sys

_INTERVAL_SECONDS = 0.0002
_SET_TIMER_SLACK, _SLACK_NANOSECONDS = 29, 1  # 29 is PR_SET_TIMERSLACK of <sys/prctl.h>


def gui_thread_first() -> None:
    """Set the interval for the process. Called in the GUI thread, which on Linux is also woken in time from then on.

    The system wakes a thread up to 50 microseconds late, to wake several at once. Threads that this one starts inherit
    what is set here.
    """
    sys.setswitchinterval(_INTERVAL_SECONDS)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_TIMER_SLACK, _SLACK_NANOSECONDS, 0, 0, 0)
