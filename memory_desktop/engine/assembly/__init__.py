"""Groups of memories: their book, composite vectors and proposals."""
