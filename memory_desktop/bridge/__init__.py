"""Qt's side of the engine, QtCore only: operations off the GUI thread, changes, sync, sessions."""
