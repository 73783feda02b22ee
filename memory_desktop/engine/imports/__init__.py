"""Files to drafts: every format is one module with `sniff` and `read`; bad items become rejections, never errors."""

from memory_desktop.engine.imports.items import Imported, Limits
from memory_desktop.engine.imports.registry import FORMATS, Format
from memory_desktop.engine.imports.source import DetectedFile, ImportSource

__all__ = ["FORMATS", "DetectedFile", "Format", "ImportSource", "Imported", "Limits"]
