"""Conversations: cycles of a question and its answer, what is counted of them, and what is learned from them."""
