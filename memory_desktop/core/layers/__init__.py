"""The layers of a mind as rules: what each keeps, how it changes, and what it comes to. No disk, no clock, no Qt."""
