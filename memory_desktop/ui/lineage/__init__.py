"""The Lineage view."""
