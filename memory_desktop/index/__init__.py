"""The derived indexes: vectors (usearch) and keywords (tantivy). The only importer of either."""

from memory_desktop.index.files import set_aside
from memory_desktop.index.keywords import TantivyKeywordIndex
from memory_desktop.index.vectors import SegmentedVectorIndex

__all__ = ["SegmentedVectorIndex", "TantivyKeywordIndex", "set_aside"]
