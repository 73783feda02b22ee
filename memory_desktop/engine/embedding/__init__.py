"""Vectors: the model in use, sync, migration and drift."""
