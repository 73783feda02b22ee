"""DuckDB: the event log, the records folded from it, and the vector queue. The only importer of duckdb."""

from memory_desktop.store.store import Store

__all__ = ["Store"]
