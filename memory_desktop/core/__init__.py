"""Pure code: records, events, commands, the fold, ranking. No I/O, clock, randomness or Qt."""
