"""How long the program takes from its command to a window that is painted, and to one that answers.

    python -m tests.benchmarks.start [VAULT] [--runs N]

Without VAULT on a new, empty one. The window is painted when Qt first paints it; it answers when the vault is open, the
view that comes first is there, and what happens in the window is dealt with again within 50 ms. Views that are made
later, and what they read, are not waited for; how long the window stands still at most until they are all there is
told as a third figure. On the display that there is, or offscreen. The first start, which reads
the files from the disk, is not counted. Limit: 1.2 s until it answers.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import memory_desktop

LIMIT = 1.2
#: Milliseconds; whoever looks all the time keeps the other threads from working.
_LOOK_AGAIN = 10
_SOON = 0.05  # seconds
#: What the child runs: the program, and what notes the times and ends it.
_CHILD = "import sys; from tests.benchmarks.start import watched; sys.exit(watched(sys.argv[1:]))"
_BEGAN = "MEMORY_DESKTOP_BENCHMARK_BEGAN"


def watched(arguments: list[str]) -> int:
    """The program with these arguments; prints seconds until the window was painted and until it answered, and the
    longest time that it then stood still until all views were there."""
    import gc

    began = float(os.environ[_BEGAN])
    gc.disable()  # as `memory_desktop.__main__` does
    from memory_desktop.cli import main

    gc.freeze()
    gc.enable()
    from memory_desktop import app

    run = app._exec

    def watch(qt: app.QApplication, window: app.MainWindow) -> int:
        from PySide6.QtCore import QEvent, QObject, QTimer

        class Paints(QObject):
            at = 0.0

            def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
                if event.type() == QEvent.Type.Paint and not self.at:
                    self.at = time.time()
                return False

        asked, answered, longest = time.time(), 0.0, 0.0

        def look() -> None:
            nonlocal asked, answered, longest
            waited, asked = time.time() - asked, time.time()
            if answered:
                longest = max(longest, waited)
            elif window.session is not None and window.current_view is not None and waited < _SOON:
                answered = asked
            if answered and not window._making.isActive():
                print(paints.at - began, answered - began, longest, flush=True)
                window.close()
            else:
                QTimer.singleShot(_LOOK_AGAIN, look)

        paints = Paints()
        window.installEventFilter(paints)
        QTimer.singleShot(0, look)
        return run(qt, window)

    app._exec = watch
    sys.argv[1:] = arguments
    return main()


def measure(vault: Path, home: Path) -> tuple[float, float, float]:
    """Seconds until painted and until it answers, and how long it stands still at most."""
    environment = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    environment[_BEGAN] = repr(time.time())
    ran = subprocess.run(
        [sys.executable, "-c", _CHILD, "window", str(vault)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    painted, answered, longest = map(float, ran.stdout.split())
    return painted, answered, longest


def main() -> int:
    """Measure; 1 when the limit is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("vault", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    arguments = parser.parse_args()
    if not os.environ.get("DISPLAY"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as folder:
        vault = arguments.vault or Path(folder) / "vault"
        if arguments.vault is None:
            memory_desktop.open_vault(vault, create=True).close()
        times = [measure(vault, Path(folder)) for _ in range(arguments.runs + 1)][1:]
    for name, each in zip(("painted", "answers", "stands"), zip(*times, strict=True), strict=True):
        print(f"{name:<10}{min(each):6.2f} {statistics.median(each):6.2f} {max(each):6.2f} s   least, median, most")
    return int(statistics.median(answered for _, answered, _ in times) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
