"""How fast a moment of the past opens in a long log, and what the nearest snapshot saves.

    python -m tests.benchmarks.past                     a log of 1,000,000 events
    python -m tests.benchmarks.past --events 100000     a shorter one

Half of the events bring memories in; the other half touches every memory once more, so that a moment in between has
to be folded. A snapshot stands at 70 % of the log, the moment at 75 %. The same moment is opened with the snapshot and
without it, and compared record by record.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

import memory_desktop
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.benchmarks.corpus import add_data_option, corpus
from tests.benchmarks.figures import timed

_PAGE = 10_000


def opened(vault: Engine, seq: int) -> tuple[float, str]:
    """Seconds that the moment takes to open, and what its records are."""
    start = time.perf_counter()
    past = vault.as_of(seq)
    seconds = time.perf_counter() - start
    digest = past._scope.records.digest()
    past.close()
    return seconds, digest


def main() -> int:
    """Build the log, open the moment both ways; 1 when the two differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=1_000_000)
    add_data_option(parser)
    args = parser.parse_args()
    events = args.events
    folder = Path(tempfile.mkdtemp(prefix="memory-benchmark-"))
    try:
        corpus(args.data).write_records(folder / "records.jsonl", events // 2)
        with memory_desktop.open_vault(folder / "vault", create=True) as vault:
            vault.pause_sync(True)
            vault.change_settings({"snapshots.every": 0})
            print(f"{events // 2:,} memories in: {timed(lambda: vault.import_path(folder / 'records.jsonl')):.0f} s")
            keys = vault.keys(RecordFilter())
            for start in range(0, len(keys), _PAGE):
                vault.reinforce([memory.id for memory in vault.page(keys[start : start + _PAGE])], 0.1)
                if start <= 0.4 * len(keys) < start + _PAGE:
                    made = timed(lambda: vault.snapshots.create("benchmark"))
                    print(f"snapshot of {len(keys):,} records at event {vault.head:,}: {made:.1f} s")
            seq = int(0.75 * vault.head)
            print(f"a log of {vault.head:,} events; opening event {seq:,}")
            with_snapshot, one = opened(vault, seq)
            vault.snapshots.delete(vault.snapshots.list()[0].id)
            without, other = opened(vault, seq)
        print(f"  from the nearest snapshot  {with_snapshot:8.1f} s")
        print(f"  from the first event       {without:8.1f} s   {without / with_snapshot:.1f} × as long")
        print("  the same records" if one == other else "  the records DIFFER")
        return 0 if one == other else 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
