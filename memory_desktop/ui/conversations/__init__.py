"""The Conversations view: what was said, turn by turn, with what was recalled for it and what was learned from it."""
