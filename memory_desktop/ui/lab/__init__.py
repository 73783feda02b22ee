"""The recall lab: labelled queries, what they measure, and how that moves over time."""
