"""Qt item models over the engine's answers, QtCore only."""
