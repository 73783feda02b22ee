"""Conversations: what is kept at hand, found again and learned of them."""
