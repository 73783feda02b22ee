"""Files to drafts: every format is one module with `sniff` and `read`; bad items become rejections, never errors."""

from memory_desktop.engine.importing.items import Imported, Limits
from memory_desktop.engine.importing.registry import FORMATS, TALKS, Format
from memory_desktop.engine.importing.source import DetectedFile, ImportSource

__all__ = ["FORMATS", "TALKS", "DetectedFile", "Format", "ImportSource", "Imported", "Limits"]
