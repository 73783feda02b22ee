"""Bringing files in and writing them out."""
