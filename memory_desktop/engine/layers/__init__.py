"""The layers of a mind over a vault: the operations of each, and what they come to together."""
