"""The Layers view: a page for each layer of the memory."""
