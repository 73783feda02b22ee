"""Assemblies and their merges."""
