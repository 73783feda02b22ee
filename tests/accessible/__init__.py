"""The program as a screen reader has it: over AT-SPI, with no look at the screen and no mouse."""
