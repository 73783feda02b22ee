"""The wizard that changes the embedding model."""
