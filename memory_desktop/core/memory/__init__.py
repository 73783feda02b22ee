"""The memory record, the rules about one, and what is looked for in its text."""
