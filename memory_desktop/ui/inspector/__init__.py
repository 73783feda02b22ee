"""The right pane: everything about one memory."""
