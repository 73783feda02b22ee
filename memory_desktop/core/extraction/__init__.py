"""What a message says that is worth keeping: preferences, facts and corrections, found by rules alone."""
