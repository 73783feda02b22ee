"""The map of the embedding space."""
