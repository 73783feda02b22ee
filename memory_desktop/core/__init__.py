"""The pure heart: records, events, commands, the fold, fusion. No I/O, clock, randomness or Qt."""
