"""The Review view: what the gates held back, to be released or discarded."""
