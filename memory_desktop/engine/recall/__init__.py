"""Answering a query, and measuring the answers."""
