"""The Health view: whether the vault can be trusted, and why."""
