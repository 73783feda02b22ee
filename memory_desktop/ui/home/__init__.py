"""The first view of a vault."""
