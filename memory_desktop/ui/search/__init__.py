"""The Search view: one box, chips, hits that say why they are there."""
