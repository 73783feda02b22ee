"""The Memories view and its parts."""
