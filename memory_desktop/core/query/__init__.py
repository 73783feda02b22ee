"""The search language."""
