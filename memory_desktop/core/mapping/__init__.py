"""The map of the embedding space: vectors in two dimensions, and the regions that they form there. Pure; no clock."""
