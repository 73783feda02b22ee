"""The engine: one vault, its commands and its answers. Runs, and is tested, without Qt."""
