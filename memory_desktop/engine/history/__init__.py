"""The past: undo, time travel, snapshots, lineage and explanations."""
