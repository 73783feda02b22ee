"""What is looked for in a text before it is remembered: personal data, secrets, and attempts to instruct a model."""
