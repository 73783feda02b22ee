"""The window: one view or widget a file. Everything here runs on the GUI thread and never blocks it."""
