"""Files to drafts: every format is one module with `sniff` and `read`; bad items become rejections, never errors."""

from memory_desktop.engine.importing.items import Imported, Limits
from memory_desktop.engine.importing.registry import FORMATS, Format, is_followed_up
from memory_desktop.engine.importing.source import DetectedFile, ImportSource

__all__ = ["FORMATS", "DetectedFile", "Format", "ImportSource", "Imported", "Limits", "is_followed_up"]
