"""Qt's side of the engine, QtCore only: operations off the GUI thread, change notices, the sync thread, one instance."""
