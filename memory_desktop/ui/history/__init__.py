"""The History view: the event log, the difference of two moments, snapshots, and travelling in time."""
