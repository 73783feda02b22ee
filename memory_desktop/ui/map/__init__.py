"""The Map view."""
