"""Memories to files: lossless JSON lines, and the MCP memory server's own shape."""

from memory_desktop.engine.exporting.export import FORMATS, export_memories

__all__ = ["FORMATS", "export_memories"]
