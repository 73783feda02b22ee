"""The guided tour: a few steps, each of which points at a part of the window."""
