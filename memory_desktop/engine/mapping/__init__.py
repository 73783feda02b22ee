"""The map of the embedding space of one vault: see `embedding_map`."""
