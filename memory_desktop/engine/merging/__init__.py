"""Merging memories and assemblies, the log of merges, and pairs to decide about."""
