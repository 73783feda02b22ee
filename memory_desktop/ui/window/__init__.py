"""The main window and what belongs to all views."""
