"""The installed program, not the source tree."""
