"""Conversations: turns are recorded and read back, and background work learns from them."""
